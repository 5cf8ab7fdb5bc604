// Converts a node:http request to a plain call, and refuses requests whose HTTP headers can be read in two ways: request
// smuggling needs two servers that read one request differently.
import type { IncomingMessage } from 'node:http';
import type { Call } from './call.ts';

// The HTTP headers that may occur only once in a request. Node would drop a second occurrence or join it to the first.
// The list is indexed by the length of the header's name, because no two names have the same length.
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
/** The last valid Host header, as a cache, because most clients always send the same one. */
let lastGoodHost = '';

// Tells whether the head of a request has only one meaning (RFC 9112 §3.2, §6.1): one valid Host header, no repeated
// header that may occur only once, no transfer coding but `chunked`, and no target whose authority differs from the
// Host header. `target`: the request target as sent
function isUnambiguousHead(request: IncomingMessage, target: string): boolean {
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
  const [, authority] = ABSOLUTE_FORM.exec(target) ?? [];
  return authority === undefined || authority.toLowerCase() === host?.toLowerCase();
}

// Matches a request target in absolute form (RFC 9112 §3.2.2), which clients send to proxies: its authority, then path
// and query.
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i;

function equalsIgnoreCase(name: string, lower: string): boolean {
  for (let at = 0; at < lower.length; at += 1)
    if ((name.charCodeAt(at) | 32) !== lower.charCodeAt(at)) return false;
  return true;
}

/**
 * Reads the method, target, HTTP headers and client address of a request. A request head that can be read in two ways
 * makes the call `malformed`.
 */
export function toCall(request: IncomingMessage): Call {
  const url = request.url ?? '/';
  const target = url.charCodeAt(0) === 47 /* / */ ? url : originForm(url);
  const mark = target.indexOf('?');
  const call: Call = {
    method: request.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    // Node joins repeated headers; only `set-cookie`, which no request carries, would be a list.
    headers: request.headers as Record<string, string | undefined>,
    body: null,
    address: request.socket.remoteAddress ?? '',
  };
  if (!isUnambiguousHead(request, url)) call.malformed = true;
  return call;
}

/** Returns the path and query of a request target in absolute form; any other target as it is. */
function originForm(url: string): string {
  const path = ABSOLUTE_FORM.exec(url)?.[2];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}
