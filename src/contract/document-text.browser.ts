// The text of the bundled document in the browser build, which contains it.

/** The document as compact JSON; the build replaces this name by its value. */
declare const DOCUMENT_JSON: string;

/** Returns the bundled OpenAPI document as JSON text, byte for byte as in the package's file. */
export function readDocument(): string {
  return `${JSON.stringify(JSON.parse(DOCUMENT_JSON), null, 1)}\n`;
}
