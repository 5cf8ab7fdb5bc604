// The read-after-write lag that a run grants a target that states none.
import { UNDECLARED_LAG_MS } from '../model/limits.ts';

type Lag = { read: number; revocation: number };

/** How many violations must vanish in a second attempt before the first attempts wait too. */
const DOUBTS_BEFORE_WAITING = 2;

/**
 * Grants a lag to reads. The second attempt of a check, which confirms a violation, always waits for it; the first
 * attempts wait once several violations of reads have vanished in the second attempt.
 */
export class ReadLag {
  #doubts = 0;

  /** Returns the lag that an attempt of a check grants, in milliseconds. @param attempt 1 for the first attempt */
  granted(stated: Lag, attempt: number): Lag {
    if (attempt === 1 && this.observed === 0) return stated;
    // The margin makes a read after the wait certain to start after the lag.
    return { ...stated, read: Math.max(stated.read, UNDECLARED_LAG_MS + 100) };
  }

  /** Records that a violation that a read showed has vanished in the second attempt. */
  noteVanished(): void {
    this.#doubts += 1;
  }

  /** The lag that the run has observed, in milliseconds; 0 when reads show what was written. */
  get observed(): number {
    return this.#doubts < DOUBTS_BEFORE_WAITING ? 0 : UNDECLARED_LAG_MS;
  }
}
