// The forms of a world as plain JSON, and the conversion of its rows and timers to an export and back.
import type { ClockState } from './clock.ts';
import type { Timer, WorldSettings } from './store.ts';
import type { StoreContext } from './store-factory.ts';
import type { Row, Tables } from './tables/table.ts';
import { TableView } from './tables/table-view.ts';
import { timerRow, upcomingTimers } from './timers.ts';

/** Everything in a world as plain JSON, in a fixed order. */
export type WorldExport = {
  format: 1;
  seed: number | string;
  clock: ClockState;
  settings: WorldSettings;
  /** The ordinal of the next id, by purpose. */
  ordinals: Readonly<Record<string, number>>;
  tables: Record<string, Row[]>;
  timers: Timer[];
};

/**
 * A world that was built ahead of time and is known to be valid: functions return the rows of each table as JSON without
 * line breaks, and the rows are created when they are first used.
 */
export type PrebuiltWorld = Pick<WorldExport, 'ordinals' | 'timers'> & {
  tables: Readonly<Record<string, () => string>>;
};

/** A stored world, whose rows (those of `$timers` too) are created when they are first used. */
export type LazyWorld = Pick<WorldExport, 'seed' | 'clock' | 'settings' | 'ordinals'> & {
  readonly tables: Readonly<Record<string, () => readonly Row[]>>;
};

/** Exports every row in the order of creation, then the timers. */
export function exportRows<T extends Tables>({
  tables: slots,
  timers,
}: StoreContext<T>): Pick<WorldExport, 'tables' | 'timers'> {
  const tables: Record<string, Row[]> = {};
  for (const [name, table] of slots) tables[name] = table.data.rowsInOrder();
  return { tables, timers: upcomingTimers(timers).timers };
}

/** Adds exported rows and timers within the open transaction; throws for unknown tables. */
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
