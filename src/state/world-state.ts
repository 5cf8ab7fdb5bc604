// The state of a world: everything that can change, and how it is copied and replaced.
import type { Clock, ClockState } from './clock.ts';
import { deepFreeze } from './freeze.ts';
import { IdGenerator } from './ids.ts';
import type { Commit, RedoCommit } from './journal.ts';
import type { WorldSettings } from './store.ts';
import { createStoreContext, type StoreContext } from './store-factory.ts';
import type { Row, Tables } from './tables/table.ts';
import { TableData } from './tables/table-data.ts';
import { compileTableSchema } from './tables/table-schema.ts';
import { timerRow, timerTableSchema, upcomingTimers } from './timers.ts';
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

/** The rows, timers, ids, clock and settings of one world, and the number of its changes. */
export class WorldState<T extends Tables> {
  readonly clock: Clock;
  readonly tables: T;
  /** the settings that handlers read; the same object as long as the world exists */
  readonly settings: WorldSettings;
  protected readonly tx: Transaction;
  protected readonly stores: StoreContext<T>;
  protected changeCount = 0;
  #epoch = 0;
  #replacedAt = 0;
  /** the handles of the declared tables, followed by the handle of the timers' table */
  readonly #tableHandles: readonly TableHandle[];

  /** Creates the state of a world without rows. */
  constructor(tables: T, seed: number | string, clock: Clock, settings: WorldSettings) {
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
  }

  /** The seed from which ids and random values are derived. */
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

  /** Restores a snapshot of this world, or of another world with the same tables. */
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
   * returns the same bytes. It makes no commit and does not change the reset point.
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
   * Replaces the whole state by a stored state, whose rows are created when they are first used. It does not change the
   * reset point.
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

  /**
   * Continues the numbers of the changes of a world that another process served.
   * @param replacedAt the number of its last change that replaced the whole state
   */
  continueAt(seq: number, replacedAt: number): void {
    this.changeCount = seq;
    this.#replacedAt = replacedAt;
  }

  /** Throws "A world cannot be <done> …" while a transaction is open. */
  protected assertNoOpenTransaction(done: string): void {
    if (this.tx.open) throw new Error(`A world cannot be ${done} while a transaction is open.`);
  }

  #handle(name: string): TableHandle {
    const { tables, timers } = this.stores;
    const found = name === timers.schema.name ? timers : tables.get(name);
    if (found === undefined) throw new Error(`The world has no table ${name}.`);
    return found;
  }

  /** Replaces the rows of all tables. @throws Error for a table that the world does not have; nothing is then replaced */
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
}
