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

/** Merges several writes to one row into a single write; a row that was inserted and removed is left out. */
export function netWrites(changes: readonly RowChange[]): Write[] {
  const nets = new Map<string, { -readonly [Member in keyof Write]: Write[Member] }>();
  for (const { table, before, after, ordinal } of changes) {
    const { name } = table.schema;
    const { id } = (before ?? after) as Row;
    const net = nets.get(`${name} ${id}`) ?? { table: name, id, ...(before && { before }) };
    nets.set(`${name} ${id}`, net);
    if (after === undefined) {
      delete net.after;
      // A row that the transaction inserted itself has no earlier place, and one that it removed has no new one.
      if (net.before) net.place ??= ordinal;
      delete net.newPlace;
    } else {
      net.after = after;
      if (before === undefined) net.newPlace = ordinal;
    }
  }
  return [...nets.values()].filter(({ before, after }) => before ?? after);
}
