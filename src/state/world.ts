// A world: one isolated copy of everything that can change, with its transactions, timers and listeners.
import { type Clock, parseClock } from './clock.ts';
import { deepFreeze } from './freeze.ts';
import { toIso } from './instant.ts';
import type { Cause, Commit, Journal, RedoCommit } from './journal.ts';
import { Listeners, throwUncaught } from './listeners.ts';
import type { Store, Timer, WorldSettings } from './store.ts';
import type { StoreContext } from './store-factory.ts';
import type { Tables } from './tables/table.ts';
import { TableReader } from './tables/table-reader.ts';
import { firstTimer, type TimerHandlers, type TimerRow, toTimer, upcomingTimers } from './timers.ts';
import type { Transaction } from './transaction.ts';
import type { LazyWorld, PrebuiltWorld, WorldExport } from './world-export.ts';
import { type Snapshot, WorldState } from './world-state.ts';

/** The options of a world. */
export type WorldOptions<T extends Tables> = {
  readonly tables: T;
  /** the name of the world; `default` when left out */
  readonly name?: string;
  /** the seed of every generated id and random value; 1 when left out */
  readonly seed?: number | string;
  readonly clock?: Clock;
  readonly timers?: TimerHandlers<T>;
  /** the settings that handlers read, as plain JSON values, such as the pace of provisioning */
  readonly settings?: WorldSettings;
  /** the journal that stores every commit; when left out, no commit is stored */
  readonly journal?: Journal;
};

/** A timer whose handler threw an error, with this error. */
export type TimerError = { readonly timer: Timer; readonly error: unknown };

const NO_TIMERS: readonly Timer[] = [];

/** One isolated world: tables, timers, clock, settings and id generator. */
export class World<T extends Tables> {
  readonly name: string;
  readonly clock: Clock;
  readonly tables: T;
  /** the settings that handlers read; the same object as long as the world exists */
  readonly settings: WorldSettings = {};
  /** the journal that stores every commit; undefined when no commit is stored */
  journal: Journal | undefined;
  private readonly options: WorldOptions<T>;
  private readonly state: WorldState<T>;
  private readonly stores: StoreContext<T>;
  private readonly tx: Transaction;
  private readonly failureListeners = new Listeners<unknown>();
  private readonly commitListeners = new Listeners<Commit>((error) => this.listenerFailed(error));
  private readonly errorListeners = new Listeners<TimerError>((error) => this.listenerFailed(error));
  private commits = 0;
  private restores = 0;
  private lastReplacement = 0;
  private resetPoint: Snapshot;

  constructor(options: WorldOptions<T>) {
    this.options = options;
    this.journal = options.journal;
    this.name = options.name ?? 'default';
    this.clock = options.clock ?? parseClock();
    this.tables = options.tables;
    Object.assign(this.settings, structuredClone(options.settings ?? {}));
    this.state = new WorldState(options.tables, options.seed ?? 1, this.clock, this.settings);
    this.stores = this.state.stores;
    this.tx = this.state.tx;
    this.resetPoint = this.snapshot();
  }

  /** The seed from which ids and random values are derived. */
  get seed(): number | string {
    return this.tx.ids.seed;
  }

  /** The number of changes so far: of commits, resets, restores and imports. */
  get seq(): number {
    return this.commits;
  }

  /**
   * A number that changes with every restore, reset and import. Asynchronous work that started with another number no
   * longer belongs to the present state of the world.
   */
  get epoch(): number {
    return this.restores;
  }

  /** The number of the last change that replaced the whole state: a reset, a restore or an import; 0 for none. */
  get replacedAt(): number {
    return this.lastReplacement;
  }

  /** The instant at which the next timer is due (ISO 8601); undefined when no timer is set. */
  get nextDue(): string | undefined {
    return firstTimer(this.stores.timers)?.at;
  }

  /**
   * Runs `fn` in a transaction with the store of a tenant (null: the platform's store) and returns the result of
   * `fn`. `fn` must be synchronous, and a transaction cannot contain another transaction.
   * @param cause what makes the commit; null when no more is known
   * @throws whatever `fn` throws, after its writes are undone
   */
  transact<A>(tenantId: string | null, fn: (store: Store<T>) => A, cause: Cause | null = null): A {
    this.tx.begin();
    return this.runTransaction(tenantId, fn, cause);
  }

  /** Returns a reader of the rows of a table; undefined for a name that no table has. */
  reader(table: string): TableReader | undefined {
    const handle = this.stores.tables.get(table);
    return handle && new TableReader(handle);
  }

  /** Lists the timers with the earliest instants, at most `limit`, and counts all timers. */
  upcoming(limit: number): { timers: Timer[]; total: number } {
    return upcomingTimers(this.stores.timers, limit);
  }

  /**
   * Runs the timers that are due, in order, each in a transaction of its own at its own instant. Timers that are set
   * meanwhile run too when they are due. Call it before each request and after the clock is moved.
   * @param onRun called after each timer, with the number of its commit
   * @returns the timers that ran
   * @throws the first error of a handler, after all timers have run, when no listener to timer errors is registered
   */
  runDue(onRun?: (timer: Timer, seq: number) => void): readonly Timer[] {
    this.state.assertNoOpenTransaction('moved on');
    let timer = firstTimer(this.stores.timers);
    if (timer === undefined) return NO_TIMERS;
    const limit = toIso(this.clock.now());
    if (timer.at > limit) return NO_TIMERS;
    const ran: Timer[] = [];
    const errors: unknown[] = [];
    for (; timer !== undefined && timer.at <= limit; timer = firstTimer(this.stores.timers)) {
      const seq = this.commits + 1;
      const error = this.runTimer(timer);
      if (error !== undefined) errors.push(error);
      const done = toTimer(timer);
      ran.push(done);
      onRun?.(done, seq);
    }
    if (errors.length > 0 && this.errorListeners.size === 0) throw errors[0];
    return ran;
  }

  /**
   * Creates another world with the same state, without listeners and journal. A table is copied only when the world
   * or its fork writes to it. `reset` of the fork restores the state at the time of the fork.
   */
  fork(name: string): World<T> {
    const { journal: _, ...options } = this.options;
    const fork = new World({ ...options, name, clock: this.clock.copy() });
    fork.restore(this.snapshot());
    fork.commits = this.commits;
    fork.resetPoint = fork.snapshot();
    return fork;
  }

  /** Makes a state, by default the present one, the reset point, which `reset` restores. Call it after seeding. */
  setResetPoint(snapshot: Snapshot = this.snapshot()): void {
    this.resetPoint = snapshot;
  }

  /** Restores the reset point; without a call of `setResetPoint` this is the state at the world's creation. */
  reset(): void {
    this.restore(this.resetPoint);
  }

  /** Takes a snapshot of the world without copying rows. */
  snapshot(): Snapshot {
    return this.state.snapshot();
  }

  /** Restores a snapshot of this world, or of another world with the same tables. */
  restore(snapshot: Snapshot): void {
    this.state.restore(snapshot);
    this.replaced();
  }

  /**
   * Undoes the last commits of this world, or of the world of which it is a fork: rows, timers and id ordinals are as
   * before them. The clock and the settings stay.
   * @param commits the commits, the newest first
   */
  undo(commits: Iterable<Commit>): void {
    this.state.assertNoOpenTransaction('changed');
    for (const commit of commits) this.state.undo(commit);
    this.replaced();
  }

  /**
   * Applies a commit of the same world again, to the state in which it was made: rows, timers and id ordinals are then as
   * after it, and `seq` is the number of the commit. The clock and the settings stay, and no listener is called.
   * @param commit the commit; the world keeps and freezes its rows
   * @throws Error for a table that the world does not have
   */
  redo(commit: RedoCommit): void {
    for (const { after } of commit.writes) if (after !== undefined) deepFreeze(after);
    this.state.redo(commit);
    this.commits = commit.seq;
  }

  /**
   * Replaces the whole state by a stored state, whose rows are created when they are first used. It does not change the
   * reset point.
   * @throws Error for a table that the world does not have; the world is then unchanged
   */
  load(stored: LazyWorld): void {
    this.state.load(stored);
    this.replaced();
  }

  /**
   * Continues the numbers of the changes of a world that another process served.
   * @param seq the number of its last change
   * @param replacedAt the number of its last change that replaced the whole state
   */
  continueAt(seq: number, replacedAt: number): void {
    this.commits = seq;
    this.lastReplacement = replacedAt;
  }

  /**
   * Exports the whole world as plain JSON: tables in the order of their declaration, rows in the order of their
   * creation.
   */
  export(): WorldExport {
    return this.state.export();
  }

  /**
   * Replaces the whole state by an export, whose rows the world keeps and freezes without copying them; `export` then
   * returns the same bytes. It makes no commit and does not change the reset point.
   * @throws Error when `json` is not a valid export; the world is then unchanged
   */
  import(json: WorldExport): void {
    if (json.format !== 1)
      throw new Error(`This is no export of a world: its format is ${json.format}, not 1.`);
    const before = this.snapshot();
    try {
      this.state.import(json);
      this.replaced();
    } catch (error) {
      this.restore(before);
      throw error;
    }
  }

  /** Loads the rows, timers and id ordinals of a prebuilt world into this world, which must not have rows yet. */
  loadPrebuilt(prebuilt: PrebuiltWorld): void {
    this.state.loadPrebuilt(prebuilt);
  }

  /**
   * Calls `listener` after each commit, in order; returns a function that removes the listener. An error of the
   * listener does not undo the commit.
   */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.commitListeners.add(listener);
  }

  /** Calls `listener` for each timer whose handler threw an error; returns a function that removes the listener. */
  onTimerError(listener: (failure: TimerError) => void): () => void {
    return this.errorListeners.add(listener);
  }

  /**
   * Calls `listener` with each error that a listener to commits or timers throws; without such a listener the error
   * becomes an uncaught error. Returns a function that removes the listener.
   */
  onListenerError(listener: (error: unknown) => void): () => void {
    return this.failureListeners.add(listener);
  }

  private replaced(): void {
    this.restores += 1;
    this.commits += 1;
    this.lastReplacement = this.commits;
  }

  private listenerFailed(error: unknown): void {
    if (this.failureListeners.size === 0) throwUncaught(error);
    else this.failureListeners.emit(error);
  }

  private runTransaction<A>(tenantId: string | null, fn: (store: Store<T>) => A, cause: Cause | null): A {
    const { tx } = this;
    let result: A;
    let commit: Commit | undefined;
    try {
      result = fn(this.stores.storeOf(tenantId));
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new Error('A transaction is synchronous: its function must not return a promise.');
      }
      tx.assertGivenIdsUsed();
      if (tx.changed) commit = this.recordCommit(cause);
    } catch (error) {
      tx.undo();
      tx.end();
      throw error;
    }
    tx.end();
    if (commit !== undefined) this.commitListeners.emit(commit);
    return result;
  }

  /**
   * Counts the commit and appends it to the journal. Returns undefined when no journal and no listener needs the
   * commit.
   */
  private recordCommit(cause: Cause | null): Commit | undefined {
    const { journal } = this;
    const seq = this.commits + 1;
    if (journal === undefined && this.commitListeners.size === 0) {
      this.commits = seq;
      return undefined;
    }
    const commit = this.tx.commit(seq, cause);
    journal?.append(commit);
    this.commits = seq;
    return commit;
  }

  private runTimer(timer: TimerRow): unknown {
    const { timers } = this.stores;
    const handler = this.options.timers?.[timer.kind];
    const cause: Cause = { kind: 'timer', timer: timer.kind, ref: timer.ref };
    try {
      if (handler === undefined) throw new Error(`No handler is known for timers of kind "${timer.kind}".`);
      this.tx.begin(timer.at, timer.id);
      this.runTransaction(
        null,
        (store) => {
          this.tx.remove(timers, timer);
          handler(store, timer.ref);
        },
        cause,
      );
      return undefined;
    } catch (error) {
      this.tx.begin(timer.at);
      this.runTransaction(null, () => this.tx.remove(timers, timer), cause);
      this.errorListeners.emit({ timer: toTimer(timer), error });
      return error;
    }
  }
}
