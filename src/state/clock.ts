// The clock of a world. Functions receive it as a parameter, so that tests can freeze and move it.
import { parseIso, REFERENCE_INSTANT } from './instant.ts';

/** The state of a clock: its instant, or while it runs its offset from the wall clock, in ms. */
export type ClockState =
  | { readonly frozen: true; readonly at: number }
  | { readonly frozen: false; readonly offset: number };

/**
 * Creates a clock.
 * @param start `now`: it follows the wall clock; `frozen`: it stands still at the reference instant; an ISO 8601 text: it
 * runs from that instant
 * @param wallClock returns real time in ms
 * @throws RangeError for a start that is not an instant
 */
export function parseClock(start = 'now', wallClock: () => number = Date.now): Clock {
  if (start === 'frozen') return new Clock({ frozen: true, at: parseIso(REFERENCE_INSTANT) }, wallClock);
  return new Clock({ frozen: false, offset: start === 'now' ? 0 : parseIso(start) - wallClock() }, wallClock);
}

/** A clock that can be frozen, moved and copied. */
export class Clock {
  #state: ClockState;
  readonly #wall: () => number;

  constructor(state: ClockState, wall: () => number) {
    this.#state = state;
    this.#wall = wall;
  }

  /** Returns the current instant in milliseconds since 1970. */
  now(): number {
    return this.#state.frozen ? this.#state.at : this.#wall() + this.#state.offset;
  }

  get frozen(): boolean {
    return this.#state.frozen;
  }

  freeze(): void {
    this.#state = { frozen: true, at: this.now() };
  }

  /** Lets the clock run on from its current instant. */
  resume(): void {
    if (this.#state.frozen) this.#state = { frozen: false, offset: this.#state.at - this.#wall() };
  }

  /** Moves a frozen or running clock forward by `ms` ≥ 0. This runs no timers; call `World.runDue` to run them. */
  advance(ms: number): void {
    if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY))
      throw new RangeError(`A clock advances by 0 ms or more, not by ${ms}; use set() to go back.`);
    const state = this.#state;
    this.#state = state.frozen
      ? { frozen: true, at: state.at + ms }
      : { frozen: false, offset: state.offset + ms };
  }

  /** Moves the clock to an earlier or later instant, in ms since 1970. */
  set(ms: number): void {
    if (!Number.isFinite(ms))
      throw new RangeError(`A clock is set to milliseconds since 1970, not to ${ms}.`);
    this.#state = this.#state.frozen
      ? { frozen: true, at: ms }
      : { frozen: false, offset: ms - this.#wall() };
  }

  /** Returns the state, an object that never changes: a change of the clock replaces it. */
  state(): ClockState {
    return this.#state;
  }

  restore(state: ClockState): void {
    this.#state = state;
  }

  /** Creates an independent clock that shows the same time. */
  copy(): Clock {
    return new Clock(this.state(), this.#wall);
  }
}
