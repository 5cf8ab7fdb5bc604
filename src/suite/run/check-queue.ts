// The checks of a run in their order, and those that were put off because they would have had to wait.
import type { Check } from '../model/define.ts';

/** A check that is to run. */
export type QueuedCheck = {
  check: Check;
  /** the earliest time at which it runs, in Unix milliseconds of the run's clock; 0 when it need not wait */
  notBefore: number;
  /** how many times it was put off */
  deferrals: number;
};

/** The most times that one check is put off; after that, it waits. */
const MAX_DEFERRALS = 3;

/**
 * Returns the checks of a run one after the other. A check that is put off runs after the other checks of its phase, and
 * before those of phase `last`, which may exhaust what it needs. The order depends on the target's replies only, and
 * not on their time.
 */
export class CheckQueue {
  readonly #checks: QueuedCheck[];
  readonly #deferred: QueuedCheck[] = [];

  constructor(checks: readonly Check[]) {
    this.#checks = checks.map((check) => ({ check, notBefore: 0, deferrals: 0 }));
  }

  /** Removes and returns the next check; undefined when none is left. */
  next(): QueuedCheck | undefined {
    return this.#hasOthers() ? this.#checks.shift() : (this.#deferred.shift() ?? this.#checks.shift());
  }

  /** Returns whether a check that `next` returned may be put off: other checks can run meanwhile. */
  mayDefer({ check, deferrals }: QueuedCheck): boolean {
    return check.phase !== 'last' && deferrals < MAX_DEFERRALS && this.#hasOthers();
  }

  /** Puts a check off. @param until the earliest time at which it runs, in Unix milliseconds of the run's clock */
  defer({ check, deferrals }: QueuedCheck, until: number): void {
    this.#deferred.push({ check, notBefore: until, deferrals: deferrals + 1 });
  }

  /** Returns the checks that did not run, in their order. */
  remaining(): Check[] {
    return [...this.#deferred, ...this.#checks].map(({ check }) => check);
  }

  /** Returns whether checks are left that were not put off and do not belong to phase `last`. */
  #hasOthers(): boolean {
    const [first] = this.#checks;
    return first !== undefined && first.check.phase !== 'last';
  }
}
