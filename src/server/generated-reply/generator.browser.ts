// Browser version of `generator.ts`: a page cannot serve an edited document, so every operation has a handler, and what
// handlers return is as the document says.
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

/** Loads nothing, because the browser build has no generator. */
export const loadGenerator = (): undefined => undefined;

/**
 * Throws an error, because the browser build has no generator.
 * @throws Error always
 */
export function generateResult(): never {
  throw new Error('The browser build generates no replies.');
}

/** Returns the body of the request, which the handler knows. */
export const bodyForHandler = ({ body }: RequestContext): unknown => body;

/** Returns the result of the handler. */
export const resultByDocument = (_: PipelineDeps, { result }: RequestContext): unknown => result;

/** Returns the errors as they are. */
export const errorsByDocument = <A>(_: unknown, errors: A): A => errors;

/** Returns the error body as it is. */
export const errorByDocument = (_: unknown, body: object): object => body;

/** Returns null: the handler knows all that the document permits. */
export const unknownToHandler = (): null => null;

/** Returns undefined: no header breaks the document. */
export const headerProblem = (): undefined => undefined;

/** Changes nothing. */
export const headersByDocument = (): void => undefined;
