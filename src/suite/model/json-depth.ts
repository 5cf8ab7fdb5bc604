// How deep a body may be nested and how many values it may hold: beyond that it would exhaust the reader.
import { LARGE_REPLY_BYTES, MAX_JSON_VALUES } from './limits.ts';

/** Levels of lists and objects within each other. */
export const MAX_JSON_DEPTH = 200;

/** Whether a JSON text is nested deeper than is followed. Such a body counts as no JSON. */
export function exceedsMaxDepth(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // a text: brackets within it open nothing
        index = endOfString(text, index + 1);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > MAX_JSON_DEPTH) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
    }
  }
  return false;
}

/** Where the closing quotation mark of a JSON text stands, or the end of all. */
function endOfString(text: string, from: number): number {
  for (let index = from; ; index++) {
    index = text.indexOf('"', index);
    if (index < 0) return text.length;
    let escapes = 0;
    while (index - escapes > from && text.charCodeAt(index - escapes - 1) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return index;
  }
}

/** Says why a body is not read although it is whole: it is JSON of too many values. Null for any other. */
export function valueLimitProblem(bytes: Uint8Array): string | null {
  // a smaller one cannot hold as many
  if (bytes.length <= LARGE_REPLY_BYTES) return null;
  const first = bytes.findIndex((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  if (bytes[first] !== 0x5b && bytes[first] !== 0x7b) return null;
  let values = 0;
  let quoted = false;
  for (let at = first; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) quoted = !quoted;
    else if (quoted) at += byte === 0x5c ? 1 : 0;
    // every element but the first follows a comma, every first one an opening bracket
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) {
      values += 1;
      if (values > MAX_JSON_VALUES) return `the body holds more than ${MAX_JSON_VALUES} values`;
    }
  }
  return null;
}
