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
  const [only] = changes;
  // Most transactions write one row. The literal takes no more memory than its element, and `push` would reserve 16 more
  // places: the timeline keeps the writes.
  if (changes.length === 1 && only !== undefined) {
    const write = toWrite(netChange(only));
    return write === undefined ? [] : [write];
  }
  const nets = new Map<string, NetChange>();
  for (const change of changes) {
    const key = `${change.table.schema.name} ${(change.before ?? change.after)?.id}`;
    const net = netChange(change);
    const previous = nets.get(key);
    if (previous === undefined) nets.set(key, net);
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
  return { table, before, after, place, newPlace };
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
