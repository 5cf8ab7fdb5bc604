// A world: one isolated copy of everything that can change.

import { type Clock, type ClockState, makeClock } from './clock.ts';
import { type Ahead, exportRows, importRows, takeRows, type WorldExport } from './export.ts';
import { Ids } from './ids.ts';
import { isoOf } from './instant.ts';
import type { Commit, Journal } from './journal.ts';
import { Listeners, throwUncaught } from './listeners.ts';
import { Rows } from './rows.ts';
import { shapeOf } from './shape.ts';
import type { Ref, Settings, Store, Timer } from './store.ts';
import type { Tables } from './table.ts';
import { firstTimer, type TimerRow, timerShape } from './timers.ts';
import { type Room, storesOf } from './tools.ts';
import { Slot, Transaction } from './transaction.ts';

export type TimerHandlers<T extends Tables> = {
  readonly [kind: string]: (store: Store<T> /* the platform's */, ref: Ref) => void;
};

export type WorldOptions<T extends Tables> = {
  readonly tables: T;
  readonly name?: string;
  readonly seed?: number | string;
  readonly clock?: Clock;
  readonly timers?: TimerHandlers<T>;
  /** Policy; plain JSON values. */
  readonly settings?: Settings;
  /** Absent: commits are kept nowhere. */
  readonly journal?: Journal;
};

export type TimerError = { readonly timer: Timer; readonly error: unknown };

/** The state of a world at one instant; may be restored any number of times, and costs what is written afterwards. */
export type Snapshot = {
  readonly seed: number | string;
  readonly clock: ClockState;
  readonly settings: Settings;
  readonly ordinals: Readonly<Record<string, number>>;
  readonly rows: readonly Rows[];
};

const NONE: readonly Timer[] = [];

export class World<T extends Tables> {
  readonly name: string;
  readonly clock: Clock;
  readonly tables: T;
  /** Policy; the same object for as long as the world lives. */
  readonly settings: Settings = {};
  private readonly options: WorldOptions<T>;
  private readonly room: Room<T>;
  private readonly tx: Transaction;
  /** The slots of the declared tables, then that of the timers. */
  private readonly slots: readonly Slot[];
  private readonly failureListeners = new Listeners<unknown>();
  private readonly commitListeners = new Listeners<Commit>((error) => this.listenerFailed(error));
  private readonly errorListeners = new Listeners<TimerError>((error) => this.listenerFailed(error));
  private commits = 0;
  private restores = 0;
  private kept: Snapshot;

  constructor(options: WorldOptions<T>) {
    this.options = options;
    this.name = options.name ?? 'default';
    this.clock = options.clock ?? makeClock();
    this.tables = options.tables;
    Object.assign(this.settings, structuredClone(options.settings ?? {}));
    this.tx = new Transaction(this.clock, new Ids(options.seed ?? 1));

    const timers = new Slot(timerShape());
    const slots = new Map<string, Slot>();
    for (const [name, { spec }] of Object.entries(options.tables))
      slots.set(name, new Slot(shapeOf(name, spec)));
    this.slots = [...slots.values(), timers];
    this.room = storesOf({ slots, timers, tx: this.tx, settings: this.settings });
    this.room.storeOf(null);
    this.kept = this.snapshot();
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
    return firstTimer(this.room.timers)?.at;
  }

  /**
   * Runs `fn` over a tenant's store (null: the platform's) and returns what it returns; a throw undoes everything it
   * did and passes on. `fn` is synchronous, and transactions do not nest.
   */
  transact<A>(tenantId: string | null, fn: (store: Store<T>) => A): A {
    this.tx.begin();
    return this.finish(tenantId, fn);
  }

  /**
   * Runs what came due, in order, each in a transaction of its own at its own time, including what is set meanwhile
   * and due; returns what ran. Call before each request and after moving the clock.
   */
  runDue(): readonly Timer[] {
    this.mustBeBetween('moved on');
    let timer = firstTimer(this.room.timers);
    if (timer === undefined) return NONE;
    const limit = isoOf(this.clock.now());
    if (timer.at > limit) return NONE;
    const ran: Timer[] = [];
    const errors: unknown[] = [];
    for (; timer !== undefined && timer.at <= limit; timer = firstTimer(this.room.timers)) {
      const error = this.run(timer);
      if (error !== undefined) errors.push(error);
      ran.push(asTimer(timer));
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
    fork.kept = fork.snapshot();
    return fork;
  }

  /** Makes the present state the one `reset` goes back to; for after seeding. A fork starts with its own. */
  keep(): void {
    this.kept = this.snapshot();
  }

  reset(): void {
    this.restore(this.kept);
  }

  snapshot(): Snapshot {
    return { ...this.state(), rows: this.slots.map((slot) => slot.share()) };
  }

  /** Goes to the state of a snapshot, of this world or another with the same tables. */
  restore(snapshot: Snapshot): void {
    this.mustBeBetween('restored');
    this.restores += 1;
    this.tx.ids = new Ids(snapshot.seed, snapshot.ordinals);
    this.clock.restore(snapshot.clock);
    for (const name of Object.keys(this.settings)) delete this.settings[name];
    Object.assign(this.settings, structuredClone(snapshot.settings));
    for (const [i, rows] of snapshot.rows.entries()) this.slots[i]?.take(rows);
  }

  /** Everything as plain JSON: tables in the order of their declaration, rows in the order they were added. */
  export(): WorldExport {
    return { format: 1, ...this.state(), ...exportRows(this.room) };
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
      this.restore({ ...json, rows: this.slots.map(({ shape }) => Rows.empty(shape)) });
      this.tx.begin();
      importRows(this.room, json);
      this.tx.end();
    } catch (error) {
      this.tx.end();
      this.restore(before);
      throw error;
    }
  }

  /** Holds what was settled ahead of it; for a world that holds nothing yet. */
  take({ ordinals, tables, timers }: Ahead): void {
    this.mustBeBetween('filled');
    this.tx.ids = new Ids(this.seed, ordinals);
    takeRows(this.room, { tables, timers });
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
    else this.failureListeners.tell(error);
  }

  private finish<A>(tenantId: string | null, fn: (store: Store<T>) => A): A {
    const { tx } = this;
    let result: A;
    let commit: Commit | undefined;
    try {
      result = fn(this.room.storeOf(tenantId));
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new Error('A transaction is synchronous: its function must not return a promise.');
      }
      if (tx.changed) commit = this.commit();
    } catch (error) {
      tx.undo();
      tx.end();
      throw error;
    }
    tx.end();
    if (commit !== undefined) this.commitListeners.tell(commit);
    return result;
  }

  /** Counts the commit and hands it to the journal; undefined when nobody wants to know. */
  private commit(): Commit | undefined {
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

  private run(timer: TimerRow): unknown {
    const { timers } = this.room;
    const handler = this.options.timers?.[timer.kind];
    try {
      if (handler === undefined) throw new Error(`No handler is known for timers of kind "${timer.kind}".`);
      this.tx.begin(timer.at, timer.id);
      this.finish(null, (store) => {
        this.tx.remove(timers, timer);
        handler(store, timer.ref);
      });
      return undefined;
    } catch (error) {
      this.tx.begin(timer.at);
      this.finish(null, () => this.tx.remove(timers, timer));
      this.errorListeners.tell({ timer: asTimer(timer), error });
      return error;
    }
  }

  /** What a world is besides its rows. */
  private state(): Omit<Snapshot, 'rows'> {
    this.mustBeBetween('copied');
    return {
      seed: this.seed,
      clock: this.clock.state(),
      settings: structuredClone(this.settings),
      ordinals: this.tx.ids.ordinals(),
    };
  }

  private mustBeBetween(done: string): void {
    if (this.tx.open) throw new Error(`A world cannot be ${done} while a transaction is open.`);
  }
}

function asTimer({ kind, at, ref }: TimerRow): Timer {
  return { kind, at, ref };
}
