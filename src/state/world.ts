// A world: one isolated copy of everything that can change, with its transactions, due timers and listeners.
import { type Clock, parseClock } from './clock.ts';
import { toIso } from './instant.ts';
import type { Commit, Journal } from './journal.ts';
import { Listeners, throwUncaught } from './listeners.ts';
import type { Store, Timer, WorldSettings } from './store.ts';
import type { StoreContext } from './store-factory.ts';
import type { Tables } from './table.ts';
import { firstTimer, type TimerHandlers, type TimerRow, toTimer } from './timers.ts';
import type { Transaction } from './transaction.ts';
import type { PrebuiltWorld, WorldExport } from './world-export.ts';
import { type Snapshot, WorldState } from './world-state.ts';

/** What a world is created with. */
export type WorldOptions<T extends Tables> = {
  readonly tables: T;
  /** `default` when left out */
  readonly name?: string;
  /** decides every generated id and random value; 1 when left out */
  readonly seed?: number | string;
  readonly clock?: Clock;
  readonly timers?: TimerHandlers<T>;
  /** plain JSON values that handlers read, such as the pace of provisioning */
  readonly settings?: WorldSettings;
  /** stores every commit; when left out, no commit is stored */
  readonly journal?: Journal;
};

/** A timer whose handler threw, and the error. */
export type TimerError = { readonly timer: Timer; readonly error: unknown };

const NO_TIMERS: readonly Timer[] = [];

/** One isolated world: tables, timers, clock, settings and id generator. */
export class World<T extends Tables> {
  readonly name: string;
  readonly clock: Clock;
  readonly tables: T;
  /** settings that handlers read; the same object as long as the world exists */
  readonly settings: WorldSettings = {};
  private readonly options: WorldOptions<T>;
  private readonly state: WorldState<T>;
  private readonly stores: StoreContext<T>;
  private readonly tx: Transaction;
  private readonly failureListeners = new Listeners<unknown>();
  private readonly commitListeners = new Listeners<Commit>((error) => this.listenerFailed(error));
  private readonly errorListeners = new Listeners<TimerError>((error) => this.listenerFailed(error));
  private commits = 0;
  private restores = 0;
  private resetPoint: Snapshot;

  constructor(options: WorldOptions<T>) {
    this.options = options;
    this.name = options.name ?? 'default';
    this.clock = options.clock ?? parseClock();
    this.tables = options.tables;
    Object.assign(this.settings, structuredClone(options.settings ?? {}));
    this.state = new WorldState(options.tables, options.seed ?? 1, this.clock, this.settings);
    this.stores = this.state.stores;
    this.tx = this.state.tx;
    this.resetPoint = this.snapshot();
  }

  /** The seed that ids and random values are derived from. */
  get seed(): number | string {
    return this.tx.ids.seed;
  }

  /** The number of commits so far. */
  get seq(): number {
    return this.commits;
  }

  /** A number that changes with every restore, reset and import. Work that was started before one no longer belongs to this world. */
  get epoch(): number {
    return this.restores;
  }

  /** The instant of the next timer (ISO 8601); undefined when no timer is set. */
  get nextDue(): string | undefined {
    return firstTimer(this.stores.timers)?.at;
  }

  /**
   * Runs `fn` in a transaction over the store of a tenant (null: the platform's) and returns its result. `fn` is
   * synchronous, and transactions do not nest.
   * @throws whatever `fn` throws, after its writes are undone
   */
  transact<A>(tenantId: string | null, fn: (store: Store<T>) => A): A {
    this.tx.begin();
    return this.runTransaction(tenantId, fn);
  }

  /**
   * Runs the timers that are due, in order, each in a transaction of its own at its own instant; timers that these set
   * and that are due as well run too. Call it before each request and after the clock is moved.
   * @returns the timers that ran
   * @throws the first error of a handler, after all have run, where no listener to timer errors is registered
   */
  runDue(): readonly Timer[] {
    this.state.assertNoOpenTransaction('moved on');
    let timer = firstTimer(this.stores.timers);
    if (timer === undefined) return NO_TIMERS;
    const limit = toIso(this.clock.now());
    if (timer.at > limit) return NO_TIMERS;
    const ran: Timer[] = [];
    const errors: unknown[] = [];
    for (; timer !== undefined && timer.at <= limit; timer = firstTimer(this.stores.timers)) {
      const error = this.runTimer(timer);
      if (error !== undefined) errors.push(error);
      ran.push(toTimer(timer));
    }
    if (errors.length > 0 && this.errorListeners.size === 0) throw errors[0];
    return ran;
  }

  /**
   * Creates another world with the same state, without listeners and journal. A table is copied only when one of the two
   * worlds writes to it. `reset` of the fork restores the state at the fork.
   */
  fork(name: string): World<T> {
    const { journal: _, ...options } = this.options;
    const fork = new World({ ...options, name, clock: this.clock.copy() });
    fork.restore(this.snapshot());
    fork.commits = this.commits;
    fork.resetPoint = fork.snapshot();
    return fork;
  }

  /** Makes the present state the one that `reset` restores. Call it after seeding. */
  setResetPoint(): void {
    this.resetPoint = this.snapshot();
  }

  /** Restores the state of the last `setResetPoint`, or of the creation. */
  reset(): void {
    this.restore(this.resetPoint);
  }

  /** Takes a snapshot. It copies no rows. */
  snapshot(): Snapshot {
    return this.state.snapshot();
  }

  /** Restores a snapshot of this world, or of another one with the same tables. */
  restore(snapshot: Snapshot): void {
    this.state.restore(snapshot);
    this.restores += 1;
  }

  /** Exports everything as plain JSON: tables as declared, rows in the order of their creation. */
  export(): WorldExport {
    return this.state.export();
  }

  /**
   * Replaces everything by an export, whose rows the world keeps and freezes; `export` then returns the same bytes. It
   * makes no commit and does not change the reset point.
   * @throws Error when `json` is not a valid export; the world is then unchanged
   */
  import(json: WorldExport): void {
    if (json.format !== 1)
      throw new Error(`This is no export of a world: its format is ${json.format}, not 1.`);
    const before = this.snapshot();
    try {
      this.state.import(json);
      this.restores += 1;
    } catch (error) {
      this.restore(before);
      throw error;
    }
  }

  /** Loads a prebuilt world into this one, which must not have rows yet. */
  loadPrebuilt(prebuilt: PrebuiltWorld): void {
    this.state.loadPrebuilt(prebuilt);
  }

  /** Calls `listener` after each commit, in order; returns a function that stops it. An error of the listener does not undo the commit. */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.commitListeners.add(listener);
  }

  /** Calls `listener` for each timer whose handler threw; returns a function that stops it. */
  onTimerError(listener: (failure: TimerError) => void): () => void {
    return this.errorListeners.add(listener);
  }

  /** Calls `listener` with errors thrown by listeners to commits and timers; without one, such an error is uncaught. Returns a function that stops it. */
  onListenerError(listener: (error: unknown) => void): () => void {
    return this.failureListeners.add(listener);
  }

  private listenerFailed(error: unknown): void {
    if (this.failureListeners.size === 0) throwUncaught(error);
    else this.failureListeners.emit(error);
  }

  private runTransaction<A>(tenantId: string | null, fn: (store: Store<T>) => A): A {
    const { tx } = this;
    let result: A;
    let commit: Commit | undefined;
    try {
      result = fn(this.stores.storeOf(tenantId));
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new Error('A transaction is synchronous: its function must not return a promise.');
      }
      if (tx.changed) commit = this.recordCommit();
    } catch (error) {
      tx.undo();
      tx.end();
      throw error;
    }
    tx.end();
    if (commit !== undefined) this.commitListeners.emit(commit);
    return result;
  }

  /** Counts the commit and appends it to the journal. Returns undefined when neither a journal nor a listener needs it. */
  private recordCommit(): Commit | undefined {
    const { journal } = this.options;
    const seq = this.commits + 1;
    if (journal === undefined && this.commitListeners.size === 0) {
      this.commits = seq;
      return undefined;
    }
    const commit = this.tx.commit(seq);
    journal?.append(commit);
    this.commits = seq;
    return commit;
  }

  private runTimer(timer: TimerRow): unknown {
    const { timers } = this.stores;
    const handler = this.options.timers?.[timer.kind];
    try {
      if (handler === undefined) throw new Error(`No handler is known for timers of kind "${timer.kind}".`);
      this.tx.begin(timer.at, timer.id);
      this.runTransaction(null, (store) => {
        this.tx.remove(timers, timer);
        handler(store, timer.ref);
      });
      return undefined;
    } catch (error) {
      this.tx.begin(timer.at);
      this.runTransaction(null, () => this.tx.remove(timers, timer));
      this.errorListeners.emit({ timer: toTimer(timer), error });
      return error;
    }
  }
}
