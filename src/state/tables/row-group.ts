// A group of rows (all rows of a tenant, or the rows with one value of a filter), sorted in every order that queries
// use.

import { SortedList } from './sorted-list.ts';
import type { IndexEntry, TableSchema } from './table-schema.ts';

/**
 * A group of entries in the order of creation. Every other order is built at its first query and updated from then
 * on.
 */
export class RowGroup {
  readonly owner: object;
  private readonly sortedLists: (SortedList<IndexEntry> | undefined)[];

  constructor(owner: object, lists: (SortedList<IndexEntry> | undefined)[]) {
    this.owner = owner;
    this.sortedLists = lists;
  }

  /** Creates a group from entries that are already in the order of creation. */
  static of(owner: object, schema: TableSchema, entries: readonly IndexEntry[]): RowGroup {
    return new RowGroup(owner, [buildList(schema, 0, entries)]);
  }

  get size(): number {
    return this.base.size;
  }

  /** The entries in the order of creation. */
  get base(): SortedList<IndexEntry> {
    return this.sortedLists[0] as SortedList<IndexEntry>;
  }

  /**
   * Returns the entries in an order.
   * @param all the group of all rows, which contains this group or is the same group
   */
  sortedBy(schema: TableSchema, order: number, all: RowGroup): SortedList<IndexEntry> {
    const cached = this.sortedLists[order];
    if (cached !== undefined) return cached;
    const built = buildList(schema, order, this.entriesInOrder(schema, order, all));
    this.sortedLists[order] = built;
    return built;
  }

  /**
   * Adds an entry. When `before`, the row's previous version, is given, this changes only the orders in which the two
   * versions have different places.
   */
  add(schema: TableSchema, entry: IndexEntry, before: IndexEntry['row'] | null): void {
    for (let order = 0; order < this.sortedLists.length; order += 1) {
      if (this.sortedLists[order] !== undefined && differsInOrder(schema, order, entry, before))
        this.sortedLists[order]?.add(entry);
    }
  }

  /**
   * Removes an entry. When `after`, the row's next version, is given, this changes only the orders in which the two
   * versions have different places.
   */
  remove(schema: TableSchema, entry: IndexEntry, after: IndexEntry['row'] | null): void {
    for (let order = 0; order < this.sortedLists.length; order += 1) {
      if (this.sortedLists[order] !== undefined && differsInOrder(schema, order, entry, after))
        this.sortedLists[order]?.remove(entry);
    }
  }

  private entriesInOrder(schema: TableSchema, order: number, all: RowGroup): IndexEntry[] {
    const entries = this.base.toArray();
    // When this group is a large part of all rows, filtering the sorted list of all rows is much faster than sorting.
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
