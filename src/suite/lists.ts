// Finds the elements and the next page of a list, whatever its shape.
import { MAX_LINK_LENGTH } from './limits.ts';

export type ListAdapter = { items?: string; next?: string };
/** One page as it came: its body, and the header that may tell more about it. */
export type Page = { json: unknown; header(name: string): string | null };

/** The value a JSON Pointer (RFC 6901) leads to; undefined when it leads nowhere. */
export function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let here = value;
  for (const raw of pointer.slice(1).split('/')) {
    if (typeof here !== 'object' || here === null) return undefined;
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    here = Object.hasOwn(here, name) ? (here as Record<string, unknown>)[name] : undefined;
  }
  return here;
}

const KNOWN_ITEMS = ['', '/data', '/items', '/results', '/data/items'];
/** Arrays beside the elements: JSON:API, HAL, error bodies. */
const BESIDE = new Set(['errors', 'warnings', 'links', '_links', 'included', 'meta']);

/**
 * The elements of a page: by the adapter when there is one, else a bare array, `data`, `items` or `results`, else the
 * only array there is at the top or within `_embedded`.
 */
export function itemsOf(body: unknown, { items }: ListAdapter = {}): unknown[] | undefined {
  for (const pointer of items === undefined ? KNOWN_ITEMS : [items]) {
    const found = at(body, pointer);
    if (Array.isArray(found)) return found;
  }
  if (items !== undefined) return undefined;
  for (const holder of [at(body, '/_embedded'), body]) {
    if (typeof holder !== 'object' || holder === null) continue;
    const arrays = Object.entries(holder).filter(
      (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && !BESIDE.has(entry[0]),
    );
    if (arrays.length === 1) return arrays[0]?.[1];
  }
  return undefined;
}

const LINKS = [
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
const CURSORS = [
  '/next_cursor',
  '/nextCursor',
  '/meta/next_cursor',
  '/pagination/next_cursor',
  '/paging/cursors/after',
  '/next_page_token',
  '/nextPageToken',
];

/** What leads on: a link, or an object that holds one (HAL, JSON:API). */
const hrefOf = (found: unknown): unknown =>
  typeof found === 'object' && found !== null && 'href' in found ? found.href : found;

/**
 * The query that asks for the next page, or null when none is told. A next page may be told by a URL, of which only the
 * query is taken (so no other host is ever called), by a cursor, by a `Link` header (RFC 8288), or by page numbers and
 * totals.
 * @param query what this page was asked with
 * @param seen elements read so far
 */
export function nextPage(
  { json: body, header }: Page,
  query: Record<string, string>,
  seen: number,
  { next }: ListAdapter = {},
): Record<string, string> | null {
  for (const pointer of next === undefined ? LINKS : [next]) {
    const found = hrefOf(at(body, pointer));
    if (found === null) return null;
    if (typeof found === 'number') return { ...query, page: String(found) };
    if (typeof found === 'string') return followed(found, query);
  }
  for (const pointer of next === undefined ? CURSORS : []) {
    const found = at(body, pointer);
    if (typeof found !== 'string' || found === '' || found.length > MAX_LINK_LENGTH) continue;
    return { ...query, [/token$/i.test(pointer) ? 'page_token' : 'cursor']: found };
  }
  const link = nextInHeader(header('link'));
  if (link !== undefined) return followed(link, query);
  const [page, last] = pagesIn(body);
  if (page === undefined) return null;
  const total = totalOf({ json: body, header });
  const more = last === undefined ? total !== undefined && seen < total : page < last;
  return more ? { ...query, page: String(page + 1) } : null;
}

/** Lengths that pages are cut to: a list of just so many elements that tells nothing more may go on. */
const ROUND = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000]);

/** Whether elements are left unread although no way to the next page is told. @param seen elements read so far */
export function goesOn(page: Page, seen: number): boolean {
  const { json: body } = page;
  const flags = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page'].flatMap(under);
  if (flags.some((pointer) => at(body, pointer) === true)) return true;
  if (flags.some((pointer) => at(body, pointer) === false)) return false;
  if (LINKS.some((pointer) => at(body, pointer) === null)) return false;
  const [here, last] = pagesIn(body);
  if (here !== undefined && last !== undefined) return here < last;
  const total = totalOf(page);
  if (total !== undefined) return seen < total;
  return !tellsPages(page) && ROUND.has(seen);
}

/** Whether a page says anything about being one of several, or the only one. */
export function tellsPages(page: Page): boolean {
  const { json: body, header } = page;
  const told = [...LINKS, ...CURSORS, ...['last_page', 'total_pages'].flatMap(under)];
  return (
    header('link') !== null ||
    totalOf(page) !== undefined ||
    told.some((pointer) => at(body, pointer) !== undefined)
  );
}

/** The number of this page, and of the last one. */
const pagesIn = (body: unknown): [number | undefined, number | undefined] => [
  number(body, '/meta/current_page', '/current_page', '/meta/page', '/page', '/pagination/page'),
  number(body, '/meta/last_page', '/last_page', ...under('total_pages')),
];

/** A member at the top and where paging is told about. */
const under = (name: string): string[] =>
  ['', '/meta', '/pagination', '/paging', '/meta/pagination', '/page'].map((place) => `${place}/${name}`);

const number = (body: unknown, ...pointers: string[]): number | undefined =>
  pointers.map((pointer) => at(body, pointer)).find((value): value is number => typeof value === 'number');

function totalOf({ json, header }: Page): number | undefined {
  const told = header('x-total-count') ?? header('x-total');
  const inside = ['total', 'total_count', 'totalElements'].flatMap(under);
  return number(json, ...inside) ?? (told !== null && /^\d+$/.test(told) ? Number(told) : undefined);
}

/** The target of the `next` link in a `Link` header (RFC 8288); undefined when there is none. */
function nextInHeader(header: string | null): string | undefined {
  if (header === null || header.length > MAX_LINK_LENGTH) return undefined;
  // a link begins with `<`; what stands before `>` is its target, and after it come its parameters
  for (const link of header.split('<').slice(1)) {
    const [target = '', ...parameters] = link.split('>');
    if (/;\s*rel\s*=\s*"?([\w-]+ )*next\b/i.test(parameters.join('>'))) return target;
  }
  return undefined;
}

/** Where a reply says its next page is, as it says it: by a member of the body or a `Link` header; undefined when it does not. */
export function nextLink({ json, header }: Page, { next }: ListAdapter = {}): string | undefined {
  const pointers = next === undefined ? LINKS : [next];
  const found = pointers.map((pointer) => hrefOf(at(json, pointer))).find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : nextInHeader(header('link'));
}

/** The query for the page that a link leads to; null when it leads nowhere. No host is taken from it. */
function followed(next: string, query: Record<string, string>): Record<string, string> | null {
  if (next === '' || next.length > MAX_LINK_LENGTH) return null;
  const question = next.indexOf('?');
  if (question === -1) return /^(https?:)?\//.test(next) ? query : { ...query, cursor: next };
  return {
    ...query,
    ...Object.fromEntries(new URLSearchParams(next.slice(question + 1).replace(/#.*$/, ''))),
  };
}
