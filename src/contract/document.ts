// The bundled OpenAPI document as text and as an object; it is read when it is first used.
import { sha256Hex } from './digest.ts';
import { withKnownValues } from './extensible.ts';
import { isObject } from './is-object.ts';
import type { OpenApiDocument } from './openapi.ts';
import { isEdited } from './operations.ts';
import { readDocument } from './package.ts';

let text: string | undefined;
let parsed: OpenApiDocument | undefined;

/** Returns the bundled OpenAPI document as JSON text, as `/v1/openapi.json` serves it. */
export function documentText(): string {
  text ??= readDocument();
  return text;
}

/**
 * Returns the bundled OpenAPI document with the known values of open lists alone (`withKnownValues`). All callers get the
 * same object and must not change it.
 */
export function document(): OpenApiDocument {
  parsed ??= withKnownValues(JSON.parse(documentText()) as OpenApiDocument);
  return parsed;
}

let packaged: OpenApiDocument | undefined;

/** Returns the package's own document, whichever document is in use. */
export function packageDocument(): OpenApiDocument {
  packaged ??= isEdited() ? withKnownValues(JSON.parse(readDocument()) as OpenApiDocument) : document();
  return packaged;
}

/**
 * Writes a document as JSON without indentation, and with line breaks where people search and edit: a line begins each
 * operation, its members and replies, and each component, its members and properties.
 */
export function documentJson(document: object): string {
  const members = Object.entries(document).map(
    ([name, value]) => `"${name}":${lines(value, name === 'paths' || name === 'components' ? 4 : 1)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

// Writes a value as JSON; the members of a long object stand on lines of their own, down to a number of levels.
function lines(value: unknown, levels: number): string {
  const text = JSON.stringify(value);
  if (levels === 0 || text.length < 200 || !isObject(value)) return text;
  const members = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [`${JSON.stringify(name)}:${lines(inner, levels - 1)}`],
  );
  return `{\n${members.join(',\n')}\n}`;
}

/** Replaces the document. @param written the document as its owner wrote it, whose text is served and identified */
export function replaceDocument(other: OpenApiDocument, written = other): void {
  text = documentJson(written);
  parsed = other;
}

/** Returns the document's version (`info.version`) and the SHA-256 of its text, in lower-case hex. */
export function contractIdentity(): { version: string; sha256: string } {
  // An edited document may lack what OpenAPI requires of it.
  const { version = 'unknown' } = (document() as Partial<OpenApiDocument>).info ?? {};
  return { version, sha256: sha256Hex(documentText()) };
}
