// The view Requests: the requests of the present world, live, the newest first; one of them opens beside the list.
import { control, type Schema } from '../../api/client.ts';
import { lastDeliveredRequest, onEvents } from '../../api/events.ts';
import { Checkbox, ConfirmButton, Select } from '../../components/controls.tsx';
import { type Column, wideColumn } from '../../components/data-table.tsx';
import { counted, duration, EmptyState, StatusBadge, Time } from '../../components/display.tsx';
import { ListView } from '../../components/list-view.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { PagedList, type Part } from '../../state/paged-list.ts';
import { usePagedList } from '../../state/use-data.ts';
import { personas } from '../../state/world.ts';
import { RequestPanel } from './request-panel.tsx';

type Request = Schema<'Request'>;

const COLUMNS: Column<Request>[] = [
  { key: 'status', title: 'Status', width: '52px', render: ({ status }) => <StatusBadge status={status} /> },
  { key: 'method', title: 'Method', width: '58px', render: ({ method }) => <code>{method}</code> },
  { key: 'url', title: 'URL', width: 'minmax(120px, 3fr)', render: ({ url }) => <code>{url}</code> },
  wideColumn(
    'why',
    'Refused because',
    'minmax(80px, 1.2fr)',
    ({ rule, fields, disturbed, generated }) =>
      [rule, ...fields].filter(Boolean).join(' ') ||
      disturbed ||
      (generated === null ? '' : `generated: ${generated}`),
  ),
  wideColumn('persona', 'Persona', 'minmax(60px, 0.8fr)', ({ persona, caller, tool }) => (
    <>
      {persona ?? <span class="muted">{caller}</span>}
      {tool !== null && <span class="muted">{` (${tool})`}</span>}
    </>
  )),
  wideColumn('ms', 'Took', '60px', ({ ms }) => duration(ms)),
  wideColumn('at', 'Time', '70px', ({ at }) => <Time at={at} date={false} />),
];

/** Which requests are listed; an empty member lists all. */
type Filter = {
  operation: string;
  /** a status such as 404, or a class such as 4xx */
  status: string;
  /** the name of a persona, or the id of a caller or of its tenant */
  caller: string;
  /** `any` lists what tools such as the console sent by themselves too */
  tool: string;
};

/** Reports whether a request matches a filter, as the mock filters its log. */
function matchesFilter(request: Request, { operation, status, caller, tool }: Filter): boolean {
  return (
    (operation === '' || request.operation === operation) &&
    (status === '' ||
      String(request.status) === status ||
      status === `${Math.floor(request.status / 100)}xx`) &&
    (caller === '' || [request.persona, request.caller, request.tenant_id].includes(caller)) &&
    (tool === 'any' || (request.tool ?? '') === tool)
  );
}

/** The requests that match a filter, and the operations and statuses of all that were ever loaded. */
class RequestList extends PagedList<Request> {
  readonly operations = new Set<string>();
  readonly statuses = new Set<string>();

  constructor(filter: Filter, newest: string | null) {
    const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
    super(async ({ until = '', ...part }: Part) => {
      const query = { ...chosen, ...part, until };
      const { requests, total } = await control('get', '/requests', { query });
      this.#note(requests);
      return { items: requests.toReversed(), total };
    }, newest);
  }

  override add(requests: readonly Request[]): void {
    this.#note(requests);
    super.add(requests);
  }

  #note(requests: readonly Request[]): void {
    for (const { operation, status } of requests) {
      if (operation !== null) this.operations.add(operation);
      this.statuses.add(String(status));
    }
  }
}

function useRequests(filter: Filter): RequestList | null {
  const open = () => {
    const newest = lastDeliveredRequest();
    if (newest === undefined) return null;
    const list = new RequestList(filter, newest);
    const stop = onEvents((events) => {
      const emptied = events.findLastIndex(({ type }) => type === 'log');
      if (emptied >= 0) list.clear();
      list.add(
        events
          .slice(emptied + 1)
          .flatMap(({ type, data }) => (type === 'request' && matchesFilter(data, filter) ? [data] : [])),
      );
    });
    return { list, stop };
  };
  return usePagedList(open, [JSON.stringify(filter)]) as RequestList | null;
}

/** The view Requests. */
export default function RequestsView() {
  const { path, params } = route.value;
  const { operation = '', status = '', caller = '', tool = '' } = params;
  const filter: Filter = { operation, status, caller, tool };
  const list = useRequests(filter);
  const openId = path[0] ?? null;
  const open = (id: string | null): void =>
    navigate(hrefOf('requests', id === null ? [] : [id], params), {
      replace: openId !== null && id !== null,
    });
  const isFiltered = operation + status + caller !== '';
  return (
    <ListView
      label="Requests"
      columns={COLUMNS}
      list={list}
      openId={openId}
      open={open}
      head={<FilterBar filter={filter} list={list} />}
      empty={
        <EmptyState title={isFiltered ? 'No request matches the filter' : 'No request yet'}>
          <p>
            {isFiltered
              ? 'New requests that match it appear here at once.'
              : 'Send one to the base URL above. It appears here at once.'}
          </p>
        </EmptyState>
      }
      panel={
        openId === null ? null : (
          <RequestPanel key={openId} id={openId} close={() => open(null)} open={open} />
        )
      }
    />
  );
}

const STATUS_CLASSES = ['2xx', '4xx', '5xx'];

/** The filters, which the address keeps, the number of matching requests, and the button that empties the log. */
function FilterBar({ filter, list }: { filter: Filter; list: RequestList | null }) {
  const set = (name: keyof Filter, value: string): void =>
    navigate(hrefOf('requests', route.value.path, { ...filter, [name]: value }), { replace: true });
  const known = (chosen: string, values: Iterable<string>): string[] =>
    [...new Set([chosen, ...values])].filter((one) => one !== '' && !STATUS_CLASSES.includes(one)).sort();
  const choices = [
    ['operation', 'Operation', 'All operations', known(filter.operation, list?.operations ?? [])],
    ['status', 'Status', 'All statuses', [...STATUS_CLASSES, ...known(filter.status, list?.statuses ?? [])]],
    ['caller', 'Persona', 'All personas', known(filter.caller, Object.keys(personas.value))],
  ] as const;
  return (
    <search class="view-head" aria-label="Filter of the requests">
      {choices.map(([name, label, any, values]) => (
        <Select
          key={name}
          label={label}
          value={filter[name]}
          choose={(value) => set(name, value)}
          options={[['', any], ...values]}
        />
      ))}
      <Checkbox
        text="Console’s own"
        title="What the console sends by itself, to fill in forms and to show replies"
        checked={filter.tool !== ''}
        change={(checked) => set('tool', checked ? 'any' : '')}
      />
      <span class="push muted">{list?.loaded.value && counted(list.length, 'request')}</span>
      <ConfirmButton label="Empty the log" confirmed={() => control('delete', '/requests')} />
    </search>
  );
}
