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
  const [only] = changes;
  // Most transactions write one row. The literal takes no more memory than its element, and `push` would reserve 16 more
  // places: the timeline keeps the writes.
  if (changes.length === 1 && only !== undefined) {
    const write = toWrite(netChange(only));
    return write === undefined ? [] : [write];
  }
  const nets: NetChange[] = [];
  const find = changes.length > MAX_SEARCHED ? searchByMap() : searchIn(nets);
  for (const change of changes) {
    const net = netChange(change);
    const previous = find(net);
    if (previous === undefined) nets.push(net);
    else {
      previous.after = net.after;
      previous.place ??= net.place;
      previous.newPlace = net.newPlace ?? previous.newPlace;
    }
  }
  const writes: Write[] = [];
  for (const net of nets) {
    const write = toWrite(net);
    if (write !== undefined) writes.push(write);
  }
  return writes;
}

/** The number of changes up to which a search is faster than a map. */
const MAX_SEARCHED = 24;

/** Finds the earlier net change of the row of a net change. */
type Search = (net: NetChange) => NetChange | undefined;

const searchIn =
  (nets: readonly NetChange[]): Search =>
  ({ table, id }) => {
    for (const net of nets) if (net.table === table && net.id === id) return net;
    return undefined;
  };

/** Like `searchIn`; a net change that is not found is remembered as one of `nets`. */
function searchByMap(): Search {
  const byTable = new Map<NetChange['table'], Map<string, NetChange>>();
  return (net) => {
    const byId = byTable.get(net.table) ?? new Map<string, NetChange>();
    const previous = byId.get(net.id);
    if (previous === undefined) byTable.set(net.table, byId.set(net.id, net));
    return previous;
  };
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
