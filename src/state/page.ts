// A page of rows: filters, bounds, text search and sort, through an index wherever one can answer.
import { type Equal, narrowest } from './find.ts';
import { ceilIso } from './instant.ts';
import type { Partition } from './partition.ts';
import { Entry, member, type Order, type Shape } from './shape.ts';
import { SortedList } from './sorted-list.ts';
import type { Page, PageQuery } from './store.ts';
import type { Row } from './table.ts';

const PER_PAGE = 25;

type Bound = { readonly order: number; readonly edge: 'from' | 'to'; readonly at: string };
type Question = {
  readonly equals: Equal[];
  readonly bounds: Bound[];
  readonly q: string | undefined;
  readonly also: Fits | undefined;
  readonly order: number;
  readonly back: boolean;
};

/** A question about one row that no index answers. */
export type Fits = (row: Row) => boolean;

/** One page of a partition (undefined: no rows yet). Throws Error for a name or a sort the table does not declare. */
export function pageOf(
  shape: Shape,
  partition: Partition | undefined,
  query: PageQuery,
  also?: Fits,
): Page<Row> {
  const page = query.page ?? 1;
  const perPage = query.per_page ?? PER_PAGE;
  const question = questionOf(shape, query, also);
  const offset = (page - 1) * perPage;
  const { total, data } =
    partition === undefined ? NOTHING : answer(shape, partition, question, offset, perPage);
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

function questionOf(shape: Shape, query: PageQuery, also: Fits | undefined): Question {
  const sort = shape.sorts.get(query.sort ?? '-created_at');
  if (sort === undefined) throw new Error(`${shape.name} declares no sort "${query.sort}".`);
  const equals: Equal[] = [];
  const bounds: Bound[] = [];
  for (const name in query) {
    const value = query[name];
    if (value === undefined || name === 'page' || name === 'per_page' || name === 'sort' || name === 'q')
      continue;
    const term = shape.terms.get(name);
    if (term === undefined) throw new Error(`${shape.name} declares neither a filter nor a bound "${name}".`);
    if ('key' in term) equals.push({ key: term.key, value });
    else bounds.push({ ...term, at: ceilIso(String(value)) });
  }
  return { equals, bounds, q: query.q?.toLowerCase(), also, order: sort.order, back: sort.back };
}

type Answer = { readonly total: number; readonly data: Row[] };

const NOTHING: Answer = { total: 0, data: [] };

function answer(
  shape: Shape,
  partition: Partition,
  question: Question,
  offset: number,
  count: number,
): Answer {
  const { equals, bounds, q, also, order, back } = question;
  const source = narrowest(partition, equals);
  if (source === undefined) return NOTHING;
  const listIn = (by: number) =>
    source instanceof Entry
      ? SortedList.from([source], orderOf(shape, by).compare)
      : source.list(shape, by, partition.all);

  let list = listIn(order);
  let runs = runsOf(
    list,
    orderOf(shape, order),
    bounds.filter((bound) => bound.order === order),
    back,
  );
  const others = bounds.filter((bound) => bound.order !== order);
  const [other] = others;
  if (equals.length <= 1 && q === undefined && also === undefined && other === undefined) {
    return { total: totalOf(runs), data: read(list, runs, offset, count) };
  }

  const fits = (row: Row) =>
    equals.every(({ key, value }) => shape.keys[key]?.of(row) === value) &&
    others.every((bound) => inside(shape, row, bound)) &&
    (q === undefined || haystack(shape, row).includes(q)) &&
    (also === undefined || also(row));
  if (other !== undefined) {
    // A bound on another order than the one asked for: when its range is much smaller, put that in order instead.
    const ranged = listIn(other.order);
    const [run] = runsOf(
      ranged,
      orderOf(shape, other.order),
      others.filter((bound) => bound.order === other.order),
      false,
    );
    if (run !== undefined && run.count * 8 < totalOf(runs)) {
      const entries: Entry[] = [];
      ranged.walk(run.start, run.count, 1, (entry) => entries.push(entry));
      list = SortedList.from(orderOf(shape, order).sort(entries), orderOf(shape, order).compare);
      runs = runsOf(
        list,
        orderOf(shape, order),
        bounds.filter((bound) => bound.order === order),
        back,
      );
    }
  }
  const rows = read(list, runs, 0, totalOf(runs)).filter(fits);
  return { total: rows.length, data: rows.slice(offset, offset + count) };
}

/** A stretch of a list, read forwards or backwards. */
type Run = { readonly start: number; readonly count: number; readonly step: 1 | -1 };

/** What of a list lies within bounds, in reading order: rows without a value come last either way. */
function runsOf(list: SortedList<Entry>, { of }: Order, bounds: readonly Bound[], back: boolean): Run[] {
  const { size, last } = list;
  const valued =
    last === undefined || hasValue(of(last.row)) ? size : list.rank(({ row }) => hasValue(of(row)));
  if (bounds.length === 0) {
    if (!back) return [{ start: 0, count: size, step: 1 }];
    const newest: Run = { start: valued - 1, count: valued, step: -1 };
    return valued === size ? [newest] : [newest, { start: size - 1, count: size - valued, step: -1 }];
  }
  let low = 0;
  let high = valued;
  for (const { edge, at } of bounds) {
    const rank = list.rank(({ row }) => isBefore(of(row), at));
    if (edge === 'from') low = Math.max(low, rank);
    else high = Math.min(high, rank);
  }
  const count = Math.max(0, high - low);
  return [back ? { start: high - 1, count, step: -1 } : { start: low, count, step: 1 }];
}

function totalOf(runs: readonly Run[]): number {
  let total = 0;
  for (const run of runs) total += run.count;
  return total;
}

function read(list: SortedList<Entry>, runs: readonly Run[], offset: number, count: number): Row[] {
  const rows: Row[] = [];
  let skip = offset;
  for (const run of runs) {
    const left = Math.min(run.count - skip, count - rows.length);
    if (left > 0) list.walk(run.start + skip * run.step, left, run.step, (entry) => rows.push(entry.row));
    skip = Math.max(0, skip - run.count);
  }
  return rows;
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isBefore(value: unknown, at: string): boolean {
  return typeof value === 'string' && value < at;
}

function inside(shape: Shape, row: Row, { order, edge, at }: Bound): boolean {
  const value = orderOf(shape, order).of(row);
  return hasValue(value) && isBefore(value, at) === (edge === 'to');
}

function haystack(shape: Shape, row: Row): string {
  const names: readonly string[] = shape.spec.search ?? [];
  return names
    .map((name) => member(row, name) ?? '')
    .join(' ')
    .toLowerCase();
}

function orderOf(shape: Shape, order: number): Order {
  return shape.orders[order] as Order;
}
