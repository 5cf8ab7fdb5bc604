// Recognizes a page of rows, and serializes results as JSON.
import type { Page } from '../../state/store.ts';

/** A page of rows of any type. */
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

/** The number of texts that are kept: reading a million rows does not keep a million texts in memory. */
const MAX_CACHED = 20_000;
let cache = new WeakMap<object, string>();
let cached = 0;

/** Serializes one value as JSON; the text of a stored row is cached, because stored rows are frozen. */
export function valueJson(value: object): string {
  if (!Object.isFrozen(value)) return JSON.stringify(value);
  let text = cache.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    if (cached === MAX_CACHED) {
      cache = new WeakMap();
      cached = 0;
    }
    cache.set(value, text);
    cached += 1;
  }
  return text;
}

/** Serializes a page as JSON: `data` is joined from the texts of the rows, and the other members follow. */
export function pageJson({ data, ...rest }: AnyPage): string {
  let rows = '';
  for (const row of data) rows += rows === '' ? valueJson(row) : `,${valueJson(row)}`;
  return `{"data":[${rows}],${JSON.stringify(rest).slice(1)}`;
}
