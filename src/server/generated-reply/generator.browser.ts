// Browser version of `generator.ts`: a page cannot serve an edited document, so every operation has a handler, and what
// handlers return is as the document says.

/** Loads nothing, because the browser build has no generator. */
export const loadGenerator = (): undefined => undefined;

/** Throws an error, because the browser build has no generator. */
export function generateResult(): never {
  throw new Error('The browser build generates no replies.');
}

/** Returns undefined: the bodies of the package's document are JSON. */
export const mediaReader = (): undefined => undefined;

/** Returns undefined: the document is that of the package. */
export const adapter = (): undefined => undefined;
