// Converts the rows and timers of a world to plain JSON and back.
import type { ClockState } from './clock.ts';
import { deepFreeze } from './freeze.ts';
import type { Timer, WorldSettings } from './store.ts';
import type { StoreContext } from './store-factory.ts';
import type { Row, Tables } from './table.ts';
import { TableData } from './table-data.ts';
import { TableView } from './table-view.ts';
import { dueTimers, timerRow } from './timers.ts';

/** Plain JSON of everything in a world, in a fixed order. */
export type WorldExport = {
  format: 1;
  seed: number | string;
  clock: ClockState;
  settings: WorldSettings;
  /** Purpose → the ordinal of its next id. */
  ordinals: Readonly<Record<string, number>>;
  tables: Record<string, Row[]>;
  timers: Timer[];
};

/** A world built ahead of time and known to be valid; a table's rows are created at their first use. */
export type PrebuiltWorld = Pick<WorldExport, 'ordinals' | 'timers'> & {
  tables: Readonly<Record<string, () => Row[]>>;
};

/** Exports every row, table by table as declared, in the order of creation, and then the timers. */
export function exportRows<T extends Tables>({
  tables: slots,
  timers,
}: StoreContext<T>): Pick<WorldExport, 'tables' | 'timers'> {
  const tables: Record<string, Row[]> = {};
  for (const [name, table] of slots) tables[name] = table.data.rowsInOrder();
  return { tables, timers: dueTimers(timers) };
}

/**
 * Adds exported rows and timers to a world without rows, within its open transaction.
 * @throws Error for unknown tables
 */
export function importRows<T extends Tables>(
  { tables, timers, tx }: StoreContext<T>,
  json: Pick<WorldExport, 'tables' | 'timers'>,
): void {
  const unknown = Object.keys(json.tables).filter((name) => !tables.has(name));
  if (unknown.length > 0)
    throw new Error(`The export has tables this world does not know: ${unknown.join(', ')}.`);
  for (const [name, table] of tables) {
    const rows = json.tables[name] ?? [];
    if (rows.length > 0) new TableView(table, null, tx).fill(rows);
  }
  timers.fill(json.timers.map((timer) => timerRow(timer, timer.at)));
}

/**
 * Adds prebuilt rows, which are known to be valid, to a world without rows; a table's rows are created at their first
 * use.
 */
export function loadPrebuiltRows<T extends Tables>(
  { tables: slots, timers }: StoreContext<T>,
  { tables, timers: set }: Pick<PrebuiltWorld, 'tables' | 'timers'>,
): void {
  for (const [name, table] of slots) {
    const { [name]: make } = tables;
    if (make !== undefined) table.replaceData(TableData.lazy(table.schema, () => make().map(deepFreeze)));
  }
  timers.fill(set.map((timer) => timerRow(timer, timer.at)));
}
