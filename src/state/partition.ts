// The rows of one tenant in one table (or of all tenants together), with their indexes.
import { Group } from './group.ts';
import { LayeredMap } from './layered-map.ts';
import type { Entry, Key, Shape } from './shape.ts';
import type { Row } from './table.ts';

/** What a value of an index leads to: most values of most indexes have one row, and no group for it. */
export type Posting = Entry | Group;

type Index = LayeredMap<unknown, Posting>;

/**
 * `owner` is the table data that may write here; a fork of that data takes a fork of the partition before its first
 * write to it. Indexes of unique members exist from the start, others from the first question on.
 */
export class Partition {
  readonly owner: object;
  readonly all: Group;
  private readonly shape: Shape;
  private readonly indexes: (Index | undefined)[];

  constructor(owner: object, shape: Shape, all: Group, indexes: (Index | undefined)[]) {
    this.owner = owner;
    this.shape = shape;
    this.all = all;
    this.indexes = indexes;
  }

  /** A partition of entries in the order of creation. */
  static of(owner: object, shape: Shape, entries: readonly Entry[]): Partition {
    return new Partition(owner, shape, Group.of(owner, shape, entries), []);
  }

  /** Whose key number `key` has this value. */
  find(key: number, value: unknown): Posting | undefined {
    return this.index(key).get(value);
  }

  add(entry: Entry, before: Row | null): void {
    const { shape, indexes } = this;
    this.all.add(shape, entry, before);
    for (let key = 0; key < indexes.length; key += 1) {
      const index = indexes[key];
      if (index === undefined) continue;
      const value = keyValue(shape, key, entry.row);
      const same = before !== null && keyValue(shape, key, before) === value;
      if (value !== null) this.post(index, value, entry, same ? before : null);
    }
  }

  remove(entry: Entry, after: Row | null): void {
    const { shape, indexes } = this;
    this.all.remove(shape, entry, after);
    for (let key = 0; key < indexes.length; key += 1) {
      const index = indexes[key];
      if (index === undefined) continue;
      const value = keyValue(shape, key, entry.row);
      const same = after !== null && keyValue(shape, key, after) === value;
      if (value !== null) this.unpost(index, value, entry, same ? after : null);
    }
  }

  fork(owner: object): Partition {
    return new Partition(
      owner,
      this.shape,
      this.all.fork(owner),
      this.indexes.map((index) => index?.fork()),
    );
  }

  private index(key: number): Index {
    const known = this.indexes[key];
    if (known !== undefined) return known;
    const made: Index = new LayeredMap();
    const groups = new Map<unknown, Entry[]>();
    const { size } = this.all;
    this.all.base.walk(0, size, 1, (entry) => {
      const value = keyValue(this.shape, key, entry.row);
      if (value === null) return;
      const group = groups.get(value);
      if (group !== undefined) group.push(entry);
      else if (made.get(value) === undefined) made.set(value, entry);
      else groups.set(value, [made.get(value) as Entry, entry]);
    });
    for (const [value, entries] of groups) made.set(value, Group.of(this.owner, this.shape, entries));
    this.indexes[key] = made;
    return made;
  }

  private post(index: Index, value: unknown, entry: Entry, before: Row | null): void {
    const { owner, shape } = this;
    const posting = index.get(value);
    if (posting === undefined || posting === entry) index.set(value, entry);
    else if (posting instanceof Group) own(index, value, posting, owner).add(shape, entry, before);
    else {
      const pair = shape.orders[0]?.sort([posting, entry]) ?? [];
      index.set(value, Group.of(owner, shape, pair));
    }
  }

  private unpost(index: Index, value: unknown, entry: Entry, after: Row | null): void {
    const posting = index.get(value);
    if (!(posting instanceof Group)) {
      if (after === null) index.delete(value);
      return;
    }
    const group = own(index, value, posting, this.owner);
    group.remove(this.shape, entry, after);
    if (group.size === 0) index.delete(value);
  }
}

/** The group of a value, made the partition's own. */
function own(index: Index, value: unknown, group: Group, owner: object): Group {
  if (group.owner === owner) return group;
  const copy = group.fork(owner);
  index.set(value, copy);
  return copy;
}

function keyValue(shape: Shape, key: number, row: Row): unknown {
  const known: Key | undefined = shape.keys[key];
  return known?.of(row) ?? null;
}
