// Finds the elements and the next page of a list, whatever its shape.

export type ListAdapter = { items?: string; next?: string };

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

const KNOWN_ITEMS = ['', '/data', '/items', '/results'];

/** The elements of a page: by the adapter when there is one, else a bare array, `data`, `items` or `results`. */
export function itemsOf(body: unknown, { items }: ListAdapter = {}): unknown[] | undefined {
  for (const pointer of items === undefined ? KNOWN_ITEMS : [items]) {
    const found = at(body, pointer);
    if (Array.isArray(found)) return found;
  }
  return undefined;
}

/**
 * The query that asks for the next page, or null on the last one. `links.next` or `next` may be a URL, of which only the
 * query is taken (so no other host is ever called), or a cursor; else page numbers and totals are counted.
 * @param query what this page was asked with
 * @param seen elements read so far
 */
export function nextPage(
  body: unknown,
  query: Record<string, string>,
  seen: number,
  { next }: ListAdapter = {},
): Record<string, string> | null {
  const links = next === undefined ? ['/links/next', '/next', '/next_page_url'] : [next];
  for (const pointer of links) {
    const found = at(body, pointer);
    if (found === null) return null;
    if (typeof found === 'number') return { ...query, page: String(found) };
    if (typeof found === 'string') return found === '' ? null : followed(found, query);
  }
  const number = (...names: string[]): number | undefined =>
    names.map((name) => at(body, name)).find((value) => typeof value === 'number') as number | undefined;
  const page = number('/meta/current_page', '/current_page', '/meta/page', '/page');
  const last = number('/meta/last_page', '/last_page', '/meta/total_pages', '/total_pages');
  const total = number('/meta/total', '/total', '/pagination/total', '/meta/pagination/total');
  if (page === undefined) return null;
  const more = last === undefined ? total !== undefined && seen < total : page < last;
  return more ? { ...query, page: String(page + 1) } : null;
}

function followed(next: string, query: Record<string, string>): Record<string, string> {
  const question = next.indexOf('?');
  if (question === -1) return /^(https?:)?\//.test(next) ? query : { ...query, cursor: next };
  return {
    ...query,
    ...Object.fromEntries(new URLSearchParams(next.slice(question + 1).replace(/#.*$/, ''))),
  };
}
