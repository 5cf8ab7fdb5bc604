// Finds the elements and the next page of a list, whatever its shape.
import { MAX_LINK_LENGTH } from './limits.ts';

export type PaginationPointers = { items?: string; next?: string };
/** One page as it came: its body, and the header that may tell more about it. */
export type ListPage = { json: unknown; header(name: string): string | null };

/** The value a JSON Pointer (RFC 6901) leads to; undefined when it leads nowhere. */
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
/** Arrays beside the elements: JSON:API, HAL, error bodies. */
const NON_ITEM_MEMBERS = new Set(['errors', 'warnings', 'links', '_links', 'included', 'meta']);

/**
 * The elements of a page: by the adapter when there is one, else a bare array, `data`, `items` or `results`, else the
 * only array there is at the top or within `_embedded`.
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

/** What leads on: a link, or an object that holds one (HAL, JSON:API). */
const linkHref = (found: unknown): unknown =>
  typeof found === 'object' && found !== null && 'href' in found ? found.href : found;

/**
 * The query that asks for the next page, or null when none is told. A next page may be told by a URL, of which only the
 * query is taken (so no other host is ever called), by a cursor, by a `Link` header (RFC 8288), or by page numbers and
 * totals.
 * @param query what this page was asked with
 * @param seen elements read so far
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

/** Lengths that pages are cut to: a list of just so many elements that tells nothing more may go on. */
const COMMON_PAGE_SIZES = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000]);

/** Whether elements are left unread although no way to the next page is told. @param seen elements read so far */
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

/** Whether a page says anything about being one of several, or the only one. */
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

/** The number of this page, and of the last one. */
const currentAndLastPage = (body: unknown): [number | undefined, number | undefined] => [
  firstNumberAt(body, '/meta/current_page', '/current_page', '/meta/page', '/page', '/pagination/page'),
  firstNumberAt(body, '/meta/last_page', '/last_page', ...pagingPointers('total_pages')),
];

/** A member at the top and where paging is told about. */
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

/** The target of the `next` link in a `Link` header (RFC 8288); undefined when there is none. */
function nextInLinkHeader(header: string | null): string | undefined {
  if (header === null || header.length > MAX_LINK_LENGTH) return undefined;
  // a link begins with `<`; what stands before `>` is its target, and after it come its parameters
  for (const link of header.split('<').slice(1)) {
    const [target = '', ...parameters] = link.split('>');
    if (/;\s*rel\s*=\s*"?([\w-]+ )*next\b/i.test(parameters.join('>'))) return target;
  }
  return undefined;
}

/** Where a reply says its next page is, as it says it: by a member of the body or a `Link` header; undefined when it does not. */
export function nextLink({ json, header }: ListPage, { next }: PaginationPointers = {}): string | undefined {
  const pointers = next === undefined ? NEXT_LINK_POINTERS : [next];
  const found = pointers
    .map((pointer) => linkHref(valueAtPointer(json, pointer)))
    .find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : nextInLinkHeader(header('link'));
}

/** The query for the page that a link leads to; null when it leads nowhere. No host is taken from it. */
function queryOfNextLink(next: string, query: Record<string, string>): Record<string, string> | null {
  if (next === '' || next.length > MAX_LINK_LENGTH) return null;
  const queryStart = next.indexOf('?');
  if (queryStart === -1) return /^(https?:)?\//.test(next) ? query : { ...query, cursor: next };
  return {
    ...query,
    ...Object.fromEntries(new URLSearchParams(next.slice(queryStart + 1).replace(/#.*$/, ''))),
  };
}
