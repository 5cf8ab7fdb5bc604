// Merges the writes of a transaction into the writes of its commit, one for each row.
import type { Write } from './journal.ts';
import type { TableSchema } from './tables/table-schema.ts';

/** One write to a row; `place` is that of a row that was inserted or removed. */
export type RowChange = Pick<Write, 'id' | 'before' | 'after' | 'place'> & {
  readonly table: { readonly schema: Pick<TableSchema, 'name'> };
};

type NetWrite = { -readonly [Member in keyof Write]: Write[Member] };

/** Merges several writes to one row into a single write; a row that was inserted and removed is left out. */
export function netWrites(changes: readonly RowChange[]): Write[] {
  // Most transactions write one row, once.
  if (changes.length === 1) return changes.map(writeOf);
  const nets = new Map<string, NetWrite>();
  for (const change of changes) {
    const { table, id, before, after, place } = change;
    const key = `${table.schema.name} ${id}`;
    const net = nets.get(key);
    if (net === undefined) nets.set(key, writeOf(change));
    else if (after === undefined) {
      delete net.after;
      // A row that the transaction inserted itself has no earlier place, and one that it removed has no new one.
      if (net.before && place !== undefined) net.place ??= place;
      delete net.newPlace;
    } else {
      net.after = after;
      if (before === undefined && place !== undefined) net.newPlace = place;
    }
  }
  return [...nets.values()].filter(({ before, after }) => before ?? after);
}

/** Returns the effect of one write on a row that the transaction has not written before. */
function writeOf({ table, id, before, after, place }: RowChange): NetWrite {
  const write: NetWrite = { table: table.schema.name, id };
  if (before) write.before = before;
  if (after) write.after = after;
  if (place !== undefined) write[after ? 'newPlace' : 'place'] = place;
  return write;
}
