// A world: one isolated copy of everything that can change.

import { type Clock, type ClockState, parseClock } from './clock.ts';
import { IdGenerator } from './ids.ts';
import { toIso } from './instant.ts';
import type { Commit, Journal } from './journal.ts';
import { Listeners, throwUncaught } from './listeners.ts';
import type { EntityRef, Store, Timer, WorldSettings } from './store.ts';
import { createStoreContext, type StoreContext } from './store-factory.ts';
import type { Tables } from './table.ts';
import { TableData } from './table-data.ts';
import { compileTableSchema } from './table-schema.ts';
import { firstTimer, type TimerRow, timerTableSchema } from './timers.ts';
import { TableHandle, Transaction } from './transaction.ts';
import {
  exportRows,
  importRows,
  loadPrebuiltRows,
  type PrebuiltWorld,
  type WorldExport,
} from './world-export.ts';

export type TimerHandlers<T extends Tables> = {
  readonly [kind: string]: (store: Store<T> /* the platform's */, ref: EntityRef) => void;
};

export type WorldOptions<T extends Tables> = {
  readonly tables: T;
  readonly name?: string;
  readonly seed?: number | string;
  readonly clock?: Clock;
  readonly timers?: TimerHandlers<T>;
  /** Policy; plain JSON values. */
  readonly settings?: WorldSettings;
  /** Absent: commits are kept nowhere. */
  readonly journal?: Journal;
};

export type TimerError = { readonly timer: Timer; readonly error: unknown };

/** The state of a world at one instant; may be restored any number of times, and costs what is written afterwards. */
export type Snapshot = {
  readonly seed: number | string;
  readonly clock: ClockState;
  readonly settings: WorldSettings;
  readonly ordinals: Readonly<Record<string, number>>;
  readonly rows: readonly TableData[];
};

const NO_TIMERS: readonly Timer[] = [];

export class World<T extends Tables> {
  readonly name: string;
  readonly clock: Clock;
  readonly tables: T;
  /** Policy; the same object for as long as the world lives. */
  readonly settings: WorldSettings = {};
  private readonly options: WorldOptions<T>;
  private readonly stores: StoreContext<T>;
  private readonly tx: Transaction;
  /** The slots of the declared tables, then that of the timers. */
  private readonly tableHandles: readonly TableHandle[];
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
    this.tx = new Transaction(this.clock, new IdGenerator(options.seed ?? 1));

    const timers = new TableHandle(timerTableSchema());
    const slots = new Map<string, TableHandle>();
    for (const [name, { spec }] of Object.entries(options.tables))
      slots.set(name, new TableHandle(compileTableSchema(name, spec)));
    this.tableHandles = [...slots.values(), timers];
    this.stores = createStoreContext({ tables: slots, timers, tx: this.tx, settings: this.settings });
    this.stores.storeOf(null);
    this.resetPoint = this.snapshot();
  }

  get seed(): number | string {
    return this.tx.ids.seed;
  }

  /** How many commits there were. */
  get seq(): number {
    return this.commits;
  }

  /** Another number after every restore, reset or import: what was begun before it is no longer of this world. */
  get epoch(): number {
    return this.restores;
  }

  /** When the next timer comes due (ISO 8601); undefined when none is set. */
  get nextDue(): string | undefined {
    return firstTimer(this.stores.timers)?.at;
  }

  /**
   * Runs `fn` over a tenant's store (null: the platform's) and returns what it returns; a throw undoes everything it
   * did and passes on. `fn` is synchronous, and transactions do not nest.
   */
  transact<A>(tenantId: string | null, fn: (store: Store<T>) => A): A {
    this.tx.begin();
    return this.runTransaction(tenantId, fn);
  }

  /**
   * Runs what came due, in order, each in a transaction of its own at its own time, including what is set meanwhile
   * and due; returns what ran. Call before each request and after moving the clock.
   */
  runDue(): readonly Timer[] {
    this.assertNoOpenTransaction('moved on');
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
   * A world of its own with the same state, without listeners and journal; costs nothing until one of the two is
   * written to. Its `reset` goes back to this state.
   */
  fork(name: string): World<T> {
    const { journal: _, ...options } = this.options;
    const fork = new World({ ...options, name, clock: this.clock.copy() });
    fork.restore(this.snapshot());
    fork.commits = this.commits;
    fork.resetPoint = fork.snapshot();
    return fork;
  }

  /** Makes the present state the one `reset` goes back to; for after seeding. A fork starts with its own. */
  setResetPoint(): void {
    this.resetPoint = this.snapshot();
  }

  reset(): void {
    this.restore(this.resetPoint);
  }

  snapshot(): Snapshot {
    return { ...this.stateWithoutRows(), rows: this.tableHandles.map((table) => table.share()) };
  }

  /** Goes to the state of a snapshot, of this world or another with the same tables. */
  restore(snapshot: Snapshot): void {
    this.assertNoOpenTransaction('restored');
    this.restores += 1;
    this.tx.ids = new IdGenerator(snapshot.seed, snapshot.ordinals);
    this.clock.restore(snapshot.clock);
    for (const name of Object.keys(this.settings)) delete this.settings[name];
    Object.assign(this.settings, structuredClone(snapshot.settings));
    for (const [i, rows] of snapshot.rows.entries()) this.tableHandles[i]?.replaceData(rows);
  }

  /** Everything as plain JSON: tables in the order of their declaration, rows in the order they were added. */
  export(): WorldExport {
    return { format: 1, ...this.stateWithoutRows(), ...exportRows(this.stores) };
  }

  /**
   * Replaces everything by what was exported, whose rows it keeps and freezes; `export` then gives the same bytes.
   * No commit; `reset` goes back to where it did before. Throws Error, changing nothing, for what is no export.
   */
  import(json: WorldExport): void {
    if (json.format !== 1)
      throw new Error(`This is no export of a world: its format is ${json.format}, not 1.`);
    const before = this.snapshot();
    try {
      this.restore({ ...json, rows: this.tableHandles.map(({ schema }) => TableData.empty(schema)) });
      this.tx.begin();
      importRows(this.stores, json);
      this.tx.end();
    } catch (error) {
      this.tx.end();
      this.restore(before);
      throw error;
    }
  }

  /** Holds what was settled ahead of it; for a world that holds nothing yet. */
  loadPrebuilt({ ordinals, tables, timers }: PrebuiltWorld): void {
    this.assertNoOpenTransaction('filled');
    this.tx.ids = new IdGenerator(this.seed, ordinals);
    loadPrebuiltRows(this.stores, { tables, timers });
  }

  /** Calls `listener` after each commit, in order; returns how to stop it. What it does cannot undo the commit. */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.commitListeners.add(listener);
  }

  /** Calls `listener` for each timer whose handler threw; without one, `runDue` throws the first error at its end. */
  onTimerError(listener: (failure: TimerError) => void): () => void {
    return this.errorListeners.add(listener);
  }

  /** Calls `listener` with what a listener of commits or timers threw; without one, that becomes an uncaught error. */
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

  /** Counts the commit and hands it to the journal; undefined when nobody wants to know. */
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

  /** What a world is besides its rows. */
  private stateWithoutRows(): Omit<Snapshot, 'rows'> {
    this.assertNoOpenTransaction('copied');
    return {
      seed: this.seed,
      clock: this.clock.state(),
      settings: structuredClone(this.settings),
      ordinals: this.tx.ids.ordinals(),
    };
  }

  private assertNoOpenTransaction(done: string): void {
    if (this.tx.open) throw new Error(`A world cannot be ${done} while a transaction is open.`);
  }
}

function toTimer({ kind, at, ref }: TimerRow): Timer {
  return { kind, at, ref };
}
