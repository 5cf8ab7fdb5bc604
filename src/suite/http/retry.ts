// Decides after each reply whether a call is sent again (`REASONS`), and waits before it is. It finds out whether the target
// still answers other calls, and remembers the requests that the target does not answer.
import { type Operation, type OperationId, operation, operations } from '../../contract/operations.ts';
import type { Clock } from '../model/clock.ts';
import type { Exchange, TransportFailure } from '../model/exchange.ts';
import { firewallOf } from '../model/intermediary.ts';
import { type CheckEnded, inconclusive, RunStopped } from '../model/outcome.ts';
import {
  anonymous,
  because,
  type Call,
  type ComposedCall,
  REASONS,
  type RequestOrigin,
  rateKeyFor,
} from './call.ts';
import type { Pacing } from './rate-limits/pacing.ts';
import { parseRetryAfter } from './rate-limits/rate-budget.ts';
import { GATEWAY_STATUSES } from './rate-limits/refusals.ts';
import { describeDestination } from './transport/compose.ts';
import { mayRecover } from './transport/send-once.ts';

const MAX_RETRY_AFTER_MS = 30_000;
const MAX_BATCH_TRIES = 6;
/** After how many calls without a reply, each beside an answered one, a request is not sent again. */
const MAX_CONFIRMATIONS = 2;
const MAX_OTHER_ENDPOINTS = 2;
const PROBES: readonly OperationId[] = ['getCurrentUser', 'listCustomers'];

type RetryDeps = {
  clock: Clock;
  pacing: Pacing;
  sendWithinBudget(call: Call): Promise<Exchange>;
  wait(ms: number, origin: RequestOrigin): Promise<void>;
};

/** The tries of one call: the number of this one, and whether another call was answered after a try without a reply. */
export type Tries = { attempt: number; otherAnswered?: OperationId };

/** Repeats the calls of a run that the target did not process. */
export class Retries {
  readonly #deps: RetryDeps;
  /** kind of a request → how often it got no reply beside an answered call, and the last such exchange */
  readonly #unanswered = new Map<string, { count: number; exchange: Exchange }>();
  #hasReplied = false;

  constructor(deps: RetryDeps) {
    this.#deps = deps;
  }

  noteReply(): void {
    this.#hasReplied = true;
  }

  /** Refuses a call whose request has got no reply before, time and again. @throws CheckEnded (inconclusive) */
  assertAnswered(call: Call): void {
    const found = this.#unanswered.get(requestKind(call));
    if (found === undefined || found.count < MAX_CONFIRMATIONS) return;
    throw inconclusive(
      `${describeRequest(call)} is not sent again: it got no reply ${found.count} times while other calls were answered`,
      { exchange: found.exchange },
    );
  }

  /**
   * Returns the reason to send a call again, after the wait that it asks for; null when its reply counts.
   * @throws CheckEnded (inconclusive) when no usable reply arrives after all tries; RunStopped when none ever does
   */
  async prepareRepeat(
    exchange: Exchange,
    call: Call,
    tries: Tries,
  ): Promise<'lost' | 'gateway' | 'limited' | null> {
    const { failure, status } = exchange;
    const { burst = false, mayFail = false } = call.options;
    if (failure) {
      if (mayFail) return null;
      await this.#afterNoReply(exchange, failure, call, tries);
      return 'lost';
    }
    if (!burst && GATEWAY_STATUSES.has(status))
      return (await this.#afterGateway(exchange, call, tries)) ? 'gateway' : null;
    if (!burst && status === 429) {
      const rateKey = rateKeyFor(call.caller, call.to);
      if (this.#deps.pacing.noteRejection(rateKey, exchange.header, tries.attempt)) return 'limited';
      const message = `${describeDestination(call.to)} was refused with 429 ${tries.attempt} times in a row`;
      throw inconclusive(message, { exchange, cause: 'transient' });
    }
    assertFromService(exchange, call);
    return null;
  }

  /**
   * Sends calls at the same moment. A batch that is wholly refused with 429 is sent again, because the target has then
   * processed none of the calls; so is a call that got a 503, with the same bytes.
   * @param release sends calls at the same moment, paced as one batch
   * @returns one exchange per call, in the order of the calls; a 429 to only some of the calls, and a failed call, is
   * returned and not repeated
   * @throws CheckEnded (inconclusive) when a gateway still replies in place of the service after all tries
   */
  async repeatBatch(
    first: ComposedCall,
    batch: readonly ComposedCall[],
    release: (calls: readonly ComposedCall[]) => Promise<Exchange[]>,
  ): Promise<Exchange[]> {
    const { pacing, clock, wait } = this.#deps;
    let replies = await release(batch);
    for (let attempt = 1; attempt < MAX_BATCH_TRIES; attempt++) {
      const unavailable = batch.filter((_, at) => replies[at]?.status === 503);
      const [reply] = replies;
      if (reply && replies.every(({ status }) => status === 429)) {
        pacing.block(rateKeyFor(first.caller, first.to), reply.header, attempt + 1);
        replies = await release(batch.map((call) => because('limited', call)));
      } else if (unavailable.length > 0) {
        await wait(Math.max(1000 * attempt, gatewayWaitMs(replies, attempt, clock)), first.origin);
        const repeated = await release(unavailable.map((call) => because('gateway', call)));
        replies = replies.map((one) => (one.status === 503 && repeated.shift()) || one);
      } else break;
    }
    const gatewayReply = replies.find(({ status }) => GATEWAY_STATUSES.has(status));
    if (gatewayReply) throw gatewayError(first, gatewayReply, replies);
    return replies;
  }

  /** Returns whether a call is sent again after the reply of a gateway; false where an invalid request has caused it. */
  async #afterGateway(exchange: Exchange, call: Call, { attempt }: Tries): Promise<boolean> {
    const { status, request } = exchange;
    const { to, origin, options } = call;
    const { pacing, clock, wait } = this.#deps;
    // The service did not process a request that got a 503; sending a read, clean-up call or invalid request twice does
    // no harm.
    const isSafe =
      status === 503 ||
      request.method === 'GET' ||
      origin.purpose === 'cleanup' ||
      options.deliberateFault !== undefined;
    if (isSafe && attempt <= REASONS.gateway.repeats) {
      const waitMs = gatewayWaitMs([exchange], attempt, clock);
      pacing.refusals.assertOutageMayEnd(exchange, waitMs);
      await wait(waitMs, origin);
      return true;
    }
    // The invalid request may have caused the gateway's reply; a valid read shows whether the service is unavailable for
    // every caller.
    if (options.deliberateFault !== undefined) {
      const reply = await this.#probe(availabilityProbe(to), call);
      if (!GATEWAY_STATUSES.has(reply.status)) return false;
    }
    throw gatewayError(call, exchange);
  }

  /** @throws CheckEnded (inconclusive) when the target answers other calls; RunStopped when it answers none */
  async #afterNoReply(
    exchange: Exchange,
    { kind: failed, message }: TransportFailure,
    call: Call,
    tries: Tries,
  ): Promise<void> {
    if (failed === 'tls') throw new RunStopped('unreachable', `no TLS connection: ${message}`);
    const kind = requestKind(call);
    const known = this.#unanswered.get(kind);
    const confirm = (): void => {
      this.#unanswered.set(kind, { count: (known?.count ?? 0) + 1, exchange });
    };
    // Over a refused connection no request was sent.
    const isRepeatable = failed === 'refused' || hasNoFurtherEffect(exchange);
    const isWorthIt = known === undefined && isRepeatable && mayRecover(exchange);
    // After a time-out there is one repeat fewer, because each takes long.
    if (isWorthIt && tries.attempt <= REASONS.lost.repeats - (failed === 'timeout' ? 1 : 0))
      return this.#deps.wait(REASONS.lost.waitMs(tries.attempt), call.origin);
    // A malformed reply comes from a target that answers, provided that it has sent a readable reply before.
    if (failed === 'protocol' && this.#hasReplied) {
      // What such a call creates cannot be removed, because its id is not known.
      if (!isRepeatable) confirm();
      throw inconclusive(`${describeRequest(call)} got no reply: ${message}`, { exchange });
    }
    const other = tries.otherAnswered ?? (await this.#answeredEndpoint(call));
    if (other === null) {
      const when = this.#hasReplied ? 'the target stopped answering' : 'the target never answered';
      const bound = failed === 'timeout' ? ' to any of the last calls (--timeout sets another limit)' : '';
      throw new RunStopped('unreachable', `${when}: ${message}${bound}`);
    }
    // The rule about unanswered requests needs a failure before the answered call and one after it.
    if (isWorthIt && tries.otherAnswered === undefined) {
      tries.otherAnswered = other;
      return;
    }
    confirm();
    throw inconclusive(
      `${describeRequest(call)} got no reply (${message}), while ${describeDestination(other)} was answered`,
      { exchange },
    );
  }

  async #answeredEndpoint(call: Call): Promise<OperationId | null> {
    const others = [availabilityProbe(call.to), ...PROBES].filter((id) => id !== call.to);
    for (const [at, id] of [...new Set(others)].slice(0, MAX_OTHER_ENDPOINTS).entries()) {
      if (at > 0) await this.#deps.wait(1000, call.origin);
      const reply = await this.#probe(id, call);
      if (reply.failure === null && !GATEWAY_STATUSES.has(reply.status)) return id;
    }
    return null;
  }

  #probe(to: OperationId, { origin }: Call): Promise<Exchange> {
    const call = { as: anonymous, caller: anonymous, origin, to, options: {} };
    return this.#deps.sendWithinBudget(because('alive', call, 'proof'));
  }
}

/** Ends a check whose call a firewall answered; a refused log-in is reported with its credential. @throws CheckEnded */
function assertFromService(exchange: Exchange, { to, origin }: Call): void {
  const firewall = origin.purpose === 'login' || origin.purpose === 'proof' ? null : firewallOf(exchange);
  if (firewall === null) return;
  throw inconclusive(
    `${describeDestination(to)} was answered ${exchange.status} by the firewall ${firewall} and not by the API: let the address of the suite pass, or call the API behind it`,
    { exchange, cause: 'transient' },
  );
}

/** Returns how long to wait after gateway replies: the longest `Retry-After`, or else as `REASONS` says. */
function gatewayWaitMs(replies: readonly Exchange[], attempt: number, clock: Clock): number {
  const requested = replies.flatMap(({ header }) => parseRetryAfter(header, clock.now()) ?? []);
  if (requested.length === 0) return REASONS.gateway.waitMs(attempt);
  return Math.min(Math.max(...requested), MAX_RETRY_AFTER_MS);
}

/** Creates the error of a call that got only gateway replies. @param others further exchanges as evidence */
const gatewayError = ({ to }: Call, exchange: Exchange, others: readonly Exchange[] = []): CheckEnded =>
  inconclusive(`${describeDestination(to)} was answered ${exchange.status} by a gateway`, {
    exchange: [exchange, ...others],
    cause: 'transient',
  });

function availabilityProbe(to: Call['to']): OperationId {
  const area = typeof to === 'string' ? operation(to).area : '';
  const list: Operation | undefined = operations.find(
    (candidate) => candidate.area === area && candidate.method === 'GET' && !candidate.path.includes('{'),
  );
  return list?.id ?? 'getCurrentUser';
}

/** A GET changes nothing, a PUT has the same effect twice (RFC 9110, 9.2.2), and an invalid request has none. */
const hasNoFurtherEffect = ({ request, deliberateFault }: Exchange): boolean =>
  ['GET', 'PUT'].includes(request.method) || deliberateFault !== null;

/** Returns whether a call got no reply and may have had an effect: a second call with fresh data shows more. */
export const isUnrepeated = (exchange: Exchange): boolean =>
  (exchange.failure?.kind === 'reset' || exchange.failure?.kind === 'timeout') &&
  !hasNoFurtherEffect(exchange);

const requestKind = ({ to, options }: Call): string =>
  `${typeof to === 'string' ? to : `${to.method} ${to.path.split('?')[0]}`} ${options.deliberateFault ?? ''}`;

const describeRequest = ({ to, options }: Call): string =>
  `${describeDestination(to)}${options.deliberateFault === undefined ? '' : ` (on purpose: ${options.deliberateFault})`}`;
