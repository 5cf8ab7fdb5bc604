// Loads the generator of replies with the first request to an operation that has no handler.
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import type { generatedResult } from './generated-result.ts';

let generate: typeof generatedResult | undefined;

/** Loads the generator; returns undefined when it is loaded already. */
export function loadGenerator(): Promise<undefined> | undefined {
  if (generate !== undefined) return undefined;
  return import('./generated-result.ts').then((module) => {
    generate = module.generatedResult;
    return undefined;
  });
}

/**
 * Makes the result of a request to an operation that has no handler, and notes in the context how it was made.
 * @throws Error when no valid result can be made
 */
export function generateResult(deps: PipelineDeps, context: RequestContext): unknown {
  if (generate === undefined) throw new Error('The generator of replies is not loaded.');
  const { result, source } = generate(deps, context);
  context.generatedFrom = source;
  return result;
}
