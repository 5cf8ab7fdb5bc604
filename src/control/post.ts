// Delivers bytes to a URL: one POST, no redirect followed, and what came of it as the receiver would tell it.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Outcome, Parcel } from '../server/outgoing.ts';
import { type Egress, EgressRefusal } from './egress.ts';

export type PostOptions = {
  egress: Egress;
  /** how long the answer may take to begin, in ms, from the first look at the name */
  patience: number;
  /** given up when it aborts */
  signal: AbortSignal;
};

/** How much of an answer's body is taken in, in bytes, before the connection is cut: nobody reads it. */
const BODY = 65_536;

/** Sends a parcel. Never rejects: that it could not be sent is an outcome too. */
export function post({ url, headers, body }: Parcel, options: PostOptions): Promise<Outcome> {
  const { egress, patience, signal } = options;
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return failed(`${url} is no http or https URL.`);
  const refusal = egress.refusal(target.hostname);
  if (refusal !== null) return failed(refusal);
  // Node's own client rather than a fetch: it takes a lookup of ours, which is where addresses are judged.
  const { request } = process.getBuiltinModule(target.protocol === 'https:' ? 'https' : 'http');

  return new Promise((resolve) => {
    const began = performance.now();
    const bytes = Buffer.from(body);
    let late = false;
    const sent = request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(bytes.length) },
      agent: false,
      lookup: egress.lookup,
      signal,
    });
    const deadline = setTimeout(() => {
      late = true;
      sent.destroy();
    }, patience);
    sent.on('close', () => clearTimeout(deadline));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      resolve({
        failure: late ? `There was no answer within ${patience / 1000} seconds.` : why(error, target),
      });
    });
    sent.on('upgrade', (answer: IncomingMessage, socket) => {
      socket.destroy();
      clearTimeout(deadline);
      resolve(outcomeOf(answer, performance.now() - began));
    });
    sent.on('response', (answer: IncomingMessage) => {
      resolve(outcomeOf(answer, performance.now() - began));
      drain(answer, sent);
    });
    sent.end(bytes);
  });
}

const failed = (failure: string): Promise<Outcome> => Promise.resolve({ failure });

function outcomeOf({ statusCode = 0, headers }: IncomingMessage, ms: number): Outcome {
  if (statusCode > 599) return { failure: `The answer has the status ${statusCode}, which does not exist.` };
  return {
    status: statusCode,
    ms: Math.round(ms),
    retryAfter: secondsOf(headers['retry-after'], headers.date),
  };
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** `Retry-After` in seconds (RFC 9110 §10.2.3): a number, or a date by the receiver's own clock. */
function secondsOf(asked: string | undefined, date: string | undefined): number | null {
  if (asked === undefined) return null;
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  const until = HTTP_DATE.test(asked) ? Date.parse(asked) : Number.NaN;
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
    if (size > BODY) sent.destroy();
  });
}

function why(error: NodeJS.ErrnoException, { hostname }: URL): string {
  if (error instanceof EgressRefusal) return error.message;
  // A name with several addresses fails with all their errors in one.
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  const { code = '' } = first;
  if (code === 'ABORT_ERR') return 'The mock stopped before there was an answer.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${hostname} leads to no address.`;
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return 'The connection was closed before there was an answer.';
  if (code.startsWith('HPE_')) return `The answer was no valid HTTP (${code}).`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'The endpoint does not speak TLS as it should.';
  if (/CERT|TLS|UNABLE_TO|SELF_SIGNED/.test(code)) return `The certificate is not to be trusted (${code}).`;
  return `The delivery failed (${code || first.message.replace(/\s+/g, ' ').slice(0, 200)}).`;
}
