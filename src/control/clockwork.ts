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
};

/** No list of what was done is longer. */
const LISTED = 1000;
/** No call goes further: what comes due on the way keeps everybody else waiting. */
const YEARS = 10;

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

  const goTo = (target: number, pointer: string): Moved => {
    const from = clock.now();
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
    const failures: TimerError[] = [];
    const deaf = world.onTimerError((failure) => failures.push(failure));
    clock.advance(target - from);
    const ran = world.runDue();
    deaf();
    rooms.moved(room);
    return {
      ...now(),
      ran: ran.slice(0, LISTED),
      ran_count: ran.length,
      failed: failures.map(({ timer: { kind, at }, error }) => ({
        kind,
        at,
        error: error instanceof Error ? error.message : String(error),
      })),
    };
  };

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
    advance(by) {
      const from = clock.now();
      if (typeof by === 'number') return goTo(from + by, '/by');
      const duration = durationOf(by);
      if (!duration) {
        throw unusable({
          '/by': ['must be an ISO 8601 duration such as P1M or PT5M, or one such as 30d or 90s.'],
        });
      }
      const target = after(from, duration);
      return goTo(Number.isNaN(target) ? Number.POSITIVE_INFINITY : target, '/by');
    },
    set: (to) => goTo(typeof to === 'number' ? to : instantOf(to), '/to'),
  };
}

function instantOf(text: string): number {
  try {
    return msOf(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  } catch {
    throw unusable({ '/to': ['must be an ISO 8601 instant such as 2026-12-24T18:00:00Z.'] });
  }
}
