// Browser version of `generator.ts`: a page cannot serve an edited document, so every operation has a handler.

/** Loads nothing, because the browser build has no generator. */
export const loadGenerator = (): undefined => undefined;

/**
 * Throws an error, because the browser build has no generator.
 * @throws Error always
 */
export function generateResult(): never {
  throw new Error('The browser build generates no replies.');
}
