// Rows that belong together (all of a tenant's, or those with one value of a filter), in every order asked for.
import type { Entry, Shape } from './shape.ts';
import { SortedList } from './sorted-list.ts';

/** Keeps the order of creation; a further order costs nothing until somebody asks for it, and is kept from then on. */
export class Group {
  readonly owner: object;
  private readonly lists: (SortedList<Entry> | undefined)[];

  constructor(owner: object, lists: (SortedList<Entry> | undefined)[]) {
    this.owner = owner;
    this.lists = lists;
  }

  /** A group of entries that are in the order of creation. */
  static of(owner: object, shape: Shape, entries: readonly Entry[]): Group {
    return new Group(owner, [listOf(shape, 0, entries)]);
  }

  get size(): number {
    return this.base.size;
  }

  /** The order of creation. */
  get base(): SortedList<Entry> {
    return this.lists[0] as SortedList<Entry>;
  }

  /** The entries in an order. `all`: the group of all rows, which this one is a part of (or is itself). */
  list(shape: Shape, order: number, all: Group): SortedList<Entry> {
    const known = this.lists[order];
    if (known !== undefined) return known;
    const made = listOf(shape, order, this.inOrder(shape, order, all));
    this.lists[order] = made;
    return made;
  }

  /** Puts an entry in; with `before`, its last version, only into the orders where the two differ. */
  add(shape: Shape, entry: Entry, before: Entry['row'] | null): void {
    for (let order = 0; order < this.lists.length; order += 1) {
      if (this.lists[order] !== undefined && differs(shape, order, entry, before))
        this.lists[order]?.add(entry);
    }
  }

  /** Takes an entry out; with `after`, its next version, only from the orders where the two differ. */
  remove(shape: Shape, entry: Entry, after: Entry['row'] | null): void {
    for (let order = 0; order < this.lists.length; order += 1) {
      if (this.lists[order] !== undefined && differs(shape, order, entry, after))
        this.lists[order]?.remove(entry);
    }
  }

  private inOrder(shape: Shape, order: number, all: Group): Entry[] {
    const entries = this.base.toArray();
    // Picking a large part out of what is in order already takes a fraction of putting it in order.
    if (this === all || this.size * 8 < all.size) return shape.orders[order]?.sort(entries) ?? entries;
    const ours = new Set(entries);
    const ordered = all.list(shape, order, all).toArray();
    return ordered.filter((entry) => ours.has(entry));
  }

  fork(owner: object): Group {
    return new Group(
      owner,
      this.lists.map((list) => list?.fork()),
    );
  }
}

function listOf(shape: Shape, order: number, entries: readonly Entry[]): SortedList<Entry> {
  return SortedList.from(entries, shape.orders[order]?.compare ?? byOrdinal);
}

function byOrdinal(a: Entry, b: Entry): number {
  return a.ordinal - b.ordinal;
}

function differs(shape: Shape, order: number, entry: Entry, other: Entry['row'] | null): boolean {
  const of = shape.orders[order]?.of;
  return other === null || of === undefined || of(entry.row) !== of(other);
}
