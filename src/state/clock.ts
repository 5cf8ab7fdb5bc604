// The clock of a world. Code receives it as a parameter, so that tests can freeze, move and run it.
import { parseIso, REFERENCE_INSTANT } from './instant.ts';

/** The state of a clock: its instant when frozen, or its offset from the wall clock; both in ms. */
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
  /** Moves the clock forward by `ms` ≥ 0, frozen or running. It runs no timers: `World.runDue` does. */
  advance(ms: number): void;
  /** Moves the clock to an instant (ms), earlier or later. */
  set(ms: number): void;
  state(): ClockState;
  restore(state: ClockState): void;
  /** Creates an independent clock that shows the same time. */
  copy(): Clock;
};

/** How a clock starts. */
export type ClockOptions = {
  /** `now`: the wall clock. `frozen`: frozen at the reference instant. An ISO 8601 text: runs from that instant. */
  start?: 'now' | 'frozen' | (string & {});
  /** Returns real time in ms; `Date.now` when left out. */
  wallClock?: () => number;
};

/**
 * Creates a clock.
 * @throws RangeError for a start that is no instant
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
