// Sends requests to a `fetch` function in the same process, for self-tests and `--self`.
import { decodeContent, readBody, type Transport, TransportError } from './transport.ts';

/** A function with the interface of `fetch`. */
export type Fetch = (request: Request) => Promise<Response> | Response;

/**
 * Creates a transport that calls a `fetch` function. Its time-out uses the machine's clock even in a run on a virtual
 * clock, because the function may never return.
 */
export function fetchTransport(fetch: Fetch): Transport {
  return {
    async send({ method, url, headers, body, timeout, maxBytes, signal }) {
      const ended = Promise.withResolvers<never>();
      const end = (kind: 'timeout' | 'aborted', message: string) => () =>
        ended.reject(new TransportError(kind, message));
      const timer = setTimeout(end('timeout', `no reply within ${timeout / 1000} s`), timeout);
      const abort = end('aborted', 'interrupted');
      signal?.addEventListener('abort', abort);
      ended.promise.catch(() => {});
      try {
        // The bytes are copied because the type of `Request` requires an ArrayBuffer that is not shared.
        const content = body === null || typeof body === 'string' ? body : new Uint8Array(body);
        const reply = await Promise.race([
          fetch(new Request(url, { method, headers, body: content })),
          ended.promise,
        ]);
        const read = reply.body ? readBody(reply.body, maxBytes) : new Uint8Array();
        const bytes = await Promise.race([read, ended.promise]);
        const encoding = reply.headers.get('content-encoding') ?? undefined;
        return {
          status: reply.status,
          headers: [...reply.headers],
          bytes: decodeContent(bytes, encoding, maxBytes),
        };
      } catch (error) {
        if (error instanceof TransportError) throw error;
        throw new TransportError('reset', error instanceof Error ? error.message : `${error}`);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    },
    async close() {},
  };
}
