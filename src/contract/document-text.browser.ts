// Browser version of `document-text.ts`: returns the text of the OpenAPI document, which the browser build contains.

/** The OpenAPI document as compact JSON; the build replaces this name by the text. */
declare const DOCUMENT_JSON: string;

/** Returns the bundled OpenAPI document as JSON text, byte for byte as in the package's file. */
export function readDocument(): string {
  return `${JSON.stringify(JSON.parse(DOCUMENT_JSON), null, 1)}\n`;
}
