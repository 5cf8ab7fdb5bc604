// Finds out whether a web page of another origin makes a call: browsers send that in headers that pages cannot
// change.
import { type Call, IN_PROCESS } from './call.ts';
import type { Origins } from './cors.ts';

/**
 * Returns the origin of the foreign page that makes a call, as the browser sent it; the text `null` where it names
 * none. Returns null when no page makes the call, or a page of the called origin.
 */
export function foreignOrigin({ origin, host, 'sec-fetch-site': site }: Call['headers']): string | null {
  if (origin !== undefined && hostOf(origin) !== host) return origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return origin ?? 'null';
  return null;
}

/**
 * Matches `localhost`, names under it, and addresses: hosts that no attacker can point to this machine (DNS rebinding
 * needs a name).
 */
const FIXED_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin, fit to be shown, of a page that may not choose where deliveries go on this machine; null when
 * the caller may.
 * @param trusted the origins named at start-up; null when none was
 */
export function foreignPage({ headers, address }: Call, trusted: Origins): string | null {
  if (address === IN_PROCESS) return null;
  const { origin } = headers;
  // With DNS rebinding, the attacker's page has a host name that resolves to this machine, so its browser sees one
  // origin.
  const rebound = origin !== undefined && !FIXED_HOST.test(headers.host ?? '') ? origin : null;
  const page = foreignOrigin(headers) ?? rebound;
  if (page === null || trusted?.has(page)) return null;
  const shown = URL.parse(page)?.origin ?? 'null';
  return shown === 'null' ? 'an unknown origin' : shown.slice(0, 100);
}

/** Returns the authority of an origin; null for the opaque origin `null` and for invalid text. */
function hostOf(origin: string): string | null {
  const host = URL.parse(origin)?.host ?? '';
  return host === '' ? null : host;
}
