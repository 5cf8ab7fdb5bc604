// Sends one prepared call once, without pacing and without retries, and returns the exchange.
import { operation } from '../../../contract/operations.ts';
import type { ReplyView } from '../../mapping/reply-view.ts';
import type { Clock } from '../../model/clock.ts';
import type { SendOptions } from '../../model/context.ts';
import type { Exchange, TransportFailure } from '../../model/exchange.ts';
import type { Caller, RequestOrigin } from '../caller.ts';
import type { RateKey } from '../rate-limits/pacing.ts';
import { interruption } from '../run-limits.ts';
import type { ComposedRequest, Destination } from './compose.ts';
import { lazyExchange } from './lazy-exchange.ts';
import type { ReplySizeLimit } from './reply-size-limit.ts';
import { type Transport, TransportError, type TransportReply } from './transport.ts';
import { runTracked } from './untracked-requests.ts';

/** A call with its composed request, after the write guard has approved it. */
export type PreparedCall = {
  caller: Caller;
  origin: RequestOrigin;
  to: Destination;
  options: SendOptions;
  request: ComposedRequest;
  rateKey: RateKey;
};

/** The functions of the target client that retries and concurrent sends call. */
export type SendSteps = {
  /** Waits until `n` requests may be sent, within the limits of the run. */
  acquire(rateKey: RateKey, n: number, origin: RequestOrigin): Promise<void>;
  /**
   * Sends a call once and learns from the reply. @param concurrent whether other calls are sent at the same moment
   */
  sendOnce(call: PreparedCall, concurrent: boolean): Promise<Exchange>;
  /** Pauses before a retry. @param ms milliseconds */
  wait(ms: number, origin: RequestOrigin): Promise<void>;
};

/** The transport of a call, and the limits of one reply. */
export type Wire = {
  transport: Transport;
  clock: Clock;
  /** how long to wait for a reply when the call sets no time-out, in milliseconds */
  timeout: number;
  signal: AbortSignal | undefined;
  sizeLimit: ReplySizeLimit;
  mapping?: ReplyView | undefined;
};

/**
 * Sends a call once.
 * @param id the id of the exchange, such as `x17`
 * @returns the exchange, and whether the same request may get a readable reply when it is sent again
 * @throws RunStopped when the user interrupted the call
 */
export async function sendOnce(
  call: PreparedCall,
  id: string,
  concurrent: boolean,
  { transport, clock, timeout, signal, sizeLimit, mapping }: Wire,
): Promise<{ exchange: Exchange; mayRecover: boolean }> {
  const { caller, origin, to, options } = call;
  const { wireBody, ...request } = call.request;
  const startedAt = clock.now();
  let reply: TransportReply | null = null;
  let failure: TransportFailure | null = null;
  let mayRecover = true;
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
    mayRecover = error.passing;
  }
  const sizeProblem = reply ? sizeLimit.admit(reply) : null;
  if (sizeProblem !== null) {
    reply = null;
    failure = { kind: 'protocol', message: sizeProblem };
    mayRecover = false;
  }
  const sent = {
    id,
    operation: typeof to === 'string' ? to : null,
    purpose: origin.purpose,
    by: origin.by,
    caller: caller.label,
    deliberateFault: options.deliberateFault ?? null,
    burst: options.burst ?? false,
    concurrent,
    request,
    startedAt,
  };
  return { exchange: lazyExchange(sent, reply, failure, clock.now() - startedAt, mapping), mayRecover };
}

/** Returns the rate limit that a call of this caller counts against. */
export function rateKeyFor(caller: Caller, to: Destination): RateKey {
  if (typeof to !== 'string') return { caller: caller.budgetOwner, operation: '', auth: false };
  return { caller: caller.budgetOwner, operation: to, auth: operation(to).rateClass === 'auth' };
}
