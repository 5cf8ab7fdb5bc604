// The data of one table: its rows by id, and for each tenant a group with the orders and indexes that queries use.

import type { RedoWrite, Write } from '../journal.ts';
import { Refusal } from '../refusal.ts';
import { RowGroup } from './row-group.ts';
import type { Row } from './table.ts';
import type { Entry, IndexKey, TableSchema } from './table-schema.ts';

/** Rows in the order of their creation, with the place of each when the places have gaps. */
export type PlacedRows = readonly Row[] & { readonly places?: readonly number[] | undefined };

/**
 * The data of one table. After a fork or a snapshot shares this data, only a `fork` of the data may be written to;
 * the table handle ensures this. A fork copies the map of ids; it builds its groups again when it uses them.
 */
export class TableData {
  readonly schema: TableSchema;
  readonly #byId: Map<string, Entry>;
  /** the rows of each tenant, and under null the rows of all tenants; each is built at its first use */
  readonly #groups = new Map<string | null, RowGroup>();
  #ordinal: number;
  /** the source of the rows of lazy data; undefined once the rows exist */
  #source: (() => PlacedRows) | undefined;

  private constructor(schema: TableSchema, byId: ReadonlyMap<string, Entry> = new Map(), ordinal = 0) {
    this.schema = schema;
    this.#byId = new Map(byId);
    this.#ordinal = ordinal;
  }

  /**
   * Creates data whose rows are created when they are first used.
   * @param rows returns the rows, frozen, in the order of their creation, each with its place where they have gaps
   */
  static lazy(schema: TableSchema, rows: () => PlacedRows): TableData {
    const data = new TableData(schema);
    data.#source = rows;
    return data;
  }

  static empty(schema: TableSchema): TableData {
    return new TableData(schema);
  }

  /**
   * Creates data from frozen rows in the order of their creation.
   * @throws Error for an id that occurs twice
   * @throws Refusal `ALREADY_EXISTS` when two rows of a tenant have the same value for a unique key; it names the
   *   second by its pointer in an export
   */
  static of(schema: TableSchema, rows: readonly Row[]): TableData {
    const data = new TableData(schema);
    data.#fill(rows);
    for (const key of schema.keys.slice(0, schema.unique)) {
      const seen = new Set<string>();
      for (const [at, row] of rows.entries()) {
        const value = key.value(row) ?? null;
        if (value === null) continue;
        const text = JSON.stringify([data.#tenantOf(row), value]);
        if (seen.has(text)) refuseConflict(key, `/tables/${schema.name}/${at}/`);
        seen.add(text);
      }
    }
    return data;
  }

  fork(): TableData {
    this.#materialize();
    return new TableData(this.schema, this.#byId, this.#ordinal);
  }

  get size(): number {
    this.#materialize();
    return this.#byId.size;
  }

  /** Tells whether there are no rows; lazy data counts as filled. */
  get isEmpty(): boolean {
    return this.#source === undefined && this.#byId.size === 0;
  }

  /** The number of rows in memory: 0 for lazy data whose rows were not used yet. */
  get loadedSize(): number {
    return this.#byId.size;
  }

  get(id: string): Row | undefined {
    this.#materialize();
    return this.#byId.get(id)?.row;
  }

  /** Returns the rows of a tenant, or for null of all tenants. A table without tenants has one group. */
  group(tenantId: string | null): RowGroup {
    const name = this.schema.tenant ? tenantId : null;
    return this.#groups.get(name) ?? this.#buildGroup(name);
  }

  /** Returns the unique key for which `row` has the same value as another row of its tenant. */
  conflict(row: Row, before: Row | null): IndexKey | undefined {
    const { keys, unique } = this.schema;
    for (let i = 0; i < unique; i += 1) {
      const key = keys[i] as IndexKey;
      const value = key.value(row) ?? null;
      if (value === null || (before !== null && key.value(before) === value)) continue;
      if (this.group(this.#tenantOf(row)).find(i, value).length > 0) return key;
    }
    return undefined;
  }

  /**
   * Adds a row; its id must not be in use. Returns the row's place in the order of creation.
   * @param ordinal this place, given only to restore a removed row, or to insert a row again
   */
  add(row: Row, ordinal: number = this.#ordinal): number {
    const entry = { row, ordinal };
    if (ordinal >= this.#ordinal) this.#ordinal = ordinal + 1;
    this.#byId.set(row.id, entry);
    this.#ownGroup(row)?.add(entry);
    this.#groups.get(null)?.add(entry);
    return ordinal;
  }

  /** Replaces the stored version of a row by a new version. */
  update(row: Row): void {
    const before = this.#byId.get(row.id) as Entry;
    const after = { row, ordinal: before.ordinal };
    this.#byId.set(row.id, after);
    this.#ownGroup(row)?.replace(before, after);
    this.#groups.get(null)?.replace(before, after);
  }

  /** Removes a row; returns the row's place in the order of creation. */
  remove(id: string): number {
    const entry = this.#byId.get(id) as Entry;
    this.#byId.delete(id);
    this.#ownGroup(entry.row)?.remove(entry);
    this.#groups.get(null)?.remove(entry);
    return entry.ordinal;
  }

  undo({ id, before, after, place }: Pick<Write, 'id' | 'before' | 'after' | 'place'>): void {
    if (after !== undefined && before !== undefined && place === undefined) this.update(before);
    else {
      if (after !== undefined) this.remove(id);
      if (before !== undefined) this.add(before, place);
    }
  }

  /** Applies a write of a commit again. */
  redo({ id, after, newPlace }: RedoWrite): void {
    this.#materialize();
    if (after === undefined) this.remove(id);
    else if (newPlace === undefined) this.update(after);
    else {
      if (this.#byId.get(id) !== undefined) this.remove(id);
      this.add(after, newPlace);
    }
  }

  /** Returns the place of every row in the order of creation; undefined when they are 0, 1, 2, … */
  places(): number[] | undefined {
    this.#materialize();
    const places = [...this.#byId.values()].map(({ ordinal }) => ordinal).sort((a, b) => a - b);
    return places.at(-1) === places.length - 1 ? undefined : places;
  }

  /** Returns every row, in the order of creation. */
  rowsInOrder(): Row[] {
    this.#materialize();
    return [...this.#byId.values()].sort((a, b) => a.ordinal - b.ordinal).map(({ row }) => row);
  }

  #fill(rows: PlacedRows): void {
    for (const [at, row] of rows.entries()) {
      if (this.#byId.has(row.id)) throw duplicateIdError(this.schema, row);
      const ordinal = rows.places?.[at] ?? this.#ordinal;
      this.#byId.set(row.id, { row, ordinal });
      this.#ordinal = ordinal + 1;
    }
  }

  #materialize(): void {
    const source = this.#source;
    if (source === undefined) return;
    this.#source = undefined;
    this.#fill(source());
  }

  // Builds the group of a tenant together with those of all other tenants, because it has to look at every row.
  #buildGroup(name: string | null): RowGroup {
    this.#materialize();
    const entries = [...this.#byId.values()];
    if (name === null) this.#groups.set(null, new RowGroup(this.schema, entries));
    else
      for (const [tenant, own] of Map.groupBy(entries, ({ row }) => row.tenant_id ?? null))
        if (tenant !== null && !this.#groups.has(tenant))
          this.#groups.set(tenant, new RowGroup(this.schema, own));
    const built = this.#groups.get(name) ?? new RowGroup(this.schema, []);
    this.#groups.set(name, built);
    return built;
  }

  #ownGroup(row: Row): RowGroup | undefined {
    return this.schema.tenant ? this.#groups.get(this.#tenantOf(row)) : undefined;
  }

  #tenantOf(row: Row): string | null {
    return this.schema.tenant ? (row.tenant_id ?? null) : null;
  }
}

export const duplicateIdError = ({ name }: TableSchema, { id }: Row): Error =>
  new Error(`${name} has a row with id "${id}" already.`);

/** Throws the refusal of a row whose value of a unique key is taken. @param place of the row, before the name of the member */
export function refuseConflict(key: IndexKey | undefined, place = ''): void {
  if (key === undefined) return;
  const names = key.name.split(' ');
  const last = names[names.length - 1] ?? key.name;
  const otherMembers = names.slice(0, -1).map((name) => ` and ${name}`);
  throw new Refusal('ALREADY_EXISTS', {
    errors: { [place + last]: [`This ${last}${otherMembers.join('')} is taken already.`] },
  });
}
