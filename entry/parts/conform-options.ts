// The options of `conform`: those of the engine, but with the catalogue of this package and a target in three forms.

import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import type { ConformOptions as EngineOptions } from '../../src/suite/run/options.ts';
import { loadConfig } from '../../src/suite/target/config.ts';

/** Options of a run; only `target` is required. */
export type ConformOptions = Omit<EngineOptions, 'catalogue' | 'target'> & {
  /** The target: an object as in a target file, the path of a target file, or a base URL (`https://…`). */
  target: TargetConfig | string;
};

/**
 * Completes the options for the engine: adds the catalogue and loads the target file. It imports the catalogue only
 * when it is called, so that a program that only defines a target or a check does not load the catalogue.
 * @throws UsageError when the target file cannot be used
 */
export async function withCatalogue({ target, ...options }: ConformOptions): Promise<EngineOptions> {
  const { catalogue } = await import('../../conformance/index.ts');
  return {
    ...options,
    catalogue,
    target: typeof target === 'string' ? await loadNamedTarget(target) : target,
  };
}

const loadNamedTarget = async (target: string): Promise<TargetConfig> =>
  /^https?:\/\//i.test(target) ? { baseUrl: target } : loadConfig(target);
