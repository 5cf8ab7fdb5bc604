// Recognizes a page of rows, and serializes results as JSON.
import type { Page } from '../../state/store.ts';

type AnyPage = Page<object>;

/** Tells whether a handler's result is a page of rows, by checking the value itself. */
export function isPage(result: unknown): result is AnyPage {
  return (
    typeof result === 'object' &&
    result !== null &&
    'data' in result &&
    Array.isArray(result.data) &&
    'meta' in result &&
    'links' in result
  );
}

/** The JSON text of a value, and the bytes of its UTF-8 encoding as the characters U+0000 to U+00FF. */
type JsonText = { text: string; bytes: string };

/** The number of texts that are kept: reading a million rows does not keep a million texts in memory. */
const MAX_CACHED = 20_000;
let cache = new WeakMap<object, JsonText>();
let cached = 0;
const encoder = new TextEncoder();

function encodedJson(value: object): JsonText {
  const text = JSON.stringify(value);
  const isAscii = !/[^ -~]/.test(text);
  const bytes = isAscii
    ? text
    : Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('');
  return { text, bytes };
}

/** Serializes one value as JSON; the text of a stored row is cached, because stored rows are frozen. */
export function valueJson(value: object): JsonText {
  if (!Object.isFrozen(value)) return encodedJson(value);
  let json = cache.get(value);
  if (json === undefined) {
    json = encodedJson(value);
    if (cached === MAX_CACHED) {
      cache = new WeakMap();
      cached = 0;
    }
    cache.set(value, json);
    cached += 1;
  }
  return json;
}

/**
 * Serializes a page as JSON: `data` is joined from the texts of the rows, and the other members follow. One row outside
 * Latin-1 makes the whole text a string of two bytes a character, which takes ten times as long to send as `bytes`.
 */
export function pageJson({ data, ...rest }: AnyPage): JsonText {
  let [text, bytes] = ['{"data":[', '{"data":['];
  let separator = '';
  for (const row of data) {
    const json = valueJson(row);
    text += separator + json.text;
    bytes += separator + json.bytes;
    separator = ',';
  }
  const end = encodedJson(rest);
  text += `],${end.text.slice(1)}`;
  bytes += `],${end.bytes.slice(1)}`;
  return { text, bytes };
}
