// A world as plain JSON, and back.
import type { ClockState } from './clock.ts';
import { TableView } from './collection.ts';
import { freeze } from './freeze.ts';
import { Rows } from './rows.ts';
import type { Settings, Timer } from './store.ts';
import type { Row, Tables } from './table.ts';
import { timerRow, timersOf } from './timers.ts';
import type { Room } from './tools.ts';

/** Plain JSON of everything in a world, in a fixed order. */
export type WorldExport = {
  format: 1;
  seed: number | string;
  clock: ClockState;
  settings: Settings;
  /** Purpose → the ordinal of its next id. */
  ordinals: Readonly<Record<string, number>>;
  tables: Record<string, Row[]>;
  timers: Timer[];
};

/** What an export holds, of a world that is known to be sound; the rows of a table are made when somebody asks for them. */
export type Ahead = Pick<WorldExport, 'ordinals' | 'timers'> & {
  tables: Readonly<Record<string, () => Row[]>>;
};

/** Every row, table by table as declared, in the order they were added; then the timers. */
export function exportRows<T extends Tables>({
  slots,
  timers,
}: Room<T>): Pick<WorldExport, 'tables' | 'timers'> {
  const tables: Record<string, Row[]> = {};
  for (const [name, slot] of slots) tables[name] = slot.rows.inOrder();
  return { tables, timers: timersOf(timers) };
}

/** Adds what was exported to a room without rows, within its open transaction. Throws Error for unknown tables. */
export function importRows<T extends Tables>(
  { slots, timers, tx }: Room<T>,
  json: Pick<WorldExport, 'tables' | 'timers'>,
): void {
  const unknown = Object.keys(json.tables).filter((name) => !slots.has(name));
  if (unknown.length > 0)
    throw new Error(`The export has tables this world does not know: ${unknown.join(', ')}.`);
  for (const [name, slot] of slots) {
    const rows = json.tables[name] ?? [];
    if (rows.length > 0) new TableView(slot, null, tx).fill(rows);
  }
  timers.fill(json.timers.map((timer) => timerRow(timer, timer.at)));
}

/** The same with rows that are known to be whole, when somebody asks for them. */
export function takeRows<T extends Tables>(
  { slots, timers }: Room<T>,
  { tables, timers: set }: Pick<Ahead, 'tables' | 'timers'>,
): void {
  for (const [name, slot] of slots) {
    const { [name]: make } = tables;
    if (make !== undefined) slot.take(Rows.later(slot.shape, () => make().map(freeze)));
  }
  timers.fill(set.map((timer) => timerRow(timer, timer.at)));
}
