// Recognises in the exchanges of a run that a whole list was read, from its first page to its last.
import type { Exchange } from '../model/exchange.ts';
import { hasPaginationInfo, hasUnreadItems, itemsInPage, nextPageQueries, totalOf } from './pagination.ts';

type Query = Record<string, string>;
type Reading = { pages: Exchange[]; read: number; next: readonly Query[] };

/** The pages of a list that was read to its end; `announced` is its total, where the pages do not hold so many elements. */
type Whole = { pages: readonly Exchange[]; isWhole: boolean; isSteady: boolean; announced?: number };

const textOf = (query: Query): string => JSON.stringify(Object.entries(query).sort());

/** Follows the unfiltered lists that a run reads. */
export class ListReadings {
  readonly #open = new Map<string, Reading>();

  /** Adds a page. @returns all pages of its list when this one is the last, and no page announces a further element */
  wholeList(exchange: Exchange): readonly Exchange[] | null {
    const { pages, isWhole } = this.reading(exchange) ?? {};
    return pages !== undefined && isWhole ? pages : null;
  }

  /**
   * Adds a page.
   * @returns all pages of its list when this one is the last; null
   * while pages are unread, and when the pages do not show that nothing was missed: a list may shrink while it is read,
   * and its elements then move to an earlier page
   */
  reading(exchange: Exchange): Whole | null {
    const [path = '', queryText = ''] = exchange.request.path.split('?');
    const key = `${exchange.caller} ${path}`;
    const query: Query = Object.fromEntries(new URLSearchParams(queryText));
    const before = queryText === '' ? undefined : this.#open.get(key);
    const items = itemsInPage(exchange.json);
    if (
      items === undefined ||
      (queryText !== '' && !before?.next.some((one) => textOf(one) === textOf(query)))
    )
      return null;
    // A target that ignores the parameter returns the same page again.
    if (before && JSON.stringify(items) === JSON.stringify(itemsInPage(before.pages.at(-1)?.json)))
      return null;
    const pages = [...(before?.pages ?? []), exchange];
    const read = (before?.read ?? 0) + items.length;
    const next = items.length === 0 ? [] : nextPageQueries(exchange, query, read, {}, items.at(-1));
    this.#open.set(key, { pages, read, next });
    if (next.length > 0 || (pages.length === 1 && !hasPaginationInfo(exchange))) return null;
    const totals = pages.map((page) => totalOf(page) ?? Number.NaN);
    if (!totals.slice(1).every((total, at) => total >= (totals[at] ?? Number.NaN))) return null;
    const [total = Number.NaN] = totals;
    const isSteady = totals.every((one) => Object.is(one, total));
    // What is called a count may be that of a page.
    const isOff = isSteady && (total > read || (pages.length === 1 && total < read));
    const isWhole = !hasUnreadItems(exchange, read);
    return { pages, isWhole, isSteady, ...(isOff ? { announced: total } : {}) };
  }
}
