// The data of one table: its rows by id, and per tenant in every order and by every value asked for.
import { LayeredMap } from './layered-map.ts';
import { Partition } from './partition.ts';
import type { Row } from './table.ts';
import { IndexEntry, type IndexKey, type TableSchema } from './table-schema.ts';

/** The name of the one partition of a table that belongs to no tenant. */
const SHARED_PARTITION = '';

/**
 * Whoever shares this data (a fork, a snapshot) must never write to it again, but to a `fork` of it: that is the
 * slot's part. Forking costs one step per tenant; partitions, groups, buckets and entries are copied when first
 * written to.
 */
export class TableData {
  private readonly schema: TableSchema;
  private readonly byId: LayeredMap<string, IndexEntry>;
  private readonly partitions: Map<string, Partition>;
  /** All tenants' rows together; made when the platform first asks for an order or a filter. */
  private allTenants: Partition | undefined;
  private ordinal: number;
  private count: number;
  /** Makes what is not here yet. */
  private source: (() => readonly Row[]) | undefined;

  private constructor(schema: TableSchema, from?: TableData) {
    from?.materialize();
    this.schema = schema;
    this.byId = from?.byId.fork() ?? new LayeredMap();
    this.partitions = new Map(from?.partitions);
    this.allTenants = from?.allTenants;
    this.ordinal = from?.ordinal ?? 0;
    this.count = from?.count ?? 0;
  }

  /** Rows that are made when somebody first asks for any. What they are must not depend on when that is. */
  static lazy(schema: TableSchema, make: () => readonly Row[]): TableData {
    const rows = new TableData(schema);
    rows.source = make;
    return rows;
  }

  static empty(schema: TableSchema): TableData {
    return new TableData(schema);
  }

  /**
   * Many rows at once, in the order in which they were added: no list is searched and no index kept for each of them.
   * @throws Error for an id that comes twice. Twins by a unique key are for `twinsBy` to find
   */
  static of(schema: TableSchema, rows: readonly Row[]): TableData {
    const data = new TableData(schema);
    data.fill(rows);
    return data;
  }

  /** The unique key by which two rows of a tenant are twins, if any are. */
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

  get(id: string): Row | undefined {
    this.materialize();
    return this.byId.get(id)?.row;
  }

  /** A tenant's partition (undefined: it has no rows yet), or that of everybody for null. */
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

  /** The unique key that `row` would share with another row of its tenant. `before`: the version it replaces. */
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

  /** Adds a row; `ordinal` only to put one back that was here. The id must be free. */
  add(row: Row, ordinal: number = this.ordinal): void {
    const entry = new IndexEntry(row, ordinal, this);
    if (ordinal >= this.ordinal) this.ordinal = ordinal + 1;
    this.count += 1;
    this.byId.set(row.id, entry);
    this.ownPartition(row).add(entry, null);
    this.ownAllTenants()?.add(entry, null);
  }

  /** Replaces the version of a row that is here. */
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

  /** Takes a row away; returns its ordinal. */
  remove(id: string): number {
    const entry = this.byId.get(id) as IndexEntry;
    this.byId.delete(id);
    this.count -= 1;
    this.ownPartition(entry.row).remove(entry, null);
    this.ownAllTenants()?.remove(entry, null);
    return entry.ordinal;
  }

  /** Every row, in the order in which they were added. */
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

  /** Now somebody asks. */
  private materialize(): void {
    const { source } = this;
    this.source = undefined;
    if (source !== undefined) this.fill(source());
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

  /** Whether two versions of a row differ in anything rows are ordered or found by. */
  private indexedValuesDiffer(before: Row, row: Row): boolean {
    const { orders, keys } = this.schema;
    for (const { value } of orders) if (value(before) !== value(row)) return true;
    for (const { value } of keys) if (value(before) !== value(row)) return true;
    return false;
  }
}

/** What to say of a row whose id is another one's. */
export const duplicateIdError = ({ name }: TableSchema, { id }: Row): Error =>
  new Error(`${name} has a row with id "${id}" already.`);
