// Converts web `Request` and `Response` objects to plain calls and replies.
import {
  type AdmitBody,
  type Call,
  IN_PROCESS,
  isControlPath,
  MAX_UNREAD_BYTES,
  type Reply,
  type TransportFault,
} from './call.ts';

type Service = { handle(call: Call): Reply | Promise<Reply>; admit: AdmitBody };

/**
 * Answers a web request. Reading stops when a body is larger than the service admits. When the request is aborted, its
 * promise rejects with the reason of the signal, and so does reading the body of its response: a request that has not
 * taken effect by then never does.
 * @param adapt changes the call before the service gets it, for example to another path below a base
 */
export async function answerRequest(
  request: Request,
  { handle, admit }: Service,
  adapt: (call: Call) => Call = (call) => call,
): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const call = adapt(toCall(request));
  call.signal = signal;
  if (isControlPath(call.path))
    call.onAbort = (listener) => signal.addEventListener('abort', listener, { once: true });
  if (request.body !== null) {
    const admitted = admit(call);
    if (typeof admitted !== 'number') return toResponse(admitted, request);
    const body = await untilAborted(readBytes(request.body, admitted), signal);
    if (body === null) call.bodyTooLarge = true;
    call.body = body;
  }
  const reply = handle(call);
  return toResponse(reply instanceof Promise ? await untilAborted(reply, signal) : reply, request);
}

function untilAborted<A>(promise: Promise<A>, signal: AbortSignal): Promise<A> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function toCall(request: Request): Call {
  const url = new URL(request.url);
  const headers: Record<string, string> = { host: url.host };
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    body: null,
    ...(url.protocol === 'https:' && { secure: true }),
    address: IN_PROCESS,
  };
}

// Reads a body to its end; returns null when the body has more than `maxBytes` bytes.
async function readBytes(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

// Converts a plain reply to a web response, which has the URL of its request. Throws TypeError like `fetch` when an
// injected fault ends the reply before its first byte
function toResponse(given: Reply, { url, signal }: Pick<Request, 'url' | 'signal'>): Response {
  const reply = decoded(given);
  const { status, headers, transportFault, cookies = [], pieces } = reply;
  if (transportFault?.kind === 'reset' && transportFault.after === 0) throw connectionError('fetch failed');
  const source = status === 204 || status === 304 ? null : bodySource(reply);
  if (source === null) void pieces?.return?.();
  const response = new Response(source && abortableStream(source, signal), {
    status,
    headers:
      transportFault?.kind === 'wrong_length'
        ? { ...headers, 'Content-Length': String(transportFault.after) }
        : headers,
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return Object.defineProperty(response, 'url', { value: url, enumerable: true, configurable: true });
}

// Decodes the body of a reply, as `fetch` does (RFC 9110, 8.4.1), and leaves out the headers of the coded one. What is
// not coded, or cannot be decoded, is left as it is.
function decoded(reply: Reply): Reply {
  const { body, pieces, transportFault } = reply;
  // Nothing else than bytes is coded, and a browser has no mock that compresses.
  if (typeof body === 'string' || pieces || transportFault) return reply;
  const headers = new Headers(reply.headers);
  const zlib = globalThis.process?.getBuiltinModule?.('zlib');
  const decoders = zlib && {
    gzip: zlib.gunzipSync,
    br: zlib.brotliDecompressSync,
    deflate: zlib.inflateSync,
  };
  try {
    const plain = decoders?.[headers.get('content-encoding') as keyof typeof decoders](body);
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return plain ? { ...reply, headers: Object.fromEntries(headers), body: plain } : reply;
  } catch {
    return reply;
  }
}

/** The body of a reply: its parts in order, null at its end; an error when the connection fails. */
type BodySource = {
  next(): Uint8Array | null | Promise<Uint8Array | null>;
  /** stops what produces further parts */
  cancel(): void;
};

function abortableStream({ next, cancel }: BodySource, signal: AbortSignal): ReadableStream<Uint8Array> {
  let onAbort = (): void => undefined;
  const stop = (): void => {
    signal.removeEventListener('abort', onAbort);
    cancel();
  };
  return new ReadableStream(
    {
      start(sink) {
        onAbort = () => {
          sink.error(signal.reason);
          stop();
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
      },
      async pull(sink) {
        try {
          const part = await next();
          // An aborted stream accepts no more data: writing to it would be an uncaught error.
          if (signal.aborted) return;
          if (part !== null) sink.enqueue(part);
          else {
            stop();
            sink.close();
          }
        } catch (error) {
          stop();
          sink.error(error);
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}

function bodySource({ body, transportFault, eventStream, pieces }: Reply): BodySource | null {
  if (pieces) return piecesSource(body, pieces);
  if (eventStream) return eventSource(String(body), eventStream);
  if (body.length === 0) return null;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  if (transportFault) return faultySource(bytes, transportFault);
  let isRead = false;
  return {
    next() {
      if (isRead) return null;
      isRead = true;
      return bytes;
    },
    cancel: () => undefined,
  };
}

// Creates a body that begins with `begin`, and whose further parts are made or received as its reader takes them.
function piecesSource(begin: Reply['body'], pieces: NonNullable<Reply['pieces']>): BodySource {
  const encoder = new TextEncoder();
  let isBegun = begin.length === 0;
  return {
    async next() {
      const { value } = isBegun ? await pieces.next() : { value: begin };
      isBegun = true;
      return typeof value === 'string' ? encoder.encode(value) : (value ?? null);
    },
    cancel: () => void pieces.return?.(),
  };
}

// Creates a body of events that stops when its reader cancels it, or no longer reads.
function eventSource(begin: string, eventStream: NonNullable<Reply['eventStream']>): BodySource {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(sink) {
        sink.enqueue(encoder.encode(begin));
        const send = (text: string): void => {
          if ((sink.desiredSize ?? 0) > 0) sink.enqueue(encoder.encode(text));
          else {
            stop();
            sink.error(connectionError('terminated'));
          }
        };
        stop = eventStream(send, () => {
          stop();
          sink.close();
        });
      },
      cancel: () => stop(),
    },
    { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk.byteLength },
  );
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value ?? null,
    // The stream may have failed, which its reader was told.
    cancel: () => void reader.cancel().catch(() => undefined),
  };
}

// Creates a body that fails as an injected fault names. The reader gets the first part before the failure.
function faultySource(bytes: Uint8Array, { kind, after, delay }: TransportFault): BodySource {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let part = 0;
  return {
    next() {
      part += 1;
      if (part === 1) return bytes.slice(0, after);
      if (kind === 'wrong_length' || (kind === 'stall' && part > 2)) return null;
      if (kind !== 'stall') throw connectionError('terminated');
      return new Promise((resolve) => {
        if (delay !== null) timer = setTimeout(() => resolve(bytes.slice(after)), delay);
      });
    },
    cancel: () => clearTimeout(timer),
  };
}

const connectionError = (message: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
