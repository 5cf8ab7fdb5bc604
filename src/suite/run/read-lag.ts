// The read-after-write lag that a run grants a target that states none.
import { UNDECLARED_LAG_MS } from '../model/limits.ts';

type Lag = { read: number; revocation: number };

/** How many violations must vanish in a second attempt before the first attempts wait too. */
const DOUBTS_BEFORE_WAITING = 2;

/** The attempts of a check that grant the lag whether or not the run has observed it. */
const GRANTING_ATTEMPTS: readonly number[] = [2, 3];

/** The time that a read waits for the lag, in milliseconds. The margin makes it certain to start after the lag. */
const GRANTED_MS = UNDECLARED_LAG_MS + 100;

/**
 * Grants a lag to reads. The second attempt of a check, which confirms a violation, always waits for it; the first
 * attempts wait once a violation is known to come from the lag, or once several violations of reads have vanished in
 * the second attempt.
 */
export class ReadLag {
  #doubts = 0;

  /** Returns the lag that an attempt of a check grants, in milliseconds. @param attempt 1 for the first attempt */
  granted(stated: Lag, attempt: number): Lag {
    if (!GRANTING_ATTEMPTS.includes(attempt) && this.observed === 0) return stated;
    return { ...stated, read: Math.max(stated.read, GRANTED_MS) };
  }

  /** Returns whether first attempts grant less than second ones, so that a lag can explain why two of them differ. */
  mayExplain(stated: Lag): boolean {
    return this.observed === 0 && stated.read < GRANTED_MS;
  }

  /** Records that a violation comes from the lag: attempts that grant it pass, and the others fail. */
  noteProven(): void {
    this.#doubts = DOUBTS_BEFORE_WAITING;
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
