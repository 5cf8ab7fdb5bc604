// The checks of a run in their order, those that were put off because they would have had to wait, and those that run
// together.
import type { Fixture } from '../model/context.ts';
import { type Check, runsTogether } from '../model/define.ts';
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
const STAGES = { first: 0, main: 0, last: 1, cells: 0, reads: 2 };
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

  /** @param changed the fixtures that the check will change */
  add({ check, held }: QueuedCheck, stage: number, changed: readonly Fixture<unknown>[]): void {
    this.#lowestStage = Math.min(this.#lowestStage, stage);
    this.#ids.add(check.id);
    for (const fixture of [...held, ...changed]) this.#held.add(fixture);
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

const isTogether = ({ check }: QueuedCheck): boolean => runsTogether(check);

/**
 * Returns the checks of a run one after the other. A check that is put off runs as soon as its time has come, before the
 * checks that follow it. A check does not overtake one that explains its breach (`after`), nor one that waits for a fixture
 * which both use or will change such a fixture, so that checks of one resource keep their order. No check of phase `last`,
 * which may exhaust what others need, runs before all the others have run. Checks of phase `cells` run when no other can,
 * and together while others wait that use none of their fixtures; those of phase `reads` run together, after all the
 * others. Where a number of requests limits the run, its first checks run before any other begins, so that no other spends
 * the requests that they still need.
 */
export class CheckQueue {
  readonly #entries: QueuedCheck[];
  /** how many of the entries run together, and how many do not */
  readonly #left: Record<'together' | 'others', number>;
  /** the checks that run together, were returned and have not ended */
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
    const together = this.#entries.filter(isTogether).length;
    this.#left = { together, others: this.#entries.length - together };
  }

  /**
   * Removes and returns the next check that runs alone: the first one that need not wait, else the one whose wait
   * ends first; undefined when none is left that may run. @param now Unix milliseconds of the run's clock
   */
  next(now: number): QueuedCheck | undefined {
    return this.#take(this.#find(now, false));
  }

  /** Returns from when the check that `next` would return need not wait, in Unix milliseconds; Infinity when there is none. */
  nextDue(now: number): number {
    return this.#find(now, false)?.notBefore ?? Number.POSITIVE_INFINITY;
  }

  /** Removes and returns the next check that may run beside others, until `ended` is called. */
  nextTogether(now: number): QueuedCheck | undefined {
    const next = this.#take(this.#find(now, true));
    if (next) this.#running.add(next);
    return next;
  }

  ended(entry: QueuedCheck): void {
    this.#running.delete(entry);
  }

  #find(now: number, together: boolean): QueuedCheck | undefined {
    let left = this.#left[together ? 'together' : 'others'];
    if (left === 0) return undefined;
    const earlier = new EarlierChecks();
    const running = [...this.#running].sort((one, other) => one.place - other.place);
    /** what checks that run alone still need, which one that runs together may change */
    const needed = new Set<Fixture<unknown>>();
    let soonest: QueuedCheck | undefined;
    for (const entry of this.#entries) {
      for (let [one] = running; one && one.place < entry.place; [one] = running) {
        earlier.add(one, this.#stageOf(one), []);
        running.shift();
      }
      const uses = this.#fixtures.get(entry.check) ?? new Set();
      const stage = this.#stageOf(entry);
      if (!isTogether(entry)) for (const fixture of uses) needed.add(fixture);
      const isFree = !isTogether(entry) || !share(uses, needed);
      const isWanted = isTogether(entry) === together;
      if (isWanted && isFree && !earlier.block(entry, stage, uses)) {
        if (entry.notBefore <= now) return entry;
        if (soonest === undefined || entry.notBefore < soonest.notBefore) soonest = entry;
      }
      if (isWanted && --left === 0) break;
      earlier.add(entry, stage, isTogether(entry) ? [] : [...uses].flatMap(({ changes = [] }) => changes));
    }
    return soonest;
  }

  /** Returns whether a check that `next` returned may be put off: other checks can run meanwhile. */
  mayDefer(entry: QueuedCheck): boolean {
    if (isTogether(entry) || entry.deferrals >= MAX_DEFERRALS) return false;
    const others = [...this.#running, ...this.#entries];
    return others.some((other) => this.#stageOf(other) <= this.#stageOf(entry));
  }

  defer(entry: QueuedCheck, { until, held }: CheckDeferred): void {
    const later = this.#entries.findIndex(({ place }) => place > entry.place);
    const deferred = { ...entry, notBefore: until, deferrals: entry.deferrals + 1, held };
    this.#entries.splice(later === -1 ? this.#entries.length : later, 0, deferred);
    this.#left[isTogether(entry) ? 'together' : 'others'] += 1;
  }

  remaining(): Check[] {
    return this.#entries.filter(({ learns }) => !learns).map(({ check }) => check);
  }

  #take<E extends QueuedCheck | undefined>(entry: E): E {
    if (entry === undefined) return entry;
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    this.#left[isTogether(entry) ? 'together' : 'others'] -= 1;
    return entry;
  }

  #stageOf({ check, place }: QueuedCheck): number {
    return (place < this.#first ? 0 : 3) + STAGES[check.phase ?? 'main'];
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
        const next = this.#queue.nextTogether(clock.now());
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
        : [clock.sleep(Math.max(0, due - clock.now()), over.signal).catch(() => undefined)];
    await Promise.race([...this.#running, ...timer, clock.nextSleep()]);
    over.abort();
  }
}
