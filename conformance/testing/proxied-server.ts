// A server over real sockets, as deployments serve it: behind proxies, compressed, chunked, with TLS, or
// slow.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createSecureServer } from 'node:http2';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { listen, SELF_SIGNED } from '../../tools/testing/servers.ts';

export type ProxyOptions = {
  /** the path that the proxy adds before the server's own path; none by default */
  prefix?: string;
  contentEncoding?: 'gzip' | 'br';
  /**
   * the number of chunks in which the proxy sends the body, without a `Content-Length`; by default the body is sent
   * with its length
   */
  chunks?: number;
  /** whether the proxy closes the connection after each reply */
  closesConnection?: boolean;
  /** How long the proxy waits before it sends the response headers, in milliseconds. */
  delayMs?: number;
  /** edits the response headers as a proxy does; unchanged by default */
  rewriteHeaders?: (headers: [string, string][]) => [string, string][];
  /** whether the proxy speaks TLS, with HTTP/2 only */
  tls?: boolean;
};

type Fetch = (request: Request) => Promise<Response>;
/** An incoming request with the members that HTTP/1.1 and HTTP/2 have in common. */
type Incoming = AsyncIterable<Uint8Array> & {
  url?: string | undefined;
  method?: string | undefined;
  headers: IncomingHttpHeaders;
};
type Outgoing = {
  statusCode: number;
  sendDate: boolean;
  appendHeader(name: string, value: string): unknown;
  write(bytes: Uint8Array): unknown;
  end(): unknown;
  destroy(): unknown;
};
export type ProxiedServer = {
  baseUrl: string;
  receivedHeaders: IncomingHttpHeaders[];
};

/**
 * Serves a fetch handler on a free loopback port.
 * @param fetch the handler, which replies to paths that begin with `/v1`
 */
export async function startProxiedServer(fetch: Fetch, options: ProxyOptions): Promise<ProxiedServer> {
  const {
    prefix = '',
    contentEncoding,
    chunks: pieces,
    closesConnection,
    delayMs,
    rewriteHeaders,
    tls,
  } = options;
  const receivedHeaders: IncomingHttpHeaders[] = [];

  async function answer(incoming: Incoming, outgoing: Outgoing): Promise<void> {
    receivedHeaders.push(incoming.headers);
    // The server has a clock of its own, so Node must not add a `Date` header.
    outgoing.sendDate = false;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (value !== undefined && !name.startsWith(':') && name !== 'accept-encoding')
        headers.set(name, String(value));
    }
    const path = (incoming.url ?? '/').slice(prefix.length);
    const method = incoming.method ?? 'GET';
    const body = method === 'GET' || chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const reply = await fetch(new Request(`http://127.0.0.1${path}`, { method, headers, ...body }));
    const plain = Buffer.from(await reply.arrayBuffer());
    const bytes =
      contentEncoding === 'gzip'
        ? gzipSync(plain)
        : contentEncoding === 'br'
          ? brotliCompressSync(plain)
          : plain;
    const rewritten: [string, string][] = [...reply.headers].filter(([name]) => name !== 'content-length');
    if (contentEncoding !== undefined) rewritten.push(['content-encoding', contentEncoding]);
    if (closesConnection) rewritten.push(['Connection', 'close']);
    if (pieces === undefined && !tls) rewritten.push(['Content-Length', String(bytes.length)]);
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
    for (const [name, value] of rewriteHeaders?.(rewritten) ?? rewritten) outgoing.appendHeader(name, value);
    outgoing.statusCode = reply.status;
    const size = Math.ceil(bytes.length / (pieces ?? 1)) || 1;
    for (let at = 0; at < bytes.length; at += size) outgoing.write(bytes.subarray(at, at + size));
    outgoing.end();
  }

  const handle = (incoming: Incoming, outgoing: Outgoing): void => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = tls
    ? createSecureServer({ ...SELF_SIGNED, allowHTTP1: false }, (incoming, outgoing) =>
        handle(incoming, Object.assign(outgoing, { destroy: () => outgoing.stream.destroy() })),
      )
    : createServer(handle).on('checkContinue', (incoming, outgoing) => {
        outgoing.writeContinue();
        handle(incoming, outgoing);
      });
  return {
    baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${await listen(server)}${prefix}/v1`,
    receivedHeaders,
  };
}
