// A table's declaration made ready for use: how rows compare, what they are indexed by, what a query name means.
import type { Row, SortValue, TableSpec } from './table.ts';

/** One row in the indexes of a table. `owner`: the table data that may change it in place. */
export class Entry {
  row: Row;
  readonly ordinal: number;
  readonly owner: object;

  constructor(row: Row, ordinal: number, owner: object) {
    this.row = row;
    this.ordinal = ordinal;
    this.owner = owner;
  }
}

/** Rows by one value, nothing (null or absent) last; equal values in order of creation. */
export class Order {
  readonly name: string;
  readonly of: (row: Row) => SortValue;
  readonly compare: (a: Entry, b: Entry) => number;

  constructor(name: string, of: (row: Row) => SortValue) {
    this.name = name;
    this.of = of;
    // A search compares many entries with the same second one: its value is worked out once (rows never change).
    let row: Row | undefined;
    let y: string | number | null = null;
    this.compare = (a, b) => {
      if (b.row !== row) {
        y = of(b.row) ?? null;
        row = b.row;
      }
      const x = of(a.row) ?? null;
      return x === y ? a.ordinal - b.ordinal : compareValues(x, y);
    };
  }

  /** Sorts entries, asking each row for its value once. */
  sort(entries: readonly Entry[]): Entry[] {
    const keyed = entries.map((entry) => ({ entry, value: this.of(entry.row) ?? null }));
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
export type Key = { readonly name: string; readonly of: (row: Row) => unknown };

/** What a name in a query means. */
export type Term = { readonly key: number } | { readonly order: number; readonly edge: 'from' | 'to' };

export type Shape = {
  readonly name: string;
  readonly spec: TableSpec<never>;
  readonly tenant: boolean;
  readonly updated: boolean;
  /** The first one is the order of creation. */
  readonly orders: readonly Order[];
  /** The first `unique` of them are unique. */
  readonly keys: readonly Key[];
  readonly unique: number;
  readonly terms: ReadonlyMap<string, Term>;
  /** `name` and `-name` → which order, and whether backwards. */
  readonly sorts: ReadonlyMap<string, { readonly order: number; readonly back: boolean }>;
};

/** The value of a member, whatever type the row has. */
export function member(row: Row, name: string): unknown {
  return (row as unknown as Record<string, unknown>)[name];
}

function orderBy(name: string): Order {
  return new Order(name, (row) => member(row, name) as SortValue);
}

function keyBy(names: string | readonly string[]): Key {
  if (typeof names === 'string') return { name: names, of: (row) => member(row, names) };
  return {
    name: names.join(' '),
    of(row) {
      const values = names.map((name) => member(row, name) ?? null);
      return values.includes(null) ? null : JSON.stringify(values);
    },
  };
}

/** Compiles a declaration. `base`: the member that gives the order of creation. */
export function shapeOf(name: string, spec: TableSpec<never>, base = 'created_at'): Shape {
  const sorts: readonly (string | { name: string; of: (row: never) => SortValue })[] = spec.sorts ?? [];
  const orders = [orderBy(base)];
  for (const sort of sorts) {
    if (typeof sort !== 'string') orders.push(new Order(sort.name, sort.of as (row: Row) => SortValue));
    else if (sort !== base) orders.push(orderBy(sort));
  }
  const unique: readonly (string | readonly string[])[] = spec.unique ?? [];
  const filters: readonly string[] = spec.filters ?? [];
  const keys = [...unique, ...filters.filter((filter) => !unique.includes(filter))].map(keyBy);

  const terms = new Map<string, Term>();
  for (const [order, { name }] of orders.entries()) {
    if (!name.endsWith('_at')) continue;
    const stem = name.slice(0, -'_at'.length);
    terms.set(`${stem}_from`, { order, edge: 'from' });
    terms.set(`${stem}_to`, { order, edge: 'to' });
    terms.set(`${stem}_before`, { order, edge: 'to' });
  }
  for (const [key, { name }] of keys.entries()) terms.set(name, { key });
  const directions = new Map<string, { readonly order: number; readonly back: boolean }>();
  for (const [order, { name }] of orders.entries()) {
    directions.set(name, { order, back: false });
    directions.set(`-${name}`, { order, back: true });
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
