// Sends a call to the upstream as the client sent it, and streams the reply. Redirects are not followed.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Call, jsonReply, type Reply } from '../http/call.ts';
import { connectionFailure } from '../http/connection-failure.ts';

export type UpstreamReply = {
  /** the reply that the client gets */
  sent: Reply;
  /**
   * the first 64 KiB without content coding of a JSON body, of a small one and of that of a 404; empty for every other body,
   * which is not read ahead
   */
  text: string;
  /** whether `sent.body` is the whole body */
  isWhole: boolean;
};

/** How many bytes of a reply are read before it is passed on, and kept of it and of a request by the log. */
export const READ_AHEAD = 65_536;
/** The largest decoded text of a compressed body of that size. */
const MAX_DECODED = 1_048_576;
/** How many bytes of bodies may wait for the upstream at once: more are a loop that leads back to the mock. */
const MAX_WAITING = 33_554_432;
/** What a request counts at least, in bytes: 256 of them may wait. */
const LEAST_WAITING = 131_072;

/** Headers of one connection (RFC 9110 §7.6.1), of its framing and of its host. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-(?:connection|auth.*)|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/;
/** Headers of a reply that hold for the whole address of the upstream: the mock has an address of its own. */
const OF_ADDRESS =
  /^(?:access-control-.*|strict-transport-security|alt-svc|service-worker-allowed|clear-site-data|x-mock-.*)$/;
/** A reply of others that a browser shows as a page has no scripts and no origin: it cannot use the control API. */
const CONTAINED = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' };

let waiting = 0;

/**
 * Sends a call to the upstream with this base URL, and returns its reply as soon as its head is there, or the refusal that
 * says why there is none. Rejects when the caller gave the call up.
 * @param timeoutMs how long the upstream may take for the head, and then for each further part, in ms
 */
export async function forward(base: URL, call: Call, timeoutMs: number): Promise<UpstreamReply | Reply> {
  const bytes = Math.max(call.body?.length ?? 0, LEAST_WAITING);
  if (waiting + bytes > MAX_WAITING) {
    const why = `Too many requests wait for ${base.origin}: ${MAX_WAITING / LEAST_WAITING}, or fewer with ${MAX_WAITING} bytes of bodies. Try again; if it leads back to this mock, correct --upstream.`;
    return refusal(503, 'UPSTREAM_BUSY', why, { 'Retry-After': '1' });
  }
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    sent.destroy();
  };
  const { request } = process.getBuiltinModule(base.protocol === 'https:' ? 'https' : 'http');
  const sent = request({
    ...{ protocol: base.protocol, hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port },
    ...{ method: call.method, path: upstreamPath(base, call), headers: sentHeaders(base, call) },
    ...{ agent: false, timeout: timeoutMs, ...(call.signal && { signal: call.signal }) },
  });
  waiting += bytes;
  const deadline = setTimeout(giveUp, timeoutMs);
  // An error is thrown where the reply is awaited and read; later ones change nothing.
  sent.on('error', () => undefined);
  sent.on('timeout', giveUp);
  sent.once('close', () => {
    waiting -= bytes;
    // Node reports no error for a connection that ends with a change of the protocol (101).
    sent.emit('error', CLOSED);
  });
  try {
    sent.end(call.body ?? undefined);
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status = 0 } = message;
    if (status >= 200 && status <= 599) return await readReply(message, status, call.method);
    sent.destroy();
    return refusal(502, 'BAD_GATEWAY', `${base.origin} answered with the invalid status ${status}.`);
  } catch (error) {
    call.signal?.throwIfAborted();
    const within = `${base.origin} gave no whole reply within ${timeoutMs / 1000} seconds.`;
    if (isLate) return refusal(504, 'UPSTREAM_TIMEOUT', `${within} ${INSTEAD}`);
    const why = connectionFailure(error, base.hostname);
    const next = /certificate/.test(why) ? 'Name the file of its CA in NODE_EXTRA_CA_CERTS.' : INSTEAD;
    return refusal(502, 'BAD_GATEWAY', `No reply of ${base.origin}: ${why} ${next}`);
  } finally {
    clearTimeout(deadline);
  }
}

const CLOSED = Object.assign(new Error(), { code: 'ECONNRESET' });
const INSTEAD = 'Start it, correct --upstream, or let the mock answer the operation with --mock.';

/** Creates the reply that refuses a request in the form of the platform. */
export const refusal = (status: number, code: string, message: string, headers = {}): Reply =>
  jsonReply(status, JSON.stringify({ error: { code, message } }), headers);

// Returns the path and query at the upstream of a call below `/v1`.
const upstreamPath = ({ pathname }: URL, { path, query }: Call): string =>
  `${pathname.replace(/\/$/, '')}${path.slice('/v1'.length)}${query === '' ? '' : `?${query}`}`;

// Returns the headers of a call as the upstream gets them: those that the client sent, without those of its connection
// and those for the mock. No header is added but the `Host` and the framing that HTTP needs: no `Via`, no
// `X-Forwarded-*`.
function sentHeaders({ host }: URL, { headers, body }: Call): Record<string, string> {
  const listed = listedIn(headers.connection);
  const kept = Object.entries(headers).filter(
    (one): one is [string, string] =>
      one[1] !== undefined &&
      !OF_CONNECTION.test(one[0]) &&
      !one[0].startsWith('x-mock-') &&
      !listed.includes(one[0]),
  );
  const length = body === null ? {} : { 'content-length': String(body.length) };
  return { ...Object.fromEntries(kept), host, ...length };
}

const listedIn = (connection = ''): string[] =>
  connection.split(',').map((name) => name.trim().toLowerCase());

// Reads the begin of a reply, or the whole of a small one; the rest is read as its client takes it.
async function readReply(message: IncomingMessage, status: number, method: string): Promise<UpstreamReply> {
  const {
    'content-type': media = '',
    'content-length': length,
    'content-encoding': coding,
  } = message.headers;
  const isSmall = [204, 304, 404].includes(status) || Number(length ?? Infinity) <= READ_AHEAD;
  const parts = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, void>;
  const chunks: Uint8Array[] = [];
  let isWhole = false;
  if (method !== 'HEAD' && (isSmall || /\bjson\b(?!-seq)/i.test(media)))
    for (let size = 0; size < READ_AHEAD && !isWhole; ) {
      const { value } = await parts.next();
      if (value) size += chunks.push(value) && value.length;
      else isWhole = true;
    }
  const body = Buffer.concat(chunks);
  const sent: Reply = { status, headers: { ...clientHeaders(message), ...CONTAINED }, body };
  sent.cookies = message.headers['set-cookie'] ?? [];
  if (!isWhole) {
    if (length !== undefined) sent.headers['Content-Length'] = length;
    const end = async () => ({ done: true as const, value: void message.destroy() });
    sent.pieces = { next: () => parts.next(), return: end };
  }
  return { sent, text: new TextDecoder().decode(decoded(body, coding)), isWhole };
}

function clientHeaders({ headersDistinct: headers }: IncomingMessage): Record<string, string> {
  const listed = [...listedIn(headers.connection?.join()), 'set-cookie'];
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_CONNECTION.test(name) && !OF_ADDRESS.test(name) && !listed.includes(name))
      .map(([name, values = []]) => [
        name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
        values.join(', '),
      ]),
  );
}

// Returns the begin of a body without its content coding; what cannot be decoded as it is.
function decoded(bytes: Uint8Array, coding = ''): Uint8Array {
  const { brotliDecompressSync, constants, unzipSync } = process.getBuiltinModule('zlib');
  const { BROTLI_OPERATION_FLUSH: flush, Z_SYNC_FLUSH: finishFlush } = constants;
  try {
    if (!/^(?:br|gzip|x-gzip|deflate)$/i.test(coding) || bytes.length === 0) return bytes;
    return /br/i.test(coding)
      ? brotliDecompressSync(bytes, { finishFlush: flush, maxOutputLength: MAX_DECODED })
      : unzipSync(bytes, { finishFlush, maxOutputLength: MAX_DECODED });
  } catch {
    return bytes;
  }
}
