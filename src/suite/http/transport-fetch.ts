// The transport without sockets: a `fetch` in the same process, for self-tests and `--self`.
import { decodeContent, readBody, type Transport, TransportError } from './transport.ts';

export type Fetch = (request: Request) => Promise<Response> | Response;

/** Carries requests to a function. A time-out is kept by the real clock, for a handler that never answers. */
export function fetchTransport(fetch: Fetch): Transport {
  return {
    async send({ method, url, headers, body, timeout, maxBytes, signal }) {
      let timer: NodeJS.Timeout | undefined;
      let abort = (): void => {};
      const timedOut = new Promise<never>((_, reject) => {
        const message = `no reply within ${timeout / 1000} s`;
        timer = setTimeout(() => reject(new TransportError('timeout', message)), timeout);
        abort = () => reject(new TransportError('aborted', 'interrupted'));
        signal?.addEventListener('abort', abort);
      });
      try {
        // an exact copy: the platform's type wants a buffer of its own
        const content = body === null || typeof body === 'string' ? body : new Uint8Array(body);
        const reply = await Promise.race([
          fetch(new Request(url, { method, headers, body: content })),
          timedOut,
        ]);
        const bytes = await Promise.race([
          reply.body ? readBody(reply.body, maxBytes) : new Uint8Array(),
          timedOut,
        ]);
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
        timedOut.catch(() => {});
      }
    },
    async close() {},
  };
}
