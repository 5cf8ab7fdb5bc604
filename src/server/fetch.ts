// Web `Request` and `Response` to plain calls and back: the only file that knows them.
import { type Call, IN_PROCESS, mostBytes, type Reply } from './call.ts';

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

/** A plain reply as a web response. */
export function responseOf({ status, headers, body }: Reply): Response {
  const empty = status === 204 || status === 304;
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(empty ? null : bytes, { status, headers });
}
