// Writes the head of a common reply as one text. `writeHead` of node:http checks and searches each header by itself,
// which takes longer than all that the mock does for a GET request.
import type { ServerResponse } from 'node:http';

/**
 * How long a connection without a request stays open by its replies, in ms. A client that sends a request while the server
 * closes the connection gets no reply, so this is more than the clients that ignore the replies allow: load balancers and
 * .NET 60 s, Go 90 s, Firefox 115 s, curl 118 s.
 */
export const KEEP_ALIVE_MS = 120_000;

// The HTTP headers that `replyHead` writes, with their names as they are sent. None of them has a meaning for node:http
// (such as `Connection`), and no reply has two of one name.
const LINE_STARTS = new Map(
  [
    'Content-Type',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-Request-Id',
    'Cache-Control',
    'Date',
    'Retry-After',
    'WWW-Authenticate',
    'Idempotent-Replayed',
    'X-Mock-Generated',
    'X-Mock-Answered-By',
    'Vary',
    'Access-Control-Allow-Origin',
    'Access-Control-Allow-Credentials',
    'Access-Control-Expose-Headers',
  ].map((name) => [name, `${name}: `]),
);

const STATUS_LINES = new Map<number, string>();

/** Matches a character that may not stand in a header value, or that is not in ASCII. */
const UNUSUAL = /[^\t -~]/;

const END = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;

// Returns the head of a reply on a connection that stays open, as node:http would write it; null when it has no date,
// when a header is not among the common ones or has an unusual value, or when replies with the status have no body.
// `length`: the size of the body in bytes
function replyHead(status: number, headers: Readonly<Record<string, string>>, length: number): string | null {
  let head = STATUS_LINES.get(status) ?? statusLine(status);
  // Without a date, node:http adds the date of the machine.
  if (head === '' || headers.Date === undefined) return null;
  for (const name in headers) {
    const start = LINE_STARTS.get(name);
    const value = headers[name];
    if (start === undefined || value === undefined || UNUSUAL.test(value)) return null;
    head += `${start}${value}\r\n`;
  }
  return `${head}Content-Length: ${length}${END}`;
}

// Returns the first line of replies with a status; an empty text when such replies have no body, or no known name.
function statusLine(status: number): string {
  const name = process.getBuiltinModule('http').STATUS_CODES[status];
  const hasBody = status >= 200 && status !== 204 && status !== 304;
  const line = hasBody && name !== undefined ? `HTTP/1.1 ${status} ${name}\r\n` : '';
  if (line !== '') STATUS_LINES.set(status, line);
  return line;
}

/** The member in which node:http has the head of a reply until it sends the head with the first bytes of the body. */
type WithHead = ServerResponse & { _header: string | null };

/** Writes the head of a reply, as `response.writeHead` does, in less time when the reply is a common one. */
export function writeReplyHead(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  length: number,
): void {
  const { req } = response;
  const isCommon = response.shouldKeepAlive && req.method !== 'HEAD' && req.headers.expect === undefined;
  const head = isCommon ? replyHead(status, headers, length) : null;
  if (head === null) {
    // RFC 9112, 6.2: a reply with a transfer coding has no length.
    const isCoded = Object.keys(headers).some((name) => name.toLowerCase() === 'transfer-encoding');
    const size = isCoded ? [] : ['Content-Length', String(length)];
    response.writeHead(status, [...Object.entries(headers).flat(), ...size]);
  } else {
    response.statusCode = status;
    (response as WithHead)._header = head;
  }
}
