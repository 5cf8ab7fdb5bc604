// The clock of a world: handed in, so that time can stand still, jump and run.
import { parseIso, REFERENCE_INSTANT } from './instant.ts';

/** What a clock needs to go on elsewhere: where it stands, or how far it runs ahead of the wall clock (ms). */
export type ClockState = { frozen: true; at: number } | { frozen: false; offset: number };

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  readonly frozen: boolean;
  /** Stand still at the present instant. */
  freeze(): void;
  /** Run on from where it stands. */
  resume(): void;
  /** Jump forward by `ms` ≥ 0, standing or running. What came due is run by the world, not by the clock. */
  advance(ms: number): void;
  /** Jump to an instant (ms), earlier or later. */
  set(ms: number): void;
  state(): ClockState;
  restore(state: ClockState): void;
  /** A clock of its own that shows the same time. */
  copy(): Clock;
};

export type ClockOptions = {
  /** `now`: the wall clock. `frozen`: stands at the reference instant. An ISO 8601 text: runs on from there. */
  start?: 'now' | 'frozen' | (string & {});
  /** Where real time comes from, in ms. */
  wallClock?: () => number;
};

/** A clock. Throws RangeError for a start that is no instant. */
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
