// Answers a page query (filters, bounds, text search and sort), with an index when one can answer it.

import { ceilToSecond } from '../instant.ts';
import type { Page, PageQuery } from '../store.ts';
import { type EqualityFilter, narrowestPosting } from './index-lookup.ts';
import type { Partition } from './partition.ts';
import { SortedList } from './sorted-list.ts';
import type { Row } from './table.ts';
import { IndexEntry, memberValue, type SortOrder, type TableSchema } from './table-schema.ts';

const PER_PAGE = 25;

type Bound = { readonly order: number; readonly edge: 'from' | 'to'; readonly at: string };
type CompiledQuery = {
  readonly equals: EqualityFilter[];
  readonly bounds: Bound[];
  readonly q: string | undefined;
  readonly predicate: RowPredicate | undefined;
  readonly order: number;
  readonly descending: boolean;
};

/** A condition on a row that no index can check. */
export type RowPredicate = (row: Row) => boolean;

/**
 * Returns one page of a partition; an undefined partition has no rows yet.
 * @throws Error for a filter, bound or sort that the table does not declare
 */
export function queryPage(
  schema: TableSchema,
  partition: Partition | undefined,
  query: PageQuery,
  predicate?: RowPredicate,
): Page<Row> {
  const page = query.page ?? 1;
  const perPage = query.per_page ?? PER_PAGE;
  const compiled = compileQuery(schema, query, predicate);
  const offset = (page - 1) * perPage;
  const { total, data } =
    partition === undefined ? NO_ROWS : runQuery(schema, partition, compiled, offset, perPage);
  return {
    data,
    meta: {
      current_page: page,
      per_page: perPage,
      total,
      last_page: Math.max(1, Math.ceil(total / perPage)),
    },
    links: { first: null, last: null, prev: null, next: null },
  };
}

function compileQuery(
  schema: TableSchema,
  query: PageQuery,
  predicate: RowPredicate | undefined,
): CompiledQuery {
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
  return {
    equals,
    bounds,
    q: query.q?.toLowerCase(),
    predicate,
    order: sort.order,
    descending: sort.descending,
  };
}

type PageRows = { readonly total: number; readonly data: Row[] };

const NO_ROWS: PageRows = { total: 0, data: [] };

function runQuery(
  schema: TableSchema,
  partition: Partition,
  compiled: CompiledQuery,
  offset: number,
  count: number,
): PageRows {
  const { equals, bounds, q, predicate, order, descending } = compiled;
  const source = narrowestPosting(partition, equals);
  if (source === undefined) return NO_ROWS;
  const listIn = (by: number) =>
    source instanceof IndexEntry
      ? SortedList.from([source], sortOrder(schema, by).compare)
      : source.sortedBy(schema, by, partition.rows);

  let list = listIn(order);
  let ranges = rangesWithin(
    list,
    sortOrder(schema, order),
    bounds.filter((bound) => bound.order === order),
    descending,
  );
  const others = bounds.filter((bound) => bound.order !== order);
  const [other] = others;
  if (equals.length <= 1 && q === undefined && predicate === undefined && other === undefined) {
    return { total: countRanges(ranges), data: readRanges(list, ranges, offset, count) };
  }

  const fits = (row: Row) =>
    equals.every(({ key, value }) => schema.keys[key]?.value(row) === value) &&
    others.every((bound) => isWithinBound(schema, row, bound)) &&
    (q === undefined || searchText(schema, row).includes(q)) &&
    (predicate === undefined || predicate(row));
  if (other !== undefined) {
    // The bound applies to another order than the requested sort. When the bound leaves only few rows, it is faster to
    // sort these rows.
    const ranged = listIn(other.order);
    const [range] = rangesWithin(
      ranged,
      sortOrder(schema, other.order),
      others.filter((bound) => bound.order === other.order),
      false,
    );
    if (range !== undefined && range.count * 8 < countRanges(ranges)) {
      const entries: IndexEntry[] = [];
      ranged.walk(range.start, range.count, 1, (entry) => entries.push(entry));
      list = SortedList.from(sortOrder(schema, order).sort(entries), sortOrder(schema, order).compare);
      ranges = rangesWithin(
        list,
        sortOrder(schema, order),
        bounds.filter((bound) => bound.order === order),
        descending,
      );
    }
  }
  const rows = readRanges(list, ranges, 0, countRanges(ranges)).filter(fits);
  return { total: rows.length, data: rows.slice(offset, offset + count) };
}

/** A range of a sorted list that is read forwards (step 1) or backwards (step -1). */
type IndexRange = { readonly start: number; readonly count: number; readonly step: 1 | -1 };

/**
 * Returns the ranges of a list that lie within the bounds, in reading order. Rows without a value come last when the
 * list is read forwards and when it is read backwards.
 */
function rangesWithin(
  list: SortedList<IndexEntry>,
  { value }: SortOrder,
  bounds: readonly Bound[],
  descending: boolean,
): IndexRange[] {
  const { size, last } = list;
  const valued =
    last === undefined || hasValue(value(last.row)) ? size : list.rank(({ row }) => hasValue(value(row)));
  if (bounds.length === 0) {
    if (!descending) return [{ start: 0, count: size, step: 1 }];
    const newest: IndexRange = { start: valued - 1, count: valued, step: -1 };
    return valued === size ? [newest] : [newest, { start: size - 1, count: size - valued, step: -1 }];
  }
  let low = 0;
  let high = valued;
  for (const { edge, at } of bounds) {
    const rank = list.rank(({ row }) => isBefore(value(row), at));
    if (edge === 'from') low = Math.max(low, rank);
    else high = Math.min(high, rank);
  }
  const count = Math.max(0, high - low);
  return [descending ? { start: high - 1, count, step: -1 } : { start: low, count, step: 1 }];
}

function countRanges(ranges: readonly IndexRange[]): number {
  let total = 0;
  for (const range of ranges) total += range.count;
  return total;
}

function readRanges(
  list: SortedList<IndexEntry>,
  ranges: readonly IndexRange[],
  offset: number,
  count: number,
): Row[] {
  const rows: Row[] = [];
  let skip = offset;
  for (const range of ranges) {
    const remaining = Math.min(range.count - skip, count - rows.length);
    if (remaining > 0)
      list.walk(range.start + skip * range.step, remaining, range.step, (entry) => rows.push(entry.row));
    skip = Math.max(0, skip - range.count);
  }
  return rows;
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isBefore(value: unknown, at: string): boolean {
  return typeof value === 'string' && value < at;
}

function isWithinBound(schema: TableSchema, row: Row, { order, edge, at }: Bound): boolean {
  const value = sortOrder(schema, order).value(row);
  return hasValue(value) && isBefore(value, at) === (edge === 'to');
}

function searchText(schema: TableSchema, row: Row): string {
  const names: readonly string[] = schema.spec.search ?? [];
  return names
    .map((name) => memberValue(row, name) ?? '')
    .join(' ')
    .toLowerCase();
}

function sortOrder(schema: TableSchema, order: number): SortOrder {
  return schema.orders[order] as SortOrder;
}
