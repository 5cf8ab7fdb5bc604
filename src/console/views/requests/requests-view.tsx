// The view Requests: the requests of the present world, live, the newest first; one of them opens beside the list.
import { effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { control } from '../../api/client.ts';
import { connectionCount, lastDeliveredRequest, onEvents } from '../../api/events.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { duration, Time } from '../../components/time.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { FilterBar } from './filter-bar.tsx';
import { RequestDetail } from './request-detail.tsx';
import { matchesFilter, type Request, RequestFeed, type RequestFilter } from './request-feed.ts';
import { StatusBadge } from './status-badge.tsx';

const COLUMNS: Column<Request>[] = [
  { key: 'status', title: 'Status', width: '52px', render: ({ status }) => <StatusBadge status={status} /> },
  { key: 'method', title: 'Method', width: '58px', render: ({ method }) => <code>{method}</code> },
  { key: 'url', title: 'URL', width: 'minmax(120px, 3fr)', render: ({ url }) => <code>{url}</code> },
  {
    key: 'why',
    title: 'Refused because',
    width: 'minmax(80px, 1.2fr)',
    wideOnly: true,
    render: ({ rule, fields, disturbed, generated }) =>
      [rule, ...fields].filter(Boolean).join(' ') ||
      disturbed ||
      (generated === null ? '' : `generated: ${generated}`),
  },
  {
    key: 'persona',
    title: 'Persona',
    width: 'minmax(60px, 0.8fr)',
    wideOnly: true,
    render: ({ persona, caller, tool }) => (
      <>
        {persona ?? <span class="muted">{caller}</span>}
        {tool !== null && <span class="muted">{` (${tool})`}</span>}
      </>
    ),
  },
  { key: 'ms', title: 'Took', width: '60px', wideOnly: true, render: ({ ms }) => duration(ms) },
  {
    key: 'at',
    title: 'Time',
    width: '70px',
    wideOnly: true,
    render: ({ at }) => <Time at={at} date={false} />,
  },
];
/** The columns beside an open request. */
const FEW_COLUMNS = COLUMNS.filter(({ wideOnly }) => !wideOnly);

/** The view Requests. */
export default function RequestsView() {
  const { path, params } = route.value;
  const filter: RequestFilter = {
    operation: params.operation ?? '',
    status: params.status ?? '',
    caller: params.caller ?? '',
    tool: params.tool ?? '',
  };
  const feed = useFeed(filter);
  const openId = path[0] ?? null;
  const open = (id: string | null): void =>
    navigate(hrefOf('requests', id === null ? [] : [id], params), {
      replace: openId !== null && id !== null,
    });
  const close = (): void => {
    open(null);
    // The list is shown again on a narrow screen with the next frame.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.requests-list [role="grid"]')?.focus());
  };
  return (
    <div class={`requests${openId === null ? '' : ' requests-open'}`}>
      <div class="requests-list">
        <FilterBar filter={filter} feed={feed} />
        {feed && <RequestTable feed={feed} filter={filter} openId={openId} open={open} />}
      </div>
      {openId !== null && <RequestDetail key={openId} id={openId} close={close} open={(id) => open(id)} />}
    </div>
  );
}

/**
 * Returns the feed of the present connection and filter, and the former one until its requests are loaded; null while
 * there was no connection.
 */
function useFeed(filter: RequestFilter): RequestFeed | null {
  const [feed, setFeed] = useState<RequestFeed | null>(null);
  const connected = connectionCount.value;
  const key = JSON.stringify(filter);
  useEffect(() => {
    const newest = lastDeliveredRequest();
    if (newest === undefined) return;
    const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
    const create = (until: string | null): RequestFeed =>
      new RequestFeed(until, (part) => control('get', '/requests', { query: { ...chosen, ...part } }));
    let current = create(newest);
    const stopWaiting = effect(() => {
      if (current.loaded.value || current.error.value) setFeed(current);
    });
    const stopEvents = onEvents((events) => {
      const emptied = events.findLastIndex(({ type }) => type === 'log');
      if (emptied >= 0) {
        current = create(null);
        setFeed(current);
      }
      current.add(
        events
          .slice(emptied + 1)
          .flatMap(({ type, data }) => (type === 'request' && matchesFilter(data, filter) ? [data] : [])),
      );
    });
    return () => {
      stopWaiting();
      stopEvents();
    };
  }, [connected, key]);
  return feed;
}

function RequestTable({
  feed,
  filter,
  openId,
  open,
}: {
  feed: RequestFeed;
  filter: RequestFilter;
  openId: string | null;
  open: (id: string) => void;
}) {
  // Renders again whenever the requests change.
  void feed.version.value;
  if (feed.error.value) return <ErrorState error={feed.error.value} retry={() => feed.retry()} />;
  if (!feed.loaded.value) return null;
  const filtered = [filter.operation, filter.status, filter.caller].some((value) => value !== '');
  return (
    <DataTable
      label="Requests"
      columns={openId === null ? COLUMNS : FEW_COLUMNS}
      rowCount={feed.length}
      rowAt={(index) => feed.at(index)}
      keyOf={({ id }) => id}
      openKey={openId}
      onOpen={({ id }) => open(id)}
      onRange={(first, last) => feed.want(first, last)}
      addedAtTop={feed.arrivedCount}
      empty={
        filtered ? (
          <EmptyState title="No request matches the filter">
            <p>New requests that match it appear here at once.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No request yet">
            <p>Send one to the base URL above. It appears here at once.</p>
          </EmptyState>
        )
      }
    />
  );
}
