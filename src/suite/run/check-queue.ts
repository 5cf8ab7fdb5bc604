// The checks of a run in their order, those that were put off because they would have had to wait, and those of phase `cells`,
// which run together.
import type { Fixture } from '../model/context.ts';
import type { Check } from '../model/define.ts';
import type { CheckDeferred } from '../model/outcome.ts';
import { fixturesOf } from '../plan/plan.ts';
import type { RunContext } from './run-context.ts';

/** A check that is to run. */
export type QueuedCheck = {
  check: Check;
  /** whether it only creates a fixture from which the run learns, for this check and those that follow */
  learns: boolean;
  place: number;
  /** the earliest time at which it runs, in Unix milliseconds of the run's clock; 0 when it need not wait */
  notBefore: number;
  /** how many times it was put off */
  deferrals: number;
  /** the fixtures that it waits for, and those that nobody else may change meanwhile */
  held: readonly Fixture<unknown>[];
};

/** The stages of a run by the phases of checks. Checks of phase `cells` need not wait for those of another stage. */
const STAGES = { first: 0, main: 0, last: 1, cells: 0 };
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

function share<A>(one: Set<A>, other: Set<A>): boolean {
  for (const item of one) if (other.has(item)) return true;
  return false;
}

/** The checks before another one that wait or run. */
class EarlierChecks {
  #lowestStage = Number.POSITIVE_INFINITY;
  readonly #ids = new Set<string>();
  readonly #held = new Set<Fixture<unknown>>();

  add({ check, held }: QueuedCheck, stage: number): void {
    this.#lowestStage = Math.min(this.#lowestStage, stage);
    this.#ids.add(check.id);
    for (const fixture of held) this.#held.add(fixture);
  }

  /** Returns whether a check may not overtake them. */
  block({ check }: QueuedCheck, stage: number, uses: Set<Fixture<unknown>>): boolean {
    return (
      this.#lowestStage < stage ||
      check.after?.some((id) => this.#ids.has(id)) === true ||
      share(uses, this.#held)
    );
  }
}

const isCells = ({ check }: QueuedCheck): boolean => check.phase === 'cells';

/**
 * Returns the checks of a run one after the other. A check that is put off runs as soon as its time has come, before the
 * checks that follow it. A check does not overtake one that explains its breach (`after`), nor one that waits for a fixture
 * which both use, so that checks of one resource keep their order. No check of phase `last`, which may exhaust what others
 * need, runs before all the others have run. Checks of phase `cells` run last, and together while others wait
 * that use none of their fixtures. Where a number
 * of requests limits the run, its first checks run before any other begins, so that no other spends the requests that they
 * still need.
 */
export class CheckQueue {
  readonly #entries: QueuedCheck[];
  /** how many of the entries are of phase `cells`, and how many are not */
  readonly #left: Record<'cells' | 'others', number>;
  /** the checks of phase `cells` that were returned and have not ended */
  readonly #running = new Set<QueuedCheck>();
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
    const cells = this.#entries.filter(isCells).length;
    this.#left = { cells, others: this.#entries.length - cells };
  }

  /**
   * Removes and returns the next check that is not of phase `cells`: the first one that need not wait, else the one whose wait
   * ends first; undefined when none is left that may run. @param now Unix milliseconds of the run's clock
   */
  next(now: number): QueuedCheck | undefined {
    return this.#take(this.#find(now, false));
  }

  /** Returns from when the check that `next` would return need not wait, in Unix milliseconds; Infinity when there is none. */
  nextDue(now: number): number {
    return this.#find(now, false)?.notBefore ?? Number.POSITIVE_INFINITY;
  }

  /** Removes and returns the next check of phase `cells`, which may run beside others until `ended` is called. */
  nextOfCells(now: number): QueuedCheck | undefined {
    const next = this.#take(this.#find(now, true));
    if (next) this.#running.add(next);
    return next;
  }

  ended(entry: QueuedCheck): void {
    this.#running.delete(entry);
  }

  /** @param ofCells whether the check is one of phase `cells` */
  #find(now: number, ofCells: boolean): QueuedCheck | undefined {
    let left = this.#left[ofCells ? 'cells' : 'others'];
    if (left === 0) return undefined;
    const earlier = new EarlierChecks();
    const running = [...this.#running].sort((one, other) => one.place - other.place);
    /** what checks of other phases still need, which a check of phase `cells` may change */
    const needed = new Set<Fixture<unknown>>();
    let soonest: QueuedCheck | undefined;
    for (const entry of this.#entries) {
      for (let [one] = running; one && one.place < entry.place; [one] = running) {
        earlier.add(one, this.#stageOf(one));
        running.shift();
      }
      const uses = this.#fixtures.get(entry.check) ?? new Set();
      const stage = this.#stageOf(entry);
      if (!isCells(entry)) for (const fixture of uses) needed.add(fixture);
      const isFree = !isCells(entry) || !share(uses, needed);
      const isWanted = isCells(entry) === ofCells;
      if (isWanted && isFree && !earlier.block(entry, stage, uses)) {
        if (entry.notBefore <= now) return entry;
        if (soonest === undefined || entry.notBefore < soonest.notBefore) soonest = entry;
      }
      if (isWanted && --left === 0) break;
      earlier.add(entry, stage);
    }
    return soonest;
  }

  /** Returns whether a check that `next` returned may be put off: other checks can run meanwhile. */
  mayDefer(entry: QueuedCheck): boolean {
    if (isCells(entry) || entry.deferrals >= MAX_DEFERRALS) return false;
    const others = [...this.#running, ...this.#entries];
    return others.some((other) => this.#stageOf(other) <= this.#stageOf(entry));
  }

  defer(entry: QueuedCheck, { until, held }: CheckDeferred): void {
    const later = this.#entries.findIndex(({ place }) => place > entry.place);
    const deferred = { ...entry, notBefore: until, deferrals: entry.deferrals + 1, held };
    this.#entries.splice(later === -1 ? this.#entries.length : later, 0, deferred);
    this.#left[isCells(entry) ? 'cells' : 'others'] += 1;
  }

  remaining(): Check[] {
    return this.#entries.filter(({ learns }) => !learns).map(({ check }) => check);
  }

  #take<E extends QueuedCheck | undefined>(entry: E): E {
    if (entry === undefined) return entry;
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    this.#left[isCells(entry) ? 'cells' : 'others'] -= 1;
    return entry;
  }

  #stageOf({ check, place }: QueuedCheck): number {
    return (place < this.#first ? 0 : 2) + STAGES[check.phase ?? 'main'];
  }
}

/** The checks of a run that run together. */
export class ChecksTogether {
  readonly #queue: CheckQueue;
  readonly #context: RunContext;
  readonly #run: (entry: QueuedCheck) => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  #fault: { error: unknown } | undefined;

  constructor(queue: CheckQueue, context: RunContext, run: (entry: QueuedCheck) => Promise<void>) {
    this.#queue = queue;
    this.#context = context;
    this.#run = run;
  }

  async runUntilDue(): Promise<void> {
    const { clock, client, concurrency } = this.#context;
    client.semaphore.resume();
    for (;;) {
      const due = this.#queue.nextDue(clock.now());
      if (due <= clock.now()) break;
      // A check that waits, for a limit or a lag, leaves its place to another one.
      while (this.#running.size - clock.sleeping < concurrency) {
        const next = this.#queue.nextOfCells(clock.now());
        if (next === undefined) break;
        this.#begin(next);
      }
      if (this.#running.size === 0) break;
      await this.#change(due);
      if (this.#fault) throw this.#fault.error;
    }
    if (this.#running.size > 0) await client.semaphore.pause();
  }

  #begin(entry: QueuedCheck): void {
    const ended = this.#run(entry)
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#queue.ended(entry);
        this.#running.delete(ended);
      });
    this.#running.add(ended);
  }

  async #change(due: number): Promise<void> {
    const { clock } = this.#context;
    const over = new AbortController();
    const timer =
      due === Number.POSITIVE_INFINITY
        ? []
        : [clock.sleep(due - clock.now(), over.signal).catch(() => undefined)];
    await Promise.race([...this.#running, ...timer, clock.nextSleep()]);
    over.abort();
  }
}
