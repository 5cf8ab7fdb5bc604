// The data of one table: its rows by id, and per tenant in every order and by every value asked for.
import { LayeredMap } from './layered-map.ts';
import { Partition } from './partition.ts';
import { Entry, type Key, type Shape } from './shape.ts';
import type { Row } from './table.ts';

/** The name of the one partition of a table that belongs to no tenant. */
const EVERYBODY = '';

/**
 * Whoever shares this data (a fork, a snapshot) must never write to it again, but to a `fork` of it: that is the
 * slot's part. Forking costs one step per tenant; partitions, groups, buckets and entries are copied when first
 * written to.
 */
export class Rows {
  private readonly shape: Shape;
  private readonly byId: LayeredMap<string, Entry>;
  private readonly partitions: Map<string, Partition>;
  /** All tenants' rows together; made when the platform first asks for an order or a filter. */
  private whole: Partition | undefined;
  private ordinal: number;
  private count: number;
  /** Makes what is not here yet. */
  private make: (() => readonly Row[]) | undefined;

  private constructor(shape: Shape, from?: Rows) {
    from?.demand();
    this.shape = shape;
    this.byId = from?.byId.fork() ?? new LayeredMap();
    this.partitions = new Map(from?.partitions);
    this.whole = from?.whole;
    this.ordinal = from?.ordinal ?? 0;
    this.count = from?.count ?? 0;
  }

  /** Rows that are made when somebody first asks for any. What they are must not depend on when that is. */
  static later(shape: Shape, make: () => readonly Row[]): Rows {
    const rows = new Rows(shape);
    rows.make = make;
    return rows;
  }

  static empty(shape: Shape): Rows {
    return new Rows(shape);
  }

  /**
   * Many rows at once, in the order in which they were added: no list is searched and no index kept for each of them.
   * @throws Error for an id that comes twice. Twins by a unique key are for `twinsBy` to find
   */
  static of(shape: Shape, rows: readonly Row[]): Rows {
    const made = new Rows(shape);
    made.fill(rows);
    return made;
  }

  /** The unique key by which two rows of a tenant are twins, if any are. */
  twinsBy(): Key | undefined {
    const { keys, unique } = this.shape;
    return keys.slice(0, unique).find(({ of }) => {
      for (const { all } of this.partitions.values()) {
        const seen = new Set<unknown>();
        let values = 0;
        all.base.walk(0, all.size, 1, ({ row }) => {
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

  fork(): Rows {
    return new Rows(this.shape, this);
  }

  get size(): number {
    this.demand();
    return this.count;
  }

  get(id: string): Row | undefined {
    this.demand();
    return this.byId.get(id)?.row;
  }

  /** A tenant's partition (undefined: it has no rows yet), or that of everybody for null. */
  partition(tenantId: string | null): Partition | undefined {
    this.demand();
    if (!this.shape.tenant) return this.partitions.get(EVERYBODY);
    if (tenantId !== null) return this.partitions.get(tenantId);
    if (this.whole === undefined && this.partitions.size > 0) {
      const entries = [...this.partitions.values()].flatMap(({ all }) => all.base.toArray());
      this.whole = Partition.of(this, this.shape, this.shape.orders[0]?.sort(entries) ?? entries);
    }
    return this.whole;
  }

  /** The unique key that `row` would share with another row of its tenant. `before`: the version it replaces. */
  conflict(row: Row, before: Row | null): Key | undefined {
    const { keys, unique } = this.shape;
    if (unique === 0) return undefined;
    this.demand();
    const partition = this.partitions.get(this.place(row));
    if (partition === undefined) return undefined;
    for (let i = 0; i < unique; i += 1) {
      const key = keys[i] as Key;
      const value = key.of(row) ?? null;
      if (value === null || (before !== null && key.of(before) === value)) continue;
      if (partition.find(i, value) !== undefined) return key;
    }
    return undefined;
  }

  /** Adds a row; `ordinal` only to put one back that was here. The id must be free. */
  add(row: Row, ordinal: number = this.ordinal): void {
    const entry = new Entry(row, ordinal, this);
    if (ordinal >= this.ordinal) this.ordinal = ordinal + 1;
    this.count += 1;
    this.byId.set(row.id, entry);
    this.ownPartition(row).add(entry, null);
    this.ownWhole()?.add(entry, null);
  }

  /** Replaces the version of a row that is here. */
  update(row: Row): void {
    const entry = this.byId.get(row.id) as Entry;
    const { row: before } = entry;
    if (entry.owner === this) {
      if (!this.reindexed(before, row)) {
        entry.row = row;
        return;
      }
      const partition = this.ownPartition(row);
      const whole = this.ownWhole();
      partition.remove(entry, row);
      whole?.remove(entry, row);
      entry.row = row;
      partition.add(entry, before);
      whole?.add(entry, before);
      return;
    }
    const own = new Entry(row, entry.ordinal, this);
    this.byId.set(row.id, own);
    const partition = this.ownPartition(row);
    const whole = this.ownWhole();
    partition.remove(entry, null);
    whole?.remove(entry, null);
    partition.add(own, null);
    whole?.add(own, null);
  }

  /** Takes a row away; returns its ordinal. */
  remove(id: string): number {
    const entry = this.byId.get(id) as Entry;
    this.byId.delete(id);
    this.count -= 1;
    this.ownPartition(entry.row).remove(entry, null);
    this.ownWhole()?.remove(entry, null);
    return entry.ordinal;
  }

  /** Every row, in the order in which they were added. */
  inOrder(): Row[] {
    this.demand();
    const entries = [...this.partitions.values()].flatMap(({ all }) => all.base.toArray());
    return entries.sort((a, b) => a.ordinal - b.ordinal).map(({ row }) => row);
  }

  private fill(rows: readonly Row[]): void {
    const { shape, byId, partitions } = this;
    const places = new Map<string, Entry[]>();
    for (const row of rows) {
      if (byId.get(row.id) !== undefined) throw twice(shape, row);
      const entry = new Entry(row, this.ordinal, this);
      this.ordinal += 1;
      byId.set(row.id, entry);
      const place = this.place(row);
      const known = places.get(place);
      if (known === undefined) places.set(place, [entry]);
      else known.push(entry);
    }
    this.count = rows.length;
    for (const [place, entries] of places) {
      const sorted = shape.orders[0]?.sort(entries) ?? entries;
      partitions.set(place, Partition.of(this, shape, sorted));
    }
  }

  /** Now somebody asks. */
  private demand(): void {
    const { make } = this;
    this.make = undefined;
    if (make !== undefined) this.fill(make());
  }

  private place(row: Row): string {
    return this.shape.tenant ? (row.tenant_id ?? EVERYBODY) : EVERYBODY;
  }

  private ownPartition(row: Row): Partition {
    const place = this.place(row);
    const known = this.partitions.get(place);
    if (known?.owner === this) return known;
    const own = known?.fork(this) ?? this.newPartition();
    this.partitions.set(place, own);
    return own;
  }

  private newPartition(): Partition {
    const partition = Partition.of(this, this.shape, []);
    for (let key = 0; key < this.shape.unique; key += 1) partition.find(key, null);
    return partition;
  }

  private ownWhole(): Partition | undefined {
    if (this.whole !== undefined && this.whole.owner !== this) this.whole = this.whole.fork(this);
    return this.whole;
  }

  /** Whether two versions of a row differ in anything rows are ordered or found by. */
  private reindexed(before: Row, row: Row): boolean {
    const { orders, keys } = this.shape;
    for (const { of } of orders) if (of(before) !== of(row)) return true;
    for (const { of } of keys) if (of(before) !== of(row)) return true;
    return false;
  }
}

/** What to say of a row whose id is another one's. */
export const twice = ({ name }: Shape, { id }: Row): Error =>
  new Error(`${name} has a row with id "${id}" already.`);
