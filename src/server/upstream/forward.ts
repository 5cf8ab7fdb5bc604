// Sends a call to the upstream as the client sent it, and reads the whole reply. Redirects are not followed.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Call, Reply } from '../http/call.ts';
import { connectionFailure } from '../http/connection-failure.ts';

/** The reply of the upstream. */
export type UpstreamReply = {
  status: number;
  /** values by lower-case name */
  headers: NodeJS.Dict<string[]>;
  /** the body as received */
  bytes: Uint8Array;
  /** the body without its content coding */
  content: Uint8Array;
};

const CODES = { 502: 'BAD_GATEWAY', 503: 'UPSTREAM_BUSY', 504: 'UPSTREAM_TIMEOUT' };
/** Says that there is no reply: the status of a gateway, and a sentence that says what to do. */
const failure = (failed: keyof typeof CODES, why: string) => ({ failed, code: CODES[failed], why });

/** The reply of an upstream that gave none. */
export const NO_REPLY: UpstreamReply = {
  status: 0,
  headers: {},
  bytes: new Uint8Array(),
  content: new Uint8Array(),
};

/** The largest body of a reply that is passed on. */
const MAX_BODY = 64 * 1024 * 1024;
/** How many requests may wait for the upstream at once: more are a loop that leads back to the mock. */
const MAX_WAITING = 256;

/** Headers of one connection (RFC 9110 §7.6.1), of its framing and of its host. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-(?:connection|authenticate|authorization)|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/;
/** Headers of a reply that hold for the address of the upstream only: the mock has its own. */
const OF_ADDRESS = /^(?:access-control-.*|strict-transport-security|alt-svc)$/;

let waiting = 0;

/**
 * Sends a call to the upstream with this base URL, and returns its reply or why there is none. Rejects when the caller gave
 * the call up.
 */
export async function forward(
  base: URL,
  call: Call,
  timeoutMs: number,
): Promise<UpstreamReply | ReturnType<typeof failure>> {
  if (waiting >= MAX_WAITING)
    return failure(
      503,
      `${MAX_WAITING} requests already wait for ${base.origin}. If it leads back to this mock, correct --upstream.`,
    );
  waiting += 1;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const { request } = process.getBuiltinModule(base.protocol === 'https:' ? 'https' : 'http');
    const sent = request({
      ...{ protocol: base.protocol, hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port },
      ...{ method: call.method, path: upstreamPath(base, call), headers: sentHeaders(base, call) },
      agent: false,
      signal: call.signal ? AbortSignal.any([call.signal, deadline]) : deadline,
    });
    // An error is thrown where the reply is awaited and read; later ones change nothing.
    sent.on('error', () => undefined);
    // Node reports no error for a connection that ends with a change of the protocol (101).
    sent.on('close', () => sent.emit('error', CLOSED));
    sent.end(call.body ?? undefined);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status = 0 } = reply;
    if (status < 200 || status > 599)
      return failure(502, `${base.origin} answered with the invalid status ${status}.`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of reply as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_BODY)
        return failure(502, `The reply of ${base.origin} has more than ${MAX_BODY} bytes. Call it directly.`);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const content = decoded(bytes, reply.headers['content-encoding']);
    return { status, headers: reply.headersDistinct, bytes, content };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (deadline.aborted)
      return failure(
        504,
        `${base.origin} gave no whole reply within ${timeoutMs / 1000} seconds. ${INSTEAD}`,
      );
    const why = connectionFailure(error, base.hostname);
    const next = /certificate/.test(why) ? 'Name the file of its CA in NODE_EXTRA_CA_CERTS.' : INSTEAD;
    return failure(502, `No reply of ${base.origin}: ${why} ${next}`);
  } finally {
    waiting -= 1;
  }
}

const CLOSED = Object.assign(new Error(), { code: 'ECONNRESET' });
const INSTEAD = 'Start it, correct --upstream, or let the mock answer the operation with --mock.';

/** Returns the path and query at the upstream of a call below `/v1`. */
export const upstreamPath = ({ pathname }: URL, { path, query }: Call): string =>
  `${pathname.replace(/\/$/, '')}${path.slice('/v1'.length)}${query === '' ? '' : `?${query}`}`;

/**
 * Returns the headers of a call as the upstream gets them: those that the client sent, without those of its connection
 * and those for the mock. No header is added but the `Host` and the framing that HTTP needs: no `Via`, no `X-Forwarded-*`.
 */
function sentHeaders({ host }: URL, { headers, body }: Call): Record<string, string> {
  const listed = listedIn(headers.connection);
  const kept = Object.entries(headers).filter(
    (one): one is [string, string] =>
      one[1] !== undefined &&
      !OF_CONNECTION.test(one[0]) &&
      !one[0].startsWith('x-mock-') &&
      !listed.includes(one[0]),
  );
  return {
    ...Object.fromEntries(kept),
    host,
    ...(body !== null && { 'content-length': String(body.length) }),
  };
}

const listedIn = (connection = ''): string[] =>
  connection.split(',').map((name) => name.trim().toLowerCase());

/** Returns a body without its content coding; a body that cannot be decoded as it is. */
function decoded(bytes: Uint8Array, coding = ''): Uint8Array {
  const { brotliDecompressSync, unzipSync } = process.getBuiltinModule('zlib');
  try {
    if (!/^(?:br|gzip|x-gzip|deflate)$/i.test(coding) || bytes.length === 0) return bytes;
    return (/br/i.test(coding) ? brotliDecompressSync : unzipSync)(bytes, { maxOutputLength: MAX_BODY });
  } catch {
    return bytes;
  }
}

/** Converts the reply of the upstream to the reply that the client gets. */
export function clientReply({ status, headers, bytes }: UpstreamReply): Reply {
  const sent: Record<string, string> = {};
  const listed = listedIn(headers.connection?.join());
  for (const [name, values = []] of Object.entries(headers)) {
    if (OF_CONNECTION.test(name) || OF_ADDRESS.test(name) || listed.includes(name)) continue;
    if (name === 'set-cookie') for (const [n, value] of values.entries()) sent[cookieName(n)] = value;
    else sent[name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())] = values.join(', ');
  }
  return { status, headers: sent, body: bytes };
}

/**
 * Returns a name for one of several `Set-Cookie` headers, which cannot be joined. The headers of a reply have one value a
 * name, and HTTP ignores letter case, so each cookie has another letter case.
 */
const cookieName = (n: number): string =>
  [...'set-cookie']
    .map((letter, at) => ((n >> (at > 3 ? at - 1 : at)) & 1 ? letter.toUpperCase() : letter))
    .join('');
