// Delivers bytes to a URL: one POST, no redirect followed, and what came of it as the receiver would tell it.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { runContained } from '../server/background.ts';
import type { DeliveryOutcome, OutboundRequest } from '../server/outbox-queue.ts';
import { type Egress, EgressRefusal } from './egress.ts';

export type HttpPostOptions = {
  egress: Egress;
  /** how long the answer may take to begin, in ms, from the first look at the name */
  timeoutMs: number;
  /** given up when it aborts */
  signal: AbortSignal;
};

/** How much of an answer's body is taken in, in bytes, before the connection is cut: nobody reads it. */
const MAX_DRAINED_BYTES = 65_536;

/** Sends a parcel. Never rejects: that it could not be sent is an outcome too. */
export function httpPost(
  { url, headers, body, page = null }: OutboundRequest,
  options: HttpPostOptions,
): Promise<DeliveryOutcome> {
  const { egress, timeoutMs, signal } = options;
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return failedOutcome(`${url} is no http or https URL.`);
  const route = egress({ host: target.hostname, port: portOf(target), page });
  if (route.refusal !== null) return failedOutcome(route.refusal);
  // Node's own client rather than a fetch: it takes a lookup of ours, which is where addresses are judged.
  const { request } = process.getBuiltinModule(target.protocol === 'https:' ? 'https' : 'http');

  return new Promise((resolve) => {
    const began = performance.now();
    const bytes = Buffer.from(body);
    let late = false;
    let sent: ClientRequest | undefined;
    /** What goes wrong in a callback is the failure of this delivery. */
    const within = <A extends unknown[]>(run: (...given: A) => void): ((...given: A) => void) =>
      runContained(
        (error) => {
          resolve({ failure: failureSentence(error, target) });
          sent?.destroy();
        },
        url,
        run,
      );
    within(() => {
      sent = request(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(bytes.length) },
        agent: false,
        lookup: route.lookup,
        signal,
      });
      const call = sent;
      const giveUp = within(() => {
        late = true;
        call.destroy();
      });
      const deadline = setTimeout(giveUp, timeoutMs);
      const tell = (answer: IncomingMessage): void =>
        resolve(deliveryOutcome(answer, performance.now() - began));
      call.on(
        'error',
        within((error: unknown) => {
          resolve({
            failure: late
              ? `There was no answer within ${timeoutMs / 1000} seconds.`
              : failureSentence(error, target),
          });
        }),
      );
      call.on('close', () => {
        clearTimeout(deadline);
        resolve({ failure: CLOSED });
      });
      call.on(
        'upgrade',
        within((answer: IncomingMessage, socket: Socket) => {
          socket.on('error', () => {});
          socket.destroy();
          clearTimeout(deadline);
          tell(answer);
        }),
      );
      call.on(
        'response',
        within((answer: IncomingMessage) => {
          tell(answer);
          drain(answer, call);
        }),
      );
      call.end(bytes);
    })();
  });
}

/** The port of a URL, named or not. */
const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

const failedOutcome = (failure: string): Promise<DeliveryOutcome> => Promise.resolve({ failure });

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

/** `Retry-After` in seconds (RFC 9110 §10.2.3): a number, or a date by the receiver's own clock. */
function retryAfterSeconds(header: string | undefined, date: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const until = HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const now = Date.parse(date ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}

/** Lets a receiver finish what it has to say, as long as that is little; the deadline cuts it off too. */
function drain(answer: IncomingMessage, sent: ClientRequest): void {
  let size = 0;
  answer.on('error', () => {});
  answer.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) sent.destroy();
  });
}

const CLOSED = 'The connection was closed before there was an answer.';

function failureSentence(error: unknown, { hostname }: URL): string {
  if (error instanceof EgressRefusal) return error.message;
  // A name with several addresses fails with all their errors in one.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = signatureOf(first);
  if (code === 'ABORT_ERR') return 'The mock stopped before there was an answer.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${hostname} leads to no address.`;
  if (code === 'ECONNRESET' || code === 'EPIPE') return CLOSED;
  if (code.startsWith('HPE_')) return `The answer was no valid HTTP (${code}).`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'The endpoint does not speak TLS as it should.';
  if (/CERT|TLS|UNABLE_TO|SELF_SIGNED/.test(code)) return `The certificate is not to be trusted (${code}).`;
  return `The delivery failed (${code || message.replace(/\s+/g, ' ').slice(0, 200)}).`;
}

function signatureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message };
}
