// Which index answers a question about equal values, and the questions answered by it alone.
import { Group } from './group.ts';
import type { Partition, Posting } from './partition.ts';
import { Entry, member, type Shape } from './shape.ts';
import type { Row } from './table.ts';

/** "Key number `key` has this value." */
export type Equal = { readonly key: number; readonly value: unknown };

/** The smallest set of rows that holds every answer; undefined: there is none. */
export function narrowest(partition: Partition, equals: readonly Equal[]): Posting | undefined {
  let best: Posting = partition.all;
  for (const { key, value } of equals) {
    const posting = partition.find(key, value);
    if (posting === undefined) return undefined;
    if (sizeOf(posting) <= sizeOf(best)) best = posting;
  }
  return best;
}

function sizeOf(posting: Posting): number {
  return posting instanceof Group ? posting.size : 1;
}

function each(posting: Posting | undefined, visit: (row: Row) => void): void {
  if (posting instanceof Entry) visit(posting.row);
  else {
    posting?.base.walk(0, posting.size, 1, ({ row }) => {
      visit(row);
    });
  }
}

/** How many rows have all these values (undefined: any; null: none); through an index where one is declared. */
export function countOf(
  shape: Shape,
  partition: Partition | undefined,
  where: Readonly<Record<string, unknown>>,
): number {
  if (partition === undefined) return 0;
  const names = Object.keys(where).filter((name) => where[name] !== undefined);
  const equals: Equal[] = [];
  for (const name of names) {
    const term = shape.terms.get(name);
    if (term !== undefined && 'key' in term && where[name] !== null)
      equals.push({ key: term.key, value: where[name] });
  }
  const source = narrowest(partition, equals);
  if (source === undefined) return 0;
  if (names.length === equals.length && names.length <= 1) return sizeOf(source);
  let count = 0;
  each(source, (row) => {
    if (names.every((name) => (member(row, name) ?? null) === where[name])) count += 1;
  });
  return count;
}

/** The rows whose member has a value, oldest first. Throws Error for a member without an index. */
export function whereOf(shape: Shape, partition: Partition | undefined, name: string, value: unknown): Row[] {
  const key = keyNamed(shape, name);
  const rows: Row[] = [];
  if (partition === undefined) return rows;
  if (value !== null && value !== undefined) each(partition.find(key, value), (row) => rows.push(row));
  else each(partition.all, (row) => (member(row, name) ?? null) === null && rows.push(row));
  return rows;
}

/** The oldest row whose member has a value. Throws Error for a member without an index. */
export function byOf(
  shape: Shape,
  partition: Partition | undefined,
  name: string,
  value: unknown,
): Row | undefined {
  const key = keyNamed(shape, name);
  if (value === null || value === undefined) return undefined;
  const posting = partition?.find(key, value);
  return posting instanceof Entry ? posting.row : posting?.base.first?.row;
}

function keyNamed(shape: Shape, name: string): number {
  const term = shape.terms.get(name);
  if (term !== undefined && 'key' in term) return term.key;
  throw new Error(`${shape.name} declares "${name}" neither as unique nor as a filter.`);
}
