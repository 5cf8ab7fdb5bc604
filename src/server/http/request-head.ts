// Refuses requests whose headers can be read in two ways: request smuggling uses two readers that differ.
import type { IncomingMessage } from 'node:http';

/**
 * The headers that may occur once; Node would drop a second one or join it to the first. They are indexed by length,
 * which differs for all of them.
 */
const SINGLE_HEADERS: (string | undefined)[] = [];
for (const name of [
  'host',
  'origin',
  'content-type',
  'authorization',
  'content-length',
  'idempotency-key',
  'content-encoding',
  'transfer-encoding',
])
  SINGLE_HEADERS[name.length] = name;

/** Matches a valid Host header (RFC 3986 §3.2.2 and §3.2.3), without user information. */
const AUTHORITY = /^[\w.~!$&'()*+;=%-]*(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i;
/** The last valid Host, as a cache: most clients always send the same. */
let lastGoodHost = '';

/**
 * Tells whether the head of a request has one meaning only (RFC 9112 §3.2, §6.1): one valid Host, no repetition of a
 * header that may occur once, no transfer coding but `chunked`, and a target whose authority is the Host.
 * @param target the request target as sent
 */
export function isUnambiguousHead(request: IncomingMessage, target: string): boolean {
  const { headers, rawHeaders, httpVersion } = request;
  const { host } = headers;
  if (host === undefined) {
    if (httpVersion === '1.1') return false;
  } else if (host !== lastGoodHost) {
    if (!AUTHORITY.test(host)) return false;
    lastGoodHost = host;
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return false;
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const once = SINGLE_HEADERS[name.length];
    if (once === undefined || !equalsIgnoreCase(name, once)) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) return false;
    seen |= bit;
  }
  if (target.charCodeAt(0) === 47 /* / */) return true;
  const [, authority] = ABSOLUTE.exec(target) ?? [];
  return authority === undefined || authority.toLowerCase() === host?.toLowerCase();
}

/** Matches a target in absolute form (RFC 9112 §3.2.2), which clients send to proxies. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Compares a header's name with one in lower case. */
function equalsIgnoreCase(name: string, lower: string): boolean {
  for (let at = 0; at < lower.length; at += 1)
    if ((name.charCodeAt(at) | 32) !== lower.charCodeAt(at)) return false;
  return true;
}
