// Changes of rows, member by member.
import type { Schema } from '../../api/client.ts';
import { tableTitle } from './item-title.tsx';

type Change = Schema<'RowChange'>;

const KINDS = {
  inserted: ['new', 'badge-good'],
  updated: ['changed', 'badge-warn'],
  removed: ['removed', 'badge-bad'],
} as const;

/** How many changes are unfolded at first. */
const OPEN = 5;

/**
 * Lists changes of rows.
 * @param count the number of all changes, of which `rows` may be the first
 */
export function RowChanges({ rows, count }: { rows: readonly Change[]; count: number }) {
  return (
    <>
      <ul class="row-changes">
        {rows.map((row, at) => (
          <li key={`${row.table} ${row.id}`}>
            <details open={at < OPEN && row.change === 'updated'}>
              <summary>
                <span class={`badge ${KINDS[row.change][1]}`}>{KINDS[row.change][0]}</span>{' '}
                <code>{tableTitle(row.table)}</code> <span class="muted">{row.id.replaceAll('\n', ' ')}</span>
              </summary>
              <Members change={row} />
            </details>
          </li>
        ))}
      </ul>
      {count > rows.length && <p class="muted">and {count - rows.length} more rows</p>}
    </>
  );
}

function Members({ change: { change, members } }: { change: Change }) {
  return (
    <dl class="row-members">
      {Object.entries(members).map(([name, values]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {change !== 'inserted' && <Value value={values.before} old />}
            {change === 'updated' && <span aria-hidden="true"> → </span>}
            {change !== 'removed' && <Value value={values.after} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value, old = false }: { value: unknown; old?: boolean }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
  return old ? (
    <del>
      <span class="visually-hidden">before: </span>
      {text}
    </del>
  ) : (
    <span>
      <span class="visually-hidden">after: </span>
      {text}
    </span>
  );
}
