// A world: one isolated copy of everything that can change, with its transactions, timers and listeners.
import { type Clock, type ClockState, parseClock } from './clock.ts';
import { deepFreeze } from './freeze.ts';
import { IdGenerator } from './ids.ts';
import { toIso } from './instant.ts';
import type { Cause, Commit, RedoCommit } from './journal.ts';
import { Listeners, throwUncaught } from './listeners.ts';
import type { Store, Timer, WorldSettings } from './store.ts';
import { createStoreContext, type StoreContext } from './store-factory.ts';
import type { Row, Tables } from './tables/table.ts';
import { TableData } from './tables/table-data.ts';
import { TableReader } from './tables/table-reader.ts';
import { compileTableSchema } from './tables/table-schema.ts';
import {
  firstTimer,
  type TimerHandlers,
  type TimerRow,
  timerRow,
  timerTableSchema,
  toTimer,
  upcomingTimers,
} from './timers.ts';
import { TableHandle, Transaction } from './transaction.ts';
import type { LazyWorld, PrebuiltWorld, WorldExport } from './world-export.ts';

/** A state that can be restored again and again; it takes no memory until rows are written. */
export type Snapshot = {
  readonly seed: number | string;
  readonly clock: ClockState;
  readonly settings: WorldSettings;
  readonly ordinals: Readonly<Record<string, number>>;
  readonly rows: readonly TableData[];
};

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

export type TimerError = { readonly timer: Timer; readonly error: unknown };

const NO_TIMERS: readonly Timer[] = [];

/** One isolated world: tables, timers, clock, settings and id generator. */
export class World<T extends Tables> {
  readonly name: string;
  readonly clock: Clock;
  readonly tables: T;
  /** the settings that handlers read; the same object as long as the world exists */
  readonly settings: WorldSettings;
  private readonly tx: Transaction;
  private readonly stores: StoreContext<T>;
  private changeCount = 0;
  #epoch = 0;
  #replacedAt = 0;
  /** the handles of the declared tables, followed by the handle of the timers' table */
  readonly #tableHandles: readonly TableHandle[];
  /** stores every commit before its transaction ends; when it throws an error, the transaction is undone */
  beforeCommit: ((commit: Commit) => void) | null = null;
  private readonly options: WorldOptions<T>;
  private readonly failureListeners = new Listeners<unknown>();
  private readonly commitListeners = new Listeners<Commit>((error) => this.listenerFailed(error));
  private readonly errorListeners = new Listeners<TimerError>((error) => this.listenerFailed(error));

  constructor(options: WorldOptions<T>) {
    const { tables, name = 'default', seed = 1, clock = parseClock(), settings = {} } = options;
    this.clock = clock;
    this.tables = tables;
    this.settings = structuredClone(settings);
    this.tx = new Transaction(clock, new IdGenerator(seed));
    const timers = new TableHandle(timerTableSchema());
    const handles = new Map<string, TableHandle>();
    for (const [name, { spec }] of Object.entries(tables))
      handles.set(name, new TableHandle(compileTableSchema(name, spec)));
    this.#tableHandles = [...handles.values(), timers];
    this.stores = createStoreContext({ tables: handles, timers, tx: this.tx, settings: this.settings });
    this.stores.storeOf(null);
    this.options = options;
    this.name = name;
  }

  get seed(): number | string {
    return this.tx.ids.seed;
  }

  /** The number of changes so far: of commits, resets, restores and imports. */
  get seq(): number {
    return this.changeCount;
  }

  /** Changes with every replacement: asynchronous work of another epoch is of a state that is gone. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The number of the last change that replaced the whole state: a reset, a restore or an import; 0 for none. */
  get replacedAt(): number {
    return this.#replacedAt;
  }

  /** Takes a snapshot without copying rows; the world copies a table before it next writes to it. */
  snapshot(): Snapshot {
    return { ...this.#withoutRows(), rows: this.#tableHandles.map((table) => table.share()) };
  }

  restore(snapshot: Snapshot): void {
    this.#replaceValues(snapshot);
    for (const [i, rows] of snapshot.rows.entries()) this.#tableHandles[i]?.replaceData(rows);
    this.#countReplacement();
  }

  /** Exports the world as plain JSON, in the order of declaration and of creation. */
  export(): WorldExport {
    const tables: Record<string, Row[]> = {};
    for (const [name, { data }] of this.stores.tables) tables[name] = data.rowsInOrder();
    const { timers } = upcomingTimers(this.stores.timers);
    return { format: 1, ...this.#withoutRows(), tables, timers };
  }

  /**
   * Replaces the whole state by an export, whose rows the world keeps and freezes without copying them; `export` then
   * returns the same bytes. It makes no commit.
   * @throws Error when `json` is not a valid export; the world is then unchanged
   */
  import(json: WorldExport): void {
    if (json.format !== 1)
      throw new Error(`This is no export of a world: its format is ${json.format}, not 1.`);
    const unknown = Object.keys(json.tables).filter((name) => !this.stores.tables.has(name));
    if (unknown.length > 0)
      throw new Error(`The export has tables this world does not know: ${unknown.join(', ')}.`);
    const timers = json.timers.map((timer) => timerRow(timer, timer.at));
    const data = this.#tableHandles.map(({ schema }) =>
      TableData.of(
        schema,
        schema === this.stores.timers.schema ? timers : (json.tables[schema.name] ?? []).map(deepFreeze),
      ),
    );
    this.#replaceValues(json);
    for (const [at, table] of data.entries()) this.#tableHandles[at]?.adoptData(table);
    this.#countReplacement();
  }

  /**
   * Undoes the last commits of this world, or of the world of which it is a fork: rows, timers and id ordinals are as
   * before them. The clock and the settings stay.
   */
  undo(commits: Iterable<Commit>): void {
    this.assertNoOpenTransaction('changed');
    for (const { writes, drawn } of commits) {
      for (const write of writes.toReversed()) this.#handle(write.table).writableData().undo(write);
      for (const { name } of drawn) this.tx.ids.purpose(name).next -= 1;
    }
    this.#countReplacement();
  }

  /**
   * Applies a commit of the same world again, to the state in which it was made: rows, timers and id ordinals are then as
   * after it, and `seq` is the number of the commit. The clock and the settings stay, and no listener is called.
   * @param commit the commit; the world keeps and freezes its rows
   * @throws Error for a table that the world does not have
   */
  redo({ seq, writes, ordinals }: RedoCommit): void {
    this.assertNoOpenTransaction('changed');
    for (const write of writes) {
      if (write.after !== undefined) deepFreeze(write.after);
      this.#handle(write.table).writableData().redo(write);
    }
    for (const [name, next] of Object.entries(ordinals)) this.tx.ids.purpose(name).next = next;
    this.changeCount = seq;
  }

  /**
   * Replaces the whole state by a stored state, whose rows are created when they are first used.
   * @throws Error for a table that the world does not have; the world is then unchanged
   */
  load(stored: LazyWorld): void {
    this.#loadRows(stored.tables);
    this.#replaceValues(stored);
    this.#countReplacement();
  }

  /** Loads the rows, timers and id ordinals of a prebuilt world into this world, which must not have rows yet. */
  loadPrebuilt({ ordinals, tables, timers }: PrebuiltWorld): void {
    this.assertNoOpenTransaction('filled');
    this.tx.ids = new IdGenerator(this.seed, ordinals);
    const rows = Object.entries(tables).map(([name, text]) => [
      name,
      () => (JSON.parse(text()) as Row[]).map(deepFreeze),
    ]);
    const { name } = this.stores.timers.schema;
    this.#loadRows({
      ...Object.fromEntries(rows),
      [name]: () => timers.map((timer) => timerRow(timer, timer.at)),
    });
  }

  /** Continues the numbers of the changes of a world that another process served. */
  continueAt(seq: number, replacedAt: number): void {
    this.changeCount = seq;
    this.#replacedAt = replacedAt;
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
   * writes to it.
   */
  fork(name: string): World<T> {
    const fork = new World({ ...this.options, name, clock: this.clock.copy() });
    fork.restore(this.snapshot());
    fork.changeCount = this.seq;
    return fork;
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

  private assertNoOpenTransaction(done: string): void {
    if (this.tx.open) throw new Error(`A world cannot be ${done} while a transaction is open.`);
  }

  #handle(name: string): TableHandle {
    const { tables, timers } = this.stores;
    const found = name === timers.schema.name ? timers : tables.get(name);
    if (found === undefined) throw new Error(`The world has no table ${name}.`);
    return found;
  }

  // Replaces the rows of all tables. Throws Error for a table that the world does not have; nothing is then replaced.
  #loadRows(tables: LazyWorld['tables']): void {
    for (const name of Object.keys(tables)) this.#handle(name);
    for (const handle of this.#tableHandles) {
      const { schema } = handle;
      const stored = Object.hasOwn(tables, schema.name) ? tables[schema.name] : undefined;
      handle.adoptData(stored ? TableData.lazy(schema, stored) : TableData.empty(schema));
    }
  }

  #replaceValues({ seed, ordinals, clock, settings }: Omit<Snapshot, 'rows'>): void {
    this.assertNoOpenTransaction('restored');
    this.tx.ids = new IdGenerator(seed, ordinals);
    this.clock.restore(clock);
    for (const name of Object.keys(this.settings)) delete this.settings[name];
    Object.assign(this.settings, structuredClone(settings));
  }

  #countReplacement(): void {
    this.#epoch += 1;
    this.changeCount += 1;
    this.#replacedAt = this.changeCount;
  }

  #withoutRows(): Omit<Snapshot, 'rows'> {
    this.assertNoOpenTransaction('copied');
    return {
      seed: this.seed,
      clock: this.clock.state(),
      settings: structuredClone(this.settings),
      ordinals: this.tx.ids.ordinals(),
    };
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
