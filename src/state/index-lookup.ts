// Which index answers a question about equal values, and the questions answered by it alone.

import type { Partition, Posting } from './partition.ts';
import { RowGroup } from './row-group.ts';
import type { Row } from './table.ts';
import { IndexEntry, memberValue, type TableSchema } from './table-schema.ts';

/** "Key number `key` has this value." */
export type EqualityFilter = { readonly key: number; readonly value: unknown };

/** The smallest set of rows that holds every answer; undefined: there is none. */
export function narrowestPosting(
  partition: Partition,
  equals: readonly EqualityFilter[],
): Posting | undefined {
  let best: Posting = partition.rows;
  for (const { key, value } of equals) {
    const posting = partition.find(key, value);
    if (posting === undefined) return undefined;
    if (sizeOf(posting) <= sizeOf(best)) best = posting;
  }
  return best;
}

function sizeOf(posting: Posting): number {
  return posting instanceof RowGroup ? posting.size : 1;
}

function forEachRow(posting: Posting | undefined, visit: (row: Row) => void): void {
  if (posting instanceof IndexEntry) visit(posting.row);
  else {
    posting?.base.walk(0, posting.size, 1, ({ row }) => {
      visit(row);
    });
  }
}

/** How many rows have all these values (undefined: any; null: none); through an index where one is declared. */
export function countRows(
  schema: TableSchema,
  partition: Partition | undefined,
  where: Readonly<Record<string, unknown>>,
): number {
  if (partition === undefined) return 0;
  const names = Object.keys(where).filter((name) => where[name] !== undefined);
  const equals: EqualityFilter[] = [];
  for (const name of names) {
    const term = schema.terms.get(name);
    if (term !== undefined && 'key' in term && where[name] !== null)
      equals.push({ key: term.key, value: where[name] });
  }
  const source = narrowestPosting(partition, equals);
  if (source === undefined) return 0;
  if (names.length === equals.length && names.length <= 1) return sizeOf(source);
  let count = 0;
  forEachRow(source, (row) => {
    if (names.every((name) => (memberValue(row, name) ?? null) === where[name])) count += 1;
  });
  return count;
}

/** The rows whose member has a value, oldest first. Throws Error for a member without an index. */
export function findRows(
  schema: TableSchema,
  partition: Partition | undefined,
  name: string,
  value: unknown,
): Row[] {
  const key = indexKeyNamed(schema, name);
  const rows: Row[] = [];
  if (partition === undefined) return rows;
  if (value !== null && value !== undefined) forEachRow(partition.find(key, value), (row) => rows.push(row));
  else forEachRow(partition.rows, (row) => (memberValue(row, name) ?? null) === null && rows.push(row));
  return rows;
}

/** The oldest row whose member has a value. Throws Error for a member without an index. */
export function findFirstRow(
  schema: TableSchema,
  partition: Partition | undefined,
  name: string,
  value: unknown,
): Row | undefined {
  const key = indexKeyNamed(schema, name);
  if (value === null || value === undefined) return undefined;
  const posting = partition?.find(key, value);
  return posting instanceof IndexEntry ? posting.row : posting?.base.first?.row;
}

function indexKeyNamed(schema: TableSchema, name: string): number {
  const term = schema.terms.get(name);
  if (term !== undefined && 'key' in term) return term.key;
  throw new Error(`${schema.name} declares "${name}" neither as unique nor as a filter.`);
}
