// Enforces the limits of a run: requests, time, interruption and memory, and the separate time limit of clean-up.
import { getHeapStatistics } from 'node:v8';
import { type Clock, formatDuration } from '../model/clock.ts';
import { MAX_HEAP_SHARE } from '../model/limits.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';
import type { RequestOrigin } from './call.ts';

/** The limits of a run. */
export type RunLimitOptions = {
  clock: Clock;
  /** the most requests of the whole run, clean-up excluded */
  maxRequests: number;
  /** time after which the run sends nothing more, except in clean-up, in Unix milliseconds */
  deadline: number;
  /** milliseconds from the start of the run to `deadline`, for messages */
  maxTime: number;
  signal: AbortSignal | undefined;
  /** returns why the run must end, such as a ledger that cannot be written; null when it may continue */
  halted(): string | null;
};

/** Counts the requests of a run, and ends the run or the clean-up when a limit is reached. */
export class RunLimits {
  readonly #options: RunLimitOptions;
  /** time after which clean-up sends nothing more, in Unix milliseconds */
  #cleanUpDeadline = Number.POSITIVE_INFINITY;
  /** number of requests sent so far */
  requestsSent = 0;

  constructor(options: RunLimitOptions) {
    this.#options = options;
  }

  beginCleanUp(ms: number): void {
    this.#cleanUpDeadline = this.#options.clock.now() + ms;
  }

  /** Returns the signal that may interrupt the waits of a call, and the time at which they must end. */
  waitLimits(origin?: RequestOrigin): { signal: AbortSignal | undefined; until: number } {
    if (origin?.purpose === 'cleanup') return { signal: undefined, until: this.#cleanUpDeadline };
    return { signal: this.#options.signal, until: this.#options.deadline };
  }

  /** Checks that `n` more requests may be sent; clean-up has only a time limit of its own. @throws RunStopped, CheckEnded */
  assertWithinLimits(n: number, origin: RequestOrigin): void {
    const { maxRequests, deadline, clock, signal } = this.#options;
    if (origin.purpose === 'cleanup') {
      if (clock.now() > this.#cleanUpDeadline) throw cleanUpTimeSpent();
      return;
    }
    const why = this.#options.halted();
    if (why !== null) throw new RunStopped('interrupted', why);
    if (isHeapNearlyFull()) throw new RunStopped('budget', OUT_OF_MEMORY);
    if (signal?.aborted) throw interruption(signal);
    if (this.requestsSent + n > maxRequests)
      throw new RunStopped('budget', `the budget of ${maxRequests} requests is spent`);
    if (clock.now() > deadline) throw this.#timeSpent();
  }

  /** Checks that a pause ends within the time limit. @throws RunStopped; in clean-up, CheckEnded (skipped) */
  assertTimeFor(ms: number, origin?: RequestOrigin): void {
    const end = this.#options.clock.now() + ms;
    if (origin?.purpose === 'cleanup') {
      if (end > this.#cleanUpDeadline) throw cleanUpTimeSpent();
    } else if (end > this.#options.deadline) throw this.#timeSpent();
  }

  #timeSpent(): RunStopped {
    const time = formatDuration(this.#options.maxTime);
    return new RunStopped('budget', `the time is spent (${time}; --max-time sets another)`);
  }
}

/** Returns the error that ends an interrupted run: the reason of the signal, or a new one. */
export const interruption = (signal: AbortSignal | undefined): RunStopped =>
  signal?.reason instanceof RunStopped ? signal.reason : new RunStopped('interrupted', 'stopped by the user');

const cleanUpTimeSpent = (): CheckEnded => new CheckEnded('skipped', 'the time limit of clean-up is reached');

const OUT_OF_MEMORY =
  'the memory that Node may use is nearly used up (NODE_OPTIONS=--max-old-space-size=4096 allows more)';

/** V8 would end the process at its heap limit, without a report and without clean-up. */
function isHeapNearlyFull(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > MAX_HEAP_SHARE * limit;
}
