// Finds the next and the last page of a list, whatever common form of paging the list has.
import { isObject, memberOf } from '../../contract/is-object.ts';
import { valueAtPointer } from '../../contract/json/pointer.ts';
import type { Fact, Place } from '../../form/form.ts';
import { MAX_LINK_LENGTH } from '../model/limits.ts';

import { itemsInPage } from './list-elements.ts';

export { itemsInPage };

/** Where a list's elements and its next page stand, in JSON Pointers (RFC 6901) of the target file. */
export type PaginationPointers = { items?: string; next?: string };
/** One page as received: its body and its headers. */
export type ListPage = {
  json: unknown;
  header(name: string): string | null;
  request?: { path: string };
};

type Query = Record<string, string>;

type PageFacts = ReturnType<typeof factsOf>;

const NAMES = {
  more: /^(has_?more|has_?next(_?page)?|more|more_?pages)$/i,
  page: /^(current_?page|page|page_?(number|no)|number)$/i,
  pages: /^(last_?page|total_?pages|page_?count|num_?pages|pages)$/i,
  offset: /^(offset|skip)$/i,
  limit: /^(limit|per_?page|page_?size|size)$/i,
  total: /^(total|total_?(count|elements|entries|items|results|records|rows|size))$/i,
  count: /^count$/i,
  cursor: /^(next_?(cursor|token|marker|key)|next_?page_?token|continuation(_?token)?|end_?cursor)$/i,
  next: /^(next|next_?page|next_?(page_?)?(url|link|href|uri)|@?odata\.next_?link)$/i,
  last: /^last(_?page)?(_?(url|link|href))?$/i,
} as const;

const MAX_FACT_DEPTH = 3;

type PagingMember = { name: string; value: unknown; place: Place };

/** Returns the members of a page that may be facts about paging, the outermost first; elements are not read. */
function* pagingMembers(body: unknown, above: Place = []): Generator<PagingMember> {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || above.length > MAX_FACT_DEPTH)
    return;
  // An object with an id is a resource.
  if (above.length > 0 && 'id' in body) return;
  const members = Object.entries(body);
  for (const [name, value] of members) yield { name, value, place: [...above, name] };
  for (const [name, value] of members) {
    // The cursors of some pages are `paging.cursors.after` or `cursor.after`.
    if (/^cursors?$/i.test(name) && typeof value === 'object' && value !== null)
      for (const [inner, cursor] of Object.entries(value))
        if (/^after$/i.test(inner))
          yield { name: 'next_cursor', value: cursor, place: [...above, name, inner] };
    yield* pagingMembers(value, [...above, name]);
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isCursor = (value: unknown): value is string =>
  isString(value) && value !== '' && value.length <= MAX_LINK_LENGTH;
const isLink = (value: unknown): value is unknown =>
  value === null || ['string', 'number'].includes(typeof value) || linkHref(value) !== value;

function factsOf({ json, header }: ListPage) {
  const members = [...pagingMembers(json)];
  const places: Partial<Record<Fact | 'last', Place>> = {};
  const find = <T>(fact: Fact | 'last', is: (value: unknown) => value is T) => {
    const found = members.find(
      (member): member is PagingMember & { value: T } =>
        NAMES[fact].test(member.name.replaceAll('-', '_')) && is(member.value),
    );
    if (found) places[fact] = [found.place, hrefName(found.value) ?? []].flat();
    return found;
  };
  const [next, cursor] = [find('next', isLink), find('cursor', isCursor)];
  const isEnd = next?.value === null || find('cursor', (one) => one === null || one === '') !== undefined;
  find('limit', isNumber);
  const range = /\/(\d+)$/.exec(header('content-range') ?? '')?.[1];
  const totalHeader = [header('x-total-count'), header('x-total'), range].find((text) =>
    /^\d+$/.test(text ?? ''),
  );
  return {
    // a link or cursor to the next page; null when the page says that there is none
    next: linkHref(next?.value) ?? (isEnd ? null : undefined),
    cursor: cursor && { name: cursor.name, value: cursor.value },
    more: find('more', isBoolean)?.value,
    page: find('page', isNumber)?.value,
    lastPage: find('pages', isNumber)?.value,
    total:
      (find('total', isNumber) ?? find('count', isNumber))?.value ??
      (totalHeader ? Number(totalHeader) : undefined),
    offset: find('offset', isNumber)?.value,
    last: linkHref(find('last', isLink)?.value),
    places,
  };
}

/** Texts with which a page may name its next one where no name says so. */
const OPAQUE = /^[\w+/=.-]{6,}$/;
const NOT_PAGING =
  /request|trace|correlation|time|date|version|etag|hash|success|^ok$|status|object|type|message/i;

/**
 * Returns the facts of a page; where no name says anything about paging, those that the forms of the values around the
 * elements suggest: an address of the same list, numbers that fit each other and the elements, a lone flag, a lone
 * opaque text. The next page shows whether they are right.
 */
function likelyFacts(page: ListPage, query: Query): PageFacts {
  const named = factsOf(page);
  if (hasPaginationInfo(page)) return named;
  // What the page itself shows comes before what an object beside the elements shows.
  return { ...named, ...(factsByForm(1, page, query) ?? factsByForm(MAX_FACT_DEPTH + 1, page, query)) };
}

/** Returns where a page tells how the list goes on, and how much of it there is. */
export const factPlaces = (page: ListPage): PageFacts['places'] => likelyFacts(page, {}).places;

/** Returns what the forms of the members of a page down to a depth suggest; undefined when they suggest nothing. */
function factsByForm(depth: number, page: ListPage, query: Query): Partial<PageFacts> | undefined {
  const members = [...pagingMembers(page.json)].filter(
    ({ name, place }) => place.length <= depth && !NOT_PAGING.test(name),
  );
  const path = page.request?.path.replace(/\?.*$/, '') ?? '/';
  const texts = members.filter((one): one is PagingMember & { value: string } => isString(one.value));
  const links = texts.filter(({ value }) => value.includes('?') && value.split('?')[0]?.endsWith(path));
  const others = links.filter(
    ({ value }) => JSON.stringify(queriesOfNextLink(value, query)[0]) !== JSON.stringify(query),
  );
  const [next] = others;
  if (next && new Set(others.map(({ value }) => value)).size === 1)
    return { next: next.value, places: { next: next.place } };
  if (links.length > 0) return { next: undefined };
  const numbers = members.flatMap(({ value }) => (Number.isSafeInteger(value) ? [Number(value)] : []));
  const rows = itemsInPage(page.json)?.length ?? 0;
  const total = Math.max(0, ...numbers);
  if (rows > 0 && total > rows && numbers.length > 2) {
    const offset = Number(query.offset ?? 0);
    const lastPage = Math.ceil(total / rows);
    if (numbers.includes(offset) && numbers.includes(rows)) return { total, offset };
    if (numbers.includes(lastPage)) return { total, lastPage, page: pageIn(query) };
  }
  const [flag, ...otherFlags] = members.filter(({ value }) => typeof value === 'boolean');
  if (flag !== undefined && otherFlags.length === 0)
    return { more: flag.value === true, places: { more: flag.place } };
  const [token, ...more] = texts.filter(({ value }) => OPAQUE.test(value) && value.length <= MAX_LINK_LENGTH);
  return token && more.length === 0 ? { cursor: token, places: { cursor: token.place } } : undefined;
}

/** Returns whether a member of the page itself looks like a flag or a cursor that says that there is a next page. */
export function mayHaveNextPage(page: ListPage, query: Query): boolean {
  if (hasPaginationInfo(page)) return false;
  const { more, cursor } = factsByForm(1, page, query) ?? {};
  return more === true || cursor !== undefined;
}

const hrefName = (found: unknown): string | undefined =>
  isObject(found) ? ['href', 'url'].find((name) => name in found) : undefined;

function linkHref(found: unknown): unknown {
  const name = hrefName(found);
  return name === undefined ? found : memberOf(found, name);
}

const OTHER_PAGE_PARAMETERS = ['page[number]', 'p', 'Page', 'P', 'pageNumber', 'page_number'];

const pageIn = (query: Query): number =>
  Number(['page', ...OTHER_PAGE_PARAMETERS].flatMap((name) => query[name] ?? [])[0] ?? 1);

/**
 * Finds the query of the next page in a URL, a cursor, a `Link` header (RFC 8288), page numbers, an offset or a total.
 * Of a URL only the query is used, so that no other host is called.
 * @param query the query of this page
 * @param itemsRead number of elements read so far
 * @param lastItem the last element of the page
 * @returns the queries to try in this order, because a cursor or a flag does not say which parameter continues the
 * list; empty when the page has no next page
 */
export function nextPageQueries(
  page: ListPage,
  query: Query,
  itemsRead: number,
  { next: pointer }: PaginationPointers = {},
  lastItem?: unknown,
): Query[] {
  const facts = likelyFacts(page, query);
  const next = pointer === undefined ? facts.next : linkHref(valueAtPointer(page.json, pointer));
  if (typeof next === 'number') return [{ ...query, page: String(next) }];
  if (typeof next === 'string') return queriesOfNextLink(next, query);
  const { cursor } = facts;
  if (pointer === undefined && cursor !== undefined && facts.more !== false)
    return cursorQueries(cursor.name, cursor.value, query);
  if (next === null) return [];
  const link = linkInHeader(page.header('link'), 'next');
  if (link !== undefined) return queriesOfNextLink(link, query);
  if (!hasUnreadByNumbers(facts, itemsRead)) return [];
  const byOffset = ['offset', 'skip', 'start'].map((name) => ({ ...query, [name]: String(itemsRead) }));
  const number = String((facts.page ?? pageIn(query)) + 1);
  const byPage = { ...query, page: number };
  const byOtherNames = OTHER_PAGE_PARAMETERS.map((name) => ({ ...query, [name]: number }));
  if (facts.offset !== undefined) return byOffset;
  if (facts.page !== undefined) return [byPage, ...byOtherNames];
  const id = isObject(lastItem) ? (lastItem.id ?? Object.values(lastItem)[0]) : undefined;
  const byId =
    facts.more === true && (typeof id === 'string' || typeof id === 'number')
      ? ['starting_after', 'after', 'cursor'].map((name) => ({ ...query, [name]: String(id) }))
      : [];
  return [...byId, byPage, ...byOffset];
}

/**
 * Finds the query of the last page in a link, the number of pages or a total; null when the page does not show it or
 * is the last one. The newest element of a list that shows the oldest first is there.
 * @param pageSize number of elements of this page
 */
export function lastPageQuery(page: ListPage, query: Query, pageSize: number): Query | null {
  const facts = likelyFacts(page, query);
  const link = typeof facts.last === 'string' ? facts.last : linkInHeader(page.header('link'), 'last');
  const isLink = link?.includes('?') === true;
  if (isLink) return queriesOfNextLink(link, query)[0] ?? null;
  const { lastPage, total, offset } = facts;
  if (offset !== undefined && total !== undefined && pageSize > 0 && total > pageSize)
    return { ...query, offset: String(Math.floor((total - 1) / pageSize) * pageSize) };
  const [next] = nextPageQueries(page, query, pageSize);
  if (next?.page === undefined) return null;
  // Where the first page is page 0, the last page is one less than the number of pages.
  const first = facts.page === 0 ? 0 : 1;
  const pages = lastPage ?? (total !== undefined && pageSize > 0 ? Math.ceil(total / pageSize) : undefined);
  return pages !== undefined && pages > 2 ? { ...query, page: String(pages - 1 + first) } : null;
}

/** Returns the query of the page before a page with a number or an offset; null when it has neither. */
export function previousPageQuery(query: Query, pageSize: number): Query | null {
  const [page, offset] = [Number(query.page), Number(query.offset)];
  if (page > 1) return { ...query, page: String(page - 1) };
  return offset > pageSize ? { ...query, offset: String(offset - pageSize) } : null;
}

function hasUnreadByNumbers({ more, page, lastPage, total }: PageFacts, itemsRead: number): boolean {
  if (more !== undefined) return more;
  // Where the first page is page 0, the number of pages is not reached.
  if (page !== undefined && lastPage !== undefined) return page === 0 ? lastPage > 1 : page < lastPage;
  return total !== undefined && itemsRead < total;
}

/** A list without pagination information that has exactly so many elements may have a further page. */
const COMMON_PAGE_SIZES = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000]);

/** Returns whether elements remain unread although the page names no next page. */
export function hasUnreadItems(page: ListPage, itemsRead: number): boolean {
  const facts = factsOf(page);
  if (facts.more === undefined && facts.next === null) return false;
  if (facts.more !== undefined || facts.lastPage !== undefined || facts.total !== undefined)
    return hasUnreadByNumbers(facts, itemsRead);
  return !hasPaginationInfo(page) && COMMON_PAGE_SIZES.has(itemsRead);
}

/** Returns the number of elements of the whole list, as a page states it; undefined when it does not. */
export const totalOf = (page: ListPage): number | undefined => factsOf(page).total;

/** Returns whether a page contains any pagination information, including the information that it is the only page. */
export function hasPaginationInfo(page: ListPage): boolean {
  const { next, cursor, more, lastPage, total } = factsOf(page);
  return (
    page.header('link') !== null || [next, cursor, more, lastPage, total].some((fact) => fact !== undefined)
  );
}

function linkInHeader(header: string | null, rel: 'next' | 'last'): string | undefined {
  if (header === null || header.length > MAX_LINK_LENGTH) return undefined;
  const hasRel = new RegExp(`;\\s*rel\\s*=\\s*"?([\\w-]+ )*${rel}\\b`, 'i');
  // each link is `<target>; parameters`
  for (const link of header.split('<').slice(1)) {
    const [target = '', ...parameters] = link.split('>');
    if (hasRel.test(parameters.join('>'))) return target;
  }
  return undefined;
}

/** Returns the link to the next page from a member of the body or a `Link` header. */
export function nextLink(page: ListPage): string | undefined {
  const found = factsOf(page).next;
  return typeof found === 'string' ? found : linkInHeader(page.header('link'), 'next');
}

/** Returns the queries of the page that a link points to, or that a cursor continues with. The host is ignored. */
function queriesOfNextLink(next: string, query: Query): Query[] {
  if (next === '' || next.length > MAX_LINK_LENGTH) return [];
  const queryStart = next.indexOf('?');
  if (queryStart === -1) return /^(https?:)?\//.test(next) ? [query] : cursorQueries('cursor', next, query);
  return [
    {
      ...query,
      ...Object.fromEntries(new URLSearchParams(next.slice(queryStart + 1).replace(/#.*$/, ''))),
    },
  ];
}

function cursorQueries(name: string, value: string, query: Query): Query[] {
  const own = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
    .replace(/^(next|end)_/, '');
  const asReceived = name
    .replace(/^(next|end)[-_]?/i, '')
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const names = new Set([own, asReceived, 'cursor', 'after', 'page_token', 'starting_after', 'next']);
  return [...names].map((parameter) => ({ ...query, [parameter]: value }));
}
