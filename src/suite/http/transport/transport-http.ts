// Sends requests over sockets: HTTP/1.1 with keep-alive, or HTTP/2 when the server supports nothing else. Returns raw
// reply headers and follows no redirects.

import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector, EnvHttpProxyAgent } from 'undici';
import type { Tls } from '../../model/target.ts';
import { decodeContent, readBody, type Transport, TransportError } from './transport.ts';

/** Creates a transport over sockets, through the proxy that the environment names; never for this machine. */
export function httpTransport({ insecure = false, tls = {} }: HttpTransportOptions = {}): Transport {
  const { ca, ...certificate } = tls;
  const authorities = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const connector = { ...certificate, ...authorities, rejectUnauthorized: !insecure, timeout: 10_000 };
  const noProxy = `${process.env.no_proxy ?? process.env.NO_PROXY ?? ''},localhost,.localhost,127.0.0.1,[::1]`;
  const connect = buildConnector(connector);
  const open = (allowH2: boolean): EnvHttpProxyAgent =>
    new EnvHttpProxyAgent({
      allowH2,
      noProxy,
      requestTls: connector,
      connect: allowH2
        ? connector
        : (options, callback) =>
            connect(options, (...[error, socket]) =>
              error === null ? callback(null, skipInterimReplies(socket)) : callback(error, null),
            ),
      // The timeout is shorter than the idle timeout of servers: a connection that a server closes during a request would
      // look like an error of the target.
      keepAliveTimeout: 800,
      // The time-out of the request, set below, limits the total time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  let agent = open(false);
  let onlyH2 = false;
  const transport: Transport = {
    async send(options) {
      const { method, url, headers, body, timeout, maxBytes, signal } = options;
      const timedOut = AbortSignal.timeout(timeout);
      const { origin } = new URL(url);
      // The path is taken from the text byte for byte, because a URL object would resolve `%2e%2e`.
      const path = /^\w+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] ?? '';
      try {
        const reply = await agent.request({
          origin,
          path: path.startsWith('/') ? path : `/${path}`,
          method: method as 'GET',
          headers,
          body,
          responseHeaders: 'raw',
          signal: signal ? AbortSignal.any([timedOut, signal]) : timedOut,
        });
        const raw = headerPairs(reply.headers);
        const bytes = await readBody(reply.body, maxBytes);
        const encoding = raw.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
        return { status: reply.statusCode, headers: raw, bytes: decodeContent(bytes, encoding, maxBytes) };
      } catch (error) {
        if (error instanceof TransportError) throw error;
        if (signal?.aborted) throw new TransportError('aborted', 'interrupted');
        if (timedOut.aborted) throw new TransportError('timeout', `no reply within ${timeout / 1000} s`);
        if (!onlyH2 && requiresHttp2(error)) {
          onlyH2 = true;
          await agent.close();
          agent = open(true);
          return transport.send(options);
        }
        throw transportError(error);
      }
    },
    close: () => agent.close(),
  };
  return transport;
}

type HttpTransportOptions = { insecure?: boolean; tls?: Tls | undefined };

/** A server that supports only HTTP/2 refuses to negotiate HTTP/1.1 (RFC 7301, 3.2). */
const requiresHttp2 = (error: unknown): boolean =>
  error instanceof Error &&
  /no.application.protocol/i.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`);

/** Converts undici's raw headers (name, value, name, value), for which it declares another type, into pairs. */
function headerPairs(headers: unknown): [string, string][] {
  const flat = Array.isArray(headers) ? headers.map(String) : [];
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) found.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return found;
}

/** Returns advice for a plain port, and for a certificate that no known authority signed; empty for other errors. */
const tlsAdvice = (code: string, text: string): string =>
  /wrong.version.number|packet.length.too.long|unknown.protocol|http.request/i.test(`${code} ${text}`)
    ? '. The port answers without TLS: try http:// in the base URL'
    : /CERT|SELF_SIGNED|UNABLE_TO/.test(code)
      ? '. If the certificate is your own, name its authority in tls.ca of the target file or NODE_EXTRA_CA_CERTS, or accept it with "insecure": true in the target file or --insecure'
      : '';

function transportError(error: unknown): TransportError {
  const { code = '', message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: `${error}` };
  const text = message === '' ? code : message;
  if (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(
      code,
    )
  ) {
    return new TransportError('refused', text);
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)|EPROTO/.test(code))
    return new TransportError('tls', `${text}${tlsAdvice(code, text)}`);
  if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/.test(code)) {
    return new TransportError('reset', text);
  }
  return new TransportError('protocol', code && !text.includes(code) ? `${text} (${code})` : text);
}

const START = String.raw`^HTTP/1\.[01] 1(?!01)\d\d`;
const INTERIM_START = new RegExp(START);
/** Matches an interim reply at the start of what was received: a status line, headers and an empty line. */
const INTERIM = new RegExp(String.raw`${START}[^\n]*\n([^\r\n][^\n]*\n)*\r?\n`);
const MAX_HELD_BYTES = 16_384;

const mayBecomeInterim = (text: string): boolean =>
  text.length < MAX_HELD_BYTES && INTERIM_START.test(text + 'HTTP/1.1 100'.slice(text.length));

/** Makes a socket skip interim replies but `101`: a server may send them unasked (RFC 9110, 15.2). */
function skipInterimReplies<S extends Socket>(socket: S): S {
  const { push, write } = socket;
  // What arrived since the last write and may belong to an interim reply; null within a reply.
  let held: Buffer | null = null;
  socket.write = ((...chunk: Parameters<typeof write>) => {
    held ??= Buffer.alloc(0);
    return write.apply(socket, chunk);
  }) as typeof write;
  socket.push = (chunk: Uint8Array | null) => {
    if (held === null) return push.call(socket, chunk);
    let received = Buffer.concat([held, chunk ?? Buffer.alloc(0)]);
    for (;;) {
      const interim = INTERIM.exec(received.toString('latin1'))?.[0].length;
      if (interim === undefined) break;
      received = received.subarray(interim);
    }
    const waits = chunk !== null && mayBecomeInterim(received.toString('latin1'));
    held = waits ? received : null;
    if (waits) return true;
    if (chunk === null && received.length > 0) push.call(socket, received);
    return push.call(socket, chunk === null ? null : received);
  };
  return socket;
}
