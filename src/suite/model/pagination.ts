// Finds the elements and the next page of a list, whatever common shape the list has.
import { MAX_LINK_LENGTH } from './limits.ts';

/**
 * The locations of a list's elements and of its next page, as the target file gives them in JSON Pointers (RFC 6901).
 */
export type PaginationPointers = { items?: string; next?: string };
/** One page as received: its body and its headers. */
export type ListPage = { json: unknown; header(name: string): string | null };

/** Returns the value at a JSON Pointer (RFC 6901); undefined when there is none. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let current = value;
  for (const raw of pointer.slice(1).split('/')) {
    if (typeof current !== 'object' || current === null) return undefined;
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    current = Object.hasOwn(current, name) ? (current as Record<string, unknown>)[name] : undefined;
  }
  return current;
}

const ITEM_POINTERS = ['', '/data', '/items', '/results', '/data/items'];
/** The names of arrays in JSON:API, HAL and error bodies that do not contain the elements of the list. */
const NON_ITEM_MEMBERS = new Set(['errors', 'warnings', 'links', '_links', 'included', 'meta']);

/**
 * Finds the elements of a page: at the pointer of the target file, or else in a bare array, `data`, `items` or
 * `results`, or else in the only array at the top level or in `_embedded`.
 * @returns undefined when the body is not a list
 */
export function itemsInPage(body: unknown, { items }: PaginationPointers = {}): unknown[] | undefined {
  for (const pointer of items === undefined ? ITEM_POINTERS : [items]) {
    const found = valueAtPointer(body, pointer);
    if (Array.isArray(found)) return found;
  }
  if (items !== undefined) return undefined;
  for (const holder of [valueAtPointer(body, '/_embedded'), body]) {
    if (typeof holder !== 'object' || holder === null) continue;
    const arrays = Object.entries(holder).filter(
      (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && !NON_ITEM_MEMBERS.has(entry[0]),
    );
    if (arrays.length === 1) return arrays[0]?.[1];
  }
  return undefined;
}

const NEXT_LINK_POINTERS = [
  '/links/next',
  '/next',
  '/next_page_url',
  '/_links/next',
  '/pagination/next',
  '/paging/next',
  '/meta/next',
  '/meta/links/next',
  '/meta/pagination/links/next',
];
const CURSOR_POINTERS = [
  '/next_cursor',
  '/nextCursor',
  '/meta/next_cursor',
  '/pagination/next_cursor',
  '/paging/cursors/after',
  '/next_page_token',
  '/nextPageToken',
];

/** Returns the URL of a link, which is a text or is contained in an object (HAL, JSON:API). */
const linkHref = (found: unknown): unknown =>
  typeof found === 'object' && found !== null && 'href' in found ? found.href : found;

/**
 * Finds the query of the next page in a URL, a cursor, a `Link` header (RFC 8288), or page numbers and totals. Of a
 * URL only the query is used, so that no other host is called.
 * @param query the query of this page
 * @param itemsRead number of elements read so far
 * @returns null when the page has no next page
 */
export function nextPageQuery(
  { json: body, header }: ListPage,
  query: Record<string, string>,
  itemsRead: number,
  { next }: PaginationPointers = {},
): Record<string, string> | null {
  for (const pointer of next === undefined ? NEXT_LINK_POINTERS : [next]) {
    const found = linkHref(valueAtPointer(body, pointer));
    if (found === null) return null;
    if (typeof found === 'number') return { ...query, page: String(found) };
    if (typeof found === 'string') return queryOfNextLink(found, query);
  }
  for (const pointer of next === undefined ? CURSOR_POINTERS : []) {
    const found = valueAtPointer(body, pointer);
    if (typeof found !== 'string' || found === '' || found.length > MAX_LINK_LENGTH) continue;
    return { ...query, [/token$/i.test(pointer) ? 'page_token' : 'cursor']: found };
  }
  const link = nextInLinkHeader(header('link'));
  if (link !== undefined) return queryOfNextLink(link, query);
  const [page, last] = currentAndLastPage(body);
  if (page === undefined) return null;
  const total = totalItems({ json: body, header });
  const more = last === undefined ? total !== undefined && itemsRead < total : page < last;
  return more ? { ...query, page: String(page + 1) } : null;
}

/**
 * Common page sizes. When a list without pagination information has exactly this many elements, it may have a further
 * page.
 */
const COMMON_PAGE_SIZES = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000]);

/**
 * Returns whether elements remain unread although the page names no next page. @param itemsRead number of elements
 * read so far
 */
export function hasUnreadItems(page: ListPage, itemsRead: number): boolean {
  const { json: body } = page;
  const flags = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page'].flatMap(pagingPointers);
  if (flags.some((pointer) => valueAtPointer(body, pointer) === true)) return true;
  if (flags.some((pointer) => valueAtPointer(body, pointer) === false)) return false;
  if (NEXT_LINK_POINTERS.some((pointer) => valueAtPointer(body, pointer) === null)) return false;
  const [here, last] = currentAndLastPage(body);
  if (here !== undefined && last !== undefined) return here < last;
  const total = totalItems(page);
  if (total !== undefined) return itemsRead < total;
  return !hasPaginationInfo(page) && COMMON_PAGE_SIZES.has(itemsRead);
}

/** Returns whether a page contains any pagination information, including the information that it is the only page. */
export function hasPaginationInfo(page: ListPage): boolean {
  const { json: body, header } = page;
  const hasTotal = [
    ...NEXT_LINK_POINTERS,
    ...CURSOR_POINTERS,
    ...['last_page', 'total_pages'].flatMap(pagingPointers),
  ];
  return (
    header('link') !== null ||
    totalItems(page) !== undefined ||
    hasTotal.some((pointer) => valueAtPointer(body, pointer) !== undefined)
  );
}

/** Returns the numbers of this page and of the last page. */
const currentAndLastPage = (body: unknown): [number | undefined, number | undefined] => [
  firstNumberAt(body, '/meta/current_page', '/current_page', '/meta/page', '/page', '/pagination/page'),
  firstNumberAt(body, '/meta/last_page', '/last_page', ...pagingPointers('total_pages')),
];

/** Lists the JSON Pointers at which servers put a pagination member of the given name. */
const pagingPointers = (name: string): string[] =>
  ['', '/meta', '/pagination', '/paging', '/meta/pagination', '/page'].map((place) => `${place}/${name}`);

const firstNumberAt = (body: unknown, ...pointers: string[]): number | undefined =>
  pointers
    .map((pointer) => valueAtPointer(body, pointer))
    .find((value): value is number => typeof value === 'number');

function totalItems({ json, header }: ListPage): number | undefined {
  const totalHeader = header('x-total-count') ?? header('x-total');
  const totalInBody = ['total', 'total_count', 'totalElements'].flatMap(pagingPointers);
  return (
    firstNumberAt(json, ...totalInBody) ??
    (totalHeader !== null && /^\d+$/.test(totalHeader) ? Number(totalHeader) : undefined)
  );
}

/** Finds the target of the `next` link in a `Link` header (RFC 8288); undefined when there is none. */
function nextInLinkHeader(header: string | null): string | undefined {
  if (header === null || header.length > MAX_LINK_LENGTH) return undefined;
  // each link is `<target>; parameters`
  for (const link of header.split('<').slice(1)) {
    const [target = '', ...parameters] = link.split('>');
    if (/;\s*rel\s*=\s*"?([\w-]+ )*next\b/i.test(parameters.join('>'))) return target;
  }
  return undefined;
}

/**
 * Returns the link to the next page from a member of the body or a `Link` header; undefined when the reply has no
 * such link.
 */
export function nextLink({ json, header }: ListPage, { next }: PaginationPointers = {}): string | undefined {
  const pointers = next === undefined ? NEXT_LINK_POINTERS : [next];
  const found = pointers
    .map((pointer) => linkHref(valueAtPointer(json, pointer)))
    .find((link) => typeof link === 'string');
  return typeof found === 'string' ? found : nextInLinkHeader(header('link'));
}

/**
 * Returns the query of the page that a link points to; null when the link is empty or too long. The host of the link
 * is ignored.
 */
function queryOfNextLink(next: string, query: Record<string, string>): Record<string, string> | null {
  if (next === '' || next.length > MAX_LINK_LENGTH) return null;
  const queryStart = next.indexOf('?');
  if (queryStart === -1) return /^(https?:)?\//.test(next) ? query : { ...query, cursor: next };
  return {
    ...query,
    ...Object.fromEntries(new URLSearchParams(next.slice(queryStart + 1).replace(/#.*$/, ''))),
  };
}
