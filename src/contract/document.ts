// The bundled document as text and as an object, read when first asked for.
import type { OpenApiDocument } from './openapi.ts';
import { packageFile } from './package.ts';

const FILE = 'openapi/dist/openapi.json';
let text: string | undefined;
let parsed: OpenApiDocument | undefined;

/** The bundled OpenAPI document as JSON text: what `/v1/openapi.json` serves. */
export function documentText(): string {
  text ??= process.getBuiltinModule('fs').readFileSync(packageFile(FILE), 'utf8');
  return text;
}

/** The bundled OpenAPI document. Shared: callers must not change it. */
export function document(): OpenApiDocument {
  parsed ??= JSON.parse(documentText()) as OpenApiDocument;
  return parsed;
}

/** The document's version (`info.version`) and the SHA-256 of its text, in lower-case hex. */
export function contractIdentity(): { version: string; sha256: string } {
  const sha256 = process.getBuiltinModule('crypto').createHash('sha256').update(documentText()).digest('hex');
  return { version: document().info.version, sha256 };
}
