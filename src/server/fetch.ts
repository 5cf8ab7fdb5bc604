// Web `Request` and `Response` to plain calls and back: the only file that knows them.
import { type Call, IN_PROCESS, isControl, mostBytes, type Reply, type Wire } from './call.ts';

/** A web request as a plain call. A body beyond what is read of one is not read to its end. */
export async function callOf(request: Request): Promise<Call> {
  const url = new URL(request.url);
  const headers: Record<string, string> = { host: url.host };
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  const body = await bytesOf(request, mostBytes(url.pathname));
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    body: body === 'too large' ? null : body,
    ...(body === 'too large' && { bodyTooLarge: true }),
    ...(url.protocol === 'https:' && { secure: true }),
    ...(isControl(url.pathname) && {
      gone: (told: () => void) => request.signal.addEventListener('abort', told, { once: true }),
    }),
    address: IN_PROCESS,
  };
}

async function bytesOf(request: Request, most: number): Promise<Uint8Array | null | 'too large'> {
  if (request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > most) return 'too large';
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

/** A plain reply as a web response. @throws TypeError as `fetch` does, for one that is to fail before anything of it arrives */
export function responseOf({ status, headers, body, wire, feed, pieces }: Reply): Response {
  const empty = status === 204 || status === 304;
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  if (pieces) return new Response(inPieces(String(body), pieces), { status, headers });
  if (feed) return new Response(following(String(body), feed), { status, headers });
  if (wire && !empty) {
    return responseBadly(
      status,
      headers,
      typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
      wire,
    );
  }
  return new Response(empty ? null : bytes, { status, headers });
}

/** A text that is made piece by piece, as its reader takes it. */
function inPieces(begin: string, pieces: Iterator<string, void>): ReadableStream<Uint8Array> {
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

/** What happens, as it happens, until its reader leaves. */
function following(begin: string, feed: NonNullable<Reply['feed']>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  return new ReadableStream({
    start(sink) {
      sink.enqueue(encoder.encode(begin));
      stop = feed((text) => sink.enqueue(encoder.encode(text)));
    },
    cancel: () => stop(),
  });
}

function responseBadly(
  status: number,
  headers: Record<string, string>,
  bytes: Uint8Array,
  wire: Wire,
): Response {
  const { kind, after, delay } = wire;
  if (kind === 'reset' && after === 0) throw cut('fetch failed');
  if (kind === 'wrong_length') {
    return new Response(bytes.slice(0, after), {
      status,
      headers: { ...headers, 'Content-Length': String(after) },
    });
  }
  let begun = false;
  const stream = new ReadableStream<Uint8Array>({
    // The first part is taken before the failure comes: an error at once would swallow it.
    pull(sink) {
      if (!begun) {
        begun = true;
        sink.enqueue(bytes.slice(0, after));
        return undefined;
      }
      if (kind !== 'stall') {
        sink.error(cut('terminated'));
        return undefined;
      }
      return new Promise<void>((resolve) => {
        if (delay === null) return;
        setTimeout(() => {
          sink.enqueue(bytes.slice(after));
          sink.close();
          resolve();
        }, delay);
      });
    },
  });
  return new Response(stream, { status, headers });
}

/** What a web fetch says of a connection that is cut. */
const cut = (message: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
