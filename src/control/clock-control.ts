// The clock of a world as the laboratory moves it: what comes due on the way is done, in order, each at its own time.
import type { WorldRegistry, WorldServer } from '../server/app.ts';
import { isWorldTime, parseIso, toIso } from '../state/instant.ts';
import type { Timer } from '../state/store.ts';
import type { Tables } from '../state/table.ts';
import type { TimerError } from '../state/world.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { addDuration, parseDuration } from './duration.ts';

export type ClockNow = {
  /** ISO 8601, UTC, whole seconds */
  now: string;
  frozen: boolean;
  /** when the next thing comes due; null when nothing waits */
  next_due: string | null;
};

export type ClockMoved = ClockNow & {
  /** what came due and was done, in order; no more than 1000 of them */
  ran: Timer[];
  /** how many there were */
  ran_count: number;
  /** those among them that failed: each left everything as it was */
  failed: { kind: string; at: string; error: string }[];
};

export type ClockControl = {
  now(): ClockNow;
  /** Time stands still from now on. */
  freeze(): ClockNow;
  /** Time goes on from where it stands. */
  resume(): ClockNow;
  /** @param by an ISO 8601 duration such as `P1M` or `PT5M`, or `30d`, `12h`, `90s`; or milliseconds; ten years at most */
  advance(by: string | number): ClockMoved;
  /** @param to an ISO 8601 instant, not before the present one nor more than ten years after it, or its milliseconds. @throws Trouble CLOCK_GOES_BACK */
  set(to: string | number): ClockMoved;
  /** Does what `advance` does in steps, so that other calls are answered meanwhile. @throws Trouble WORLD_REPLACED when the world was reset or replaced between two of them */
  advanceInSteps(by: string | number): Promise<ClockMoved>;
  /** Does what `set` does in steps. @throws Trouble like `advanceInSteps` */
  setInSteps(to: string | number): Promise<ClockMoved>;
};

/** No list of what was done is longer. */
const MAX_LISTED_TIMERS = 1000;
/** No call goes further: what comes due on the way keeps everybody else waiting. */
const MAX_YEARS = 10;
/** How far the clock moves in one step, in ms: a week. */
const STEP = 604_800_000;
/** How long steps follow each other without a pause, in ms. */
const SPELL = 20;

export function clockControl<T extends Tables>(
  worlds: WorldRegistry<T>,
  worldServer: WorldServer<T>,
): ClockControl {
  const { world } = worldServer;
  const { clock } = world;

  const now = (): ClockNow => ({
    now: toIso(clock.now()),
    frozen: clock.frozen,
    next_due: world.nextDue ?? null,
  });

  const changed = (): ClockNow => {
    worlds.notifyChanged(worldServer);
    return now();
  };

  /** @throws Trouble for an instant that the clock may not be set to */
  const demandReachable = (from: number, target: number, pointer: string): void => {
    if (target < from) {
      throw new ControlError(
        422,
        'CLOCK_GOES_BACK',
        `It is ${toIso(from)} in this world, and its clock does not go back: what has happened would lie in the future. ` +
          'Reset it, restore a snapshot, or make another world that starts then.',
        { [pointer]: [`must not be before ${toIso(from)}.`] },
      );
    }
    if (!isWorldTime(target)) throw invalidInput({ [pointer]: ['must not lead beyond the year 9899.'] });
    if (target > addDuration(from, { months: 12 * MAX_YEARS, ms: 0 })) {
      throw invalidInput({
        [pointer]: [
          `must not lead more than ${MAX_YEARS} years on: all that comes due on the way is done before the answer. Several calls go further.`,
        ],
      });
    }
  };

  /** Moves the clock by a duration in ms, step by step. */
  function* stepsOver(duration: number): Generator<void, ClockMoved> {
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
      ran.push(...due.slice(0, MAX_LISTED_TIMERS - ran.length));
      left -= step;
      if (left <= 0) break;
      yield;
      if (world.epoch !== epoch) {
        throw new ControlError(
          409,
          'WORLD_REPLACED',
          'The world was reset or replaced while its clock moved; it stands where it was put.',
        );
      }
    }
    worlds.notifyChanged(worldServer);
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

  const stepsTo = (target: number, pointer: string): Generator<void, ClockMoved> => {
    const from = clock.now();
    demandReachable(from, target, pointer);
    return stepsOver(target - from);
  };

  const stepsBy = (by: string | number): Generator<void, ClockMoved> => {
    const from = clock.now();
    if (typeof by === 'number') return stepsTo(from + by, '/by');
    const duration = parseDuration(by);
    if (!duration) {
      throw invalidInput({
        '/by': ['must be an ISO 8601 duration such as P1M or PT5M, or one such as 30d or 90s.'],
      });
    }
    const target = addDuration(from, duration);
    return stepsTo(Number.isNaN(target) ? Number.POSITIVE_INFINITY : target, '/by');
  };

  const stepsUntil = (to: string | number): Generator<void, ClockMoved> =>
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

function atOnce(steps: Generator<void, ClockMoved>): ClockMoved {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Pauses now and then, so that signals and other calls are served. */
async function unhurried(steps: Generator<void, ClockMoved>): Promise<ClockMoved> {
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
    return parseIso(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  } catch {
    throw invalidInput({ '/to': ['must be an ISO 8601 instant such as 2026-12-24T18:00:00Z.'] });
  }
}
