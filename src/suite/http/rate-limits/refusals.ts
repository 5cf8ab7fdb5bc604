// Counts the replies with which nobody processed a call: 429 of the target, and 502, 503 and 504 of a gateway. Decides when
// waiting is of no use any more: for an operation, an area, a caller, or the whole run.
import { perDocument } from '../../../contract/operations.ts';
import { type Clock, formatDuration } from '../../model/clock.ts';
import type { Exchange } from '../../model/exchange.ts';
import { RunStopped } from '../../model/outcome.ts';

/** The statuses with which a gateway replies in place of the service (RFC 9110, 15.6.3 to 15.6.5). */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** The run ends after this many gateway replies in a row, once they have lasted for this many milliseconds. */
const OUTAGE_LIMIT = { ms: 120_000, replies: 20 };
/** The most gateway replies to the first calls of a run, and the most milliseconds in which they are repeated. */
const FIRST_OUTAGE = { ms: 8000, replies: 5 };
/** How long a call waits in all for a limit to end, in milliseconds: the limits of the specification are per minute. */
export const REJECTION_LIMIT_MS = 60_000;
/** How many refused operations of one area, or areas with them, let the whole area, or caller, send nothing more. */
const MAX_REFUSED = 2;

const areas = perDocument((table) => new Map<string, string>(table.map(({ id, area }) => [id, area])));
const areaOf = (operation: string): string => areas().get(operation) ?? operation;

const outage = (status: number, since: string): RunStopped =>
  new RunStopped('unreachable', `the service is unavailable: a gateway has replied ${status} ${since}`);

const newSeries = () => ({ count: 0, since: 0, operations: new Set<string | null>() });

/** The refusals of a run. */
export class Refusals {
  readonly #clock: Clock;
  readonly #inARow = { gateway: newSeries(), rejection: newSeries() };
  #hasAccepted = false;
  /** caller → the time of its first 429 since its last other reply, and the operations that were given up since */
  readonly #callers = new Map<string, { since: number; givenUp: Set<string> }>();
  /** caller → operation that is not called again → how long it was refused, in milliseconds */
  readonly #givenUp = new Map<string, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a gateway reply or a 429, or resets the counts at another reply, also of the caller and of what it called. A single
   * operation that is refused again and again may have a limit of its own; then only its checks end.
   * @throws RunStopped when the outage has lasted too long
   */
  noteReply({ status, burst, concurrent, operation }: Exchange, caller: string, called: string): void {
    const kind = GATEWAY_STATUSES.has(status) ? 'gateway' : status === 429 ? 'rejection' : null;
    if (kind === null) this.#hasAccepted = true;
    for (const other of ['gateway', 'rejection'] as const)
      if (other !== kind) this.#inARow[other] = newSeries();
    // The 429 of a burst was provoked. One of a batch tells nothing of the calls that are sent alone.
    if (!concurrent && (burst || kind === null)) {
      this.#callers.delete(caller);
      this.#givenUp.get(caller)?.delete(called);
    }
    if (kind === null || burst || (kind === 'rejection' && concurrent)) return;
    const series = this.#inARow[kind];
    const now = this.#clock.now();
    if (series.count === 0) series.since = now;
    series.count += 1;
    series.operations.add(operation);
    const duration = now - series.since;
    if (kind === 'rejection') {
      const mayBeOneOperation = this.#hasAccepted && series.operations.size < 2;
      if (duration >= REJECTION_LIMIT_MS && !mayBeOneOperation) throw this.#rejectedError();
      return;
    }
    if (!this.#hasAccepted && series.count >= FIRST_OUTAGE.replies)
      throw outage(status, 'from the first call on');
    if (series.count >= OUTAGE_LIMIT.replies && duration >= OUTAGE_LIMIT.ms)
      throw outage(status, `for ${formatDuration(duration)}`);
  }

  /** Refuses a wait beyond the limit after a gateway reply, while the target has answered nothing else. @throws RunStopped */
  assertOutageMayEnd({ status }: Exchange, waitMs: number): void {
    const end = this.#clock.now() + waitMs - this.#inARow.gateway.since;
    if (this.#hasAccepted || end <= FIRST_OUTAGE.ms) return;
    throw outage(
      status,
      `from the first call on, and ${formatDuration(waitMs)} would have to be waited again`,
    );
  }

  /** Ends the run when every call got a 429 and waiting is of no use, or a call was given up. @throws RunStopped */
  assertLimitMayEnd(waitMs?: number): void {
    const { count, since } = this.#inARow.rejection;
    if (this.#hasAccepted || count === 0) return;
    if (waitMs === undefined) throw this.#rejectedError();
    if (this.#clock.now() + waitMs - since > REJECTION_LIMIT_MS)
      throw this.#rejectedError(`, and asks for a wait of ${Math.ceil(waitMs / 1000)} s`);
  }

  #rejectedError(more = ''): RunStopped {
    const duration = this.#clock.now() - this.#inARow.rejection.since;
    const since = this.#hasAccepted ? `for ${Math.round(duration / 1000)} s` : 'from the first call on';
    return new RunStopped(
      'unreachable',
      `the target refuses every call with 429 ${since}${more}: is the limit of this address or credential used up?`,
    );
  }

  /** Records a 429 to a caller. @returns milliseconds since the first 429 after its last other reply */
  noteRejection(caller: string): number {
    const now = this.#clock.now();
    const series = this.#callers.get(caller) ?? { since: now, givenUp: new Set() };
    this.#callers.set(caller, series);
    return now - series.since;
  }

  /** Records that an operation is refused for as long as the suite waits. @throws RunStopped when every call is */
  giveUp(caller: string, operation: string, elapsed: number): void {
    this.assertLimitMayEnd();
    this.#callers.get(caller)?.givenUp.add(operation);
    const givenUp = this.#givenUp.get(caller) ?? new Map<string, number>();
    this.#givenUp.set(caller, givenUp.set(operation, elapsed));
  }

  /** Returns why a call is not sent any more; null when it may be sent. */
  reasonNotToSend(caller: string, operation: string): string | null {
    const refused = [...(this.#callers.get(caller)?.givenUp ?? [])];
    if (new Set(refused.map(areaOf)).size >= MAX_REFUSED)
      return `every call of ${caller} is refused with 429 (${refused.join(', ')})`;
    const area = areaOf(operation);
    const inArea = [...(this.#givenUp.get(caller)?.keys() ?? [])].filter((name) => areaOf(name) === area);
    if (inArea.length >= MAX_REFUSED)
      return `every call of ${caller} to the area ${area} is refused with 429 (${inArea.join(', ')})`;
    const elapsed = this.#givenUp.get(caller)?.get(operation);
    if (elapsed === undefined) return null;
    return `${operation} was refused with 429 for ${Math.round(elapsed / 1000)} s, and is not called again`;
  }
}
