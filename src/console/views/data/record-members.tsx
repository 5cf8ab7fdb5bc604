// The members of a record with links to the records that they name, and the tables whose rows name the record.
import { JsonView } from '../../components/json-view.tsx';
import { Time } from '../../components/time.tsx';
import { hrefOf } from '../../state/location.ts';
import type { FullRecord } from './tables.ts';
import { wordsOf } from './tables.ts';

/** Shows the members of a record, and what refers to it. */
export function RecordMembers({ record }: { record: FullRecord }) {
  const byId = new Map(record.references.map((reference) => [reference.id, reference]));
  const link = (value: unknown) => {
    const reference = typeof value === 'string' ? byId.get(value) : undefined;
    return reference && <ReferenceLink reference={reference} />;
  };
  return (
    <div class="data-members">
      <dl>
        {Object.entries(record.row).map(([name, value]) => (
          <div key={name} class="data-member">
            <dt>{name}</dt>
            <dd>{(name !== 'id' && link(value)) || <Value name={name} value={value} link={link} />}</dd>
          </div>
        ))}
      </dl>
      <h3>Referenced by</h3>
      {record.referenced_by.length === 0 ? (
        <p class="muted">No record names this one.</p>
      ) : (
        <ul class="data-referenced">
          {record.referenced_by.map(({ table, member, count }) => (
            <li key={`${table} ${member}`}>
              <a href={hrefOf('data', [table], { where: `${member}=${record.id}` })}>
                {`${count.toLocaleString()} ${wordsOf(table)}`}
              </a>{' '}
              <span class="muted">{`in ${member}`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ReferenceLink({ reference }: { reference: FullRecord['references'][number] }) {
  const { table, id, label, exists } = reference;
  if (!exists) return <span class="muted">{`${id} (removed from ${wordsOf(table)})`}</span>;
  return (
    <>
      <a href={hrefOf('data', [table, id])}>{label ?? id}</a> <span class="muted">{wordsOf(table)}</span>
    </>
  );
}

function Value({
  name,
  value,
  link,
}: {
  name: string;
  value: unknown;
  link: (value: unknown) => preact.ComponentChildren;
}) {
  if (value === null) return <span class="muted">null</span>;
  if (typeof value === 'object')
    return <JsonView value={value} label={name} render={(one) => link(one) || undefined} />;
  if (typeof value === 'string' && name.endsWith('_at')) return <Time at={value} />;
  return <span class="data-value">{String(value)}</span>;
}
