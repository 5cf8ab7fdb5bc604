// Which calls a web page makes that is no part of the mock: browsers say so, and pages cannot keep them from it.
import { type Call, IN_PROCESS } from './call.ts';
import type { Origins } from './cors.ts';

/**
 * The origin of the page of another origin that makes a call, as the browser sent it; `null` in letters where it names
 * none. Null when no page makes the call, or a page of the origin that is called.
 */
export function foreignOrigin({ origin, host, 'sec-fetch-site': site }: Call['headers']): string | null {
  if (origin !== undefined && hostOf(origin) !== host) return origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return origin ?? 'null';
  return null;
}

/** `localhost`, names under it, and addresses: what nobody else can have pointed here (DNS rebinding needs a name). */
const FIXED_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The origin of a page that may not choose where deliveries go on this machine, fit to be shown; null when the caller may.
 * @param trusted the origins that were named at the start; null when none was
 */
export function foreignPage({ headers, address }: Call, trusted: Origins): string | null {
  if (address === IN_PROCESS) return null;
  const { origin } = headers;
  // A page whose own name leads here is of the same origin to its browser, and a stranger's for all that.
  const rebound = origin !== undefined && !FIXED_HOST.test(headers.host ?? '') ? origin : null;
  const page = foreignOrigin(headers) ?? rebound;
  if (page === null || trusted?.has(page)) return null;
  const shown = URL.parse(page)?.origin ?? 'null';
  return shown === 'null' ? 'an unknown origin' : shown.slice(0, 100);
}

/** The authority of an origin; null for the opaque origin `null` and for what is none. */
function hostOf(origin: string): string | null {
  const host = URL.parse(origin)?.host ?? '';
  return host === '' ? null : host;
}
