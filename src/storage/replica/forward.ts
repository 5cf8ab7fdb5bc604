// Sends calls to other replicas over HTTP, and passes their replies on as they arrive.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { AsyncPieces, Call, Reply, TransportFault } from '../../server/http/call.ts';
import type { Owner } from '../world-store.ts';
import { CLOCK, FORWARDED, NOT_OWNER, signCall, TRANSPORT_FAULT } from './forwarded-call.ts';
import type { Forwarded } from './route-call.ts';

/** The connections of a replica to others. */
export type Forwarder = {
  /** Sends a call once. `signal` gives it up. Never rejects. */
  forward(call: Call, to: Owner, signal: AbortSignal): Promise<Forwarded<Reply>>;
  /** Closes all connections. */
  close(): void;
};

/** The other replica refuses the time of the call; `now` is its own time, in ms since 1970. */
type OtherClock = { readonly kind: 'other clock'; readonly now: number };

/** The headers of one connection (RFC 9110 §7.6.1), and those that every connection sets anew. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
  FORWARDED,
]);

/** The largest reply that is read to its end before it is passed on, in bytes: 1 MiB. */
const MAX_WHOLE_BYTES = 1_048_576;
/** How long an unused connection stays open, in ms: less than any server or load balancer keeps one. */
const KEEP_ALIVE_MS = 3000;

/** Creates the connections of a replica. */
export function createForwarder(self: Owner): Forwarder {
  const options = { keepAlive: true, keepAliveMsecs: 1000, timeout: KEEP_ALIVE_MS, maxFreeSockets: 64 };
  const http = process.getBuiltinModule('http');
  const plain = new http.Agent(options);
  let tls: import('node:https').Agent | undefined;
  /** How far the clocks of other replicas are ahead of this one, by the ids of the replicas, in ms. */
  const clocks = new Map<string, number>();

  const send = (call: Call, to: Owner): ClientRequest => {
    const { origin, protocol } = new URL(to.url ?? '');
    const target = targetOf(call);
    const url = new URL(`${origin}/`);
    const headers: Record<string, string> = {};
    // What `Connection` names is kept: the guards of the owner see all headers that the client sent, such as `Origin`.
    for (const [name, value] of Object.entries(call.headers))
      if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = value;
    // HTTP/1.1 demands a host, also where the client sent none; the receiver removes it.
    headers.host ??= url.host;
    headers[FORWARDED] = signCall(call, target, self, to, Date.now() + (clocks.get(to.id) ?? 0));
    if (call.body !== null) headers['content-length'] = String(call.body.length);
    const common = { path: target, method: call.method, headers, setHost: false };
    if (protocol !== 'https:') return http.request(url, { ...common, agent: plain });
    const https = process.getBuiltinModule('https');
    tls ??= new https.Agent(options);
    return https.request(url, { ...common, agent: tls });
  };

  const forwardOnce = (call: Call, to: Owner, signal: AbortSignal): Promise<Forwarded<Reply> | OtherClock> =>
    new Promise((resolve) => {
      let isSent = false;
      let isAnswered = false;
      const failed = (): void => resolve({ kind: isSent ? 'unknown' : 'unsent' });
      if (signal.aborted || to.url === null) return failed();
      let request: ClientRequest;
      try {
        request = send(call, to);
      } catch {
        // The address of the owner is no URL, or Node refuses to write the call.
        return failed();
      }
      const abort = (): void => void request.destroy();
      signal.addEventListener('abort', abort, { once: true });
      call.onAbort?.(abort);
      call.signal?.addEventListener('abort', abort, { once: true });
      request.on('socket', (socket) => {
        if (!socket.connecting) isSent = true;
        else
          socket.once('connect', () => {
            isSent = true;
          });
      });
      request.on('error', failed);
      request.on('close', () => {
        signal.removeEventListener('abort', abort);
        call.signal?.removeEventListener('abort', abort);
        if (!isAnswered) failed();
      });
      request.on('response', (response) => {
        isAnswered = true;
        readReply(call, response).then(resolve, failed);
      });
      request.end(call.body ?? undefined);
    });

  return {
    async forward(call, to, signal) {
      const first = await forwardOnce(call, to, signal);
      if (first.kind !== 'other clock') return first;
      // The call had no effect. It is sent again with the time of the owner's clock.
      clocks.set(to.id, first.now - Date.now());
      const second = await forwardOnce(call, to, signal);
      return second.kind === 'other clock' ? { kind: 'not owner' } : second;
    },
    close() {
      plain.destroy();
      tls?.destroy();
    },
  };
}

/** Returns the path and query by which the receiver finds the world of a call. */
function targetOf({ world, path, query, malformed }: Call): string {
  // A malformed call may have a path that cannot be sent; its reply does not depend on it.
  const sent = malformed && !/^\/[\x21-\x7e]*$/.test(path) ? '/' : path;
  const prefix = world === undefined ? '' : `/w/${world}`;
  return query === '' || malformed ? `${prefix}${sent}` : `${prefix}${sent}?${query}`;
}

/** Converts the reply of another replica. A long reply is passed on as it arrives. */
async function readReply(call: Call, response: IncomingMessage): Promise<Forwarded<Reply> | OtherClock> {
  const status = response.statusCode ?? 502;
  const headers: Record<string, string> = {};
  const { rawHeaders } = response;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers[name] = rawHeaders[at + 1] ?? '';
  }
  if (headers[NOT_OWNER] !== undefined) {
    response.resume();
    const now = Number(headers[CLOCK]);
    return Number.isFinite(now) ? { kind: 'other clock', now } : { kind: 'not owner' };
  }
  const fault = headers[TRANSPORT_FAULT];
  delete headers[TRANSPORT_FAULT];
  const length = response.headers['content-length'];
  const isEmpty = call.method === 'HEAD' || status === 204 || status === 304;
  if (fault === undefined && (isEmpty || length === undefined || Number(length) > MAX_WHOLE_BYTES)) {
    if (length !== undefined) headers['Content-Length'] = length;
    return { kind: 'replied', reply: { status, headers, body: '', pieces: piecesOf(response) } };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk as Uint8Array);
  const body = Buffer.concat(chunks);
  if (fault === undefined) return { kind: 'replied', reply: { status, headers, body } };
  const transportFault: TransportFault = JSON.parse(fault);
  return { kind: 'replied', reply: { status, headers, body, transportFault } };
}

/** Reads a body part by part. To cancel it closes the connection, so that the owner stops sending. */
function piecesOf(response: IncomingMessage): AsyncPieces {
  const parts = response[Symbol.asyncIterator]();
  return { next: () => parts.next(), cancel: () => void response.destroy() };
}
