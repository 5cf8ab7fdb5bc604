// Loads what makes replies that no handler returns: those of operations without a handler, and what an edited document
// asks of handlers besides.
import { isEdited } from '../../contract/operations.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

let modules: Awaited<ReturnType<typeof importModules>> | undefined;

const importModules = async () => ({
  ...(await import('./generated-result.ts')),
  adapter: await import('../edited-document/adapt.ts'),
  media: await import('./media-body.ts'),
});

/** Loads the generator; returns undefined when it is loaded already. */
export function loadGenerator(): Promise<undefined> | undefined {
  if (modules !== undefined) return undefined;
  return importModules().then((loaded) => {
    modules = loaded;
    return undefined;
  });
}

/**
 * Makes the result of a request to an operation that has no handler, and notes in the context how it was made.
 * @throws Error when no valid result can be made
 */
export function generateResult(deps: PipelineDeps, context: RequestContext): unknown {
  if (modules === undefined) throw new Error('The generator of replies is not loaded.');
  const { result, source } = modules.generatedResult(deps, context);
  context.generatedFrom = source;
  return result;
}

/** Returns the reader of bodies by the media types of an edited document, once it is loaded. */
export const mediaReader = () => modules?.media;

/** Returns what adapts requests and replies to an edited document; undefined for the document of the package. */
export const adapter = () => (isEdited() ? modules?.adapter : undefined);
