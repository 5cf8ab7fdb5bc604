// Decides after each reply whether the call is sent again, and waits before it is.
import type { Clock } from '../model/clock.ts';
import type { Exchange } from '../model/exchange.ts';
import { firewallOf } from '../model/intermediary.ts';
import { CheckEnded } from '../model/outcome.ts';
import { type Availability, GATEWAY_STATUSES } from './availability.ts';
import type { Pacing } from './rate-limits/pacing.ts';
import { parseRetryAfter } from './rate-limits/rate-headers.ts';
import { describeDestination } from './transport/compose.ts';
import type { PreparedCall } from './transport/send-once.ts';
import { availabilityProbe, type UnansweredDeps, type UnansweredRequests } from './unanswered.ts';

/**
 * The most tries of one call while a gateway replies that the service is unavailable; the last one ends the check,
 * not the run.
 */
export const MAX_GATEWAY_TRIES = 5;
/** The longest `Retry-After` of a gateway that the suite waits for, in milliseconds. */
const MAX_RETRY_AFTER_MS = 30_000;

/** The dependencies of the decision about a retry. */
export type RetryDeps = UnansweredDeps & {
  clock: Clock;
  pacing: Pacing;
  availability: Availability;
  unanswered: UnansweredRequests;
};

/**
 * Decides whether a call is sent again, and waits before it is.
 * @param attempt 1 for the first try of the call
 * @returns false when the exchange is final
 * @throws CheckEnded (inconclusive) when no usable reply arrives after all tries
 * @throws RunStopped when the target counts as unreachable
 */
export async function shouldRetry(
  exchange: Exchange,
  attempt: number,
  call: PreparedCall,
  deps: RetryDeps,
): Promise<boolean> {
  const { failure } = exchange;
  if (failure)
    return !call.options.mayFail && deps.unanswered.shouldRepeat(exchange, failure, attempt, call, deps);
  if (!call.options.burst && GATEWAY_STATUSES.has(exchange.status))
    return retryAfterGatewayReply(exchange, attempt, call, deps);
  if (!call.options.burst && exchange.status === 429)
    return retryAfterRejection(exchange, attempt, call, deps);
  deps.pacing.noteAccepted(call.rateKey);
  assertFromService(exchange, call);
  return false;
}

/**
 * Ends a check whose call a firewall answered in place of the service. A refused log-in is reported with its
 * credential.
 * @throws CheckEnded (inconclusive)
 */
function assertFromService(exchange: Exchange, { to, origin }: PreparedCall): void {
  const firewall = origin.purpose === 'login' || origin.purpose === 'proof' ? null : firewallOf(exchange);
  if (firewall === null) return;
  throw inconclusive(
    `${describeDestination(to)} was answered ${exchange.status} by the firewall ${firewall} and not by the API: let the address of the suite pass, or call the API behind it`,
    exchange,
  );
}

async function retryAfterGatewayReply(
  exchange: Exchange,
  attempt: number,
  { to, origin, options, request }: PreparedCall,
  { clock, steps, probe, availability }: RetryDeps,
): Promise<boolean> {
  const { status } = exchange;
  // The service did not process a request that got a 503; sending a read, clean-up call or invalid request twice does
  // no harm.
  const isSafe =
    status === 503 ||
    request.method === 'GET' ||
    origin.purpose === 'cleanup' ||
    options.deliberateFault !== undefined;
  if (isSafe && attempt < MAX_GATEWAY_TRIES) {
    const waitMs = gatewayWaitMs([exchange], attempt, clock);
    availability.assertOutageMayEnd(exchange, waitMs);
    await steps.wait(waitMs, origin);
    return true;
  }
  // The invalid request may have caused the gateway's reply; a valid read shows whether the service is unavailable for
  // every caller.
  if (options.deliberateFault !== undefined) {
    const probeReply = await probe(availabilityProbe(to), origin);
    if (!GATEWAY_STATUSES.has(probeReply.status)) return false;
  }
  throw gatewayError(to, exchange);
}

function retryAfterRejection(
  exchange: Exchange,
  attempt: number,
  { to, rateKey }: PreparedCall,
  { pacing, availability }: RetryDeps,
): boolean {
  availability.assertWorthWaiting(pacing.requestedWaitMs(exchange.header, attempt));
  // The wait takes place in the next call of `acquire`.
  if (pacing.noteRejection(rateKey, exchange.header, attempt)) return true;
  availability.assertAccepted();
  const message = `${describeDestination(to)} was refused with 429 ${attempt} times in a row`;
  throw inconclusive(message, exchange);
}

/**
 * Returns how long to wait after gateway replies, in milliseconds: the longest `Retry-After`, or else one second per
 * try, at most 30 s.
 */
export function gatewayWaitMs(replies: readonly Exchange[], attempt: number, clock: Clock): number {
  const requested = replies.flatMap(({ header }) => parseRetryAfter(header, clock.now()) ?? []);
  const waitMs = requested.length > 0 ? Math.max(...requested) : 1000 * attempt;
  return Math.min(waitMs, MAX_RETRY_AFTER_MS);
}

/**
 * Creates the error that ends a check whose call got only gateway replies. @param others further exchanges as
 * evidence
 */
export const gatewayError = (
  to: PreparedCall['to'],
  exchange: Exchange,
  others: readonly Exchange[] = [],
): CheckEnded =>
  inconclusive(`${describeDestination(to)} was answered ${exchange.status} by a gateway`, [
    exchange,
    ...others,
  ]);

const inconclusive = (message: string, exchange: Exchange | readonly Exchange[]): CheckEnded =>
  new CheckEnded('inconclusive', message, { evidence: { exchange }, inconclusiveCause: 'transient' });
