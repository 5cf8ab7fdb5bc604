// Reads a list page by page, whatever form its pages have.
import type { OperationId } from '../../contract/operations.ts';
import type { ListOptions, ListResult, SendOptions } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { MAX_LIST_ITEMS } from '../model/limits.ts';
import { inconclusive } from '../model/outcome.ts';
import {
  hasPaginationInfo,
  hasUnreadItems,
  itemsInPage,
  lastPageQuery,
  mayHaveNextPage,
  nextPageQueries,
  type PaginationPointers,
  previousPageQuery,
} from './pagination.ts';

/** The query of one page. */
export type ListQuery = Record<string, string>;
type Query = ListQuery;

/** The query parameter with which a list was continued; undefined until one was. */
export type Paging = { parameter?: string };

type ReadListDeps = {
  send(operation: OperationId, options: SendOptions & { query: ListQuery }): Promise<Exchange>;
  lists: PaginationPointers;
  /** what continues the lists of the target; a run learns it once */
  paging: Paging;
};

const MAX_PAGES = 20;
/** Small pages are read until so many elements are known, unless only the first page is wanted. */
const MIN_ROWS = 100;
const MIN_WHOLE_ROWS = 600;
const PAGES_FROM_END = 5;
const MAX_PARAMETERS = 7;

/**
 * Reads a list. Where the pages show which one is the last, an element that is searched is looked for there before the
 * pages between, because a list that shows the oldest element first has a new one at its end.
 * @throws CheckEnded (inconclusive) when the reply is not a readable list, or when the whole list is wanted and pages
 * were not read
 */
export async function readList(
  id: OperationId,
  { until, pages = MAX_PAGES, whole = false, ...rest }: SendOptions & ListOptions,
  { send, lists, paging }: ReadListDeps,
): Promise<ListResult> {
  let query: Query = {};
  for (const [name, value] of Object.entries(rest.query ?? {}))
    if (value !== undefined) query[name] = String(value);
  const items: unknown[] = [];
  const exchanges: Exchange[] = [];
  const requestedQueries = new Set<string>();
  let alternatives: Query[] = [];
  let previousQuery = query;
  let previousPage = '';
  let guessingNextPage = false;

  const read = async (of: Query): Promise<[Exchange, unknown[] | undefined]> => {
    const exchange = await send(id, { ...rest, query: of });
    return [exchange, exchange.status === 200 ? itemsInPage(exchange.json, lists, until) : undefined];
  };
  const result = (complete: boolean): ListResult => {
    const [first] = exchanges;
    if (first === undefined) throw new Error('A list was not read.');
    const isFound = until !== undefined && items.some(until);
    if (whole && !complete && !isFound)
      throw inconclusive(`only the first ${items.length} elements of a longer list were read`, {
        exchange: first,
      });
    return { items, complete, exchanges, exchange: first };
  };

  for (let page = 1; ; ) {
    const [exchange, pageItems] = await read(query);
    exchanges.push(exchange);
    requestedQueries.add(JSON.stringify(query));
    const pageText = JSON.stringify(pageItems);
    // When the target returns the same page whatever the query asks for, there is no further page.
    const isSamePage = pageItems !== undefined && pageItems.length > 0 && pageText === previousPage;
    const isParameterUnknown = page > 1 && (isSamePage || [400, 422].includes(exchange.status));
    const [alternative, ...others] = alternatives;
    if (isParameterUnknown && alternative !== undefined) {
      exchanges.pop();
      [query, alternatives] = [alternative, others];
      continue;
    }
    if (guessingNextPage && !pageItems) return result(true);
    if (!pageItems && page > 1 && exchange.status !== 200) return result(false);
    if (!pageItems) {
      const reason =
        exchange.status === 200
          ? `no list is recognised in the reply to ${id}: name its place with lists.items in the target file`
          : `${id} answered ${exchange.status}`;
      throw inconclusive(reason, { exchange });
    }
    // What the page was thought to say about its next one may be about something else.
    if (isSamePage) {
      const isSilent = !hasPaginationInfo(exchange) && !mayHaveNextPage(exchange, previousQuery);
      return result(isSilent && !hasUnreadItems(exchange, items.length));
    }
    if (page > 1 && !guessingNextPage) noteParameter(paging, previousQuery, query);
    previousPage = pageText;
    for (const item of pageItems) items.push(item);
    if (items.length > MAX_LIST_ITEMS) {
      const reason = `the list has more than ${MAX_LIST_ITEMS} elements, and is not read any further`;
      throw inconclusive(reason, { exchange });
    }
    const foundEnough = until !== undefined && pageItems.some(until);
    const nextQueries =
      pageItems.length === 0 ? [] : nextPageQueries(exchange, query, items.length, lists, pageItems.at(-1));
    let [next, ...further] = knownOnly(nextQueries, paging.parameter, query);
    if (page === 1 && next !== undefined && !foundEnough && until !== undefined && pages > 1) {
      let last = lastPageQuery(exchange, query, pageItems.length);
      for (let back = 0; back < PAGES_FROM_END && last !== null; back++) {
        if (JSON.stringify(last) === JSON.stringify(next)) break;
        const [lastExchange, lastItems] = await read(last);
        if (lastItems?.some(until)) {
          exchanges.push(lastExchange);
          items.push(...lastItems);
          return result(false);
        }
        // A target that ignores the number returns the first page again.
        const isIgnored = JSON.stringify(lastItems) === pageText;
        last = isIgnored ? null : previousPageQuery(last, pageItems.length);
      }
    }
    // A page to which another one has led, and which leads to none, is the last.
    guessingNextPage =
      (page === 1 || guessingNextPage) &&
      next === undefined &&
      !foundEnough &&
      until !== undefined &&
      pageItems.length > 0 &&
      !hasPaginationInfo(exchange);
    // The item may be on a second page, because the reply has no pagination information.
    if (guessingNextPage) next = { ...query, page: String(page + 1) };
    if (next === undefined) {
      const isEnd = pageItems.length === 0 || (page > 1 && !hasPaginationInfo(exchange));
      return result(isEnd || !hasUnreadItems(exchange, items.length));
    }
    const minRows = whole ? MIN_WHOLE_ROWS : MIN_ROWS;
    const isEnough = page >= pages && items.length >= minRows * Math.min(pages - 1, 1);
    if (isEnough || foundEnough || requestedQueries.has(JSON.stringify(next))) return result(false);
    alternatives = further.slice(0, MAX_PARAMETERS - 1);
    previousQuery = query;
    query = next;
    page += 1;
  }
}

/** Returns the queries that continue a list with the parameter that has worked before; all of them when none of them does. */
const knownOnly = (queries: Query[], parameter: string | undefined, current: Query): Query[] => {
  const known = queries.filter((query) => parameter !== undefined && query[parameter] !== current[parameter]);
  return known.length > 0 ? known : queries;
};

function noteParameter(paging: Paging, before: Query, now: Query): void {
  const changed = Object.keys(now).filter((name) => now[name] !== before[name]);
  if (changed[0] !== undefined && changed.length === 1) paging.parameter ??= changed[0];
}
