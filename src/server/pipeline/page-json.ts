// Recognizes a page of rows and serializes it from the cached JSON texts of its rows.

import { rowJson } from '../../state/row-json-cache.ts';
import type { Page } from '../../state/store.ts';

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
export function valueJson(value: object): string {
  return Object.isFrozen(value) ? rowJson(value) : JSON.stringify(value);
}

/** Serializes a page as JSON: `data` is joined from the cached texts of the rows, and the other members follow. */
export function pageJson(page: AnyPage): string {
  const { data, ...rest } = page;
  let text = '{"data":[';
  for (let at = 0; at < data.length; at++) {
    const row = data[at];
    if (row !== undefined) text += at === 0 ? valueJson(row) : `,${valueJson(row)}`;
  }
  return `${text}],${JSON.stringify(rest).slice(1)}`;
}
