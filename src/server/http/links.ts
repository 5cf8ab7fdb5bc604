// Builds the links of a page of a list: relative references (RFC 3986 §4.2) to the same list that keep the query and
// change the page number.
import { percentDecoded } from '../../contract/json/pointer.ts';
import type { Page } from '../../state/store.ts';

type Meta = Page<unknown>['meta'];

/** The maximum length of a link that the document allows, in characters. */
const MAX_LINK_LENGTH = 2048;
const NO_LINKS = { first: null, last: null, prev: null, next: null };

/**
 * Builds the links of one page of a list; every link is null when the query alone is longer than a link may be.
 * @param known the names of the list's parameters; other parameters are left out of links that would be too long
 */
export function pageLinks(
  path: string,
  query: string,
  meta: Meta,
  parameters: readonly { name: string }[] = [],
): Page<unknown>['links'] {
  const pairs = query.split('&').filter((pair) => pair !== '' && parameterName(pair) !== 'page');
  let start = linkPrefix(path, pairs);
  if (start.length > MAX_LINK_LENGTH - MAX_PAGE_DIGITS) {
    start = linkPrefix(
      path,
      pairs.filter((pair) => parameters.some(({ name }) => name === parameterName(pair))),
    );
    if (start.length > MAX_LINK_LENGTH - MAX_PAGE_DIGITS) return { ...NO_LINKS };
  }
  const { current_page: current, last_page: last } = meta;
  return {
    first: `${start}1`,
    last: `${start}${Math.max(last, 1)}`,
    prev: current > 1 ? `${start}${Math.min(current - 1, Math.max(last, 1))}` : null,
    next: current < last ? `${start}${current + 1}` : null,
  };
}

/** The number of digits of the longest page number. */
const MAX_PAGE_DIGITS = 10;

function linkPrefix(path: string, pairs: readonly string[]): string {
  return encodeReference(pairs.length === 0 ? `${path}?page=` : `${path}?${pairs.join('&')}&page=`);
}

/** Matches a query in which no character needs encoding (RFC 3986 §3.4). */
const QUERY_SAFE = /^[\w\-.~!$&'()*+,;=:@/?]*$/;
const UNSAFE = /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/giu;

// Percent-encodes the characters that a URI reference may not contain, without changing the meaning of the reference.
const encodeReference = (reference: string): string =>
  QUERY_SAFE.test(reference) ? reference : reference.toWellFormed().replace(UNSAFE, encodeURIComponent);

// Returns the decoded name of a `name=value` pair, or the name as sent when it cannot be decoded.
function parameterName(pair: string): string {
  const end = pair.indexOf('=');
  const name = end === -1 ? pair : pair.slice(0, end);
  return name.includes('%') ? percentDecoded(name) : name;
}
