// A world: one isolated copy of everything that can change, with its transactions, timers and listeners.
import { type Clock, parseClock } from './clock.ts';
import { toIso } from './instant.ts';
import type { Cause, Commit } from './journal.ts';
import { Listeners, throwUncaught } from './listeners.ts';
import type { Store, Timer, WorldSettings } from './store.ts';
import type { Tables } from './tables/table.ts';
import { TableReader } from './tables/table-reader.ts';
import { firstTimer, type TimerHandlers, type TimerRow, toTimer, upcomingTimers } from './timers.ts';
import { type Snapshot, WorldState } from './world-state.ts';

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
};

/** A timer whose handler threw an error, with this error. */
export type TimerError = { readonly timer: Timer; readonly error: unknown };

const NO_TIMERS: readonly Timer[] = [];

/** One isolated world: tables, timers, clock, settings and id generator. */
export class World<T extends Tables> extends WorldState<T> {
  readonly name: string;
  /** stores every commit before its transaction ends; when it throws an error, the transaction is undone */
  beforeCommit: ((commit: Commit) => void) | null = null;
  private readonly options: WorldOptions<T>;
  private readonly failureListeners = new Listeners<unknown>();
  private readonly commitListeners = new Listeners<Commit>((error) => this.listenerFailed(error));
  private readonly errorListeners = new Listeners<TimerError>((error) => this.listenerFailed(error));
  private resetPoint: Snapshot;

  constructor(options: WorldOptions<T>) {
    const { tables, name = 'default', seed = 1, clock = parseClock(), settings = {} } = options;
    super(tables, seed, clock, settings);
    this.options = options;
    this.name = name;
    this.resetPoint = this.snapshot();
  }

  /** The instant at which the next timer is due (ISO 8601); undefined when no timer is set. */
  get nextDue(): string | undefined {
    return firstTimer(this.stores.timers)?.at;
  }

  /**
   * Runs `fn` in a transaction with the store of a tenant (null: the platform's store) and returns the result of
   * `fn`. `fn` must be synchronous, and a transaction cannot contain another transaction.
   * @param cause what makes the commit; null when no more is known
   * @param timer the timer whose handler runs, at its instant
   * @throws whatever `fn` throws, after its writes are undone
   */
  transact<A>(
    tenantId: string | null,
    fn: (store: Store<T>) => A,
    cause: Cause | null = null,
    timer?: Pick<TimerRow, 'at'> & Partial<TimerRow>,
  ): A {
    const { tx } = this;
    tx.begin(timer?.at, timer?.id);
    let result: A;
    let commit: Commit | undefined;
    try {
      result = fn(this.stores.storeOf(tenantId));
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new Error('A transaction is synchronous: its function must not return a promise.');
      }
      tx.assertGivenIdsUsed();
      if (tx.changed) {
        const seq = this.seq + 1;
        if (this.beforeCommit !== null || this.commitListeners.size > 0) commit = tx.commit(seq, cause);
        if (commit !== undefined) this.beforeCommit?.(commit);
        this.changeCount = seq;
      }
    } catch (error) {
      tx.undo();
      tx.end();
      throw error;
    }
    tx.end();
    if (commit !== undefined) this.commitListeners.emit(commit);
    return result;
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
    this.assertNoOpenTransaction('moved on');
    let timer = firstTimer(this.stores.timers);
    if (timer === undefined) return NO_TIMERS;
    const limit = toIso(this.clock.now());
    if (timer.at > limit) return NO_TIMERS;
    const ran: Timer[] = [];
    const errors: unknown[] = [];
    for (; timer !== undefined && timer.at <= limit; timer = firstTimer(this.stores.timers)) {
      const seq = this.seq + 1;
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
   * Creates another world with the same state, without listeners. A table is copied only when the world or its fork
   * writes to it. `reset` of the fork restores the state at the time of the fork.
   */
  fork(name: string): World<T> {
    const fork = new World({ ...this.options, name, clock: this.clock.copy() });
    fork.restore(this.snapshot());
    fork.changeCount = this.seq;
    fork.setResetPoint();
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

  /** Calls `listener` after each commit, which its errors do not undo; returns a function to remove it. */
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

  private listenerFailed(error: unknown): void {
    if (this.failureListeners.size === 0) throwUncaught(error);
    else this.failureListeners.emit(error);
  }

  private runTimer(timer: TimerRow): unknown {
    const { timers } = this.stores;
    const handler = this.options.timers?.[timer.kind];
    const cause: Cause = { kind: 'timer', timer: timer.kind, ref: timer.ref };
    try {
      if (handler === undefined) throw new Error(`No handler is known for timers of kind "${timer.kind}".`);
      this.transact(
        null,
        (store) => {
          this.tx.remove(timers, timer);
          handler(store, timer.ref);
        },
        cause,
        timer,
      );
      return undefined;
    } catch (error) {
      this.transact(null, () => this.tx.remove(timers, timer), cause, { at: timer.at });
      this.errorListeners.emit({ timer: toTimer(timer), error });
      return error;
    }
  }
}
