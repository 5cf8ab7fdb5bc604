// Sends replies to sockets: their head, complete replies, event streams, replies with injected faults, and replies
// sent before the request has been read.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_UNREAD_BYTES, type Reply, type TransportFault } from './call.ts';

/** How long a client may go on sending a body that is not read, after its reply was sent, in ms. */
const LINGER_MS = 2000;
/** How long a connection stays open whose reply is held back for ever, in ms. */
const MAX_HOLD_MS = 600_000;

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

/** Sends a reply to a request that was read to its end. */
export function sendReply(reply: Reply, response: ServerResponse): void {
  if (reply.eventStream) {
    streamEvents(reply, reply.eventStream, headersOf(reply), response);
    return;
  }
  if (reply.pieces) {
    flush();
    response.writeHead(reply.status, headersOf(reply));
    sendPieces(reply.body, reply.pieces, response).catch(() => response.destroy());
    return;
  }
  const bytes = reply.utf8?.text === reply.body ? reply.utf8.bytes : null;
  const body = bytes ?? reply.body;
  const length = bytes?.length ?? lengthOf(body);
  if (reply.transportFault) {
    const headers = [...headersOf(reply), 'Content-Length', String(length)];
    sendFaultyReply(reply, reply.transportFault, headers, response);
    return;
  }
  if (reply.cookies)
    response.writeHead(reply.status, [...headersOf(reply), 'Content-Length', String(length)]);
  else writeReplyHead(response, reply.status, reply.headers, length);
  // A text with as many bytes as characters is ASCII, which Node writes faster as Latin-1 than as UTF-8.
  const encoding = length === body.length ? 'latin1' : 'utf8';
  if (pendingResponses.push({ response, body, encoding }) === 1) setImmediate(flush);
}

function headersOf(reply: Reply): string[] {
  const headers: string[] = [];
  for (const name in reply.headers) headers.push(name, reply.headers[name] ?? '');
  for (const cookie of reply.cookies ?? []) headers.push('Set-Cookie', cookie);
  return headers;
}

const lengthOf = (body: Reply['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length;

/**
 * Sends a reply to a request that is not read to its end, and ends the connection. It discards the bytes that the
 * client still sends: closing a connection with unread bytes would reset the connection, and the client would lose
 * the reply.
 */
export function sendEarlyReply(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  flush();
  response.shouldKeepAlive = false;
  response.writeHead(reply.status, [...headersOf(reply), 'Content-Length', String(lengthOf(reply.body))]);
  response.flushHeaders();
  response.write(reply.body);
  repliedSockets.add(request.socket);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  // A request without a body has no events.
  if (request.readableEnded) end();
  request.once('end', end);
  request.once('close', end);
  request.resume();
}

/** The connections on which the last reply was sent; no further reply may be written to them. */
const repliedSockets = new WeakSet<Socket>();

function streamEvents(
  { status, body }: Reply,
  eventStream: NonNullable<Reply['eventStream']>,
  headers: string[],
  response: ServerResponse,
): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.write(body);
  const send = (text: string): void => {
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    else response.write(text);
  };
  const stop = eventStream(send, () => response.end());
  response.on('close', stop);
}

// Sends a body that is made or received piece by piece, no faster than the client reads it.
async function sendPieces(
  body: Reply['body'],
  pieces: NonNullable<Reply['pieces']>,
  response: ServerResponse,
): Promise<void> {
  response.once('close', () => void pieces.return?.());
  if (body.length > 0) response.write(body);
  // The client may have gone before the first part was there.
  if (response.closed) void pieces.return?.();
  while (!response.closed) {
    const next = pieces.next();
    const { done, value } = next instanceof Promise ? await next : next;
    if (done) {
      response.end();
      return;
    }
    if (!response.write(value)) await once(response, 'drain');
  }
}

function sendFaultyReply(
  { status, body }: Reply,
  wire: TransportFault,
  headers: string[],
  response: ServerResponse,
): void {
  flush();
  const { socket } = response;
  const bytes = Buffer.from(body as string);
  const { kind, after, delay } = wire;
  response.shouldKeepAlive = false;
  if (kind === 'wrong_length') headers[headers.lastIndexOf('Content-Length') + 1] = String(after);
  if (kind === 'reset' && after === 0) {
    socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, headers);
  if (kind === 'wrong_length') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, after), () => {
    // The bytes already written must be sent before the connection is reset.
    if (kind === 'reset') setTimeout(() => socket?.resetAndDestroy(), 20).unref();
    else if (kind === 'truncated') socket?.end();
    else if (delay !== null) setTimeout(() => response.end(bytes.subarray(after)), delay).unref();
    else setTimeout(() => response.destroy(), MAX_HOLD_MS).unref();
  });
}

type PendingResponse = { response: ServerResponse; body: Reply['body']; encoding: BufferEncoding };

let pendingResponses: PendingResponse[] = [];

/**
 * Sends all replies together that became ready in one turn of the event loop. A client that wakes up for the first
 * reply then finds the other replies too, which under load saves a third of the time per request.
 */
export function flush(): void {
  const ready = pendingResponses;
  pendingResponses = [];
  for (const { response, body, encoding } of ready) response.end(body, encoding);
}

/** Sends `reply` to a socket whose bytes are no HTTP request, or arrived too slowly, and ends the connection. */
export function sendRawReply({ status, headers, body }: Reply, socket: Socket): void {
  if (!socket.writable || repliedSockets.has(socket)) {
    socket.destroy();
    return;
  }
  repliedSockets.add(socket);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), Buffer.from(body as string)]));
}
