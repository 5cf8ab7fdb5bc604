// Compares two snapshots: the rows that were inserted, updated and removed between them.
import type { Write } from './journal.ts';
import type { TableData } from './tables/table-data.ts';
import type { Snapshot } from './world.ts';

/**
 * Lists the rows that differ between two snapshots of the same tables, as writes that lead from `from` to `to`. Timers
 * are rows of the table `$timers`.
 * @param ids the ids by table among which the differing rows are; when left out, all rows are compared
 */
export function* differingRows(
  from: Snapshot,
  to: Snapshot,
  ids?: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Write> {
  for (const [index, before] of from.rows.entries()) {
    const after = to.rows[index];
    if (after === undefined || after === before) continue;
    for (const id of ids === undefined ? allIds(before, after) : (ids.get(before.schema.name) ?? [])) {
      const write = differenceOf(id, before, after);
      if (write !== null) yield write;
    }
  }
}

function* allIds(before: TableData, after: TableData): Generator<string> {
  for (const { id } of before.rowsInOrder()) yield id;
  for (const { id } of after.rowsInOrder()) if (before.get(id) === undefined) yield id;
}

function differenceOf(id: string, from: TableData, to: TableData): Write | null {
  const [before, after] = [from.get(id), to.get(id)];
  const table = from.schema.name;
  if (before === undefined) return after === undefined ? null : { table, id, after };
  if (after === undefined) return { table, id, before };
  // Rows are immutable, so a row that neither state has changed is the same object in both.
  if (before === after || JSON.stringify(before) === JSON.stringify(after)) return null;
  return { table, id, before, after };
}
