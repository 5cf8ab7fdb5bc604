// A server over real sockets, as deployments serve it: behind proxies, compressed, chunked, with TLS, or
// slow.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A self-signed certificate for tests. It is valid for `localhost` only. */
const TEST_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguFW80uOsUStW3so5
LDgvG3v4Gan3Qkb/PDyr4htoWeuhRANCAAS+5wXdlGk4Tn6P7Qmpt1WOtx6xHaMz
Gyrgby1XPs5WpcgVF6+MJYu5jiV0oPfGozf4j44veay6IteMYnDV6dEe
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUFnIcgtGPccXNX1EQlMxAq5sGkyAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDEyMTkzMloYDzIxMjYxMDI3
MTIxOTMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS+5wXdlGk4Tn6P7Qmpt1WOtx6xHaMzGyrgby1XPs5WpcgVF6+MJYu5
jiV0oPfGozf4j44veay6IteMYnDV6dEeo1MwUTAdBgNVHQ4EFgQUr0MN3RlVakVD
rDQJw+JmdkWHP1cwHwYDVR0jBBgwFoAUr0MN3RlVakVDrDQJw+JmdkWHP1cwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA9ynyoZyX5lJdC40vnWKA
HNZAoNdW97WzpqLJMxBR/a4CIQC6dQGCKHjJd282otxwA520s9N10otlfoclNLti
jrP0Cg==
-----END CERTIFICATE-----`,
};

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
  close(): Promise<void>;
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
  const sessions = new Set<{ destroy(): void }>();
  const server = tls
    ? createSecureServer({ ...TEST_CERTIFICATE, allowHTTP1: false }, (incoming, outgoing) =>
        handle(incoming, Object.assign(outgoing, { destroy: () => outgoing.stream.destroy() })),
      ).on('session', (session) => void sessions.add(session))
    : createServer(handle).on('checkContinue', (incoming, outgoing) => {
        outgoing.writeContinue();
        handle(incoming, outgoing);
      });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}${prefix}/v1`,
    receivedHeaders,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
