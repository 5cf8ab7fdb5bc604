// The tables of the present world: their list, grouped by area, and what the rows of one look like in a list.
import type { Schema } from '../../api/schema.ts';

/** A table with its number of rows. */
export type Table = Schema<'Table'>;
/** A row of a table. */
export type Row = Schema<'Row'>;

/** A record with what it belongs to. */
export type FullRecord = Schema<'Record'>;

/** Tables under one heading. */
export type TableGroup = { title: string; tables: Table[] };

const INTERNAL = 'Behind the API';

/** Groups the tables by area, in the order of the tables; tables that no operation is about come last. */
export function groupTables(tables: readonly Table[]): TableGroup[] {
  const groups = new Map<string, Table[]>();
  for (const table of tables) {
    const title = table.area ?? INTERNAL;
    groups.set(title, [...(groups.get(title) ?? []), table]);
  }
  const internal = groups.get(INTERNAL);
  groups.delete(INTERNAL);
  const areas = [...groups].map(([title, own]) => ({ title: titleOf(title), tables: own }));
  return internal === undefined ? areas : [...areas, { title: INTERNAL, tables: internal }];
}

/** Writes the name of a table or an area for people: `dns_records` becomes `dns records`. */
export const wordsOf = (name: string): string => name.replaceAll(/[_-]/g, ' ');

function titleOf(area: string): string {
  const words = wordsOf(area);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Returns the value of a member of a row. */
export const memberOf = ({ row }: Row, name: string): unknown => (row as Record<string, unknown>)[name];

/** Members that a list does not show: they are in the label, or say little. */
const LEFT_OUT = new Set(['id', 'tenant_id', 'status', 'created_at', 'updated_at', 'metadata']);
/** How many members a list shows beside the label, the status and the time of creation. */
const MAX_MEMBERS = 3;

/** Chooses the members that a list of rows shows: those with the most different short values in a sample. */
export function listedMembers(table: Table, sample: readonly Row[]): string[] {
  const informative = table.members.filter((name) => {
    if (LEFT_OUT.has(name)) return false;
    const values = sample.map((row) => memberOf(row, name));
    return values.some(
      (value, at) =>
        (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
        value !== '' &&
        value !== '***' &&
        value !== sample[at]?.label &&
        !sample[at]?.label?.includes(String(value)),
    );
  });
  const instants = informative.filter((name) => name.endsWith('_at'));
  const others = informative.filter((name) => !name.endsWith('_at'));
  return [...others, ...instants].slice(0, MAX_MEMBERS);
}

/** Returns the record that a member of a row names; undefined when it names none. */
export const referenceAt = ({ references }: Row, name: string): Row['references'][number] | undefined =>
  references.find(({ pointer }) => pointer === `/${name}`);
