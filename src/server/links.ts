// The links of a list: relative references (RFC 3986 §4.2) to the same list, the query kept, only the page another.
import type { Page } from '../state/store.ts';

type Meta = Page<unknown>['meta'];

/** The links of one page of a list. @param path as called. @param query as sent, without question mark */
export function pageLinks(path: string, query: string, meta: Meta): Page<unknown>['links'] {
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && nameOf(pair) !== 'page')
    .join('&');
  const start = kept === '' ? `${path}?page=` : `${path}?${kept}&page=`;
  const { current_page: current, last_page: last } = meta;
  return {
    first: `${start}1`,
    last: `${start}${Math.max(last, 1)}`,
    prev: current > 1 ? `${start}${Math.min(current - 1, Math.max(last, 1))}` : null,
    next: current < last ? `${start}${current + 1}` : null,
  };
}

/** The name of a `name=value` pair; one that cannot be decoded is its own name. */
function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const name = end === -1 ? pair : pair.slice(0, end);
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
