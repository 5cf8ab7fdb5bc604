// The clock of a world. Functions receive it as a parameter, so that tests can freeze and move it.
import { parseIso, REFERENCE_INSTANT } from './instant.ts';

/**
 * The state of a clock: its instant while it is frozen, or its offset from the wall clock while it runs; instant and
 * offset are in ms.
 */
export type ClockState = { frozen: true; at: number } | { frozen: false; offset: number };

/** A clock that can be frozen, moved and copied. */
export type Clock = {
  /** Returns the current instant in milliseconds since 1970. */
  now(): number;
  readonly frozen: boolean;
  /** Freezes the clock at its current instant. */
  freeze(): void;
  /** Lets the clock run on from its current instant. */
  resume(): void;
  /** Moves a frozen or running clock forward by `ms` ≥ 0. This runs no timers; call `World.runDue` to run them. */
  advance(ms: number): void;
  /** Moves the clock to an earlier or later instant, in ms since 1970. */
  set(ms: number): void;
  state(): ClockState;
  restore(state: ClockState): void;
  /** Creates an independent clock that shows the same time. */
  copy(): Clock;
};

/** The options of a clock. */
export type ClockOptions = {
  /**
   * The start of the clock. `now`: it follows the wall clock; `frozen`: it stands still at the reference instant; an
   * ISO 8601 text: it runs from that instant.
   */
  start?: 'now' | 'frozen' | (string & {});
  /** A function that returns real time in ms. Default: `Date.now`. */
  wallClock?: () => number;
};

/**
 * Creates a clock.
 * @throws RangeError for a start that is not an instant
 */
export function parseClock(options: ClockOptions = {}): Clock {
  const wallClock = options.wallClock ?? Date.now;
  const start = options.start ?? 'now';
  if (start === 'frozen') return createClock({ frozen: true, at: parseIso(REFERENCE_INSTANT) }, wallClock);
  return createClock(
    { frozen: false, offset: start === 'now' ? 0 : parseIso(start) - wallClock() },
    wallClock,
  );
}

function createClock(initial: ClockState, wall: () => number): Clock {
  let state = initial;
  const now = () => (state.frozen ? state.at : wall() + state.offset);
  return {
    now,
    get frozen() {
      return state.frozen;
    },
    freeze() {
      state = { frozen: true, at: now() };
    },
    resume() {
      if (state.frozen) state = { frozen: false, offset: state.at - wall() };
    },
    advance(ms) {
      if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`A clock advances by 0 ms or more, not by ${ms}; use set() to go back.`);
      }
      state = state.frozen
        ? { frozen: true, at: state.at + ms }
        : { frozen: false, offset: state.offset + ms };
    },
    set(ms) {
      if (!Number.isFinite(ms))
        throw new RangeError(`A clock is set to milliseconds since 1970, not to ${ms}.`);
      state = state.frozen ? { frozen: true, at: ms } : { frozen: false, offset: ms - wall() };
    },
    state: () => ({ ...state }),
    restore(to) {
      state = { ...to };
    },
    copy: () => createClock({ ...state }, wall),
  };
}
