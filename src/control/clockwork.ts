// The clock of a world as the laboratory moves it: what comes due on the way is done, in order, each at its own time.
import type { Room, Rooms } from '../server/app.ts';
import { isLivable, isoOf, msOf } from '../state/instant.ts';
import type { Timer } from '../state/store.ts';
import type { Tables } from '../state/table.ts';
import type { TimerError } from '../state/world.ts';
import { after, durationOf } from './duration.ts';
import { Trouble, unusable } from './trouble.ts';

export type ClockNow = {
  /** ISO 8601, UTC, whole seconds */
  now: string;
  frozen: boolean;
  /** when the next thing comes due; null when nothing waits */
  next_due: string | null;
};

export type Moved = ClockNow & {
  /** what came due and was done, in order; no more than 1000 of them */
  ran: Timer[];
  /** how many there were */
  ran_count: number;
  /** those among them that failed: each left everything as it was */
  failed: { kind: string; at: string; error: string }[];
};

export type Clockwork = {
  now(): ClockNow;
  /** Time stands still from now on. */
  freeze(): ClockNow;
  /** Time goes on from where it stands. */
  resume(): ClockNow;
  /** @param by an ISO 8601 duration such as `P1M` or `PT5M`, or `30d`, `12h`, `90s`; or milliseconds; ten years at most */
  advance(by: string | number): Moved;
  /** @param to an ISO 8601 instant, not before the present one nor more than ten years after it, or its milliseconds. @throws Trouble CLOCK_GOES_BACK */
  set(to: string | number): Moved;
  /** Does what `advance` does in steps, so that other calls are answered meanwhile. @throws Trouble WORLD_REPLACED when the world was reset or replaced between two of them */
  advanceInSteps(by: string | number): Promise<Moved>;
  /** Does what `set` does in steps. @throws Trouble like `advanceInSteps` */
  setInSteps(to: string | number): Promise<Moved>;
};

/** No list of what was done is longer. */
const LISTED = 1000;
/** No call goes further: what comes due on the way keeps everybody else waiting. */
const YEARS = 10;
/** How far the clock moves in one step, in ms: a week. */
const STEP = 604_800_000;
/** How long steps follow each other without a pause, in ms. */
const SPELL = 20;

export function clockwork<T extends Tables>(rooms: Rooms<T>, room: Room<T>): Clockwork {
  const { world } = room;
  const { clock } = world;

  const now = (): ClockNow => ({
    now: isoOf(clock.now()),
    frozen: clock.frozen,
    next_due: world.nextDue ?? null,
  });

  const changed = (): ClockNow => {
    rooms.moved(room);
    return now();
  };

  /** @throws Trouble for an instant that the clock may not be set to */
  const demandReachable = (from: number, target: number, pointer: string): void => {
    if (target < from) {
      throw new Trouble(
        422,
        'CLOCK_GOES_BACK',
        `It is ${isoOf(from)} in this world, and its clock does not go back: what has happened would lie in the future. ` +
          'Reset it, restore a snapshot, or make another world that starts then.',
        { [pointer]: [`must not be before ${isoOf(from)}.`] },
      );
    }
    if (!isLivable(target)) throw unusable({ [pointer]: ['must not lead beyond the year 9899.'] });
    if (target > after(from, { months: 12 * YEARS, ms: 0 })) {
      throw unusable({
        [pointer]: [
          `must not lead more than ${YEARS} years on: all that comes due on the way is done before the answer. Several calls go further.`,
        ],
      });
    }
  };

  /** Moves the clock by a duration in ms, step by step. */
  function* stepsOver(duration: number): Generator<void, Moved> {
    const { epoch } = world;
    const ran: Timer[] = [];
    const failures: TimerError[] = [];
    let count = 0;
    for (let left = duration; ; ) {
      const step = Math.min(left, STEP);
      const deaf = world.onTimerError((failure) => failures.push(failure));
      clock.advance(step);
      const due = world.runDue();
      deaf();
      count += due.length;
      ran.push(...due.slice(0, LISTED - ran.length));
      left -= step;
      if (left <= 0) break;
      yield;
      if (world.epoch !== epoch) {
        throw new Trouble(
          409,
          'WORLD_REPLACED',
          'The world was reset or replaced while its clock moved; it stands where it was put.',
        );
      }
    }
    rooms.moved(room);
    return {
      ...now(),
      ran,
      ran_count: count,
      failed: failures.map(({ timer: { kind, at }, error }) => ({
        kind,
        at,
        error: error instanceof Error ? error.message : String(error),
      })),
    };
  }

  const stepsTo = (target: number, pointer: string): Generator<void, Moved> => {
    const from = clock.now();
    demandReachable(from, target, pointer);
    return stepsOver(target - from);
  };

  const stepsBy = (by: string | number): Generator<void, Moved> => {
    const from = clock.now();
    if (typeof by === 'number') return stepsTo(from + by, '/by');
    const duration = durationOf(by);
    if (!duration) {
      throw unusable({
        '/by': ['must be an ISO 8601 duration such as P1M or PT5M, or one such as 30d or 90s.'],
      });
    }
    const target = after(from, duration);
    return stepsTo(Number.isNaN(target) ? Number.POSITIVE_INFINITY : target, '/by');
  };

  const stepsUntil = (to: string | number): Generator<void, Moved> =>
    stepsTo(typeof to === 'number' ? to : instantOf(to), '/to');

  return {
    now,
    freeze() {
      clock.freeze();
      return changed();
    },
    resume() {
      clock.resume();
      return changed();
    },
    advance: (by) => atOnce(stepsBy(by)),
    set: (to) => atOnce(stepsUntil(to)),
    advanceInSteps: async (by) => unhurried(stepsBy(by)),
    setInSteps: async (to) => unhurried(stepsUntil(to)),
  };
}

function atOnce(steps: Generator<void, Moved>): Moved {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Pauses now and then, so that signals and other calls are served. */
async function unhurried(steps: Generator<void, Moved>): Promise<Moved> {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < SPELL) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
}

function instantOf(text: string): number {
  try {
    return msOf(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  } catch {
    throw unusable({ '/to': ['must be an ISO 8601 instant such as 2026-12-24T18:00:00Z.'] });
  }
}
