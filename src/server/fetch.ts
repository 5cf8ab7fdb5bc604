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
export function responseOf({ status, headers, body, wire, feed }: Reply): Response {
  const empty = status === 204 || status === 304;
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
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
  let held: ReturnType<typeof setTimeout> | undefined;
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
        held = setTimeout(() => {
          sink.enqueue(bytes.slice(after));
          sink.close();
          resolve();
        }, delay);
      });
    },
    // A stream whose reader has left takes nothing more: writing to it would be an uncaught error of the timer.
    cancel: () => clearTimeout(held),
  });
  return new Response(stream, { status, headers });
}

/** What a web fetch says of a connection that is cut. */
const cut = (message: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
