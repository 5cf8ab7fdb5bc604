// Describes the change of one row member by member, without secrets.
import type { Write } from '../../state/journal.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import type { Schema } from '../operations.ts';
import { redactRow } from '../tables/table-rows.ts';

/** The change of one row; timers are rows of the table `$timers`. */
export type RowChange = Schema<'RowChange'>;
export type ChangeKind = Schema<'RowChangeKind'>;

/** The maximum length of the JSON of a shown value, in characters. */
const MAX_VALUE_LENGTH = 2000;

/** Tells what a write did to its row. */
export const changeKind = ({ before, after }: Pick<Write, 'before' | 'after'>): ChangeKind =>
  before === undefined ? 'inserted' : after === undefined ? 'removed' : 'updated';

export const writeSummary = (write: Write): Schema<'TimelineItem'>['writes'][number] => ({
  table: write.table,
  id: write.id,
  change: changeKind(write),
});

/** Describes the change of a row of one of the tables; timers belong to none of them. */
export function rowChange(tables: Tables, { table, id, before, after }: Write): Omit<RowChange, 'label'> {
  const spec = tables[table]?.spec ?? { tenant: false };
  const [old, current] = [before ?? {}, after ?? {}];
  const show = (row: Row | undefined): Record<string, unknown> =>
    row === undefined ? {} : (redactRow(spec, row) as Record<string, unknown>);
  const [shownOld, shownCurrent] = [show(before), show(after)];
  const members: RowChange['members'] = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(current)])) {
    const [was, is] = [old, current].map((row) => JSON.stringify(Reflect.get(row, name)));
    if (was === is) continue;
    members[name] = {
      ...(was !== undefined && { before: shortened(shownOld[name]) }),
      ...(is !== undefined && { after: shortened(shownCurrent[name]) }),
    };
  }
  const tenant: unknown = Reflect.get(after ?? before ?? {}, 'tenant_id');
  return {
    table,
    id,
    tenant_id: typeof tenant === 'string' ? tenant : null,
    change: changeKind({ ...(before && { before }), ...(after && { after }) }),
    members,
  };
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= MAX_VALUE_LENGTH
    ? value
    : `${text.slice(0, MAX_VALUE_LENGTH)}… (${text.length} characters of JSON)`;
}
