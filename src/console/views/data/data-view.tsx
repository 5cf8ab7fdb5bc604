// The view Data: the tables of the present world at the side, the rows of one, and beside them a record.
import { useEffect } from 'preact/hooks';
import { control } from '../../api/client.ts';
import { connectionCount } from '../../api/events.ts';
import { EmptyState, Loaded, titleOf } from '../../components/display.tsx';
import { WithSide } from '../../components/with-side.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { useData } from '../../state/use-data.ts';
import { loadReference, reference } from '../reference/reference-state.ts';
import { NewRecord } from './new-record.tsx';
import { RecordPanel } from './record-panel.tsx';
import { RowList } from './row-list.tsx';
import type { Table } from './tables.ts';

/** In the address, the place of a table that is not known: `#/data/-/{id}` finds a record by its id alone. */
const ANY_TABLE = '-';

export default function TablesView() {
  const tables = useData(() => control('get', '/tables'), { on: 'changes' });
  const connections = connectionCount.value;
  useEffect(() => void loadReference(), [connections]);
  const [name, id] = route.value.path;
  if (name === ANY_TABLE && id !== undefined) return <FindRecord id={id} />;
  const table = tables.data?.tables.find((one) => one.name === name);
  const isNew = table !== undefined && id === undefined && route.value.params.new !== undefined;
  const isOpen = isNew || (table !== undefined && id !== undefined);
  return (
    <WithSide
      label="Tables"
      isOpen={isOpen}
      isIndex={table === undefined}
      list={<Loaded of={tables}>{(data) => <TableList tables={data.tables} current={name} />}</Loaded>}
    >
      {tables.data === null ? null : table === undefined ? (
        <EmptyState title={name === undefined ? 'Choose a table' : `There is no table ${name}`}>
          <p>Or find a record by its name or id: Search (Ctrl K).</p>
        </EmptyState>
      ) : (
        <RowList
          key={table.name}
          table={table}
          openId={id ?? null}
          panel={
            id !== undefined ? (
              <RecordPanel key={`${name} ${id}`} table={table} id={id} />
            ) : isNew && reference.value ? (
              <NewRecord key={name} table={table} />
            ) : null
          }
        />
      )}
    </WithSide>
  );
}

function FindRecord({ id }: { id: string }) {
  const { data, error } = useData(() => control('get', '/records/{id}', { path: { id } }), { inputs: [id] });
  useEffect(() => {
    if (data) navigate(hrefOf('data', [data.table, data.id]), { replace: true });
  }, [data]);
  if (error === null) return null;
  return (
    <EmptyState title={error.message}>
      <p>
        <a href={hrefOf('data')}>Show all tables</a>
      </p>
    </EmptyState>
  );
}

const INTERNAL = 'Behind the API';

// Groups the tables by area, in the order of the tables. Areas of one table come first, tables that no operation is
// about last.
function groupsOf(tables: readonly Table[]): [title: string, tables: Table[]][] {
  const groups = Map.groupBy(tables, ({ area }) => area);
  const { [INTERNAL]: _, ...areas } = Object.fromEntries(
    [...groups].map(([area, own]) => [area === null ? INTERNAL : titleOf(area), own]),
  );
  const internal = groups.get(null);
  const sorted = Object.entries(areas).sort(([, a], [, b]) => Number(a.length > 1) - Number(b.length > 1));
  return [...sorted, ...(internal ? [[INTERNAL, internal] as [string, Table[]]] : [])];
}

const TableList = ({ tables, current }: { tables: readonly Table[]; current: string | undefined }) => (
  <>
    {groupsOf(tables).map(([title, own]) => (
      <section key={title}>
        {own.length > 1 && <h2>{title}</h2>}
        <ul>
          {own.map(({ name, rows }) => (
            <li key={name}>
              <a
                class="nav-link"
                href={hrefOf('data', [name])}
                aria-current={name === current ? 'page' : undefined}
              >
                <span>{titleOf(name)}</span>
                <span class="push small muted">{rows.toLocaleString()}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);
