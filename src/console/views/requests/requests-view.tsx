// The view Requests: the requests of the present world, newest first and live.
import { useEffect, useState } from 'preact/hooks';
import { ControlError, control, type Schema } from '../../api/client.ts';
import { connectionCount, onEvents } from '../../api/events.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { duration, Time } from '../../components/time.tsx';
import { StatusBadge } from './status-badge.tsx';

type Request = Schema<'Request'>;

const COLUMNS: Column<Request>[] = [
  { key: 'status', title: 'Status', width: '56px', render: ({ status }) => <StatusBadge status={status} /> },
  { key: 'method', title: 'Method', width: '64px', render: ({ method }) => method },
  { key: 'url', title: 'URL', width: 'minmax(120px, 3fr)', render: ({ url }) => <code>{url}</code> },
  {
    key: 'operation',
    title: 'Operation',
    width: 'minmax(100px, 1fr)',
    wideOnly: true,
    render: ({ operation }) => operation ?? '',
  },
  {
    key: 'ms',
    title: 'Took',
    width: '70px',
    wideOnly: true,
    render: ({ ms }) => duration(ms),
  },
  {
    key: 'at',
    title: 'Time',
    width: '90px',
    wideOnly: true,
    render: ({ at }) => <Time at={at} date={false} />,
  },
];

/** How many requests the view loads. */
const LOADED = 500;

/** The view Requests. */
export default function RequestsView() {
  const [rows, setRows] = useState<readonly Request[] | null>(null);
  const [error, setError] = useState<ControlError | null>(null);
  const count = connectionCount.value;
  useEffect(() => {
    const load = async (): Promise<void> => {
      const { requests } = await control('get', '/requests', { query: { limit: LOADED } });
      setRows(requests.reverse());
      setError(null);
    };
    load().catch((failure: unknown) => {
      if (failure instanceof ControlError) setError(failure);
    });
  }, [count]);
  useEffect(
    () =>
      onEvents((events) => {
        const added = events.flatMap((event) => (event.type === 'request' ? [event.data] : [])).reverse();
        setRows((before) => before && [...added, ...before]);
      }),
    [],
  );
  if (error) return <ErrorState error={error} />;
  if (rows === null) return null;
  return (
    <DataTable
      label="Requests"
      columns={COLUMNS}
      rowCount={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="No request yet">
          <p>Send one to the base URL above. It appears here at once.</p>
        </EmptyState>
      }
    />
  );
}
