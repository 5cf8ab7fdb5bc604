// Rows of one tenant, or of a whole table, sorted and indexed as queries need.
import type { Entry, SortOrder, TableSchema } from './table-schema.ts';

/** A group of entries. Every order and index is built at its first use and updated from then on. */
export class RowGroup {
  readonly #schema: TableSchema;
  /** the sorted entries by order number; the first order is that of creation */
  readonly #sorted: (Entry[] | undefined)[];
  /** the entries by key number and value, in the order of creation */
  readonly #indexes: (Map<unknown, Entry[]> | undefined)[] = [];

  constructor(schema: TableSchema, entries: readonly Entry[]) {
    this.#schema = schema;
    this.#sorted = [orderOf(schema, 0).sort(entries)];
  }

  get size(): number {
    return this.entries.length;
  }

  /** The entries in the order of creation. */
  get entries(): readonly Entry[] {
    return this.#sorted[0] as Entry[];
  }

  sorted(order: number): readonly Entry[] {
    const built = this.#sorted[order] ?? orderOf(this.#schema, order).sort(this.entries);
    this.#sorted[order] = built;
    return built;
  }

  /** Returns the entries that have the given value for a key, in the order of creation. */
  find(key: number, value: unknown): readonly Entry[] {
    return (this.#indexes[key] ?? this.#buildIndex(key)).get(value) ?? NONE;
  }

  add(entry: Entry): void {
    for (let order = 0; order < this.#sorted.length; order += 1) {
      const entries = this.#sorted[order];
      if (entries) this.#insert(entries, order, entry);
    }
    for (let key = 0; key < this.#indexes.length; key += 1) {
      const index = this.#indexes[key];
      if (index) this.#addToIndex(index, key, entry);
    }
  }

  remove(entry: Entry): void {
    for (let order = 0; order < this.#sorted.length; order += 1) {
      const entries = this.#sorted[order];
      entries?.splice(placeOf(entries, orderOf(this.#schema, order), entry), 1);
    }
    for (let key = 0; key < this.#indexes.length; key += 1) {
      const index = this.#indexes[key];
      if (index) this.#removeFromIndex(index, key, entry);
    }
  }

  /** Replaces an entry by an entry of the same row with the same ordinal. */
  replace(before: Entry, after: Entry): void {
    for (let order = 0; order < this.#sorted.length; order += 1) {
      const entries = this.#sorted[order];
      if (!entries) continue;
      const by = orderOf(this.#schema, order);
      const place = placeOf(entries, by, before);
      if (by.value(before.row) === by.value(after.row)) entries[place] = after;
      else {
        entries.splice(place, 1);
        this.#insert(entries, order, after);
      }
    }
    for (let key = 0; key < this.#indexes.length; key += 1) {
      const index = this.#indexes[key];
      if (!index) continue;
      const value = this.#valueOf(key, after);
      const same = this.#valueOf(key, before) === value ? index.get(value) : undefined;
      if (same) same[placeOf(same, orderOf(this.#schema, 0), before)] = after;
      else {
        this.#removeFromIndex(index, key, before);
        this.#addToIndex(index, key, after);
      }
    }
  }

  #insert(entries: Entry[], order: number, entry: Entry): void {
    const by = orderOf(this.#schema, order);
    const last = entries.at(-1);
    if (last === undefined || by.compare(last, entry) < 0) entries.push(entry);
    else entries.splice(placeOf(entries, by, entry), 0, entry);
  }

  #addToIndex(index: Map<unknown, Entry[]>, key: number, entry: Entry): void {
    const value = this.#valueOf(key, entry);
    if (value === null) return;
    const found = index.get(value);
    if (found) this.#insert(found, 0, entry);
    else index.set(value, [entry]);
  }

  #removeFromIndex(index: Map<unknown, Entry[]>, key: number, entry: Entry): void {
    const value = this.#valueOf(key, entry);
    const found = index.get(value);
    if (found === undefined) return;
    if (found.length === 1) index.delete(value);
    else found.splice(placeOf(found, orderOf(this.#schema, 0), entry), 1);
  }

  #buildIndex(key: number): Map<unknown, Entry[]> {
    const index = new Map<unknown, Entry[]>();
    for (const entry of this.entries) this.#addToIndex(index, key, entry);
    this.#indexes[key] = index;
    return index;
  }

  #valueOf(key: number, { row }: Entry): unknown {
    return this.#schema.keys[key]?.value(row) ?? null;
  }
}

const NONE: readonly Entry[] = [];

function orderOf(schema: TableSchema, order: number): SortOrder {
  return schema.orders[order] as SortOrder;
}

function placeOf(entries: readonly Entry[], order: SortOrder, entry: Entry): number {
  return firstPlace(entries, (other) => order.compare(other, entry) >= 0);
}

/** Returns the place of the first entry that meets a condition, which all entries after it meet as well. */
export function firstPlace(entries: readonly Entry[], meets: (entry: Entry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (meets(entries[middle] as Entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}
