// Parses a JSON request body safely: UTF-8 only, no repeated key, limited depth, no `__proto__`.
import { measureJson } from '../../contract/json/json-scan.ts';

/** How many levels deep objects and arrays in a request body may be nested. */
export const MAX_DEPTH = 100;

/** The reason why a body is refused: the name of a refusal. */
type JsonError = 'MALFORMED_UTF8' | 'MALFORMED_JSON' | 'JSON_TOO_DEEP' | 'DUPLICATE_KEY';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bytes (RFC 8259). Members called `__proto__` are removed, as unknown members are ignored, so that no
 * object in the result gets another prototype.
 * @returns the value, or the reason why the body is refused
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | JsonError {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'MALFORMED_UTF8';
  }
  const { members, depth } = measureJson(text);
  if (depth > MAX_DEPTH) return 'JSON_TOO_DEEP';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'MALFORMED_JSON';
  }
  // JSON.parse keeps the last of two equal keys, so a repeated key leaves fewer members than the text has.
  return stripProtoMembers(value) === members ? { value } : 'DUPLICATE_KEY';
}

// Counts the members of all objects in a parsed value, and removes the members called `__proto__` from the value.
function stripProtoMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += stripProtoMembers(item);
    return members;
  }
  for (const name in value) {
    members += 1 + stripProtoMembers((value as Record<string, unknown>)[name]);
    if (name === '__proto__') Reflect.deleteProperty(value, name);
  }
  return members;
}
