// Telling a page of rows from any other result, and writing it from the rows' own texts.

import { rowJson } from '../../state/row-json-cache.ts';
import type { Page } from '../../state/store.ts';

export type AnyPage = Page<object>;

/** Is a handler's result a page? The document says which operations give one; this makes sure. */
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

/** The JSON text of one value: a stored row (they are frozen) has its text kept beside it. */
export function valueJson(value: object): string {
  return Object.isFrozen(value) ? rowJson(value) : JSON.stringify(value);
}

/** The JSON text of a page: `data` joined from the rows' texts, whatever else the page has after it. */
export function pageJson(page: AnyPage): string {
  const { data, ...rest } = page;
  let text = '{"data":[';
  for (let at = 0; at < data.length; at++) {
    const row = data[at];
    if (row !== undefined) text += at === 0 ? valueJson(row) : `,${valueJson(row)}`;
  }
  return `${text}],${JSON.stringify(rest).slice(1)}`;
}
