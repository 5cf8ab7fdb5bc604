// Recognizes a page of rows and serializes it from the cached JSON texts of its rows.

import type { Page } from '../../state/store.ts';
import { rowJson } from '../../state/tables/row-json-cache.ts';
import { type Utf8Text, utf8Text } from '../../state/utf8-text.ts';

/** A page of rows of any type. */
export type AnyPage = Page<object>;

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

/** Serializes one value as JSON; the JSON text of a stored row is cached, because stored rows are frozen. */
export function valueJson(value: object): Utf8Text {
  return Object.isFrozen(value) ? rowJson(value) : utf8Text(JSON.stringify(value));
}

/** Serializes a page as JSON: `data` is joined from the cached texts of the rows, and the other members follow. */
export function pageJson(page: AnyPage): Utf8Text {
  const { data, ...rest } = page;
  let bytes = '{"data":[';
  // The text is joined by itself from the first part on that is not in ASCII.
  let text: string | null = null;
  for (let at = 0; at < data.length; at++) {
    const row = data[at];
    if (row === undefined) continue;
    const json = valueJson(row);
    if (text === null && json.text !== json.bytes) text = bytes;
    if (text !== null) text += at === 0 ? json.text : `,${json.text}`;
    bytes += at === 0 ? json.bytes : `,${json.bytes}`;
  }
  const end = utf8Text(JSON.stringify(rest));
  if (text === null && end.text !== end.bytes) text = bytes;
  bytes += `],${end.bytes.slice(1)}`;
  return { text: text === null ? bytes : `${text}],${end.text.slice(1)}`, bytes };
}
