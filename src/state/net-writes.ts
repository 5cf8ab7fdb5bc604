// Merges the writes of a transaction into the writes of its commit, one for each row.
import type { Write } from './journal.ts';
import type { Row } from './tables/table.ts';
import type { TableSchema } from './tables/table-schema.ts';

/** One write to a row. */
export type RowChange = {
  readonly table: { readonly schema: Pick<TableSchema, 'name'> };
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** the place in the order of creation of a row that was inserted or removed */
  readonly ordinal: number;
};

type NetChange = Pick<RowChange, 'table'> & {
  id: string;
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
  for (const change of changes) {
    const net = netChange(change);
    const row = `${net.table.schema.name} ${net.id}`;
    const previous = nets.get(row);
    if (previous === undefined) nets.set(row, net);
    else {
      previous.after = net.after;
      previous.place ??= net.place;
      previous.newPlace = net.newPlace ?? previous.newPlace;
    }
  }
  return Array.from(nets.values(), toWrite).filter((write) => write !== undefined);
}

function netChange({ table, before, after, ordinal }: RowChange): NetChange {
  const place = after === undefined ? ordinal : undefined;
  const newPlace = before === undefined ? ordinal : undefined;
  return { table, id: (before ?? after)?.id ?? '', before, after, place, newPlace };
}

function toWrite({ table, before, after, place, newPlace }: NetChange): Write | undefined {
  const { name } = table.schema;
  if (before === undefined)
    return after === undefined || newPlace === undefined
      ? undefined
      : { table: name, id: after.id, after, newPlace };
  if (after === undefined)
    return place === undefined ? undefined : { table: name, id: before.id, before, place };
  if (place === undefined || newPlace === undefined) return { table: name, id: after.id, before, after };
  return { table: name, id: before.id, before, after, place, newPlace };
}
