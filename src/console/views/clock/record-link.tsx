// A link to a record in the view Data.
import type { Schema } from '../../api/client.ts';
import { hrefOf } from '../../state/location.ts';

/** A link to a record, with the name of its table. */
export function RecordLink({ record }: { record: Schema<'RecordRef'> | null }) {
  if (record === null) return null;
  const { table, id, label } = record;
  return (
    <>
      <a href={hrefOf('data', [table, id])}>{label ?? id.slice(0, 8)}</a>{' '}
      <span class="muted">{table.replaceAll('_', ' ')}</span>
    </>
  );
}
