// Handles calls that got no reply: repeats them, finds out whether the target still answers other calls, and remembers
// the requests that the target does not answer.
import { type Operation, type OperationId, operation, operations } from '../../contract/operations.ts';
import type { Exchange, TransportFailure } from '../model/exchange.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';
import { GATEWAY_STATUSES } from './availability.ts';
import type { RequestOrigin } from './caller.ts';
import { describeDestination } from './transport/compose.ts';
import type { PreparedCall, SendSteps } from './transport/send-once.ts';

/** The most tries of one call that gets no reply; after a time-out one try fewer, because each takes long. */
const MAX_TRIES = 3;
/** After how many calls without a reply, each beside an answered one, a request is not sent again. */
const MAX_CONFIRMATIONS = 2;
/** How many other endpoints are called before the target counts as unreachable. */
const MAX_OTHER_ENDPOINTS = 2;

/** The functions of the target client that handle a call without a reply. */
export type UnansweredDeps = {
  steps: SendSteps;
  /** Returns whether the same request may get a readable reply when it is sent again. */
  mayRecover(exchange: Exchange): boolean;
  /** Sends a valid read without a credential once. */
  probe(operation: OperationId, origin: RequestOrigin): Promise<Exchange>;
};

/** The requests of a run that got no reply although the target answered other calls. */
export class UnansweredRequests {
  /** kind of a request → how often it got no reply beside an answered call, and the last such exchange */
  readonly #confirmed = new Map<string, { count: number; exchange: Exchange }>();
  #hasReplied = false;

  /** Records that the target sent a reply. */
  noteReply(): void {
    this.#hasReplied = true;
  }

  /**
   * Refuses a call whose request has got no reply before, time and again.
   * @throws CheckEnded (inconclusive)
   */
  assertAnswered(call: PreparedCall): void {
    const found = this.#confirmed.get(requestKind(call));
    if (found === undefined || found.count < MAX_CONFIRMATIONS) return;
    throw inconclusive(
      `${describeRequest(call)} is not sent again: it got no reply ${found.count} times while other calls were answered`,
      found.exchange,
    );
  }

  /**
   * Decides what follows a call without a reply.
   * @param attempt 1 for the first try of the call
   * @returns true when the call is to be repeated
   * @throws CheckEnded (inconclusive) when the target answers other calls
   * @throws RunStopped when the target answers no call
   */
  async shouldRepeat(
    exchange: Exchange,
    failure: TransportFailure,
    attempt: number,
    call: PreparedCall,
    deps: UnansweredDeps,
  ): Promise<boolean> {
    if (failure.kind === 'tls') throw new RunStopped('unreachable', `no TLS connection: ${failure.message}`);
    const kind = requestKind(call);
    const known = this.#confirmed.get(kind);
    const tries = known ? 1 : failure.kind === 'timeout' ? MAX_TRIES - 1 : MAX_TRIES;
    if (isRepeatable(call, failure) && deps.mayRecover(exchange) && attempt < tries) {
      await deps.steps.wait(200 * attempt, call.origin);
      return true;
    }
    // A malformed reply comes from a target that answers, provided that it has sent a readable reply before.
    if (failure.kind === 'protocol' && this.#hasReplied) {
      // What such a call creates cannot be removed, because its id is not known.
      if (!isRepeatable(call, failure))
        this.#confirmed.set(kind, { count: (known?.count ?? 0) + 1, exchange });
      throw inconclusive(`${describeRequest(call)} got no reply: ${failure.message}`, exchange);
    }
    const other = await this.#answeredEndpoint(call, deps);
    if (other === null) {
      const when = this.#hasReplied ? 'the target stopped answering' : 'the target never answered';
      const bound =
        failure.kind === 'timeout' ? ' to any of the last calls (--timeout sets another limit)' : '';
      throw new RunStopped('unreachable', `${when}: ${failure.message}${bound}`);
    }
    // The rule about unanswered requests needs a failure before the answered call and one after it.
    if (known === undefined && isRepeatable(call, failure) && deps.mayRecover(exchange)) {
      const again = await deps.steps.sendOnce(call, false);
      if (again.failure === null) return true;
    }
    this.#confirmed.set(kind, { count: (known?.count ?? 0) + 1, exchange });
    throw inconclusive(
      `${describeRequest(call)} got no reply (${failure.message}), while ${describeDestination(other)} was answered`,
      exchange,
    );
  }

  /** Calls other endpoints until one is answered. @returns null when none is answered */
  async #answeredEndpoint({ to, origin }: PreparedCall, { probe, steps }: UnansweredDeps) {
    const others = [availabilityProbe(to), ...PROBES].filter((id) => id !== to);
    for (const [at, id] of [...new Set(others)].slice(0, MAX_OTHER_ENDPOINTS).entries()) {
      if (at > 0) await steps.wait(1000, origin);
      const reply = await probe(id, origin);
      if (reply.failure === null && !GATEWAY_STATUSES.has(reply.status)) return id;
    }
    return null;
  }
}

/** The reads that show whether the target answers at all. */
const PROBES: readonly OperationId[] = ['getCurrentUser', 'listCustomers'];

/**
 * Returns a valid read that shows whether the area of a call is available: a list of the same area, or the profile.
 */
export function availabilityProbe(to: PreparedCall['to']): OperationId {
  const area = typeof to === 'string' ? operation(to).area : '';
  const list: Operation | undefined = operations.find(
    (candidate) => candidate.area === area && candidate.method === 'GET' && !candidate.path.includes('{'),
  );
  return list?.id ?? 'getCurrentUser';
}

/**
 * Returns whether a call may be sent twice: over a refused connection no request was sent, a GET changes nothing, a
 * PUT has the same effect twice (RFC 9110, 9.2.2), and an invalid request has no effect.
 */
const isRepeatable = ({ request, options }: PreparedCall, { kind }: TransportFailure): boolean =>
  kind === 'refused' || hasNoFurtherEffect(request.method, options.deliberateFault);

const hasNoFurtherEffect = (method: string, deliberateFault: string | null | undefined): boolean =>
  ['GET', 'PUT'].includes(method) || (deliberateFault ?? null) !== null;

/**
 * Returns whether a call got no reply and was not repeated, because it may have had an effect: whether its request is
 * answered at all shows a second call with fresh data.
 */
export const isUnrepeated = ({ failure, request, deliberateFault }: Exchange): boolean =>
  (failure?.kind === 'reset' || failure?.kind === 'timeout') &&
  !hasNoFurtherEffect(request.method, deliberateFault);

/** Returns the text that requests have in common when they differ in their data only. */
const requestKind = ({ to, options }: PreparedCall): string =>
  `${typeof to === 'string' ? to : `${to.method} ${to.path.split('?')[0]}`} ${options.deliberateFault ?? ''}`;

const describeRequest = ({ to, options }: PreparedCall): string =>
  `${describeDestination(to)}${options.deliberateFault === undefined ? '' : ` (on purpose: ${options.deliberateFault})`}`;

const inconclusive = (message: string, exchange: Exchange): CheckEnded =>
  new CheckEnded('inconclusive', message, { evidence: { exchange } });
