// The state of a world: everything that can change, and functions that copy it as snapshots, exports, imports and
// prebuilt rows.
import type { Clock, ClockState } from './clock.ts';
import { IdGenerator } from './ids.ts';
import type { Commit, RedoCommit, Write } from './journal.ts';
import type { WorldSettings } from './store.ts';
import { createStoreContext, type StoreContext } from './store-factory.ts';
import type { Tables } from './tables/table.ts';
import { TableData } from './tables/table-data.ts';
import { compileTableSchema } from './tables/table-schema.ts';
import { timerTableSchema } from './timers.ts';
import { TableHandle, Transaction } from './transaction.ts';
import {
  exportRows,
  importRows,
  type LazyWorld,
  loadPrebuiltRows,
  type PrebuiltWorld,
  type WorldExport,
} from './world-export.ts';

/**
 * The state of a world at one instant. It can be restored any number of times. It takes no memory until rows are
 * written later.
 */
export type Snapshot = {
  readonly seed: number | string;
  readonly clock: ClockState;
  readonly settings: WorldSettings;
  readonly ordinals: Readonly<Record<string, number>>;
  readonly rows: readonly TableData[];
};

/** The rows, timers, ids, clock and settings of one world. */
export class WorldState<T extends Tables> {
  readonly clock: Clock;
  /** the settings that handlers read; the same object as long as the world exists */
  readonly settings: WorldSettings;
  readonly tx: Transaction;
  readonly stores: StoreContext<T>;
  /** the handles of the declared tables, followed by the handle of the timers' table */
  readonly #tableHandles: readonly TableHandle[];

  /** Creates the state of a world without rows. */
  constructor(tables: T, seed: number | string, clock: Clock, settings: WorldSettings) {
    this.clock = clock;
    this.settings = settings;
    this.tx = new Transaction(clock, new IdGenerator(seed));
    const timers = new TableHandle(timerTableSchema());
    const handles = new Map<string, TableHandle>();
    for (const [name, { spec }] of Object.entries(tables))
      handles.set(name, new TableHandle(compileTableSchema(name, spec)));
    this.#tableHandles = [...handles.values(), timers];
    this.stores = createStoreContext({ tables: handles, timers, tx: this.tx, settings });
    this.stores.storeOf(null);
  }

  /** Takes a snapshot without copying rows; the world copies a table before it next writes to it. */
  snapshot(): Snapshot {
    return { ...this.#withoutRows(), rows: this.#tableHandles.map((table) => table.share()) };
  }

  /** Restores a snapshot of this world, or of another world with the same tables. */
  restore(snapshot: Snapshot): void {
    this.assertNoOpenTransaction('restored');
    this.tx.ids = new IdGenerator(snapshot.seed, snapshot.ordinals);
    this.clock.restore(snapshot.clock);
    for (const name of Object.keys(this.settings)) delete this.settings[name];
    Object.assign(this.settings, structuredClone(snapshot.settings));
    for (const [i, rows] of snapshot.rows.entries()) this.#tableHandles[i]?.replaceData(rows);
  }

  /**
   * Exports the whole world as plain JSON: tables in the order of their declaration, rows in the order of their
   * creation.
   */
  export(): WorldExport {
    return { format: 1, ...this.#withoutRows(), ...exportRows(this.stores) };
  }

  /**
   * Replaces the whole state by an export. The world keeps and freezes the rows of `json` without copying them.
   * @throws Error when `json` is not a valid export; the state is then undefined until it is restored
   */
  import(json: WorldExport): void {
    this.restore({ ...json, rows: this.#tableHandles.map(({ schema }) => TableData.empty(schema)) });
    this.tx.begin();
    try {
      importRows(this.stores, json);
    } finally {
      this.tx.end();
    }
  }

  /**
   * Undoes a commit: rows, timers and id ordinals are as before it. Commits must be undone in the reverse order in which
   * they were made. The clock and the settings stay.
   */
  undo({ writes, drawn }: Commit): void {
    for (let i = writes.length - 1; i >= 0; i -= 1) {
      const { table, id, before, after, place } = writes[i] as Write;
      const rows = (this.stores.tables.get(table) ?? this.stores.timers).writableData();
      if (after !== undefined && before !== undefined && place === undefined) rows.update(before);
      else {
        if (after !== undefined) rows.remove(id);
        if (before !== undefined) rows.add(before, place);
      }
    }
    for (const { name } of drawn) this.tx.ids.purpose(name).next -= 1;
  }

  /**
   * Applies a commit again to the state that it was made in: rows, timers and id ordinals are then as after it. The clock
   * and the settings stay. The state keeps the rows of the commit, which must be frozen.
   * @throws Error for a table that the world does not have
   */
  redo({ writes, ordinals }: RedoCommit): void {
    this.assertNoOpenTransaction('changed');
    for (const write of writes) this.#handle(write.table).writableData().redo(write);
    for (const [name, next] of Object.entries(ordinals)) this.tx.ids.purpose(name).next = next;
  }

  /**
   * Replaces the whole state by a stored state, whose rows are created when they are first used.
   * @throws Error for a table that the world does not have; the state is then unchanged
   */
  load({ seed, ordinals, clock, settings, tables }: LazyWorld): void {
    for (const name of Object.keys(tables)) this.#handle(name);
    this.restore({ seed, ordinals, clock, settings, rows: [] });
    for (const handle of this.#tableHandles) {
      const { schema } = handle;
      const stored = Object.hasOwn(tables, schema.name) ? tables[schema.name] : undefined;
      handle.adoptData(stored ? TableData.lazy(schema, stored) : TableData.empty(schema));
    }
  }

  #handle(name: string): TableHandle {
    const { tables, timers } = this.stores;
    const found = name === timers.schema.name ? timers : tables.get(name);
    if (found === undefined) throw new Error(`The world has no table ${name}.`);
    return found;
  }

  /** Loads the rows, timers and id ordinals of a prebuilt world into a world without rows. */
  loadPrebuilt({ ordinals, tables, timers }: PrebuiltWorld): void {
    this.assertNoOpenTransaction('filled');
    this.tx.ids = new IdGenerator(this.tx.ids.seed, ordinals);
    loadPrebuiltRows(this.stores, { tables, timers });
  }

  /**
   * Checks that no transaction is open.
   * @param done completes the message "A world cannot be …"
   * @throws Error when a transaction is open
   */
  assertNoOpenTransaction(done: string): void {
    if (this.tx.open) throw new Error(`A world cannot be ${done} while a transaction is open.`);
  }

  #withoutRows(): Omit<Snapshot, 'rows'> {
    this.assertNoOpenTransaction('copied');
    return {
      seed: this.tx.ids.seed,
      clock: this.clock.state(),
      settings: structuredClone(this.settings),
      ordinals: this.tx.ids.ordinals(),
    };
  }
}
