// Reads the rows of one table of all tenants, page by page at any offset, without building an order or an index that
// later writes would have to keep up to date.

import { visitPath } from '../references.ts';
import type { TableHandle } from '../transaction.ts';
import type { Partition } from './partition.ts';
import { RowGroup } from './row-group.ts';
import { SortedList } from './sorted-list.ts';
import type { Row, TableSpec } from './table.ts';
import { type IndexEntry, memberValue, type SortOrder, type TableSchema } from './table-schema.ts';

/** Which rows a reader returns. */
export type RowQuery = {
  /** The values of members by path (`status`, `items.*.service_id`), as texts; `null` also stands for no value. */
  readonly where?: Readonly<Record<string, string>>;
  /** A condition that is checked for each row that has these values. */
  readonly predicate?: ((row: Row) => boolean) | undefined;
  /** A declared order, such as `name`, or `-name` for the reverse order. Default: `-created_at`. */
  readonly sort?: string;
  /** The number of rows to skip. */
  readonly offset: number;
  /** The maximum number of rows to return. */
  readonly limit: number;
};

/** Reads one table of a world. It shows the rows of all tenants and must not be used within a transaction. */
export class TableReader {
  readonly #table: TableHandle;

  constructor(table: TableHandle) {
    this.#table = table;
  }

  /** The declaration of the table. */
  get spec(): TableSpec<never> {
    return this.#schema.spec;
  }

  /** The number of rows of all tenants. */
  get size(): number {
    return this.#table.data.size;
  }

  /** The names of the orders by which `page` sorts; the first one is the order of creation. */
  get orders(): string[] {
    return this.#schema.orders.map(({ name }) => name);
  }

  /** The members by which `page` finds rows with an index. */
  get filters(): string[] {
    return this.#schema.keys.flatMap(({ name }) => (name.includes(' ') ? [] : [name]));
  }

  /** Returns the row with an id. */
  find(id: string): Row | undefined {
    return this.#table.data.get(id);
  }

  /** Returns any row; undefined when the table has none. */
  anyRow(): Row | undefined {
    for (const { rows } of this.#table.data.partitionsOf(null))
      if (rows.base.first) return rows.base.first.row;
    return undefined;
  }

  /** Reports whether the table declares an order, with or without the sign of the reverse order. */
  hasOrder(sort: string): boolean {
    return this.#schema.sorts.has(sort);
  }

  /**
   * Returns one page of the rows that match a query, and the number of all rows that match it. A query by at most one
   * indexed member costs about the same for any number of rows; for every other query, all rows are looked at once.
   * @throws Error for an order that the table does not declare
   */
  page({ where = {}, predicate, sort = '-created_at', offset, limit }: RowQuery): {
    rows: Row[];
    total: number;
  } {
    const sorting = this.#schema.sorts.get(sort);
    const order = this.#schema.orders[sorting?.order ?? -1];
    if (sorting === undefined || order === undefined)
      throw new Error(`${this.#schema.name} declares no order "${sort}".`);
    const { lists, fits } = this.#candidates(where, sorting.order);
    const all = sizeOf(lists);
    if (fits === undefined && predicate === undefined) {
      const rows = sorting.descending
        ? slice(lists, order, Math.max(0, all - offset - limit), Math.max(0, all - offset)).reverse()
        : slice(lists, order, offset, offset + limit);
      return { rows, total: all };
    }
    const matching = new Set<IndexEntry>();
    for (const list of lists)
      list.walk(0, list.size, 1, (entry) => {
        if ((fits?.(entry.row) ?? true) && (predicate?.(entry.row) ?? true)) matching.add(entry);
      });
    const found = order.sort([...matching]).map(({ row }) => row);
    if (sorting.descending) found.reverse();
    return { rows: found.slice(offset, offset + limit), total: found.length };
  }

  /** Counts the rows with the given values; see `page`. */
  count(where: Readonly<Record<string, string>>): number {
    const { lists, fits } = this.#candidates(where, 0);
    if (fits === undefined) return sizeOf(lists);
    let count = 0;
    for (const list of lists)
      list.walk(0, list.size, 1, ({ row }) => {
        if (fits(row)) count += 1;
      });
    return count;
  }

  get #schema(): TableSchema {
    return this.#table.schema;
  }

  /**
   * Returns the smallest lists that an index has for a query, one for each tenant, and the check that its rows must
   * still pass; without a check, all rows in the lists match.
   */
  #candidates(
    where: Readonly<Record<string, string>>,
    order: number,
  ): { lists: SortedList<IndexEntry>[]; fits: ((row: Row) => boolean) | undefined } {
    const rest = new Map(Object.entries(where));
    const tenantId = this.#schema.tenant ? rest.get('tenant_id') : undefined;
    if (tenantId !== undefined) rest.delete('tenant_id');
    const partitions = this.#table.data.partitionsOf(tenantId ?? null);
    const key = this.#schema.keys.findIndex(({ name }) => isIndexable(rest.get(name)));
    const keyName = this.#schema.keys[key]?.name ?? '';
    const value = rest.get(keyName);
    if (value !== undefined) rest.delete(keyName);
    const lists = partitions.flatMap((partition) => {
      const found = value === undefined ? partition.rows : findText(partition, key, value);
      return found === undefined ? [] : [listOf(this.#schema, found, order, partition)];
    });
    const conditions = [...rest].map(([path, text]) => ({ names: path.split('.'), text }));
    if (conditions.length === 0) return { lists, fits: undefined };
    return { lists, fits: (row) => conditions.every(({ names, text }) => hasValueAt(row, names, text)) };
  }
}

/** Reports whether an index can find a value: rows without a value are in no index. */
const isIndexable = (text: string | undefined): text is string => text !== undefined && text !== 'null';

/** Finds the rows of a partition whose indexed value is the text, or the number or truth value that it denotes. */
function findText(partition: Partition, key: number, text: string): IndexEntry | RowGroup | undefined {
  const found = partition.find(key, text);
  if (found !== undefined || text.trim() === '') return found;
  const number = Number(text);
  if (!Number.isNaN(number)) return partition.find(key, number);
  return text === 'true' || text === 'false' ? partition.find(key, text === 'true') : undefined;
}

function listOf(
  schema: TableSchema,
  found: IndexEntry | RowGroup,
  order: number,
  { rows }: Partition,
): SortedList<IndexEntry> {
  if (found instanceof RowGroup) return found.sortedBy(schema, order, rows);
  return SortedList.from([found], (schema.orders[order] as SortOrder).compare);
}

function hasValueAt(row: Row, names: readonly string[], text: string): boolean {
  let found = text === 'null' && names.length === 1 && (memberValue(row, names[0] ?? '') ?? null) === null;
  visitPath(row, names, (value) => {
    if (typeof value !== 'object' && String(value) === text) found = true;
  });
  return found;
}

const sizeOf = (lists: readonly SortedList<IndexEntry>[]): number =>
  lists.reduce((sum, { size }) => sum + size, 0);

/** Returns the rows from offset `from` to offset `to` of the merged lists. */
function slice(lists: readonly SortedList<IndexEntry>[], order: SortOrder, from: number, to: number): Row[] {
  const rows: Row[] = [];
  const places = splitAt(lists, from);
  while (rows.length < to - from) {
    let first: IndexEntry | undefined;
    let chosen = -1;
    for (const [i, list] of lists.entries()) {
      const entry = list.at(places[i] ?? 0);
      if (entry === undefined || (first !== undefined && order.compare(first, entry) < 0)) continue;
      first = entry;
      chosen = i;
    }
    if (first === undefined) break;
    rows.push(first.row);
    places[chosen] = (places[chosen] ?? 0) + 1;
  }
  return rows;
}

/**
 * Finds the place in each list such that `offset` elements of all lists stand before the places and are the first
 * ones of the merged lists. Each step halves the widest range in which a place can be.
 */
function splitAt(lists: readonly SortedList<IndexEntry>[], offset: number): number[] {
  const low = lists.map(() => 0);
  const high = lists.map(({ size }) => size);
  for (;;) {
    let widest = 0;
    for (let i = 1; i < lists.length; i += 1) if (width(i) > width(widest)) widest = i;
    if (lists.length === 0 || width(widest) === 0) return low;
    const middle = ((low[widest] ?? 0) + (high[widest] ?? 0)) >> 1;
    const pivot = lists[widest]?.at(middle) as IndexEntry;
    const ranks = lists.map((list, i) => (i === widest ? middle : list.rankOf(pivot)));
    const before = ranks.reduce((sum, rank) => sum + rank, 0);
    for (const [i, rank] of ranks.entries()) {
      if (before > offset) high[i] = Math.min(high[i] ?? 0, rank);
      else low[i] = Math.max(low[i] ?? 0, rank + (i === widest && before < offset ? 1 : 0));
    }
    if (before === offset) return ranks;
  }
  function width(i: number): number {
    return (high[i] ?? 0) - (low[i] ?? 0);
  }
}
