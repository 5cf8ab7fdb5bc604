// The bundled document as text and as an object, read when first asked for.
import { sha256Hex } from './digest.ts';
import { readDocument } from './document-text.ts';
import type { OpenApiDocument } from './openapi.ts';

let text: string | undefined;
let parsed: OpenApiDocument | undefined;

/** Counts the documents taken in place of the first one: what was found out by another edition may not hold. */
export let edition = 0;

/** The bundled OpenAPI document as JSON text: what `/v1/openapi.json` serves. */
export function documentText(): string {
  text ??= readDocument();
  return text;
}

/** The bundled OpenAPI document. Shared: callers must not change it. */
export function document(): OpenApiDocument {
  parsed ??= JSON.parse(documentText()) as OpenApiDocument;
  return parsed;
}

/** Puts another document in the place of the present one. */
export function replaceDocument(other: OpenApiDocument): void {
  text = `${JSON.stringify(other, null, 1)}\n`;
  parsed = other;
  edition += 1;
}

/** The document's version (`info.version`) and the SHA-256 of its text, in lower-case hex. */
export function contractIdentity(): { version: string; sha256: string } {
  return { version: document().info.version, sha256: sha256Hex(documentText()) };
}
