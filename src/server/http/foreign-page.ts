// Finds out whether a web page of another origin makes a call: browsers tell it in HTTP headers that pages cannot
// change.
import { type Call, IN_PROCESS } from './call.ts';
import type { Origins } from './cors.ts';

/**
 * Returns the origin of the foreign page that makes a call, as the browser sent it, or the text `null` when the
 * browser names no origin. Returns null when no page makes the call, or when the page has the same origin as the
 * called URL.
 */
export function foreignOrigin({ origin, host, 'sec-fetch-site': site }: Call['headers']): string | null {
  if (origin !== undefined && hostOf(origin) !== host) return origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return origin ?? 'null';
  return null;
}

// Matches `localhost`, names under it, and IP addresses. No attacker can make such a host lead to this machine, because
// DNS rebinding needs a name of the attacker's own.
const FIXED_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin, as messages show it, of a page that may not choose webhook receivers on this machine; null when
 * the caller may choose them.
 * @param trusted the origins permitted at start-up; null when no origins were named
 */
export function foreignPage({ headers, address }: Call, trusted: Origins): string | null {
  if (address === IN_PROCESS) return null;
  const { origin } = headers;
  // With DNS rebinding, the host name of the attacker's page resolves to this machine, so the browser considers page
  // and mock one origin.
  const rebound = origin !== undefined && !FIXED_HOST.test(headers.host ?? '') ? origin : null;
  const page = foreignOrigin(headers) ?? rebound;
  if (page === null || trusted?.has(page)) return null;
  const shown = URL.parse(page)?.origin ?? 'null';
  return shown === 'null' ? 'an unknown origin' : shown.slice(0, 100);
}

/** Matches the origin of a page of this machine. */
const LOCAL_PAGE = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** Matches the Host header of a server that listens on this machine only. */
const LOOPBACK_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns why a server that listens on this machine only refuses a call by its Host header; null when it does not. With DNS
 * rebinding, an attacker's host name resolves to this machine, but the header still contains that name.
 */
export const foreignHost = ({ headers: { host = '' }, address }: Call): string | null =>
  address === IN_PROCESS || LOOPBACK_HOST.test(host)
    ? null
    : `The Host ${host} is not this machine. Use http://127.0.0.1 or http://localhost.`;

/**
 * Returns why a call may not do something on behalf of its page; null when it may. A page of this machine may.
 * @param loopback whether the server listens on this machine only
 */
export function refuseRemotePage(
  call: Call,
  trusted: Origins,
  loopback: boolean,
  action: string,
): string | null {
  const host = loopback ? foreignHost(call) : null;
  const page = foreignPage(call, trusted);
  if (host !== null || page === null || LOCAL_PAGE.test(page)) return host;
  return `A page of ${page} may not ${action}. If it is yours, start the mock with --cors ${page}.`;
}

// Returns the authority of an origin; null for the opaque origin `null` and for invalid text.
function hostOf(origin: string): string | null {
  const host = URL.parse(origin)?.host ?? '';
  return host === '' ? null : host;
}
