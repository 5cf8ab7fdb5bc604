// Merges the writes of a transaction into the writes of its commit, one for each row.
import type { Write } from './journal.ts';
import type { Row } from './table.ts';
import type { TableSchema } from './table-schema.ts';

/** One write to a row. */
export type RowChange = {
  readonly table: { readonly schema: Pick<TableSchema, 'name'> };
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** the place in the order of creation of a row that was inserted or removed */
  readonly ordinal: number;
};

type NetChange = Pick<RowChange, 'table'> & {
  before: Row | undefined;
  after: Row | undefined;
  /** the first place that the row lost */
  place: number | undefined;
  /** the last place that the row got */
  newPlace: number | undefined;
};

/** Merges several writes to one row into a single write; a row that was inserted and removed is left out. */
export function netWrites(changes: readonly RowChange[]): Write[] {
  const nets = new Map<string, NetChange>();
  for (const { table, before, after, ordinal } of changes) {
    const key = `${table.schema.name} ${(before ?? after)?.id}`;
    const place = after === undefined ? ordinal : undefined;
    const newPlace = before === undefined ? ordinal : undefined;
    const previous = nets.get(key);
    if (previous === undefined) nets.set(key, { table, before, after, place, newPlace });
    else {
      previous.after = after;
      previous.place ??= place;
      previous.newPlace = newPlace ?? previous.newPlace;
    }
  }
  const writes: Write[] = [];
  for (const { table, before, after, place, newPlace } of nets.values()) {
    const { name } = table.schema;
    if (before === undefined) {
      if (after !== undefined && newPlace !== undefined)
        writes.push({ table: name, id: after.id, after, newPlace });
    } else if (after === undefined) {
      if (place !== undefined) writes.push({ table: name, id: before.id, before, place });
    } else if (place === undefined || newPlace === undefined)
      writes.push({ table: name, id: after.id, before, after });
    else writes.push({ table: name, id: before.id, before, after, place, newPlace });
  }
  return writes;
}
