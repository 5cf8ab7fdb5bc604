// Sockets to calls and replies to sockets: the only file that knows node:http.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Call, isControl, mostBytes, type Reply, type Wire } from './call.ts';

export type ListenOptions = {
  /** 0 for any free port, which is also what leaving it out means */
  port?: number;
  /** 127.0.0.1 when left out */
  host?: string;
  /** how long a client has to send its headers, and its whole request, in ms; 10,000 and 30,000 when left out */
  patience?: { headers: number; request: number };
  /** serves by TLS, with this key and certificate (PEM) */
  tls?: { key: string; cert: string };
};

export type Listening = {
  host: string;
  port: number;
  /** `http://127.0.0.1:4010`, without the version segment */
  origin: string;
  /** stops taking calls, lets those under way finish, and cuts what is left after 0.8 s */
  close(): Promise<void>;
};

type Handle = (call: Call) => Reply | Promise<Reply>;

const PATIENCE = { headers: 10_000, request: 30_000 };
/** How long a refused upload may go on before its connection is cut, and how long closing waits (ms). */
const LINGER = 1000;
const DRAIN = 800;

/**
 * Serves calls on a port.
 * @throws the error of `listen`, with its `code` (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL` …)
 */
export async function listen(handle: Handle, options: ListenOptions = {}): Promise<Listening> {
  // `import 'node:http'` would also load Node's own fetch, 35 ms of start-up (nodejs/node#59686).
  const { createServer } = process.getBuiltinModule('http');
  const patience = options.patience ?? PATIENCE;
  const settings = {
    noDelay: true,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(1000, patience.headers),
    // A missing Host is refused by us, in the stated shape.
    requireHostHeader: false,
    keepAliveTimeout: 5000,
  };
  const server: Server = options.tls
    ? process.getBuiltinModule('https').createServer({ ...settings, ...options.tls })
    : createServer(settings);
  const service: Service = { handle, secure: options.tls !== undefined, closing: false };
  const receive = receiver(service);
  server.on('request', receive);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!tooLarge(request)) response.writeContinue();
    receive(request, response);
  });
  // An expectation we do not know is no reason to refuse: 417 is not among the statuses of the specification.
  server.on('checkExpectation', receive);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A client takes answers in the order of its calls: what came whole before the garbage is answered first.
    setImmediate(() => {
      flush();
      answerGarbage(handle, error, socket);
    });
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    answerGarbage(handle, new Error('CONNECT'), socket),
  );

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
      return close(server);
    },
  };
}

type Service = { handle: Handle; secure: boolean; closing: boolean };

function receiver(service: Service): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { headers } = request;
    const call = callOf(request);
    if (service.secure) call.secure = true;
    if (isControl(call.path)) call.gone = (told) => void response.once('close', told);
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
      answer(service, call, request, response);
    } else if (tooLarge(request)) {
      call.bodyTooLarge = true;
      answer(service, call, request, response);
    } else {
      read(request, (body) => {
        call.body = body;
        if (body === null) call.bodyTooLarge = true;
        answer(service, call, request, response);
      });
    }
  };
}

const tooLarge = ({ headers, url = '' }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > mostBytes(url);

/** Reads a body and hands it over; null when it is larger than we read. A client that goes away is never answered. */
function read(request: IncomingMessage, done: (body: Uint8Array | null) => void): void {
  let first: Uint8Array | null = null;
  let more: Uint8Array[] | null = null;
  let size = 0;
  const most = mostBytes(request.url ?? '');
  request.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > most) {
      request.removeAllListeners('data');
      request.removeAllListeners('end');
      done(null);
    } else if (first === null) first = chunk;
    else if (more === null) more = [first, chunk];
    else more.push(chunk);
  });
  request.on('end', () => done(more === null ? (first ?? new Uint8Array(0)) : Buffer.concat(more)));
}

function callOf(request: IncomingMessage): Call {
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
  if (request.headers.host === undefined && request.httpVersion === '1.1') call.unreadable = true;
  return call;
}

/** The path of a request in absolute form (RFC 9112 §3.2.2), as it is sent to a proxy. */
function originForm(url: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

function answer(service: Service, call: Call, request: IncomingMessage, response: ServerResponse): void {
  const reply = service.handle(call);
  if (reply instanceof Promise) {
    reply.then(
      (done) => send(service, done, call, request, response),
      () => response.destroy(),
    );
  } else {
    send(service, reply, call, request, response);
  }
}

function send(
  { closing }: Service,
  reply: Reply,
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { body } = reply;
  const headers: string[] = [];
  for (const name in reply.headers) headers.push(name, reply.headers[name] ?? '');
  if (reply.feed) {
    follow(reply, reply.feed, headers, response);
    return;
  }
  if (reply.pieces) {
    sendPieces(reply, reply.pieces, headers, response);
    return;
  }
  headers.push('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
  if (call.bodyTooLarge) {
    // What the client still sends is thrown away for a moment: cutting at once would lose it the answer.
    setTimeout(() => request.complete || request.socket.destroy(), LINGER).unref();
  }
  // Whoever is answered while the server closes is told to come back no more.
  if (closing) response.shouldKeepAlive = false;
  if (reply.wire) {
    sendBadly(reply, reply.wire, headers, response);
    return;
  }
  response.writeHead(reply.status, headers);
  if (written.push(response, body) === 2) setImmediate(flush);
}

/** Sends a text that is made piece by piece, no faster than its reader takes it. */
function sendPieces(
  { status, body }: Reply,
  pieces: Iterator<string, void>,
  headers: string[],
  response: ServerResponse,
): void {
  flush();
  response.writeHead(status, headers);
  response.write(body);
  const more = (): void => {
    for (;;) {
      const next = pieces.next();
      if (next.done) {
        response.end();
        return;
      }
      if (!response.write(next.value)) {
        response.once('drain', more);
        return;
      }
    }
  };
  response.once('close', () => void pieces.return?.());
  more();
}

/** How much may wait for a reader that is too slow, in bytes, before it is let go. */
const UNREAD = 4_194_304;

/** Sends what happens as it happens. */
function follow(
  { status, body }: Reply,
  feed: NonNullable<Reply['feed']>,
  headers: string[],
  response: ServerResponse,
): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.write(body);
  const stop = feed((text) => {
    if (response.writableLength > UNREAD) response.destroy();
    else response.write(text);
  });
  response.on('close', stop);
}

/** Sends an answer that is to fail on its way. What came before it on the connection is sent first. */
function sendBadly({ status, body }: Reply, wire: Wire, headers: string[], response: ServerResponse): void {
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
    // What was written has to leave before the connection goes.
    if (kind === 'reset') setTimeout(() => socket?.resetAndDestroy(), 20).unref();
    else if (kind === 'truncated') socket?.end();
    else if (delay !== null) setTimeout(() => response.end(bytes.subarray(after)), delay).unref();
  });
}

/** Responses that are ready to go, each followed by its body. */
let written: (ServerResponse | Reply['body'])[] = [];

/**
 * Sends everything that became ready in one turn of the event loop together: a client that is woken for the first
 * answer finds the others there too, which under load saves a third of the time a request takes.
 */
function flush(): void {
  const ready = written;
  written = [];
  for (let at = 0; at < ready.length; at += 2) (ready[at] as ServerResponse).end(ready[at + 1]);
}

/** Something that is no HTTP request, or came too slowly: a documented 400, and the connection ends. */
function answerGarbage(handle: Handle, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const call: Call = {
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    body: null,
    unreadable: true,
    address: socket.remoteAddress ?? '',
  };
  Promise.resolve(handle(call)).then(
    ({ headers, body }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const text = typeof body === 'string' ? body : '';
      socket.end(
        `HTTP/1.1 400 Bad Request\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
      );
    },
    () => socket.destroy(),
  );
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
