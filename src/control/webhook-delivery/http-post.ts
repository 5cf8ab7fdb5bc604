// Sends one webhook as an HTTP POST, without following redirects, and describes the outcome.
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connectionFailure } from '../../server/http/connection-failure.ts';
import type { DeliveryOutcome, OutboundRequest } from '../../server/outbox-queue.ts';
import { type Egress, EgressRefusal } from './egress.ts';

export type HttpPostOptions = {
  /** The egress rules, which decide which receivers are permitted. */
  egress: Egress;
  /** How long the receiver may take until its reply begins, in ms; this includes resolving its host name. */
  timeoutMs: number;
  /** The signal that aborts the request. */
  signal: AbortSignal;
};

/** How many bytes of a reply body, which is not used, are read before the connection is closed. */
const MAX_DRAINED_BYTES = 65_536;

/**
 * Sends a message.
 * @returns the outcome, also when sending fails; the promise never rejects
 */
export async function httpPost(
  { url, headers, body, page = null }: OutboundRequest,
  { egress, timeoutMs, signal }: HttpPostOptions,
): Promise<DeliveryOutcome> {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return { failure: `${url} is no http or https URL.` };
  const { refusal, lookup } = egress({ host: target.hostname, port: portOf(target), page });
  if (refusal !== null) return { failure: refusal };
  // Node's HTTP client accepts a lookup function, which checks the IP addresses; `fetch` accepts none.
  const { request } = process.getBuiltinModule(target.protocol === 'https:' ? 'https' : 'http');
  const deadline = AbortSignal.timeout(timeoutMs);
  const startedAt = performance.now();
  const bytes = Buffer.from(body);
  try {
    const sent = request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(bytes.length) },
      agent: false,
      lookup,
      signal: AbortSignal.any([signal, deadline]),
    });
    // An error after the reply began changes nothing.
    sent.on('error', () => undefined);
    sent.end(bytes);
    const [reply, socket] = (await Promise.race([once(sent, 'response'), once(sent, 'upgrade')])) as [
      IncomingMessage,
      Socket?,
    ];
    const outcome = deliveryOutcome(reply, performance.now() - startedAt);
    if (socket === undefined) drain(reply, sent);
    else socket.on('error', () => undefined).destroy();
    return outcome;
  } catch (error) {
    return {
      failure: deadline.aborted
        ? `There was no answer within ${timeoutMs / 1000} seconds.`
        : error instanceof EgressRefusal
          ? error.message
          : connectionFailure(error, target.hostname),
    };
  }
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

function deliveryOutcome({ statusCode = 0, headers }: IncomingMessage, ms: number): DeliveryOutcome {
  if (statusCode < 100 || statusCode > 599)
    return { failure: `The answer has the status ${statusCode}, which does not exist.` };
  return {
    status: statusCode,
    ms: Math.round(ms),
    retryAfter: retryAfterSeconds(headers['retry-after'], headers.date),
  };
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

// Parses a `Retry-After` header into seconds (RFC 9110 §10.2.3): a number of seconds, or a date, from which the date in
// the receiver's `Date` header is subtracted.
function retryAfterSeconds(header: string | undefined, date: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const until = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const now = Date.parse(date ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

// Reads and discards the reply body up to a size limit; the deadline of the request also ends the reading.
function drain(reply: IncomingMessage, sent: ClientRequest): void {
  let size = 0;
  reply.on('error', () => {});
  reply.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) sent.destroy();
  });
}
