// Clock control of a world. Timers that become due run in order, each at its own time.
import type { WorldServer } from '../../server/app.ts';
import { isWorldTime, parseIso, toIso } from '../../state/instant.ts';
import type { Commit } from '../../state/journal.ts';
import type { References } from '../../state/references.ts';
import type { Timer } from '../../state/store.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { TimerError } from '../../state/world.ts';
import { ControlError, invalidInput } from '../control-error.ts';
import type { Schema } from '../operations.ts';
import { type FindReader, labelOfRecord, recordOfRef, statusOf } from '../tables/table-rows.ts';
import { writeSummary } from '../timeline/row-change.ts';
import { addDuration, parseDuration } from './duration.ts';

type ClockNow = Schema<'Clock'>;
type ClockMoved = Schema<'Moved'>;
type RanTimer = Schema<'RanTimer'>;

const MAX_LISTED_TIMERS = 1000;
/** The maximum number of changes that a reply lists for one timer. */
const MAX_LISTED_CHANGES = 50;
/** The number of timers that `upcoming` lists when it is not told. */
const DEFAULT_UPCOMING = 20;
/** The maximum time by which one call may move the clock, in years. Other calls wait while timers run. */
const MAX_YEARS = 10;
/** The time by which the clock moves in one step, in ms: one week. */
const STEP_MS = 604_800_000;
/** The maximum time for which steps run without a pause, in ms of real time. */
const MAX_BUSY_MS = 20;

export function clockControl<T extends Tables>(worldServer: WorldServer<T>) {
  const { world } = worldServer;
  const { clock } = world;

  const now = (): ClockNow => ({
    now: toIso(clock.now()),
    frozen: clock.frozen,
    next_due: world.nextDue ?? null,
  });

  const find: FindReader = (table) => world.reader(table);
  const { references = {} } = worldServer.deps.definition;
  const shown = (timer: Timer): Schema<'ShownTimer'> => ({
    ...timer,
    record: recordOfRef(find, references, timer.ref),
  });

  const changed = (): ClockNow => {
    worldServer.notifyChanged();
    return now();
  };

  // Throws when the clock may not be set to this time.
  const assertReachable = (from: number, target: number, pointer: string): void => {
    if (target < from) {
      throw new ControlError(
        'CLOCK_GOES_BACK',
        `It is ${toIso(from)} in this world, and its clock does not go back, because past events would lie in the future. ` +
          'Reset it, restore a snapshot, or create another world that starts then.',
        { [pointer]: [`must not be before ${toIso(from)}.`] },
      );
    }
    if (!isWorldTime(target)) throw invalidInput({ [pointer]: ['must not be after the year 9899.'] });
    if (target > addDuration(from, { months: 12 * MAX_YEARS, ms: 0 })) {
      throw invalidInput({
        [pointer]: [
          `must not be more than ${MAX_YEARS} years ahead, because all timers on the way run before the reply. Use several calls.`,
        ],
      });
    }
  };

  // Advances the clock by a duration in ms, one step per iteration.
  function* stepsOver(duration: number): Generator<void, ClockMoved> {
    const { epoch } = world;
    const ran: RanTimer[] = [];
    const failures: TimerError[] = [];
    let count = 0;
    for (let left = duration; ; ) {
      const step = Math.min(left, STEP_MS);
      const commits = new Map<number, Commit>();
      const stops = [
        world.onTimerError((failure) => failures.push(failure)),
        world.onCommit((commit) => commits.set(commit.seq, commit)),
      ];
      clock.advance(step);
      world.runDue((timer, seq) => {
        count += 1;
        if (ran.length < MAX_LISTED_TIMERS)
          ran.push({ ...shown(timer), ...changesOf(find, references, commits.get(seq)) });
        commits.clear();
      });
      for (const stop of stops) stop();
      left -= step;
      if (left <= 0) break;
      yield;
      if (world.epoch !== epoch) {
        throw new ControlError(
          'WORLD_REPLACED',
          'The world was reset or replaced while its clock moved; it has the time of its new state.',
        );
      }
    }
    worldServer.notifyChanged();
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
    assertReachable(from, target, pointer);
    return stepsOver(target - from);
  };

  const stepsBy = (by: string | number): Generator<void, ClockMoved> => {
    const from = clock.now();
    if (typeof by === 'number') return stepsTo(from + by, '/by');
    if (by === 'next') {
      const due = world.nextDue;
      if (due !== undefined) return stepsTo(Math.max(from, parseIso(due)), '/by');
      const sentence =
        'No timer is scheduled in this world, so nothing comes due. Advance by a duration instead.';
      throw new ControlError('NOTHING_DUE', sentence);
    }
    const duration = parseDuration(by);
    if (!duration) {
      throw invalidInput({
        '/by': ['must be an ISO 8601 duration such as P1M or PT5M, one such as 30d or 90s, or next.'],
      });
    }
    const target = addDuration(from, duration);
    return stepsTo(Number.isNaN(target) ? Number.POSITIVE_INFINITY : target, '/by');
  };

  const stepsUntil = (to: string | number): Generator<void, ClockMoved> =>
    stepsTo(typeof to === 'number' ? to : instantOf(to), '/to');

  return {
    /** Returns the state of the clock. */
    now,
    /** Lists the timers that come due next, at most `limit` (default: 20). */
    upcoming(limit: number = DEFAULT_UPCOMING): Schema<'UpcomingTimers'> {
      const { timers, total } = world.upcoming(limit);
      return { timers: timers.map(shown), total };
    },
    freeze(): ClockNow {
      clock.freeze();
      return changed();
    },
    /** Lets the clock run on from its present time. */
    resume(): ClockNow {
      clock.resume();
      return changed();
    },
    /**
     * Advances the clock and runs all timers that become due.
     * @param by milliseconds, an ISO 8601 duration such as `P1M` or `PT5M`, or a short form such as `30d`, `12h` or
     * `90s`; at most ten years; or `next`: to the instant at which the next timer is due
     * @throws ControlError 422 for a duration that is invalid or too long; NOTHING_DUE for `next` when no timer is
     * scheduled
     */
    advance: (by: string | number): ClockMoved => runToEnd(stepsBy(by)),
    /**
     * Sets the clock forward and runs all timers that become due.
     * @param to an ISO 8601 instant or milliseconds since 1970; not in the past and at most ten years ahead
     * @throws ControlError CLOCK_GOES_BACK for a time in the past, 422 for other invalid values
     */
    set: (to: string | number): ClockMoved => runToEnd(stepsUntil(to)),
    /**
     * Advances the clock in steps of a week, so that the mock serves other calls between the steps.
     * @throws ControlError like `advance`; WORLD_REPLACED when the world is reset or replaced between two steps
     */
    advanceInSteps: async (by: string | number): Promise<ClockMoved> => runWithPauses(stepsBy(by)),
    /**
     * Sets the clock forward in steps of a week, so that the mock serves other calls between the steps.
     * @throws ControlError like `set` and `advanceInSteps`
     */
    setInSteps: async (to: string | number): Promise<ClockMoved> => runWithPauses(stepsUntil(to)),
  };
}

function runToEnd(steps: Generator<void, ClockMoved>): ClockMoved {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

async function runWithPauses(steps: Generator<void, ClockMoved>): Promise<ClockMoved> {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < MAX_BUSY_MS) continue;
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

function changesOf(
  find: FindReader,
  references: References,
  commit: Commit | undefined,
): Pick<RanTimer, 'changes' | 'events'> {
  const writes = (commit?.writes ?? []).filter(({ table }) => find(table) !== undefined);
  return {
    changes: writes.slice(0, MAX_LISTED_CHANGES).map((write) => {
      const [from, to] = [statusOf(write.before), statusOf(write.after)];
      return {
        ...writeSummary(write),
        label: labelOfRecord(find, references, write.table, write.id),
        status: from === to ? null : { from, to },
      };
    }),
    events: (commit?.events ?? []).map(({ type }) => type),
  };
}
