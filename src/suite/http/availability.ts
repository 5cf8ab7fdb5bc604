// Detects that the service is unavailable, because a gateway replies in its place or every call is refused with 429, and
// then ends the run.
import { type Clock, formatDuration } from '../model/clock.ts';
import type { Exchange } from '../model/exchange.ts';
import { RunStopped } from '../model/outcome.ts';
import { REJECTION_LIMIT_MS } from './rate-limits/rejections.ts';

/**
 * The statuses with which a gateway reports that its service is unavailable (RFC 9110, 15.6.3 to 15.6.5): such a
 * reply does not come from the service.
 */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** The run ends after this many gateway replies in a row, once they have lasted for this many milliseconds. */
const OUTAGE_LIMIT = { ms: 120_000, replies: 20 };
/** The most gateway replies to the first calls of a run, and the most milliseconds in which they are repeated. */
const FIRST_OUTAGE = { ms: 8000, replies: 5 };

const outage = (status: number, since: string): RunStopped =>
  new RunStopped('unreachable', `the service is unavailable: a gateway has replied ${status} ${since}`);

/** The number of replies of one kind in a row, and the time of the first. */
type Series = { count: number; since: number };

/** Counts gateway replies in a row and 429 replies in a row. */
export class Availability {
  readonly #clock: Clock;
  readonly #gatewayReplies: Series = { count: 0, since: 0 };
  readonly #rejections: Series = { count: 0, since: 0 };
  /** the operations of the 429 replies in a row */
  readonly #refusedOperations = new Set<string | null>();
  #hasAccepted = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a gateway reply or a 429, or resets the counts at another reply. @throws RunStopped when the outage has
   * lasted too long
   */
  noteReply({ status, burst, concurrent, operation }: Exchange): void {
    const isGateway = GATEWAY_STATUSES.has(status);
    const isRejection = status === 429;
    if (!isGateway) this.#gatewayReplies.count = 0;
    if (!isRejection) {
      this.#rejections.count = 0;
      this.#refusedOperations.clear();
    }
    if (!isGateway && !isRejection) this.#hasAccepted = true;
    if (burst) return;
    if (isGateway) this.#noteGatewayReply(status);
    if (isRejection && !concurrent) this.#noteRejection(operation);
  }

  #noteGatewayReply(status: number): void {
    const duration = this.#extend(this.#gatewayReplies);
    const { count } = this.#gatewayReplies;
    if (!this.#hasAccepted && count >= FIRST_OUTAGE.replies) throw outage(status, 'from the first call on');
    if (count < OUTAGE_LIMIT.replies || duration < OUTAGE_LIMIT.ms) return;
    throw outage(status, `for ${formatDuration(duration)}`);
  }

  /**
   * Refuses a wait after a gateway reply that would last beyond the limit, when the target has answered nothing else yet.
   * @param waitMs milliseconds
   * @throws RunStopped
   */
  assertOutageMayEnd({ status }: Exchange, waitMs: number): void {
    const end = this.#clock.now() + waitMs - this.#gatewayReplies.since;
    if (this.#hasAccepted || end <= FIRST_OUTAGE.ms) return;
    throw outage(
      status,
      `from the first call on, and ${formatDuration(waitMs)} would have to be waited again`,
    );
  }

  /** A single operation that is refused again and again may have a limit of its own; then only its checks end. */
  #noteRejection(operation: string | null): void {
    const duration = this.#extend(this.#rejections);
    this.#refusedOperations.add(operation);
    if (duration < REJECTION_LIMIT_MS) return;
    if (this.#hasAccepted && this.#refusedOperations.size < 2) return;
    throw this.#rejectedError(duration, '');
  }

  /**
   * Refuses a wait after a 429 that would last longer than the limit, when the target has answered nothing else yet.
   * @param waitMs milliseconds
   * @throws RunStopped
   */
  assertWorthWaiting(waitMs: number): void {
    const { count, since } = this.#rejections;
    if (this.#hasAccepted || count === 0) return;
    const end = this.#clock.now() + waitMs - since;
    if (end <= REJECTION_LIMIT_MS) return;
    throw this.#rejectedError(
      this.#clock.now() - since,
      `, and asks for a wait of ${Math.ceil(waitMs / 1000)} s`,
    );
  }

  /** Ends the run when a call is given up after a 429 and the target has answered nothing else yet. @throws RunStopped */
  assertAccepted(): void {
    if (!this.#hasAccepted) throw this.#rejectedError(this.#clock.now() - this.#rejections.since, '');
  }

  #rejectedError(duration: number, more: string): RunStopped {
    const since = this.#hasAccepted ? `for ${Math.round(duration / 1000)} s` : 'from the first call on';
    return new RunStopped(
      'unreachable',
      `the target refuses every call with 429 ${since}${more}: is the limit of this address or credential used up?`,
    );
  }

  /** Adds a reply to a series. @returns the duration of the series in milliseconds */
  #extend(series: Series): number {
    const now = this.#clock.now();
    if (series.count === 0) series.since = now;
    series.count += 1;
    return now - series.since;
  }
}
