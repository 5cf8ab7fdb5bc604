// Tests scenarios: every state of every resource, references, times, and scenarios that are refused.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import type { Lifecycle } from '../../src/state/lifecycle.ts';
import { sampled } from '../../tools/testing/sampled.ts';
import * as lifecycles from '../lifecycles.ts';
import { tables } from '../tables.ts';
import { createTestMock, DAY, type TestMock } from '../testing/test-mock.ts';
import { kinds } from './kinds.ts';

type Result = { ids: Record<string, string>; [member: string]: unknown };
const arrange = (mock: TestMock, scenario: unknown): Promise<Result> =>
  controlApi(mock.app).arrange(scenario);
const rowOf = (mock: TestMock, table: string, id: unknown): Record<string, unknown> =>
  mock.peek((store) => Reflect.get(store, table).get(id));
// Returns the ids of the records that a result has below a member.
const idsOf = (result: object, member: string): string[] =>
  (Reflect.get(result, member) ?? []).map(({ id }: { id: string }) => id);

const empty = createTestMock({ world: 'empty' });
const demo = createTestMock();

/** The kinds that are nested in another, with a scenario that holds one record of the state. */
const NESTED: Record<string, (status: string) => [scenario: object, path: string[]]> = {
  mailboxes: (status) => [{ email_services: [{ status, mailboxes: [{}] }] }, ['email_services', 'mailboxes']],
  deliveries: (status) => [
    { webhooks: [{ deliveries: [{ status, event_type: 'order.completed' }] }] },
    ['webhooks', 'deliveries'],
  ],
};

const states = Object.entries(kinds).flatMap(([kind, { own, table }]) =>
  own.status?.type === 'oneOf' ? own.status.values.map((status) => ({ kind, table, status })) : [],
);

test('every lifecycle but that of sessions has a kind whose record a scenario can give each state', () => {
  const arranged = new Set(
    Object.values(kinds).map(({ table }): Lifecycle => Reflect.get(tables, table).spec.lifecycle),
  );
  const missing = Object.entries(lifecycles).filter(([, lifecycle]) => !arranged.has(lifecycle));
  expect(missing.map(([name]) => name)).toEqual(['session']);
  for (const [kind, { own, table }] of Object.entries(kinds)) {
    const { lifecycle }: { lifecycle?: Lifecycle } = Reflect.get(tables, table).spec;
    const all = new Set(lifecycle?.transitions.flatMap(({ from, to }) => [from, to].flat()));
    expect(new Set(own.status?.type === 'oneOf' ? own.status.values : []), kind).toEqual(all);
  }
});

for (const mock of [empty, demo]) {
  test.each(sampled(states, 8))(
    `a scenario of ${mock === empty ? 'the empty' : 'the demo'} world arranges a record of $kind that is $status`,
    async ({ kind, table, status }) => {
      const lab = controlApi(mock.app).worlds.create({ snapshot: 'start' });
      const [scenario, path] = NESTED[kind]?.(status) ?? [{ [kind]: [{ status }] }, [kind]];
      const { worldServer } = lab;
      const before = worldServer.world.clock.now();
      let result: object = await lab.arrange(scenario);
      for (const member of path) [result = {}] = Reflect.get(result, member);
      const row = worldServer.world.transact(null, (store) =>
        Reflect.get(store, table).get(Reflect.get(result, 'id')),
      );
      expect(row.status).toBe(status);
      expect(worldServer.invariants()).toEqual([]);
      expect(worldServer.world.clock.now()).toBe(before);
      if (mock === demo) return;
      const exported = lab.export();
      lab.import(exported);
      expect(lab.export()).toEqual(exported);
    },
  );
}

test('records are nested by ownership, and `as` names their ids', async () => {
  const mock = createTestMock();
  const scenario = {
    customers: [
      {
        as: 'late',
        email: 'late@payer.example',
        services: [
          { as: 'stopped', sku_id: 'hosting-pro', status: 'suspended', suspension_reason: 'Unpaid.' },
        ],
        invoices: [{ status: 'overdue', count: 3 }],
      },
    ],
  };
  const { ids, ...result } = await arrange(mock, scenario);
  const me = mock.as('owner');
  const [customer = {}] = result.customers as object[];
  const { data } = await me('getCustomer', { params: { id: ids.late ?? '' } });
  expect(data).toMatchObject({ email: 'late@payer.example', status: 'active' });
  expect(customer).toMatchObject({ id: ids.late, services: [{ id: ids.stopped }] });
  const service = await me('getService', { params: { id: ids.stopped ?? '' } });
  expect(service.data).toMatchObject({
    customer_id: ids.late,
    status: 'suspended',
    suspension_reason: 'Unpaid.',
  });
  const overdue = await me('listInvoices', { query: { customer_id: ids.late ?? '', status: 'overdue' } });
  expect(overdue.data.data.map(({ id }) => id).sort()).toEqual(idsOf(customer, 'invoices').sort());
  expect(overdue.data.data).toHaveLength(3);
});

test('records refer to others by name, and to rows of the world by id', async () => {
  const mock = createTestMock();
  const existing = String(mock.app.values.customerId);
  const { ids, ...result } = await arrange(mock, {
    tickets: [{ as: 'question', customer: 'jane', service: 'shop', status: 'answered' }],
    services: [{ as: 'shop', customer: 'jane' }, { customer: existing }],
    customers: [{ as: 'jane', first_name: 'Jane' }],
    ticket_replies: [{ ticket: 'question', author_type: 'customer', created_at: '-P3D' }],
  });
  expect(rowOf(mock, 'tickets', ids.question)).toMatchObject({
    customer_id: ids.jane,
    service_id: ids.shop,
    status: 'answered',
  });
  expect(rowOf(mock, 'services', idsOf(result, 'services')[1]).customer_id).toBe(existing);
});

test('a new tenant has its own records, and its owner can sign in', async () => {
  const mock = createTestMock();
  const { tenants } = await arrange(mock, {
    tenants: [
      {
        name: 'Shop',
        slug: 'shop',
        currency: 'GBP',
        customers: [{ count: 2 }],
        wallet: { balance_amount: 700 },
      },
    ],
  });
  const [{ owner: { token = '' } = {} } = {}] = tenants as { owner?: { token?: string } }[];
  const owner = mock.bearing(token);
  expect((await owner('listCustomers')).data.meta.total).toBe(2);
  expect((await owner('getWallet')).data).toMatchObject({ balance_amount: 700, currency: 'GBP' });
});

test('`tenant` arranges in another tenant of the world', async () => {
  const mock = createTestMock();
  const before = (await mock.as('otherOwner')('listCustomers')).data.meta.total;
  await arrange(mock, { tenant: 'bluewater', customers: [{}] });
  expect((await mock.as('otherOwner')('listCustomers')).data.meta.total).toBe(before + 1);
});

test('an arranged user signs in, and an arranged API key works', async () => {
  const mock = createTestMock();
  const { users, api_keys } = await arrange(mock, {
    users: [{ email: 'new@acme.example', role: 'viewer', password: 'a-long-password-1' }],
    api_keys: [{ scopes: ['customers:read'] }],
  });
  const [{ token = '' } = {}] = users as { token?: string }[];
  const [{ key = '' } = {}] = api_keys as { key?: string }[];
  const body = { email: 'new@acme.example', password: 'a-long-password-1' };
  expect((await mock.bearing(undefined)('login', { body })).status).toBe(200);
  expect((await mock.bearing(token)('getCurrentUser')).data.role).toBe('viewer');
  expect((await mock.bearing(key)('listCustomers')).status).toBe(200);
  expect((await mock.bearing(key)('listOrders')).status).toBe(403);
});

test('instants are ISO 8601 or durations from now', async () => {
  const mock = createTestMock();
  const now = mock.app.world.clock.now();
  const result = await arrange(mock, {
    domains: [{ as: 'soon', next_due_at: 'P5D' }],
    customers: [{ as: 'old', created_at: '-P1Y' }],
    invoices: [{ as: 'late', status: 'overdue', due_at: '2026-11-10T12:00:00Z' }],
    services: [{ as: 'long', created_at: '-P14M', billing_cycle: 'monthly' }],
  });
  const { soon, old, late, long } = result.ids;
  expect(Date.parse(String(rowOf(mock, 'domains', soon).expires_at)) - now).toBe(5 * DAY);
  expect(rowOf(mock, 'customers', old).created_at).toBe('2025-11-20T08:00:00Z');
  expect(rowOf(mock, 'invoices', late).due_at).toBe('2026-11-10T12:00:00Z');
  expect(rowOf(mock, 'services', long)).toMatchObject({
    created_at: '2025-09-20T08:00:00Z',
    status: 'active',
  });
  const paid = await mock.as('owner')('listInvoices', {
    query: { customer_id: String(rowOf(mock, 'services', long).customer_id), status: 'paid' },
  });
  expect(paid.data.meta.total).toBeGreaterThan(13);
});

test('the wallet keeps its balance unless the scenario sets it', async () => {
  const mock = createTestMock();
  const balance = async () => (await mock.as('owner')('getWallet')).data.balance_amount;
  const before = await balance();
  await arrange(mock, { services: [{ count: 3 }, { payment_method: 'wallet' }, { status: 'suspended' }] });
  expect(await balance()).toBe(before);
  await arrange(mock, { wallet: { balance_amount: 1234 } });
  expect(await balance()).toBe(1234);
});

test('arranging delivers nothing to webhook endpoints, and later events are delivered', async () => {
  const mock = createTestMock();
  const { ids } = await arrange(mock, { webhooks: [{ as: 'hook' }], customers: [{ services: [{}] }] });
  const deliveries = async () =>
    (await mock.as('owner')('listWebhookDeliveries', { params: { id: ids.hook ?? '' } })).data.meta.total;
  expect(await deliveries()).toBe(0);
  await mock.as('owner')('createCustomer', {
    body: { email: 'a@b.example', first_name: 'A', last_name: 'B' },
  });
  expect(await deliveries()).toBe(1);
});

test('what begins now waits for a lever in a world with a manual lifecycle', async () => {
  const mock = createTestMock({ lifecycle: 'manual' });
  const { ids } = await arrange(mock, {
    orders: [{ as: 'order', status: 'processing' }],
    vps: [{ as: 'server', status: 'stopping' }],
    dns_zones: [{ as: 'zone', status: 'pending' }],
    services: [{ as: 'done' }],
  });
  const lab = controlApi(mock.app);
  lab.clock.advance('P1D');
  expect(rowOf(mock, 'orders', ids.order).status).toBe('processing');
  expect(rowOf(mock, 'vps', ids.server).status).toBe('stopping');
  expect(rowOf(mock, 'dns_zones', ids.zone).status).toBe('pending');
  expect(rowOf(mock, 'services', ids.done).status).toBe('active');
  expect(lab.resources.pull('orders', ids.order ?? '', 'complete').status).toBe('completed');
});

test('the same seed gives the same records', async () => {
  const scenario = { customers: [{ count: 3, services: [{}], invoices: [{ status: 'paid' }] }], vps: [{}] };
  const [one, other] = [createTestMock({ seed: 5 }), createTestMock({ seed: 5 })];
  expect(await arrange(one, scenario)).toEqual(await arrange(other, scenario));
  expect(controlApi(one.app).export()).toEqual(controlApi(other.app).export());
});

const refused: [scenario: unknown, pointer: string, message: RegExp][] = [
  [{ custmers: [] }, '/custmers', /did you mean "customers"\?/],
  [{ customers: [{ emial: 'x' }] }, '/customers/0/emial', /no member of a customer; did you mean "email"\?/],
  [
    { customers: [{ address: { cty: 'Bonn', line1: '1', city: 'Bonn', postal_code: '1', country: 'DE' } }] },
    '/customers/0/address/cty',
    /did you mean "city"/,
  ],
  [{ customers: [{ name: 'late' }] }, '/customers/0/name', /to name it for ids, write as/],
  [{ vps: [{ status: 'stoped' }] }, '/vps/0/status', /did you mean "stopped"\?/],
  [{ services: [{ billing_cycle: 'montly' }] }, '/services/0/billing_cycle', /did you mean "monthly"\?/],
  [{ customers: [{ email: 'x' }] }, '/customers/0/email', /^must be an e-mail address\.$/],
  [{ customers: [{ as: 'jane' }], vps: [{ customer: 'jan' }] }, '/vps/0/customer', /did you mean "jane"\?/],
  [
    { customers: [{ as: 'jane' }], webhook_deliveries: [{ webhook: 'jane' }] },
    '/webhook_deliveries/0/webhook',
    /must be the id of a webhook endpoint/,
  ],
  [{ customers: [{ as: 'x' }, { as: 'x' }] }, '/customers/1/as', /another record already: \/customers\/0/],
  [{ customers: [{ as: 'x', count: 2 }] }, '/customers/0/as', /leave out count/],
  [{ mailboxes: [{}] }, '/mailboxes/0', /nested in an email service, or name it by email_service/],
  [{ tenant: 'bluwater' }, '/tenant', /did you mean "bluewater"\?/],
  [{ customers: [{ created_at: 'P1D' }] }, '/customers/0/created_at', /future/],
  [{ customers: [{ created_at: 'yesterday' }] }, '/customers/0/created_at', /a duration from now/],
  [
    { customers: [{ created_at: '-P1D', services: [{ created_at: '-P2D' }] }] },
    '/customers/0/services/0/created_at',
    /not be before/,
  ],
  [
    { domains: [{ status: 'expired', created_at: '-P10D' }] },
    '/domains/0/status',
    /active now, because created_at/,
  ],
  [
    { email_services: [{ mailboxes: [{ status: 'suspended' }] }] },
    '/email_services/0/mailboxes/0/status',
    /only the mailboxes of a suspended/,
  ],
  [{ customers: [{ status: 'inactive', services: [{}] }] }, '/customers/0/status', /still owns 1 services/],
  [{ domains: [{ domain: 'iana.com' }] }, '/domains/0/domain', /reserved/],
  [
    { customers: [{ email: 'a@b.example' }, { email: 'a@b.example' }] },
    '/customers/0/email',
    /Another customer has/,
  ],
  [{ vps: [{ billing_cycle: 'monthly', next_due_at: 'P6M' }] }, '/vps/0/next_due_at', /the end of no period/],
  [{ customers: {} }, '/customers', /must be an array/],
  [[], '', /must be an object/],
  [{ customers: [{ count: 0 }] }, '/customers/0/count', /whole number from 1/],
  [{ customers: [{ count: 5000, services: [{}] }] }, '', /more than 5000 records/],
];

test.each(refused)(
  'the scenario %j is refused at %s, and nothing changes',
  async (scenario, pointer, message) => {
    const lab = controlApi(demo.app);
    const before = lab.export();
    const error = await lab.arrange(scenario).then(
      () => null,
      (thrown: unknown) => thrown as { status: number; errors: Record<string, string[]> },
    );
    expect(error).toMatchObject({ name: 'ControlError', status: 422 });
    expect(Object.keys(error?.errors ?? {})).toEqual([pointer]);
    expect(error?.errors[pointer]?.join(' ')).toMatch(message);
    expect(lab.export()).toEqual(before);
  },
);
