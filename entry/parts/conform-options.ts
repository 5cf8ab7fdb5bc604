// The options of `conform`: those of the engine, but with the catalogue of this package and a target in three forms.

import type { OpenApiDocument } from '../../src/contract/openapi.ts';
import { isEdited, operations } from '../../src/contract/operations.ts';
import { UsageError } from '../../src/suite/model/outcome.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import type { ConformOptions as EngineOptions } from '../../src/suite/run/options.ts';
import { loadConfig } from '../../src/suite/target/config.ts';

/** Options of a run; only `target` is required. */
export type ConformOptions = Omit<EngineOptions, 'catalogue' | 'target'> & {
  /**
   * an edited document by which the run judges: the path of a file, JSON or YAML, or the document. One process
   * judges by one document, which its first run names
   */
  openapi?: string | OpenApiDocument;
  /** The target: an object as in a target file, the path of a target file, or a base URL (`https://…`). */
  target: TargetConfig | string;
};

/**
 * Completes the options for the engine: adds the catalogue and loads the target file. It imports the catalogue only
 * when it is called, so that a program that only defines a target or a check does not load the catalogue.
 * @throws UsageError when the target file or the document cannot be used
 */
export async function withCatalogue({ target, openapi, ...options }: ConformOptions): Promise<EngineOptions> {
  if (openapi !== undefined) await judgeByGiven(openapi);
  const { catalogue, catalogueOperations } = await import('../../conformance/index.ts');
  if (catalogueOperations !== operations || (openapi === undefined && isEdited()))
    throw new UsageError(
      'One process judges by one document: start another process, or use `conform --openapi`.',
    );
  return {
    ...options,
    catalogue,
    target: typeof target === 'string' ? await loadNamedTarget(target) : target,
  };
}

async function judgeByGiven(openapi: string | OpenApiDocument): Promise<void> {
  const { judgeBy, judgeByFile } = await import('../../bin/document-file.ts');
  try {
    await (typeof openapi === 'string' ? judgeByFile(openapi) : judgeBy(openapi));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const loadNamedTarget = async (target: string): Promise<TargetConfig> =>
  /^https?:\/\//i.test(target) ? { baseUrl: target } : loadConfig(target);
