// Telling a page of rows from any other result, and writing it from the rows' own texts.
import type { Page } from '../state/store.ts';
import { textOf } from '../state/text.ts';

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
export function textOfValue(value: object): string {
  return Object.isFrozen(value) ? textOf(value) : JSON.stringify(value);
}

/** The JSON text of a page: `data` joined from the rows' texts, whatever else the page has after it. */
export function textOfPage(page: AnyPage): string {
  const { data, ...rest } = page;
  let text = '{"data":[';
  for (let at = 0; at < data.length; at++) {
    const row = data[at];
    if (row !== undefined) text += at === 0 ? textOfValue(row) : `,${textOfValue(row)}`;
  }
  return `${text}],${JSON.stringify(rest).slice(1)}`;
}
