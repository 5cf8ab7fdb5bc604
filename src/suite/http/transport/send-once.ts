// Sends one composed call once, without pacing and without retries. The body of the reply is decoded when it is first read.

import { parsedJson } from '../../../contract/json/parsed-json.ts';
import type { ResponseMapping } from '../../mapping/learned-names.ts';
import type { Exchange, TransportFailure } from '../../model/exchange.ts';
import { exceedsMaxDepth } from '../../model/limits.ts';
import { type ComposedCall, REASONS } from '../call.ts';
import { interruption, type RunLimitOptions } from '../run-limits.ts';
import { type ReplySizeLimit, type Transport, TransportError, type TransportReply } from './transport.ts';
import { runTracked } from './untracked-requests.ts';

/** The transport of a call, and the limits of one reply. */
type Wire = Pick<RunLimitOptions, 'clock' | 'signal'> & {
  transport: Transport;
  mapping: ResponseMapping;
  /** how long to wait for a reply, in milliseconds */
  timeout: number;
  sizeLimit: ReplySizeLimit;
};

const unrecoverable = new WeakSet<Exchange>();

/** Returns whether the same request may get a readable reply when it is sent again. */
export const mayRecover = (exchange: Exchange): boolean => !unrecoverable.has(exchange);

/** @param id the id of the exchange, such as `x17` @throws RunStopped when the user interrupted the call */
export async function sendOnce(
  call: ComposedCall,
  id: string,
  concurrent: boolean,
  { transport, clock, timeout, signal, sizeLimit, mapping }: Wire,
): Promise<Exchange> {
  const { caller, origin, to, options } = call;
  const { wireBody, ...request } = call.request;
  const startedAt = clock.now();
  let reply: TransportReply | null = null;
  let failure: TransportFailure | null = null;
  let isRecoverable = true;
  try {
    reply = await runTracked(() =>
      transport.send({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: wireBody,
        timeout: options.timeout ?? timeout,
        maxBytes: sizeLimit.maxBytes,
        // An interruption does not abort a write, because the ledger must learn what the write created.
        ...(signal && request.method === 'GET' && origin.purpose !== 'cleanup' ? { signal } : {}),
      }),
    );
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.kind === 'aborted') throw interruption(signal);
    failure = sizeLimit.explain({ kind: error.kind, message: error.message });
    isRecoverable = error.passing;
  }
  const sizeProblem = reply ? sizeLimit.admit(reply) : null;
  if (sizeProblem !== null) {
    reply = null;
    failure = { kind: 'protocol', message: sizeProblem };
    isRecoverable = false;
  }
  const sent = {
    id,
    operation: typeof to === 'string' ? to : null,
    purpose: origin.purpose,
    reason: REASONS[origin.reason].says,
    by: origin.by,
    caller: caller.label,
    deliberateFault: options.deliberateFault ?? null,
    burst: options.burst ?? false,
    concurrent,
    request,
    startedAt,
  };
  const exchange = lazyExchange(sent, reply, failure, clock.now() - startedAt, mapping);
  if (!isRecoverable) unrecoverable.add(exchange);
  return exchange;
}

type SentFields = Omit<
  Exchange,
  'status' | 'headers' | 'header' | 'bytes' | 'text' | 'received' | 'json' | 'failure' | 'ms'
>;

const UTF8 = new TextDecoder();
const NO_REPLY: TransportReply = { status: 0, headers: [], bytes: new Uint8Array() };

/** @param mapping gives the body the contract's names; without it, `json` is the body as received */
export function lazyExchange(
  sent: SentFields,
  reply: TransportReply | null,
  failure: TransportFailure | null,
  ms: number,
  mapping?: Pick<ResponseMapping, 'version' | 'view'>,
): Exchange {
  const { status, headers, bytes } = reply ?? NO_REPLY;
  let text: string | undefined;
  let received: { value: unknown } | undefined;
  let viewed: { value: unknown; version: number } | undefined;
  let byName: Map<string, string> | undefined;
  return {
    ...sent,
    status,
    headers,
    bytes,
    failure,
    ms,
    header(name) {
      byName ??= headersByName(headers);
      return byName.get(name) ?? byName.get(name.toLowerCase()) ?? null;
    },
    get text() {
      text ??= UTF8.decode(bytes);
      return text;
    },
    get received() {
      received ??= { value: exceedsMaxDepth(this.text) ? undefined : parsedJson(this.text) };
      return received.value;
    },
    get json() {
      if (mapping === undefined) return this.received;
      if (viewed?.version !== mapping.version)
        viewed = { version: mapping.version, value: mapping.view(this) };
      return viewed.value;
    },
  };
}

/** The values of repeated headers are joined into one list (RFC 9110, 5.2). */
function headersByName(headers: TransportReply['headers']): Map<string, string> {
  const named = new Map<string, string>();
  for (const [key, value] of headers) {
    const name = key.toLowerCase();
    const before = named.get(name);
    named.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return named;
}
