// A partition: the rows of one tenant in one table (or of all tenants together), with their indexes.

import { ForkableMap } from './forkable-map.ts';
import { RowGroup } from './row-group.ts';
import type { Row } from './table.ts';
import type { IndexEntry, IndexKey, TableSchema } from './table-schema.ts';

/**
 * The entries that an index stores for a value: a single entry, because most values have only one row, or a group of
 * entries.
 */
export type Posting = IndexEntry | RowGroup;

type PostingIndex = ForkableMap<unknown, Posting>;

/**
 * The rows of one tenant in one table, with their indexes. Only the table data in `owner` may write to the partition;
 * a fork of the table data forks the partition before its first write. The indexes of unique members exist from the
 * start, and every other index is built at its first query.
 */
export class Partition {
  readonly owner: object;
  readonly rows: RowGroup;
  private readonly schema: TableSchema;
  private readonly indexes: (PostingIndex | undefined)[];

  constructor(owner: object, schema: TableSchema, all: RowGroup, indexes: (PostingIndex | undefined)[]) {
    this.owner = owner;
    this.schema = schema;
    this.rows = all;
    this.indexes = indexes;
  }

  /** Creates a partition from entries that are already in the order of creation. */
  static of(owner: object, schema: TableSchema, entries: readonly IndexEntry[]): Partition {
    return new Partition(owner, schema, RowGroup.of(owner, schema, entries), []);
  }

  /** Finds the entries that have the given value for the index key with the number `key`. */
  find(key: number, value: unknown): Posting | undefined {
    return (this.indexes[key] ?? this.buildIndex(key)).get(value);
  }

  add(entry: IndexEntry, before: Row | null): void {
    const { schema, indexes } = this;
    this.rows.add(schema, entry, before);
    for (let key = 0; key < indexes.length; key += 1) {
      const index = indexes[key];
      if (index === undefined) continue;
      const value = indexedValue(schema, key, entry.row);
      const same = before !== null && indexedValue(schema, key, before) === value;
      if (value !== null) this.addPosting(index, value, entry, same ? before : null);
    }
  }

  remove(entry: IndexEntry, after: Row | null): void {
    const { schema, indexes } = this;
    this.rows.remove(schema, entry, after);
    for (let key = 0; key < indexes.length; key += 1) {
      const index = indexes[key];
      if (index === undefined) continue;
      const value = indexedValue(schema, key, entry.row);
      const same = after !== null && indexedValue(schema, key, after) === value;
      if (value !== null) this.removePosting(index, value, entry, same ? after : null);
    }
  }

  fork(owner: object): Partition {
    return new Partition(
      owner,
      this.schema,
      this.rows.fork(owner),
      this.indexes.map((index) => index?.fork()),
    );
  }

  // Not part of `find`: a function with a closure inside it makes an object for its variables at each call.
  private buildIndex(key: number): PostingIndex {
    const index: PostingIndex = new ForkableMap();
    const groups = new Map<unknown, IndexEntry[]>();
    const { size } = this.rows;
    this.rows.base.walk(0, size, 1, (entry) => {
      const value = indexedValue(this.schema, key, entry.row);
      if (value === null) return;
      const group = groups.get(value);
      if (group !== undefined) group.push(entry);
      else if (index.get(value) === undefined) index.set(value, entry);
      else groups.set(value, [index.get(value) as IndexEntry, entry]);
    });
    for (const [value, entries] of groups) index.set(value, RowGroup.of(this.owner, this.schema, entries));
    this.indexes[key] = index;
    return index;
  }

  private addPosting(index: PostingIndex, value: unknown, entry: IndexEntry, before: Row | null): void {
    const { owner, schema } = this;
    const posting = index.get(value);
    if (posting === undefined || posting === entry) index.set(value, entry);
    else if (posting instanceof RowGroup) ownedGroup(index, value, posting, owner).add(schema, entry, before);
    else {
      const pair = schema.orders[0]?.sort([posting, entry]) ?? [];
      index.set(value, RowGroup.of(owner, schema, pair));
    }
  }

  private removePosting(index: PostingIndex, value: unknown, entry: IndexEntry, after: Row | null): void {
    const posting = index.get(value);
    if (!(posting instanceof RowGroup)) {
      if (after === null) index.delete(value);
      return;
    }
    const group = ownedGroup(index, value, posting, this.owner);
    group.remove(this.schema, entry, after);
    if (group.size === 0) index.delete(value);
  }
}

/** Returns the group of a value; forks the group first when another partition owns it. */
function ownedGroup(index: PostingIndex, value: unknown, group: RowGroup, owner: object): RowGroup {
  if (group.owner === owner) return group;
  const copy = group.fork(owner);
  index.set(value, copy);
  return copy;
}

function indexedValue(schema: TableSchema, key: number, row: Row): unknown {
  const existing: IndexKey | undefined = schema.keys[key];
  return existing?.value(row) ?? null;
}
