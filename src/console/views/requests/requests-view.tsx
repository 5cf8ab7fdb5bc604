// The view Requests: the requests of the present world, live, the newest first; one of them opens beside the list.

import type { ComponentChildren } from 'preact';
import { control, downloadFile, type Schema } from '../../api/client.ts';
import { apiBase, bearerOf } from '../../api/platform.ts';
import { Button, type Choice, CopyButton, SearchInput, Select } from '../../components/controls.tsx';
import { type Column, ListView, secondColumn } from '../../components/data-table.tsx';
import {
  AnsweredBadge,
  duration,
  EmptyState,
  StatusBadge,
  shortIds,
  Time,
  ViewHead,
} from '../../components/display.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import type { PagedList, Part } from '../../state/paged-list.ts';
import { undoIn } from '../../state/undo.ts';
import { act, useList } from '../../state/use-data.ts';
import { personas } from '../../state/world.ts';
import { RequestPanel } from './request-panel.tsx';

type Request = Schema<'Request'>;

const COLUMNS: Column<Request>[] = [
  { key: 'status', title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  { key: 'method', title: 'Method', render: ({ method }) => <code>{method}</code> },
  {
    key: 'url',
    title: 'URL',
    render: ({ url, answered, repeated }) => (
      <>
        <AnsweredBadge answered={answered} /> <code>{url}</code>
        {repeated && <span class="badge">{`${repeated} times`}</span>}
      </>
    ),
  },
  secondColumn(
    'why',
    'Refused because',
    ({ rule, code, fields, disturbed, generated }) =>
      [code === rule ? code : `${code} (${rule})`, ...fields].filter(Boolean).join(' ') ||
      disturbed ||
      (generated === null ? '' : `generated: ${generated}`),
  ),
  secondColumn('persona', 'Caller', ({ persona, account, caller, tool }) => (
    <>
      {persona ?? (
        <span class="muted" title={caller}>
          {account ?? shortIds(caller)}
        </span>
      )}
      {tool !== null && <span class="muted">{` (${tool})`}</span>}
    </>
  )),
  secondColumn('ms', 'Took', ({ ms }) => duration(ms), true),
  secondColumn('at', 'Time', ({ at }) => <Time at={at} date={false} />),
];

type Filter = {
  operation: string;
  /** a status such as 404, or a class such as 4xx */
  status: string;
  /** the name of a persona, or the id of a caller or of its tenant */
  caller: string;
  /** a text in the URL, a body, the status, the refusal or the caller */
  q: string;
  /** `each`: polls are not folded; `any`: what tools such as the console sent by themselves is listed too */
  show: string;
};

const queryOf = ({ show, ...filter }: Filter) => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  ...(show === 'any' && { tool: show }),
});

/** What is read of the requests: rows, the number of requests that match, and of all. */
type RequestsRead = { items: Request[]; total: number; matching: number; all: number };
type RequestList = PagedList<Request, RequestsRead>;

const seen = { operations: new Set<string>(), statuses: new Set<string>() };

async function loadRequests(filter: Filter, { until, ...range }: Part): Promise<RequestsRead> {
  const fold = filter.show === 'each' ? 'none' : 'equal';
  const query = { ...queryOf(filter), fold, ...range, ...(until && { until }) } as const;
  const { requests, rows, total, logged } = await control('get', '/requests', { query });
  for (const { operation, status } of requests) {
    if (operation !== null) seen.operations.add(operation);
    seen.statuses.add(String(status));
  }
  return { items: requests.toReversed(), total: rows, matching: total, all: logged };
}

export default function RequestsView() {
  const { path, params } = route.value;
  const { operation = '', status = '', caller = '', q = '', show = '' } = params;
  const filter: Filter = { operation, status, caller, q, show };
  const list = useList<Request, RequestsRead>((part) => loadRequests(filter, part), {
    inputs: Object.values(filter),
    on: 'requests',
  });
  const openId = path[0] ?? null;
  const open = (id: string | null): void =>
    navigate(hrefOf('requests', id === null ? [] : [id], params), {
      replace: openId !== null && id !== null,
    });
  const isFiltered = operation + status + caller + q !== '';
  return (
    <ListView
      label="Requests"
      columns={COLUMNS}
      list={list}
      openId={openId}
      open={open}
      head={<FilterBar filter={filter} list={list} isFiltered={isFiltered} />}
      empty={
        isFiltered ? (
          <EmptyState title="No request matches the filter">
            <p>New requests that match it appear here at once.</p>
            <ClearFilters show={show} />
          </EmptyState>
        ) : (
          <FirstSteps />
        )
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

const ClearFilters = ({ show }: { show: string }) => (
  <Button onClick={() => navigate(hrefOf('requests', route.value.path, { show }))}>Clear filters</Button>
);

type BarProps = { filter: Filter; list: RequestList | null; isFiltered: boolean };

const SHOWN: readonly Choice[] = [
  ['', 'Polls folded'],
  ['each', 'Each request'],
  ['any', 'Console’s own too'],
];

// The filters, which the address keeps, the number of matching requests, and the button that empties the log.
function FilterBar({ filter, list, isFiltered }: BarProps) {
  const set = (name: keyof Filter, value: string): void =>
    navigate(hrefOf('requests', route.value.path, { ...filter, [name]: value }), { replace: true });
  const known = (chosen: string, values: Iterable<string>): string[] =>
    [...new Set([chosen, ...values])].filter((one) => one !== '' && !STATUS_CLASSES.includes(one)).sort();
  const choices = [
    ['operation', 'Operation', 'All operations', known(filter.operation, seen.operations)],
    ['status', 'Status', 'All statuses', [...STATUS_CLASSES, ...known(filter.status, seen.statuses)]],
    ['caller', 'Persona', 'All personas', known(filter.caller, Object.keys(personas.value))],
  ] as const;
  const query = new URLSearchParams(queryOf(filter)).toString();
  const save = () =>
    act(() => downloadFile(`/requests.har?${query}`, 'requests.har'), 'The requests are saved.');
  const empty = () => act(() => control('delete', '/requests'), 'The log is empty.', undoIn());
  const { matching = 0, all = 0 } = list?.start.value ?? {};
  return (
    <ViewHead
      title="Requests"
      count={list?.start.value && (isFiltered ? `${matching} of ${all}` : all.toLocaleString())}
    >
      {isFiltered && <ClearFilters show={filter.show} />}
      <SearchInput label="Search the requests" value={filter.q} change={(text) => set('q', text)} />
      {choices.map(([name, label, any, values]) => (
        <Select
          key={name}
          label={label}
          value={filter[name]}
          choose={(value) => set(name, value)}
          options={[['', any], ...values]}
        />
      ))}
      <Select label="Show" value={filter.show} choose={(value) => set('show', value)} options={SHOWN} />
      <Button title="The listed requests as a HAR file, without secrets" onClick={save}>
        HAR
      </Button>
      <Button onClick={empty}>Empty the log</Button>
    </ViewHead>
  );
}

const Step = ({ title, children }: { title: ComponentChildren; children: ComponentChildren }) => (
  <li class="card">
    <h3>{title}</h3>
    {children}
  </li>
);

// The first steps: the URL, a log-in, a fault, the clock. The first request takes the place of them.
function FirstSteps() {
  const [name, persona] = Object.entries(personas.value).find(([, one]) => one.password) ?? [];
  const { email = '', password = '', about } = persona ?? {};
  const curl = `curl ${apiBase()}/customers -H 'Authorization: Bearer ${bearerOf(persona)}'`;
  const copy = (text: string, what: string) => [
    <code key="text">{text}</code>,
    <CopyButton key="copy" text={text} label={`Copy the ${what}`} shown="Copy" />,
  ];
  return (
    <div class="section page first-steps">
      <div>
        <h2>Waiting for the first request</h2>
        <p class="muted">It appears here the moment it comes.</p>
      </div>
      <ol class="section">
        <Step title="Your app calls this URL">
          <p class="flow">{copy(apiBase(), 'URL')}</p>
        </Step>
        {persona && (
          <Step title={`Sign in as ${name}`}>
            <p class="flow">{[copy(email, 'e-mail address'), copy(password, 'password')]}</p>
            <p class="muted">
              {about} <a href={hrefOf('personas')}>All personas, tokens and API keys</a>
            </p>
          </Step>
        )}
        <Step title={<a href={hrefOf('faults')}>Break something</a>}>
          <p class="muted">
            Replies with status 503, late replies, cut connections: see what your app shows.
          </p>
        </Step>
        <Step title={<a href={hrefOf('clock')}>Move the clock</a>}>
          <p class="muted">Orders are provisioned, invoices fall due, services expire, in no time.</p>
        </Step>
      </ol>
      <p class="flow">
        No app yet? <CopyButton text={curl} label="Copy a curl line" shown />
        <a href={hrefOf('reference', ['Customers', 'listCustomers'])}>
          Send a request from the API reference
        </a>
      </p>
    </div>
  );
}
