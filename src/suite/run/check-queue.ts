// The checks of a run in their order, and those that were put off because they would have had to wait.
import type { Fixture } from '../model/context.ts';
import type { Check } from '../model/define.ts';
import type { CheckDeferred } from '../model/outcome.ts';
import { fixturesOf } from '../plan/plan.ts';

/** A check that is to run. */
export type QueuedCheck = {
  check: Check;
  /** whether it only creates a fixture from which the run learns, for this check and those that follow */
  learns: boolean;
  /** the place of the check in the order of the run */
  place: number;
  /** the earliest time at which it runs, in Unix milliseconds of the run's clock; 0 when it need not wait */
  notBefore: number;
  /** how many times it was put off */
  deferrals: number;
  /** the fixtures that it waits for, and those that nobody else may change meanwhile */
  held: readonly Fixture<unknown>[];
};

/** The stages of a run by the phases of checks. */
const STAGES = { first: 0, main: 0, last: 1, cells: 2 };
/** The most times that one check is put off; after that, it waits. */
const MAX_DEFERRALS = 40;

/** Returns the steps that create the fixtures from which a run learns, each for the first check that uses it. */
const learningSteps = (checks: readonly Check[], created: Set<Fixture<unknown>>): Check[] =>
  checks.flatMap((check) =>
    [...fixturesOf([check])].flatMap((fixture): Check[] => {
      if (fixture.learns !== true || created.has(fixture)) return [];
      created.add(fixture);
      return [{ ...check, phase: 'first', uses: [fixture], run: async (t) => void (await t.use(fixture)) }];
    }),
  );

/**
 * Returns the checks of a run one after the other. A check that is put off runs as soon as its time has come, before the
 * checks that follow it. A check does not overtake one that explains its breach (`after`), nor one that waits for a fixture
 * which both use, so that checks of one resource keep their order. No check of phase `last` or `cells`, which may exhaust what
 * others need, runs before all the others have run. Where a number of requests limits the run, its first checks run
 * before any other begins, so that no other spends the requests that they still need.
 */
export class CheckQueue {
  readonly #entries: QueuedCheck[];
  readonly #fixtures = new Map<Check, Set<Fixture<unknown>>>();

  readonly #first: number;

  /** @param first how many of the checks run before any other begins */
  constructor(checks: readonly Check[], first = checks.length) {
    const created = new Set<Fixture<unknown>>();
    const parts = [checks.slice(0, first), checks.slice(first)].map((part) => [
      ...learningSteps(part, created).map((check) => ({ check, learns: true })),
      ...part.map((check) => ({ check, learns: false })),
    ]);
    this.#first = parts[0]?.length ?? 0;
    this.#entries = parts
      .flat()
      .map((entry, place) => ({ ...entry, place, notBefore: 0, deferrals: 0, held: [] }));
    for (const { check } of this.#entries) this.#fixtures.set(check, fixturesOf([check]));
  }

  /**
   * Removes and returns the next check: the first one that need not wait, else the one whose wait ends first; undefined when
   * none is left. @param now Unix milliseconds of the run's clock
   */
  next(now: number): QueuedCheck | undefined {
    const waiting: QueuedCheck[] = [];
    let soonest: QueuedCheck | undefined;
    for (const entry of this.#entries) {
      if (waiting.some((earlier) => this.#stageOf(earlier) < this.#stageOf(entry))) break;
      const mayRun = !waiting.some((earlier) => this.#isBehind(entry, earlier));
      if (mayRun && entry.notBefore <= now) return this.#take(entry);
      if (mayRun && (soonest === undefined || entry.notBefore < soonest.notBefore)) soonest = entry;
      waiting.push(entry);
    }
    return soonest === undefined ? undefined : this.#take(soonest);
  }

  /** Returns whether a check that `next` returned may be put off: other checks can run meanwhile. */
  mayDefer(entry: QueuedCheck): boolean {
    if (STAGES[entry.check.phase ?? 'main'] > 0 || entry.deferrals >= MAX_DEFERRALS) return false;
    return this.#entries.some((other) => this.#stageOf(other) === this.#stageOf(entry));
  }

  /** Puts a check off, in its place. */
  defer(entry: QueuedCheck, { until, held }: CheckDeferred): void {
    const later = this.#entries.findIndex(({ place }) => place > entry.place);
    const deferred = { ...entry, notBefore: until, deferrals: entry.deferrals + 1, held };
    this.#entries.splice(later === -1 ? this.#entries.length : later, 0, deferred);
  }

  /** Returns the checks that did not run, in their order. */
  remaining(): Check[] {
    return this.#entries.filter(({ learns }) => !learns).map(({ check }) => check);
  }

  /** Returns whether a check may not overtake an earlier one that waits. */
  #isBehind({ check }: QueuedCheck, { check: earlier, held }: QueuedCheck): boolean {
    const uses = this.#fixtures.get(check);
    return check.after?.includes(earlier.id) === true || held.some((fixture) => uses?.has(fixture));
  }

  #take(entry: QueuedCheck): QueuedCheck {
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    return entry;
  }

  /** Returns the stage of a check; a check does not run while one of an earlier stage waits. */
  #stageOf({ check, place }: QueuedCheck): number {
    return (place < this.#first ? 0 : 3) + STAGES[check.phase ?? 'main'];
  }
}
