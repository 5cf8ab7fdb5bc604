// Rows that belong together (all of a tenant's, or those with one value of a filter), in every order asked for.

import { SortedList } from './sorted-list.ts';
import type { IndexEntry, TableSchema } from './table-schema.ts';

/** Keeps the order of creation; a further order costs nothing until somebody asks for it, and is kept from then on. */
export class RowGroup {
  readonly owner: object;
  private readonly sortedLists: (SortedList<IndexEntry> | undefined)[];

  constructor(owner: object, lists: (SortedList<IndexEntry> | undefined)[]) {
    this.owner = owner;
    this.sortedLists = lists;
  }

  /** A group of entries that are in the order of creation. */
  static of(owner: object, schema: TableSchema, entries: readonly IndexEntry[]): RowGroup {
    return new RowGroup(owner, [buildList(schema, 0, entries)]);
  }

  get size(): number {
    return this.base.size;
  }

  /** The order of creation. */
  get base(): SortedList<IndexEntry> {
    return this.sortedLists[0] as SortedList<IndexEntry>;
  }

  /** The entries in an order. `all`: the group of all rows, which this one is a part of (or is itself). */
  sortedBy(schema: TableSchema, order: number, all: RowGroup): SortedList<IndexEntry> {
    const cached = this.sortedLists[order];
    if (cached !== undefined) return cached;
    const built = buildList(schema, order, this.entriesInOrder(schema, order, all));
    this.sortedLists[order] = built;
    return built;
  }

  /** Puts an entry in; with `before`, its last version, only into the orders where the two differ. */
  add(schema: TableSchema, entry: IndexEntry, before: IndexEntry['row'] | null): void {
    for (let order = 0; order < this.sortedLists.length; order += 1) {
      if (this.sortedLists[order] !== undefined && differsInOrder(schema, order, entry, before))
        this.sortedLists[order]?.add(entry);
    }
  }

  /** Takes an entry out; with `after`, its next version, only from the orders where the two differ. */
  remove(schema: TableSchema, entry: IndexEntry, after: IndexEntry['row'] | null): void {
    for (let order = 0; order < this.sortedLists.length; order += 1) {
      if (this.sortedLists[order] !== undefined && differsInOrder(schema, order, entry, after))
        this.sortedLists[order]?.remove(entry);
    }
  }

  private entriesInOrder(schema: TableSchema, order: number, all: RowGroup): IndexEntry[] {
    const entries = this.base.toArray();
    // Picking a large part out of what is in order already takes a fraction of putting it in order.
    if (this === all || this.size * 8 < all.size) return schema.orders[order]?.sort(entries) ?? entries;
    const members = new Set(entries);
    const ordered = all.sortedBy(schema, order, all).toArray();
    return ordered.filter((entry) => members.has(entry));
  }

  fork(owner: object): RowGroup {
    return new RowGroup(
      owner,
      this.sortedLists.map((list) => list?.fork()),
    );
  }
}

function buildList(
  schema: TableSchema,
  order: number,
  entries: readonly IndexEntry[],
): SortedList<IndexEntry> {
  return SortedList.from(entries, schema.orders[order]?.compare ?? compareOrdinals);
}

function compareOrdinals(a: IndexEntry, b: IndexEntry): number {
  return a.ordinal - b.ordinal;
}

function differsInOrder(
  schema: TableSchema,
  order: number,
  entry: IndexEntry,
  other: IndexEntry['row'] | null,
): boolean {
  const value = schema.orders[order]?.value;
  return other === null || value === undefined || value(entry.row) !== value(other);
}
