// The view Outbox: what leaves the world unseen: the current TOTP codes and the deliveries to webhook endpoints.
import { useEffect, useState } from 'preact/hooks';
import { control, type Schema } from '../api/client.ts';
import { Button, CopyButton, Select } from '../components/controls.tsx';
import { type Column, ListView, secondColumn } from '../components/data-table.tsx';
import { counted, EmptyState, Facts, Loaded, StatusBadge, Time, ViewHead } from '../components/display.tsx';
import { JsonView } from '../components/json-view.tsx';
import { Panel } from '../components/panel.tsx';
import { hrefOf, navigate, route } from '../state/location.ts';
import { act, useData } from '../state/use-data.ts';
import { bodyMembers } from './data/call-form.tsx';
import { StateBadge } from './data/state-badge.tsx';
import { Value } from './data/value.tsx';
import { loadReference, reference } from './reference/reference-state.ts';

/** A delivery, as the platform's own list of deliveries shows it; members that a mock may leave out are optional. */
type Delivery = Schema<'Outbox'>['deliveries'][number] & {
  event_type?: string;
  attempt?: number;
  event_id?: string;
  webhook_id?: string;
  response_status?: number | null;
  error?: string | null;
  created_at?: string;
  request_body?: { data?: object } | null;
};

const DeliveryBadge = ({ status }: Delivery) => <StateBadge table="webhook_deliveries" state={status} />;

const seriesOf = ({ webhook_id, event_id }: Delivery): string => `${webhook_id} ${event_id}`;

// Returns the newest delivery of each series; the newest of all comes first.
const newestOf = (deliveries: readonly Delivery[]): ReadonlyMap<string, Delivery> =>
  new Map(deliveries.toReversed().map((one) => [seriesOf(one), one]));

const Reply = ({ response_status, error }: Delivery) =>
  response_status ? <StatusBadge status={response_status} /> : error;

/** A series of attempts: the newest, and the newest that was made. */
type Row = Delivery & { made: Delivery | undefined };

const COLUMNS: Column<Row>[] = [
  { key: 'status', title: 'Status', render: (delivery) => <DeliveryBadge {...delivery} /> },
  { key: 'event', title: 'Event', render: ({ event_type }) => event_type ?? '' },
  secondColumn('reply', 'Last reply', ({ made }) => made && <Reply {...made} />),
  secondColumn('attempt', 'Attempts', ({ attempt = 1 }) => counted(attempt, 'attempt')),
  secondColumn('url', 'Endpoint', ({ url }) => <code>{url}</code>),
  secondColumn('created', 'Time', ({ created_at }) => created_at && <Time at={created_at} />),
];

/** How often the codes are loaded again, in ms; a code is valid for half a minute of the world's clock. */
const REFRESH_MS = 5000;

export default function OutboxView() {
  const loaded = useData(() => control('get', '/outbox'), { on: 'changes' });
  useEffect(() => {
    const timer = setInterval(loaded.reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [loaded.reload]);
  if (loaded.data === null) return <Loaded of={loaded}>{() => null}</Loaded>;
  const { data } = loaded;
  const deliveries: readonly Delivery[] = data.deliveries;
  const pending = deliveries.filter(({ status }) => status === 'pending').length;
  const made = newestOf(deliveries.filter(({ response_status, error }) => response_status ?? error));
  const newest = newestOf(deliveries);
  const rows = deliveries
    .filter((one) => newest.get(seriesOf(one)) === one)
    .map((one): Row => ({ ...one, made: made.get(seriesOf(one)) }));
  const open = deliveries.find(({ id }) => id === route.value.path[0]);
  return (
    <ListView
      label="Webhook deliveries"
      columns={COLUMNS}
      list={rows}
      openId={(open && rows.find((one) => seriesOf(one) === seriesOf(open))?.id) ?? null}
      open={(id) => navigate(hrefOf('outbox', [id]))}
      head={
        <div>
          <ViewHead title="Outbox" count={rows.length}>
            <Trigger />
          </ViewHead>
          <div class="section page">
            <ul class="list" aria-label="TOTP codes">
              {data.codes.map(({ persona, email, code, valid_until }) => (
                <li key={persona}>
                  TOTP code of {persona} {email && `(${email})`}
                  <b>
                    <code>{code}</code>
                  </b>
                  <CopyButton text={code} label={`Copy the code of ${persona}`} />
                  <span class="muted">
                    until <Time at={valid_until} date={false} /> of the world's clock
                  </span>
                </li>
              ))}
            </ul>
            <p class="muted">
              {pending === 0 ? 'No attempt is pending.' : `${pending} pending.`} An attempt is made when its
              time comes on the <a href={hrefOf('clock')}>world's clock</a>: advance it to see the next one.
            </p>
          </div>
        </div>
      }
      empty={
        <EmptyState title="No delivery yet">
          <p>Register a webhook endpoint, and let an event happen.</p>
        </EmptyState>
      }
      panel={
        open === undefined ? null : (
          <Panel
            label="Delivery"
            title={`${open.event_type ?? 'Delivery'}, attempt ${open.attempt ?? 1}`}
            closeLabel="Close the delivery"
            close={() => navigate(hrefOf('outbox'))}
          >
            <DeliveryView open={open} />
            <Attempts open={open} deliveries={deliveries} />
          </Panel>
        )
      }
    />
  );
}

function Trigger() {
  useEffect(() => void loadReference(), []);
  const [type, setType] = useState('');
  const { value: document } = reference;
  const types = (document?.operations ?? []).flatMap(({ event, body }) => {
    if (document === null || !event) return [];
    return bodyMembers(document, body?.schema).find(({ name }) => name === 'type')?.options ?? [];
  });
  const trigger = () =>
    act(
      () => control('post', '/webhooks/trigger', { body: { type } }),
      ({ endpoints }) => `${type} is sent to ${counted(endpoints, 'endpoint')}.`,
    );
  return (
    <>
      <Select label="Event" value={type} choose={setType} options={[['', 'Choose an event'], ...types]} />
      <Button aria-disabled={type === ''} onClick={() => type !== '' && void trigger()}>
        Trigger
      </Button>
    </>
  );
}

// A delivery as a person reads it: where it went and what came back, what it tells, and the whole of it.
function DeliveryView({ open }: { open: Delivery }) {
  const { id, url, status, request_body } = open;
  const data = request_body?.data ?? {};
  const path = { type: 'webhook_deliveries', id, lever: 'send-again' };
  const sendAgain = () =>
    act(
      () => control('post', '/resources/{type}/{id}/{lever}', { path }),
      'It is sent again, as a new event.',
    );
  return (
    <>
      <Facts
        of={[
          ['Endpoint', <code key="url">{url}</code>],
          ['State', <DeliveryBadge key="state" {...open} />],
          ['Reply', <Reply key="reply" {...open} />],
          ['Event', <code key="id">{open.event_id}</code>],
        ]}
      />
      <div class="flow">
        <Button aria-disabled={status === 'pending'} onClick={() => status !== 'pending' && void sendAgain()}>
          Send again
        </Button>
      </div>
      <h3>What it tells</h3>
      <Facts
        of={Object.keys(data).map((name) => [name, <Value key={name} row={data} name={name} linked />])}
      />
      <details>
        <summary>The whole delivery</summary>
        <JsonView value={open} label="the delivery" />
      </details>
    </>
  );
}

// All attempts to deliver the event of a delivery to its endpoint, the first one first.
function Attempts({ open, deliveries }: { open: Delivery; deliveries: readonly Delivery[] }) {
  const attempts = deliveries
    .filter((one) => seriesOf(one) === seriesOf(open))
    .sort((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0));
  return (
    <ol class="list" aria-label="Attempts to deliver the event">
      {attempts.map((one) => (
        <li key={one.id}>
          <DeliveryBadge {...one} />
          <a href={hrefOf('outbox', [one.id])} aria-current={one.id === open.id ? 'true' : undefined}>
            {`Attempt ${one.attempt ?? 1}`}
          </a>
          {one.created_at && <Time at={one.created_at} />}
          <span>{one.status === 'pending' ? 'not made yet' : <Reply {...one} />}</span>
        </li>
      ))}
    </ol>
  );
}
