// Formats the tables of a world, their rows and single records for people.
import type { RecordInfo, RowsPage, TableInfo } from '../src/control/tables/table-control.ts';
import { tableText, valueText } from './text-table.ts';

/** Formats the tables with their numbers of rows. */
export function tablesText(reply: unknown): string {
  const { tables } = reply as { tables: TableInfo[] };
  const rows = tables.map(({ name, rows, area, list, levers }) => ({
    table: name,
    rows,
    area,
    list,
    levers: Object.keys(levers).join(', '),
  }));
  return tableText(rows, ['table', 'rows', 'area', 'list', 'levers']);
}

/** Formats a page of rows as a table of the members that identify and describe a row. */
export function rowsText(reply: unknown): string {
  const { rows, total, offset } = reply as RowsPage;
  const shown = rows.map(({ id, label, row }) => ({ ...(row as Record<string, unknown>), id, label }));
  const columns = ['id', 'label', 'status', 'created_at'].filter((name) =>
    shown.some((row) => (Reflect.get(row, name) ?? null) !== null),
  );
  const range = rows.length === 0 ? 'No row' : `Rows ${offset + 1} to ${offset + rows.length}`;
  return `${tableText(shown, columns)}\n${range} of ${total}.`;
}

/** Formats a record with its members, references and levers. */
export function recordText(reply: unknown): string {
  const { table, id, label, row, references, referenced_by, levers, operations } = reply as RecordInfo;
  return [
    `${table} ${id}${label === null ? '' : ` (${label})`}`,
    valueText(row, 2),
    'References',
    tableText(references, ['pointer', 'table', 'label', 'id'], 2),
    'Referenced by',
    tableText(referenced_by, ['table', 'member', 'count'], 2),
    `Levers: ${levers.join(', ') || 'none in this status'}`,
    'Operations',
    tableText(operations, ['id', 'method', 'path'], 2),
  ].join('\n');
}
