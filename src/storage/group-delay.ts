// Makes the groups of changes larger on a machine with one processor.
import { afterInput } from './after-input.ts';

/** The least and the most time for which an append waits for the next call, in ms. */
const LEAST_STEP_MS = 1;
const MOST_STEP_MS = 5;
/** How many times it waits for the next call. */
const MAX_STEPS = 5;

/**
 * Delays the append after another one until the clients that were just answered have sent their next changes. An append
 * costs much the same whatever the number of its records, because it waits for the disk and wakes two threads. Where
 * another processor does that work, it is better to send at once what has come meanwhile; where there is one processor
 * only, the clients of two smaller groups would take turns and pay for twice as many appends.
 */
export class GroupDelay {
  readonly #queued: () => number;
  readonly #send: () => void;
  #expected = 0;
  #stepMs = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param queued returns the number of calls that wait for the next append
   * @param send called when a delay has ended before all expected calls came
   */
  constructor(queued: () => number, send: () => void) {
    this.#queued = queued;
    this.#send = send;
  }

  /**
   * Begins a delay after an append, unless a single call is expected: one client, which waits for each reply.
   * @param answered how many calls have waited for the append; as many more are expected
   * @param tookMs how long it took: where this is long, because of the disk or of other programs, clients take longer too
   */
  begin(answered: number, tookMs: number): void {
    this.cancel();
    this.#expected = answered + this.#queued();
    this.#stepMs = Math.min(Math.max(tookMs, LEAST_STEP_MS), MOST_STEP_MS);
    if (answered > 0 && this.#expected > 1) this.#wait(1, this.#queued());
  }

  /** Tells whether the next append still waits for calls. Ends the delay when all of them have come. */
  isWaiting(): boolean {
    if (this.#timer === null) return false;
    if (this.#queued() < this.#expected) return true;
    this.cancel();
    return false;
  }

  /** Ends the delay. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Waits as long as calls keep coming. */
  #wait(step: number, before: number): void {
    const timer = setTimeout(() => {
      // A timer that is late comes before the input that has arrived meanwhile.
      afterInput(() => {
        if (this.#timer !== timer) return;
        this.#timer = null;
        const queued = this.#queued();
        if (queued > before && step < MAX_STEPS) this.#wait(step + 1, queued);
        else this.#send();
      });
    }, this.#stepMs);
    this.#timer = timer;
  }
}
