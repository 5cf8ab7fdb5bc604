// Notices that the target is unreachable or its service unavailable, and ends the run then.
import { type OperationId, operation, operations } from '../../contract/operations.ts';
import type { Clock } from '../model/clock.ts';
import type { Exchange, TransportFailure } from '../model/exchange.ts';
import { RunStopped } from '../model/outcome.ts';
import type { Destination } from './compose.ts';

/** Statuses of a gateway whose service is unavailable (RFC 9110, 15.6.3 to 15.6.5): not a reply of the service itself. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** Calls in a row without any reply after which the target counts as unreachable. */
export const MAX_CONSECUTIVE_FAILURES = 3;
/** The run ends after this many gateway replies in a row that last for this many milliseconds. */
const OUTAGE_LIMIT = { ms: 120_000, replies: 20 };

/** Counts failures and gateway replies in a row. */
export class Availability {
  readonly #clock: Clock;
  #consecutiveFailures = 0;
  /** gateway replies since the last reply of the service itself, and the time of the first */
  readonly #gatewayErrors = { count: 0, since: 0 };
  #hasReplied = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a reply. @throws RunStopped when gateways have replied for the service for too long */
  noteReply({ status, burst }: Exchange): void {
    this.#hasReplied = true;
    this.#consecutiveFailures = 0;
    const gatewayErrors = this.#gatewayErrors;
    if (!GATEWAY_STATUSES.has(status)) {
      gatewayErrors.count = 0;
      return;
    }
    if (burst) return;
    const now = this.#clock.now();
    if (gatewayErrors.count === 0) gatewayErrors.since = now;
    gatewayErrors.count += 1;
    const duration = now - gatewayErrors.since;
    if (gatewayErrors.count < OUTAGE_LIMIT.replies || duration < OUTAGE_LIMIT.ms) return;
    const seconds = Math.round(duration / 1000);
    throw new RunStopped(
      'unreachable',
      `the service is unavailable: a gateway has replied ${status} for ${seconds} s`,
    );
  }

  /** Notes a call without a reply. @throws RunStopped when the target counts as unreachable */
  noteFailure({ kind, message }: TransportFailure): void {
    // one malformed reply among readable ones is no outage; a target that sends only malformed replies cannot be tested
    if (kind === 'protocol' && this.#hasReplied) return;
    this.#consecutiveFailures += 1;
    if (kind === 'tls') throw new RunStopped('unreachable', `no TLS connection: ${message}`);
    if (this.#consecutiveFailures < MAX_CONSECUTIVE_FAILURES) return;
    const when = this.#hasReplied ? 'the target stopped answering' : 'the target never answered';
    throw new RunStopped('unreachable', `${when}: ${message}`);
  }
}

/** Returns a valid read that shows whether the area of a call is available: a list of that area, or the profile. */
export function availabilityProbe(to: Destination): OperationId {
  const area = typeof to === 'string' ? operation(to).area : '';
  const list = operations.find(
    (candidate) => candidate.area === area && candidate.method === 'GET' && !candidate.path.includes('{'),
  );
  return list?.id ?? 'getCurrentUser';
}
