// The bundled document as text and as an object, read when first asked for.
import { sha256Hex } from './digest.ts';
import { readDocument } from './document-text.ts';
import type { OpenApiDocument } from './openapi.ts';

let text: string | undefined;
let parsed: OpenApiDocument | undefined;

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

/** The document's version (`info.version`) and the SHA-256 of its text, in lower-case hex. */
export function contractIdentity(): { version: string; sha256: string } {
  return { version: document().info.version, sha256: sha256Hex(documentText()) };
}
