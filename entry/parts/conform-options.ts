// Options of a run as other projects give them, with the catalogue added and the target loaded.

import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import type { ConformOptions as EngineOptions } from '../../src/suite/run/options.ts';
import { loadConfig } from '../../src/suite/target/config.ts';

/** What a run can be told: everything but the target may be left out. */
export type ConformOptions = Omit<EngineOptions, 'catalogue' | 'target'> & {
  /** a target as in a target file, the path of such a file, or no more than the base URL (`http…`) */
  target: TargetConfig | string;
};

/**
 * Options as the engine takes them. The catalogue is read here, not where a target or a check is defined.
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
