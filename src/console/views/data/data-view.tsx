// The view Data: the tables of the present world at the side, the rows of one, and beside them a record.
import { useEffect, useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import { connectionCount } from '../../api/events.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { useData, useReloadOnCommit } from '../../state/use-data.ts';
import { loadReference, reference } from '../reference/reference-state.ts';
import { NewRecord } from './new-record.tsx';
import { RecordPanel } from './record-panel.tsx';
import { RowList } from './row-list.tsx';
import { TableList } from './table-list.tsx';

/** In the address, the place of a table that is not known: `#/data/-/{id}` finds a record by its id alone. */
const ANY_TABLE = '-';

/** The view Data. */
export default function TablesView() {
  const { data, error, reload } = useData(() => control('get', '/tables'));
  useReloadOnCommit(reload);
  const connections = connectionCount.value;
  useEffect(() => void loadReference(), [connections]);
  const tables = data?.tables ?? null;
  const [name, id] = route.value.path;

  if (error && tables === null) return <ErrorState error={error} retry={reload} />;
  if (tables === null) return null;
  if (name === ANY_TABLE && id !== undefined) return <FindRecord id={id} />;
  const table = tables.find((one) => one.name === name);
  const isNew = table !== undefined && id === undefined && route.value.params.new !== undefined;
  const document = reference.value;
  return (
    <div
      class={`data ${id !== undefined || isNew ? 'data-with-record' : table === undefined ? 'data-index' : ''}`}
    >
      <TableList tables={tables} current={name} />
      {table === undefined ? (
        <div class="data-rows">
          <EmptyState title={name === undefined ? 'Choose a table' : `There is no table ${name}`}>
            <p>Or find a record by its id, in the field above the tables.</p>
          </EmptyState>
        </div>
      ) : (
        <RowList
          key={table.name}
          table={table}
          openId={id ?? null}
          isBesidePanel={id !== undefined || isNew}
        />
      )}
      {table !== undefined && id !== undefined && <RecordPanel key={`${name} ${id}`} table={table} id={id} />}
      {isNew && document && <NewRecord key={name} table={table} reference={document} />}
    </div>
  );
}

/** Looks for a record in every table, and goes to it. */
function FindRecord({ id }: { id: string }) {
  const [error, setError] = useState<ControlError | null>(null);
  useEffect(() => {
    control('get', '/records/{id}', { path: { id } }).then(
      (record) => navigate(hrefOf('data', [record.table, record.id]), { replace: true }),
      (failure: unknown) => {
        if (failure instanceof ControlError) setError(failure);
      },
    );
  }, [id]);
  if (error === null) return null;
  return (
    <EmptyState title={error.message}>
      <p>
        <a href={hrefOf('data')}>Show all tables</a>
      </p>
    </EmptyState>
  );
}
