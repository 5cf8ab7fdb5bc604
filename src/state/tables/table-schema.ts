// A table's declaration made ready for use: how rows compare, what they are indexed by, what a query name means.
import type { Row, SortValue, TableSpec } from './table.ts';

/** A stored row and its place in the order of creation. Entries are immutable. */
export type Entry = { readonly row: Row; readonly ordinal: number };

/** Rows by one value, nothing (null or absent) last; equal values in order of creation. */
export class SortOrder {
  readonly name: string;
  readonly value: (row: Row) => SortValue;

  constructor(name: string, value: (row: Row) => SortValue) {
    this.name = name;
    this.value = value;
  }

  compare(a: Entry, b: Entry): number {
    const [x, y] = [this.value(a.row) ?? null, this.value(b.row) ?? null];
    return x === y ? a.ordinal - b.ordinal : compareValues(x, y);
  }

  sort(entries: readonly Entry[]): Entry[] {
    const keyed = entries.map((entry) => ({ entry, value: this.value(entry.row) ?? null }));
    keyed.sort((a, b) =>
      a.value === b.value ? a.entry.ordinal - b.entry.ordinal : compareValues(a.value, b.value),
    );
    return keyed.map(({ entry }) => entry);
  }
}

function compareValues(x: string | number | null, y: string | number | null): number {
  if (x === null) return 1;
  if (y === null) return -1;
  return x < y ? -1 : 1;
}

/** A value rows are found by: a filter, or what is unique. Null and undefined are not indexed. */
export type IndexKey = { readonly name: string; readonly value: (row: Row) => unknown };

/** What a name in a query means. */
type QueryTerm = { readonly key: number } | { readonly order: number; readonly edge: 'from' | 'before' };

export type TableSchema = {
  readonly name: string;
  readonly spec: TableSpec<never>;
  readonly tenant: boolean;
  readonly updated: boolean;
  /** The first one is the order of creation. */
  readonly orders: readonly SortOrder[];
  /** The first `unique` of them are unique. */
  readonly keys: readonly IndexKey[];
  readonly unique: number;
  readonly terms: ReadonlyMap<string, QueryTerm>;
  /** `name` and `-name` → which order, and whether backwards. */
  readonly sorts: ReadonlyMap<string, { readonly order: number; readonly descending: boolean }>;
};

export function memberValue(row: Row, name: string): unknown {
  return (row as unknown as Record<string, unknown>)[name];
}

function sortOrderBy(name: string): SortOrder {
  return new SortOrder(name, (row) => memberValue(row, name) as SortValue);
}

function indexKeyBy(names: string | readonly string[]): IndexKey {
  if (typeof names === 'string') return { name: names, value: (row) => memberValue(row, names) };
  return {
    name: names.join(' '),
    value(row) {
      const values = names.map((name) => memberValue(row, name) ?? null);
      return values.includes(null) ? null : JSON.stringify(values);
    },
  };
}

/** Compiles a declaration. `base`: the member that gives the order of creation. */
export function compileTableSchema(name: string, spec: TableSpec<never>, base = 'created_at'): TableSchema {
  const sorts: readonly (string | { name: string; of: (row: never) => SortValue })[] = spec.sorts ?? [];
  const orders = [sortOrderBy(base)];
  for (const sort of sorts) {
    if (typeof sort !== 'string') orders.push(new SortOrder(sort.name, sort.of as (row: Row) => SortValue));
    else if (sort !== base) orders.push(sortOrderBy(sort));
  }
  const unique: readonly (string | readonly string[])[] = spec.unique ?? [];
  const filters: readonly string[] = spec.filters ?? [];
  const keys = [...unique, ...filters.filter((filter) => !unique.includes(filter))].map(indexKeyBy);

  const terms = new Map<string, QueryTerm>();
  for (const [order, { name }] of orders.entries()) {
    if (!name.endsWith('_at')) continue;
    const stem = name.slice(0, -'_at'.length);
    terms.set(`${stem}_from`, { order, edge: 'from' });
    terms.set(`${stem}_before`, { order, edge: 'before' });
  }
  for (const [key, { name }] of keys.entries()) terms.set(name, { key });
  const directions = new Map<string, { readonly order: number; readonly descending: boolean }>();
  for (const [order, { name }] of orders.entries()) {
    directions.set(name, { order, descending: false });
    directions.set(`-${name}`, { order, descending: true });
  }
  return {
    name,
    spec,
    tenant: spec.tenant,
    updated: spec.updated !== false,
    orders,
    keys,
    unique: unique.length,
    terms,
    sorts: directions,
  };
}
