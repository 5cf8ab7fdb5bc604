// Merges the writes of a transaction into the writes of its commit, one for each row.
import type { Write } from './journal.ts';
import type { TableSchema } from './tables/table-schema.ts';

/** One write to a row; `place` is that of a row that was inserted or removed. */
export type RowChange = Pick<Write, 'id' | 'before' | 'after' | 'place'> & {
  readonly table: { readonly schema: Pick<TableSchema, 'name'> };
};

/** Merges several writes to one row into a single write; a row that was inserted and removed is left out. */
export function netWrites(changes: readonly RowChange[]): Write[] {
  const nets = new Map<string, { -readonly [Member in keyof Write]: Write[Member] }>();
  for (const { table, id, before, after, place } of changes) {
    const { name } = table.schema;
    const net = nets.get(`${name} ${id}`) ?? { table: name, id, ...(before && { before }) };
    nets.set(`${name} ${id}`, net);
    if (after === undefined) {
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
