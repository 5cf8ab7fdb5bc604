// Chooses the index that answers an equality query, and answers the queries that need only one index.

import type { Partition, Posting } from './partition.ts';
import { RowGroup } from './row-group.ts';
import type { Row } from './table.ts';
import { IndexEntry, memberValue, type TableSchema } from './table-schema.ts';

/** The condition that a row has the given value for the index key with the number `key`. */
export type EqualityFilter = { readonly key: number; readonly value: unknown };

/** Returns the smallest set in any index that contains every matching row; undefined when no row matches. */
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

/**
 * Counts the rows that have all the given values (undefined: any value; null: no value), with an index when the table
 * declares one.
 */
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

/**
 * Finds the rows whose member has the given value, oldest first.
 * @throws Error for a member without an index
 */
export function findRows(
  schema: TableSchema,
  partition: Partition | undefined,
  name: string,
  value: unknown,
): Row[] {
  const key = indexKeyNamed(schema, name);
  if (partition === undefined) return [];
  if (value === null || value === undefined) return rowsWithout(partition, name);
  const posting = partition.find(key, value);
  if (posting === undefined) return [];
  return posting instanceof IndexEntry ? [posting.row] : posting.base.toArray().map(({ row }) => row);
}

function rowsWithout(partition: Partition, name: string): Row[] {
  const rows: Row[] = [];
  forEachRow(partition.rows, (row) => (memberValue(row, name) ?? null) === null && rows.push(row));
  return rows;
}

/**
 * Finds the oldest row whose member has the given value.
 * @throws Error for a member without an index
 */
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
