// Detects that the target is unreachable or unavailable, and then ends the run.
import { type OperationId, operation, operations } from '../../contract/operations.ts';
import type { Clock } from '../model/clock.ts';
import type { Exchange, TransportFailure } from '../model/exchange.ts';
import { RunStopped } from '../model/outcome.ts';
import type { Destination } from './compose.ts';

/**
 * The statuses with which a gateway reports that its service is unavailable (RFC 9110, 15.6.3 to 15.6.5): such a
 * reply does not come from the service.
 */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** How many calls in a row may get no reply before the target counts as unreachable. */
export const MAX_CONSECUTIVE_FAILURES = 3;
/** The run ends after this many gateway replies in a row, once they have lasted for this many milliseconds. */
const OUTAGE_LIMIT = { ms: 120_000, replies: 20 };

/** Counts failed calls and gateway replies in a row. */
export class Availability {
  readonly #clock: Clock;
  #consecutiveFailures = 0;
  /**
   * number of gateway replies since the last reply of the service, and the time of the first of these gateway replies
   */
  readonly #gatewayErrors = { count: 0, since: 0 };
  #hasReplied = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a gateway reply, or resets the counts at a reply of the service. @throws RunStopped when the outage has
   * lasted too long
   */
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

  /** Counts a call that got no reply. @throws RunStopped when the target counts as unreachable */
  noteFailure({ kind, message }: TransportFailure): void {
    // A malformed reply is no outage when the target has sent a readable reply before; a target that sends only malformed
    // replies cannot be tested.
    if (kind === 'protocol' && this.#hasReplied) return;
    this.#consecutiveFailures += 1;
    if (kind === 'tls') throw new RunStopped('unreachable', `no TLS connection: ${message}`);
    if (this.#consecutiveFailures < MAX_CONSECUTIVE_FAILURES) return;
    const when = this.#hasReplied ? 'the target stopped answering' : 'the target never answered';
    throw new RunStopped('unreachable', `${when}: ${message}`);
  }
}

/**
 * Returns a valid read that shows whether the area of a call is available: a list of the same area, or the profile.
 */
export function availabilityProbe(to: Destination): OperationId {
  const area = typeof to === 'string' ? operation(to).area : '';
  const list = operations.find(
    (candidate) => candidate.area === area && candidate.method === 'GET' && !candidate.path.includes('{'),
  );
  return list?.id ?? 'getCurrentUser';
}
