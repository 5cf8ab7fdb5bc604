// Listens on a port and converts between sockets and plain calls and replies. No other file starts servers of
// node:http.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ReportFault } from '../background.ts';
import { type BodyRequest, bodyRequestClass } from './body-request.ts';
import { type AdmitBody, type Call, isControlPath, jsonReply, maxBody, type Reply } from './call.ts';
import { flush, KEEP_ALIVE_MS, sendEarlyReply, sendRawReply, sendReply } from './send-reply.ts';
import { type UploadOptions, Uploads } from './uploads.ts';

export type ListenOptions = {
  /** the port to listen on; any free port when 0 or left out */
  port?: number;
  /** the host name or IP address to listen on; 127.0.0.1 when left out */
  host?: string;
  /**
   * how long a client may take to send its HTTP headers, and its whole request, in ms; 10,000 and 30,000 when left
   * out
   */
  patience?: { headers: number; request: number };
  /** the memory limit and the minimum speed of unfinished request bodies */
  uploads?: UploadOptions;
  /** the key and the certificate (PEM) for TLS; plain HTTP when left out */
  tls?: { key: string; cert: string };
};

export type Listening = {
  host: string;
  port: number;
  /** the origin that the server serves, without the version segment, such as `http://127.0.0.1:4010` */
  origin: string;
  /** stops accepting requests, waits for the replies in progress, and cuts the remaining connections after 0.8 s */
  close(): Promise<void>;
};

type CallHandler = (call: Call) => Reply | Promise<Reply>;

const DEFAULT_TIMEOUTS = { headers: 10_000, request: 30_000 };
/** How long closing waits for replies in progress before it cuts their connections, in ms. */
const DRAIN_MS = 800;
// How much longer than its replies say a connection without a request stays open, in ms: a client whose process is slow
// may still send a request then.
const KEEP_ALIVE_MARGIN_MS = 10_000;
/** The maximum number of open connections. */
const MAX_CONNECTIONS = 4096;

/**
 * Serves calls on a port.
 * @param admit decides about a request with a body before the body is read
 * @param report receives the errors of `handle`, whose reply is then 500, and those of replies that could not be sent;
 * standard error when left out
 * @throws the error of `listen`, with its `code` (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL` …)
 */
export async function listen(
  handle: CallHandler,
  options: ListenOptions = {},
  admit: AdmitBody = maxBody,
  report: ReportFault = (error, where) => console.error(`${where}:`, error),
): Promise<Listening> {
  // `import 'node:http'` would also load Node's own fetch, 35 ms of start-up (nodejs/node#59686).
  const { createServer } = process.getBuiltinModule('http');
  const patience = options.patience ?? DEFAULT_TIMEOUTS;
  const settings = {
    noDelay: true,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(1000, patience.headers),
    // The pipeline refuses a missing Host itself, in the stated error form.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveTimeoutBuffer: KEEP_ALIVE_MARGIN_MS,
    // A request without a body then emits no events of a stream, of which nothing here makes use.
    optimizeEmptyRequests: true,
    IncomingMessage: bodyRequestClass(),
  };
  const server: Server = options.tls
    ? process.getBuiltinModule('https').createServer({ ...settings, ...options.tls })
    : createServer(settings);
  // With a maximum number, Node would drop further HTTP headers silently. Node limits their total size in any case.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  server.on('drop', () => server.closeIdleConnections());
  const service: HttpService = {
    handle,
    admit,
    report,
    uploads: new Uploads(options.uploads),
    secure: options.tls !== undefined,
    closing: false,
  };
  const receive = requestListener(service);
  server.on('request', receive);
  server.on('checkContinue', receive);
  // An unknown expectation is no reason to refuse a request: the specification does not list status 417.
  server.on('checkExpectation', receive);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Replies are sent in the order of requests: answer the complete requests before the invalid bytes that follow them.
    setImmediate(() => {
      flush();
      respondMalformed(handle, error, socket);
    });
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node passes this socket without an error listener: without the listener below, a connection reset would end the
    // process.
    socket.on('error', () => socket.destroy());
    respondMalformed(handle, new Error('CONNECT'), socket);
  });

  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    host,
    port,
    origin: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () => {
      service.closing = true;
      return closeServer(server);
    },
  };
}

type HttpService = {
  handle: CallHandler;
  admit: AdmitBody;
  report: ReportFault;
  uploads: Uploads;
  secure: boolean;
  closing: boolean;
};

function requestListener(service: HttpService): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { headers } = request;
    const call = toCall(request);
    if (service.secure) call.secure = true;
    if (isControlPath(call.path)) call.onAbort = (listener) => void response.once('close', listener);
    if (call.malformed) respond(service, call, response, request);
    else if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      respond(service, call, response);
    else receiveBody(service, call, request as BodyRequest, response);
  };
}

function receiveBody(service: HttpService, call: Call, request: BodyRequest, response: ServerResponse): void {
  const admitted = service.admit(call);
  if (typeof admitted !== 'number') {
    sendSafely(service, admitted, call, response, request);
    return;
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > admitted) {
    call.bodyTooLarge = true;
    respond(service, call, response, request);
    return;
  }
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  service.uploads.receive(request, admitted, declared, (uploaded) => {
    if (typeof uploaded !== 'string') {
      call.body = uploaded;
      respond(service, call, response);
      return;
    }
    if (uploaded === 'too large') call.bodyTooLarge = true;
    else if (uploaded === 'overloaded') call.overloaded = true;
    else call.malformed = true;
    respond(service, call, response, request);
  });
}

// Answers a request. `unread`: the request when it is not read to its end.
function respond(service: HttpService, call: Call, response: ServerResponse, unread?: IncomingMessage): void {
  let reply: Reply | Promise<Reply>;
  try {
    reply = service.handle(call);
  } catch (error) {
    reply = failed(service, call, error);
  }
  if (reply instanceof Promise)
    void reply
      .catch((error: unknown) => failed(service, call, error))
      .then((done) => sendSafely(service, done, call, response, unread));
  else sendSafely(service, reply, call, response, unread);
}

function failed({ report }: HttpService, { method, path }: Call, error: unknown): Reply {
  report(error, `${method} ${path}`);
  const message = 'The mock failed at this; its log says how.';
  return jsonReply(500, JSON.stringify({ error: { code: 'SERVER_ERROR', message } }));
}

// Sends a reply. When Node refuses to write the reply, this reports the error and ends the connection.
function sendSafely(
  service: HttpService,
  reply: Reply,
  call: Call,
  response: ServerResponse,
  unread?: IncomingMessage,
): void {
  try {
    // While the server closes, each reply tells the client to close its connection.
    if (service.closing) response.shouldKeepAlive = false;
    if (unread) sendEarlyReply(reply, unread, response);
    else sendReply(reply, response);
  } catch (error) {
    service.report(error, `sending the reply to ${call.method} ${call.path}`);
    response.destroy();
  }
}

// Answers bytes that are no HTTP request, or that arrived too slowly, with a documented 400 reply, and ends the
// connection.
function respondMalformed(handle: CallHandler, error: NodeJS.ErrnoException, socket: Socket): void {
  // A client that ends the connection after the reply to a request, whose body it keeps back, has asked nothing more.
  const isOver = error.code === 'HPE_INVALID_EOF_STATE' && socket.bytesWritten > 0;
  if (isOver || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const call: Call = {
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    body: null,
    malformed: true,
    address: socket.remoteAddress ?? '',
  };
  new Promise<Reply>((resolve) => resolve(handle(call))).then(
    (reply) => sendRawReply(reply, socket),
    () => socket.destroy(),
  );
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

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

// Reads the method, target, HTTP headers and client address of a request. A request head that can be read in two ways
// makes the call `malformed`.
function toCall(request: IncomingMessage): Call {
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

// Returns the path and query of a request target in absolute form; any other target as it is.
function originForm(url: string): string {
  const path = ABSOLUTE_FORM.exec(url)?.[2];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}
