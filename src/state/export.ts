// A world as plain JSON, and back.
import type { ClockState } from './clock.ts';
import { TableView } from './collection.ts';
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
    const view = new TableView(slot, null, tx);
    for (const row of json.tables[name] ?? []) view.insert(row);
  }
  for (const timer of json.timers) tx.insert(timers, timerRow(timer, timer.at));
}
