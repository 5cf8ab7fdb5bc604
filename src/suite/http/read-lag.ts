// What needs confirmation because reads may lag behind writes, and the lag that a run grants a target that states none.
import type { Exchange } from '../model/exchange.ts';
import { UNDECLARED_LAG_MS } from '../model/limits.ts';

type Lag = { read: number; revocation: number };

/** How many breaches must vanish in a second attempt before the first attempts wait too. */
const DOUBTS_BEFORE_WAITING = 2;

/** The time that a read waits for the lag, in milliseconds. The margin makes it certain to start after the lag. */
export const GRANTED_MS = UNDECLARED_LAG_MS + 100;

/**
 * Grants a lag to reads. The second attempt of a check, which confirms a breach, always waits for it; the first
 * attempts wait once a breach is known to come from the lag, or once several breaches of reads have vanished in
 * the second attempt.
 */
export class ReadLag {
  readonly #stated: Lag;
  #doubts = 0;
  /** ids of exchanges with a breach that a later read must confirm */
  readonly #unconfirmed = new Set<string>();
  /** caller and path of a list that seemed to lag → function that reads it again */
  readonly suspectedReads = new Map<string, () => Promise<Exchange>>();

  constructor(stated: Lag = { read: 0, revocation: 0 }) {
    this.#stated = stated;
  }

  get stated(): number {
    return this.#stated.read;
  }

  /** Returns the lag that an attempt of a check grants, in milliseconds. @param attempt 1 for the first attempt */
  granted(attempt: number): Lag {
    // A second and a third attempt grant the lag whether or not the run has observed it.
    if (attempt !== 2 && attempt !== 3 && !this.#isObserved) return this.#stated;
    return { ...this.#stated, read: Math.max(this.#stated.read, GRANTED_MS) };
  }

  /** Returns whether first attempts grant less than second ones, so that a lag can explain why two of them differ. */
  get mayExplain(): boolean {
    return !this.#isObserved && this.#stated.read < GRANTED_MS;
  }

  /** Records that a breach comes from the lag: attempts that grant it pass, and the others fail. */
  noteProven(): void {
    this.#doubts = DOUBTS_BEFORE_WAITING;
  }

  /** Records that a breach that a read showed has vanished in the second attempt. */
  noteVanished(): void {
    this.#doubts += 1;
  }

  /** Records that an exchange shows a breach that only a later read can confirm. */
  noteUnconfirmed(exchangeId: string): void {
    this.#unconfirmed.add(exchangeId);
  }

  /** Returns whether an exchange shows a breach that only a later read can confirm. */
  needsConfirmation(exchangeId: string): boolean {
    return this.#unconfirmed.has(exchangeId);
  }

  get #isObserved(): boolean {
    return this.#doubts >= DOUBTS_BEFORE_WAITING;
  }
}
