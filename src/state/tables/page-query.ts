// Answers a query of rows (filters, bounds, text search and sort), with an index when one can answer it.

import { ceilToSecond } from '../instant.ts';
import type { Page, PageQuery } from '../store.ts';
import { firstPlace, type RowGroup } from './row-group.ts';
import type { Row } from './table.ts';
import { type Entry, memberValue, type SortOrder, type TableSchema } from './table-schema.ts';

/** The number of rows of a page whose size no parameter of the document says. */
const ROWS_WITHOUT_SIZE = 100;

/** The condition that a row has the given value for the index key with the number `key`. */
type EqualityFilter = { readonly key: number; readonly value: unknown };
type Bound = { readonly order: number; readonly edge: 'from' | 'before'; readonly at: string };

type RowQuery = {
  readonly equals: readonly EqualityFilter[];
  readonly bounds: readonly Bound[];
  /** conditions that no index can check */
  readonly predicates: readonly RowPredicate[];
  /** the order number and direction of the result */
  readonly order: number;
  readonly descending: boolean;
};

/** A condition on a row that no index can check. */
export type RowPredicate = (row: Row) => boolean;

/**
 * Returns one page of a group.
 * @throws Error for a filter, bound or sort that the table does not declare
 */
export function queryPage(
  schema: TableSchema,
  group: RowGroup,
  query: PageQuery,
  predicate?: RowPredicate,
): Page<Row> {
  const page = query.page ?? 1;
  const perPage = query.per_page ?? ROWS_WITHOUT_SIZE;
  const compiled = compileQuery(schema, query, predicate);
  const { total, rows } = queryRows(schema, group, compiled, (page - 1) * perPage, perPage);
  return {
    data: rows,
    meta: {
      current_page: page,
      per_page: perPage,
      total,
      last_page: Math.max(1, Math.ceil(total / perPage)),
    },
    links: { first: null, last: null, prev: null, next: null },
  };
}

function compileQuery(schema: TableSchema, query: PageQuery, predicate: RowPredicate | undefined): RowQuery {
  const sort = schema.sorts.get(query.sort ?? '-created_at');
  if (sort === undefined) throw new Error(`${schema.name} declares no sort "${query.sort}".`);
  const equals: EqualityFilter[] = [];
  const bounds: Bound[] = [];
  for (const name in query) {
    const value = query[name];
    if (value === undefined || name === 'page' || name === 'per_page' || name === 'sort' || name === 'q')
      continue;
    const term = schema.terms.get(name);
    if (term === undefined)
      throw new Error(`${schema.name} declares neither a filter nor a bound "${name}".`);
    if ('key' in term) equals.push({ key: term.key, value });
    else bounds.push({ ...term, at: ceilToSecond(String(value)) });
  }
  const predicates = predicate === undefined ? [] : [predicate];
  const q = query.q?.toLowerCase();
  if (q !== undefined) predicates.unshift((row) => searchText(schema, row).includes(q));
  return { equals, bounds, predicates, ...sort };
}

export function queryRows(
  schema: TableSchema,
  group: RowGroup,
  { equals, bounds, predicates, order, descending }: RowQuery,
  offset: number,
  limit: number,
): { total: number; rows: Row[] } {
  const by = schema.orders[order] as SortOrder;
  const source = narrowest(group, equals);
  const found = source.entries.length;
  // To sort many found entries takes longer than to look at all entries, which are sorted.
  const isIndexed =
    source.filter !== undefined && (order === 0 || found * Math.log2(found + 1) <= group.size);
  let entries = isIndexed ? source.entries : group.sorted(order);
  if (isIndexed && order > 0) entries = by.sort(entries);

  const conditions = [...predicates];
  for (const filter of equals)
    if (!isIndexed || filter !== source.filter)
      conditions.push((row) => schema.keys[filter.key]?.value(row) === filter.value);
  for (const bound of bounds)
    if (bound.order !== order) conditions.push((row) => isWithin(schema, row, bound));
  if (conditions.length > 0) entries = entries.filter(({ row }) => conditions.every((meets) => meets(row)));

  // The entries without a value come last when they are sorted, forwards and backwards, and lie within no bound.
  const valued = firstPlace(entries, ({ row }) => (by.value(row) ?? null) === null);
  const own = bounds.filter((bound) => bound.order === order);
  let from = 0;
  let to = valued;
  for (const { edge, at } of own) {
    const place = firstPlace(entries, ({ row }) => !isBefore(by.value(row), at));
    if (edge === 'from') from = Math.max(from, place);
    else to = Math.min(to, place);
  }
  const inRange = Math.max(0, to - from);
  const total = own.length > 0 ? inRange : entries.length;
  const rows: Row[] = [];
  for (let i = offset; i < Math.min(offset + limit, total); i += 1) {
    const place = !descending ? from + i : i < inRange ? to - 1 - i : entries.length - 1 - (i - inRange);
    rows.push((entries[place] as Entry).row);
  }
  return { total, rows };
}

function narrowest(
  group: RowGroup,
  equals: readonly EqualityFilter[],
): { entries: readonly Entry[]; filter?: EqualityFilter } {
  let best: { entries: readonly Entry[]; filter?: EqualityFilter } = { entries: group.entries };
  for (const filter of equals) {
    const entries = group.find(filter.key, filter.value);
    if (best.filter === undefined || entries.length < best.entries.length) best = { entries, filter };
  }
  return best;
}

/** Returns the number of the index key of a member; undefined for a member without an index. */
export function keyNamed(schema: TableSchema, name: string): number | undefined {
  const term = schema.terms.get(name);
  return term !== undefined && 'key' in term ? term.key : undefined;
}

function isBefore(value: unknown, at: string): boolean {
  return typeof value === 'string' && value < at;
}

function isWithin(schema: TableSchema, row: Row, { order, edge, at }: Bound): boolean {
  const value = schema.orders[order]?.value(row) ?? null;
  return value !== null && isBefore(value, at) === (edge === 'before');
}

function searchText(schema: TableSchema, row: Row): string {
  const names: readonly string[] = schema.spec.search ?? [];
  return names
    .map((name) => memberValue(row, name) ?? '')
    .join(' ')
    .toLowerCase();
}
