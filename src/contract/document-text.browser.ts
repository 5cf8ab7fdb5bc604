// Where the bundled document comes from in a browser: it was built in.

/** The document as compact JSON; put in its place by the build. */
declare const DOCUMENT_JSON: string;

/** The bundled OpenAPI document as JSON text, spelled as in the package's file. */
export function readDocument(): string {
  return `${JSON.stringify(JSON.parse(DOCUMENT_JSON), null, 1)}\n`;
}
