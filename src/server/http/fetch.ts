// Converts web `Request` and `Response` objects to plain calls and replies. No other file uses these web objects.
import {
  type AdmitBody,
  type Call,
  IN_PROCESS,
  isControlPath,
  type Reply,
  type TransportFault,
} from './call.ts';

/** A service that answers plain calls. */
type Service = { handle(call: Call): Reply | Promise<Reply>; admit: AdmitBody };

/**
 * Answers a web request. Reading stops when a body is larger than the service admits.
 * @param adapt changes the call before the service gets it, for example to another path below a base
 */
export async function answerRequest(
  request: Request,
  { handle, admit }: Service,
  adapt: (call: Call) => Call = (call) => call,
): Promise<Response> {
  const call = adapt(toCall(request));
  if (isControlPath(call.path))
    call.onAbort = (listener) => request.signal.addEventListener('abort', listener, { once: true });
  if (request.body !== null) {
    const admitted = admit(call);
    if (typeof admitted !== 'number') return toResponse(admitted);
    const body = await readBytes(request.body, admitted);
    if (body === null) call.bodyTooLarge = true;
    call.body = body;
  }
  return toResponse(await handle(call));
}

/** Converts a web request to a plain call without its body. */
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

/** Reads a body to its end; returns null when the body has more than `maxBytes` bytes. */
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

/**
 * Converts a plain reply to a web response.
 * @throws TypeError like `fetch` when an injected fault ends the reply before its first byte
 */
function toResponse({ status, headers, body, transportFault, eventStream, pieces }: Reply): Response {
  const empty = status === 204 || status === 304;
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  if (pieces) return new Response(streamPieces(String(body), pieces), { status, headers });
  if (eventStream) return new Response(streamEvents(String(body), eventStream), { status, headers });
  if (transportFault && !empty) {
    return faultyResponse(
      status,
      headers,
      typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
      transportFault,
    );
  }
  return new Response(empty ? null : bytes, { status, headers });
}

/** Creates a stream of a text that is generated piece by piece, as its reader takes it. */
function streamPieces(begin: string, pieces: Iterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let first = begin;
  return new ReadableStream(
    {
      pull(sink) {
        const next = pieces.next();
        if (next.done) sink.close();
        else sink.enqueue(encoder.encode(first + next.value));
        first = '';
      },
      cancel: () => void pieces.return?.(),
    },
    { highWaterMark: 0 },
  );
}

/** Creates a stream of events that stops when its reader cancels it. */
function streamEvents(
  begin: string,
  eventStream: NonNullable<Reply['eventStream']>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  return new ReadableStream(
    {
      start(sink) {
        sink.enqueue(encoder.encode(begin));
        stop = eventStream((text) => {
          if ((sink.desiredSize ?? 0) > 0) sink.enqueue(encoder.encode(text));
          else {
            stop();
            sink.error(connectionError('terminated'));
          }
        });
      },
      cancel: () => stop(),
    },
    { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk.byteLength },
  );
}

/** How many bytes may wait for a slow reader before its stream is closed. */
const MAX_UNREAD_BYTES = 4_194_304;

function faultyResponse(
  status: number,
  headers: Record<string, string>,
  bytes: Uint8Array,
  fault: TransportFault,
): Response {
  const { kind, after, delay } = fault;
  if (kind === 'reset' && after === 0) throw connectionError('fetch failed');
  if (kind === 'wrong_length') {
    return new Response(bytes.slice(0, after), {
      status,
      headers: { ...headers, 'Content-Length': String(after) },
    });
  }
  let begun = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    // The reader must get the first part before the failure: an immediate error of the stream would discard that part.
    pull(sink) {
      if (!begun) {
        begun = true;
        sink.enqueue(bytes.slice(0, after));
        return undefined;
      }
      if (kind !== 'stall') {
        sink.error(connectionError('terminated'));
        return undefined;
      }
      return new Promise<void>((resolve) => {
        if (delay === null) return;
        timer = setTimeout(() => {
          sink.enqueue(bytes.slice(after));
          sink.close();
          resolve();
        }, delay);
      });
    },
    // A stream that its reader has cancelled accepts no more data: a later write by the timer would be an uncaught error.
    cancel: () => clearTimeout(timer),
  });
  return new Response(stream, { status, headers });
}

/** Creates the error that `fetch` throws when a connection is cut. */
const connectionError = (message: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
