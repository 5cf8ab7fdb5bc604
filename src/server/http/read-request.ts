// Converts a node:http request to a plain call without its body.
import type { IncomingMessage } from 'node:http';
import type { Call } from './call.ts';
import { ABSOLUTE_FORM, isUnambiguousHead } from './request-head.ts';

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
