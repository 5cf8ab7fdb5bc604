// The data of one table: its rows by id, and for each tenant a partition with the orders and indexes that queries
// use.

import type { RedoWrite } from '../journal.ts';
import { ForkableMap } from './forkable-map.ts';
import type { LazyTable } from './lazy-table.ts';
import { Partition } from './partition.ts';
import type { Row } from './table.ts';
import { IndexEntry, type IndexKey, type TableSchema } from './table-schema.ts';

/** The key of the only partition of a table without tenants. */
const SHARED_PARTITION = '';

/**
 * The data of one table. After a fork or a snapshot shares this data, only a `fork` of the data may be written to;
 * the table handle ensures this. A fork takes one step per tenant; partitions, groups, buckets and entries are copied
 * at their first write.
 */
export class TableData {
  readonly schema: TableSchema;
  private readonly byId: ForkableMap<string, IndexEntry>;
  private readonly partitions: Map<string, Partition>;
  /** The partition of the rows of all tenants; built when the platform's store first needs an order or a filter. */
  private allTenants: Partition | undefined;
  private ordinal: number;
  private count: number;
  /** The source of the rows of lazy data; undefined once the rows exist. */
  private source: LazyTable | undefined;
  /** The source of rows that other tables share, so that it exists as long as this data and its forks. */
  private shared: LazyTable | undefined;
  /** The writes to lazy data that are applied as soon as its rows exist. */
  private readonly pending: RedoWrite[] = [];

  private constructor(schema: TableSchema, from?: TableData) {
    from?.materialize();
    this.schema = schema;
    this.byId = from?.byId.fork() ?? new ForkableMap();
    this.partitions = new Map(from?.partitions);
    this.allTenants = from?.allTenants;
    this.ordinal = from?.ordinal ?? 0;
    this.count = from?.count ?? 0;
    this.shared = from?.shared;
  }

  /** Creates data whose rows are created when they are first used. */
  static lazy(schema: TableSchema, table: LazyTable): TableData {
    const data = new TableData(schema);
    data.source = table;
    if (table.isShared) data.shared = table;
    return data;
  }

  static empty(schema: TableSchema): TableData {
    return new TableData(schema);
  }

  /**
   * Creates data from many rows, in the order of their creation, without updating lists and indexes row by row. Call
   * `duplicateKey` to find rows that have the same unique key.
   * @throws Error for an id that occurs twice
   */
  static of(schema: TableSchema, rows: readonly Row[]): TableData {
    const data = new TableData(schema);
    data.fill(rows);
    return data;
  }

  /**
   * Returns the unique key for which two rows of a tenant have the same value; undefined when there are no such rows.
   */
  duplicateKey(): IndexKey | undefined {
    const { keys, unique } = this.schema;
    return keys.slice(0, unique).find(({ value: of }) => {
      for (const { rows } of this.partitions.values()) {
        const seen = new Set<unknown>();
        let values = 0;
        rows.base.walk(0, rows.size, 1, ({ row }) => {
          const value = of(row) ?? null;
          if (value === null) return;
          seen.add(value);
          values += 1;
        });
        if (seen.size < values) return true;
      }
      return false;
    });
  }

  fork(): TableData {
    return new TableData(this.schema, this);
  }

  get size(): number {
    this.materialize();
    return this.count;
  }

  /** Tells whether there are no rows; lazy data counts as filled. */
  get isEmpty(): boolean {
    return this.source === undefined && this.count === 0;
  }

  /** The source of lazy data whose rows were neither used nor written yet; null for other data. */
  get lazySource(): LazyTable | null {
    return this.pending.length === 0 ? (this.source ?? null) : null;
  }

  /** The source of rows that other tables share, some of which may have been written since; null when there is none. */
  get sharedSource(): LazyTable | null {
    return this.shared ?? null;
  }

  /** The number of rows in memory: 0 for lazy data whose rows were not used yet. */
  get loadedSize(): number {
    return this.count;
  }

  get(id: string): Row | undefined {
    this.materialize();
    return this.byId.get(id)?.row;
  }

  /**
   * Returns the partition of a tenant, or for null the partition of all tenants; undefined when the tenant has no
   * rows yet.
   */
  partition(tenantId: string | null): Partition | undefined {
    this.materialize();
    if (!this.schema.tenant) return this.partitions.get(SHARED_PARTITION);
    if (tenantId !== null) return this.partitions.get(tenantId);
    if (this.allTenants === undefined && this.partitions.size > 0) {
      const entries = [...this.partitions.values()].flatMap(({ rows }) => rows.base.toArray());
      this.allTenants = Partition.of(this, this.schema, this.schema.orders[0]?.sort(entries) ?? entries);
    }
    return this.allTenants;
  }

  /**
   * Returns the partitions that hold the rows of a tenant, or for null of all tenants. Unlike `partition`, it builds
   * nothing that later writes would have to keep up to date.
   */
  partitionsOf(tenantId: string | null): readonly Partition[] {
    this.materialize();
    if (!this.schema.tenant || tenantId === null) return [...this.partitions.values()];
    const own = this.partitions.get(tenantId);
    return own === undefined ? [] : [own];
  }

  /**
   * Returns the unique key for which `row` has the same value as another row of its tenant.
   * @param before the version that `row` replaces
   */
  conflict(row: Row, before: Row | null): IndexKey | undefined {
    const { keys, unique } = this.schema;
    if (unique === 0) return undefined;
    this.materialize();
    const partition = this.partitions.get(this.partitionName(row));
    if (partition === undefined) return undefined;
    for (let i = 0; i < unique; i += 1) {
      const key = keys[i] as IndexKey;
      const value = key.value(row) ?? null;
      if (value === null || (before !== null && key.value(before) === value)) continue;
      if (partition.find(i, value) !== undefined) return key;
    }
    return undefined;
  }

  /**
   * Adds a row; its id must not be in use. Returns the row's place in the order of creation.
   * @param ordinal this place, given only to restore a removed row, or to insert a row again
   */
  add(row: Row, ordinal: number = this.ordinal): number {
    const entry = new IndexEntry(row, ordinal, this);
    if (ordinal >= this.ordinal) this.ordinal = ordinal + 1;
    this.count += 1;
    this.byId.set(row.id, entry);
    this.ownPartition(row).add(entry, null);
    this.ownAllTenants()?.add(entry, null);
    return ordinal;
  }

  /** Replaces the stored version of a row by a new version. */
  update(row: Row): void {
    const entry = this.byId.get(row.id) as IndexEntry;
    const { row: before } = entry;
    if (entry.owner === this) {
      if (!this.indexedValuesDiffer(before, row)) {
        entry.row = row;
        return;
      }
      const partition = this.ownPartition(row);
      const whole = this.ownAllTenants();
      partition.remove(entry, row);
      whole?.remove(entry, row);
      entry.row = row;
      partition.add(entry, before);
      whole?.add(entry, before);
      return;
    }
    const updated = new IndexEntry(row, entry.ordinal, this);
    this.byId.set(row.id, updated);
    const partition = this.ownPartition(row);
    const whole = this.ownAllTenants();
    partition.remove(entry, null);
    whole?.remove(entry, null);
    partition.add(updated, null);
    whole?.add(updated, null);
  }

  /** Removes a row; returns the row's place in the order of creation. */
  remove(id: string): number {
    const entry = this.byId.get(id) as IndexEntry;
    this.byId.delete(id);
    this.count -= 1;
    this.ownPartition(entry.row).remove(entry, null);
    this.ownAllTenants()?.remove(entry, null);
    return entry.ordinal;
  }

  /**
   * Applies a write of a commit again. Lazy data whose rows do not exist yet keeps the write until the rows are used.
   */
  redo(write: RedoWrite): void {
    if (this.source !== undefined) {
      this.pending.push(write);
      return;
    }
    const { id, after, newPlace } = write;
    if (after === undefined) this.remove(id);
    else if (newPlace === undefined) this.update(after);
    else {
      if (this.byId.get(id) !== undefined) this.remove(id);
      this.add(after, newPlace);
    }
  }

  /** Returns every row, in the order of creation. */
  rowsInOrder(): Row[] {
    this.materialize();
    const entries = [...this.partitions.values()].flatMap(({ rows }) => rows.base.toArray());
    return entries.sort((a, b) => a.ordinal - b.ordinal).map(({ row }) => row);
  }

  private fill(rows: readonly Row[]): void {
    const { schema, byId, partitions } = this;
    const groups = new Map<string, IndexEntry[]>();
    for (const row of rows) {
      if (byId.get(row.id) !== undefined) throw duplicateIdError(schema, row);
      const entry = new IndexEntry(row, this.ordinal, this);
      this.ordinal += 1;
      byId.set(row.id, entry);
      const name = this.partitionName(row);
      const existing = groups.get(name);
      if (existing === undefined) groups.set(name, [entry]);
      else existing.push(entry);
    }
    this.count = rows.length;
    for (const [name, entries] of groups) {
      const sorted = schema.orders[0]?.sort(entries) ?? entries;
      partitions.set(name, Partition.of(this, schema, sorted));
    }
  }

  /** Creates the rows of lazy data, if they do not exist yet. */
  private materialize(): void {
    const { source } = this;
    if (source === undefined) return;
    this.source = undefined;
    this.fill(source.make());
    for (const write of this.pending.splice(0)) this.redo(write);
  }

  private partitionName(row: Row): string {
    return this.schema.tenant ? (row.tenant_id ?? SHARED_PARTITION) : SHARED_PARTITION;
  }

  private ownPartition(row: Row): Partition {
    const name = this.partitionName(row);
    const existing = this.partitions.get(name);
    if (existing?.owner === this) return existing;
    const partition = existing?.fork(this) ?? this.newPartition();
    this.partitions.set(name, partition);
    return partition;
  }

  private newPartition(): Partition {
    const partition = Partition.of(this, this.schema, []);
    for (let key = 0; key < this.schema.unique; key += 1) partition.find(key, null);
    return partition;
  }

  private ownAllTenants(): Partition | undefined {
    if (this.allTenants !== undefined && this.allTenants.owner !== this)
      this.allTenants = this.allTenants.fork(this);
    return this.allTenants;
  }

  /** Tells whether two versions of a row differ in a member that an order or an index uses. */
  private indexedValuesDiffer(before: Row, row: Row): boolean {
    const { orders, keys } = this.schema;
    for (const { value } of orders) if (value(before) !== value(row)) return true;
    for (const { value } of keys) if (value(before) !== value(row)) return true;
    return false;
  }
}

/** Creates the error for a row whose id is taken. */
export const duplicateIdError = ({ name }: TableSchema, { id }: Row): Error =>
  new Error(`${name} has a row with id "${id}" already.`);
