// The laboratory over the platform itself: what time brings, what a snapshot holds, what a file may say.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClockControl } from '../src/control/clock-control.ts';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import { createTestMock, type TestMock } from './testing/test-mock.ts';

type Lab = { clock: ClockControl };

const order = (customer_id: string, payment_method: string) => ({
  customer_id,
  payment_method,
  items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
});

async function customerOf(mock: TestMock): Promise<string> {
  const { data } = await mock.as('owner')('listCustomers', { query: { status: 'active' } });
  return data.data[0]?.id ?? expect.unreachable();
}

test('a year brings what a year brings, each thing at its own time and in order', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const customer = await customerOf(mock);
  const { data } = await mock.as('owner')('createOrder', { body: order(customer, 'wallet') });
  const began = lab.clock.now().now;
  const { now, ran, ran_count, failed } = lab.clock.advance('P1Y');
  expect(now).toBe('2027-11-20T08:00:00Z');
  expect(failed).toEqual([]);
  expect(ran_count).toBeGreaterThan(12);
  const times = ran.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
  expect(times.every((at) => at >= began && at <= now)).toBe(true);
  const [first] = ran.filter(({ ref }) => ref.order_id === data.id);
  expect(first).toMatchObject({ kind: 'order.provisioned', at: '2026-11-20T08:00:03Z' });
  const renewed = mock.app.world.transact(null, (store) => store.services.where('customer_id', customer));
  expect(renewed.some(({ activated_at }) => activated_at === '2026-11-20T08:00:03Z')).toBe(true);
  expect(mock.app.invariants()).toEqual([]);
});

test('tokens, limits and kept answers follow the clock', async () => {
  const mock = createTestMock({ limits: 'A' });
  const lab = controlApi(mock.app);
  const me = mock.as('owner');
  const headers = { 'idempotency-key': 'k' };
  const customer = await customerOf(mock);
  const body = order(customer, 'bank_transfer');
  const first = await me('createOrder', { body, headers });
  expect((await me('createOrder', { body, headers })).headers.get('idempotent-replayed')).toBe('true');
  const left = (await me('listOrders')).headers.get('ratelimit-remaining');
  lab.clock.advance('PT1M');
  expect(Number((await me('listOrders')).headers.get('ratelimit-remaining'))).toBeGreaterThan(Number(left));
  const email = mock.app.personas.owner?.email ?? '';
  const login = await mock.bearing(undefined)('login', { body: { email, password: 'demo-hosting-2026' } });
  lab.clock.set('2026-11-21T09:00:00Z');
  expect((await mock.bearing(login.data.token)('listOrders')).error.code).toBe('TOKEN_EXPIRED');
  const keyed = mock.bearing(mock.app.personas.owner?.apiKey);
  const again = await keyed('createOrder', { body, headers });
  expect(again.headers.has('idempotent-replayed')).toBe(false);
  expect(again.data.id).not.toBe(first.data.id);
});

test.each([
  ['P1M', '2026-12-20T08:00:00Z'],
  ['30d', '2026-12-20T08:00:00Z'],
  [1500, '2026-11-20T08:00:01Z'],
  ['P10Y', '2036-11-20T08:00:00Z'],
])('%s from the reference instant is %s', (by, now) => {
  expect(controlApi(createTestMock({ world: 'empty' }).app).clock.advance(by)).toMatchObject({
    now,
    frozen: true,
  });
});

test.each([
  ['back', (lab: Lab) => lab.clock.set('2026-11-20T07:59:59Z'), 'CLOCK_GOES_BACK'],
  ['by less than nothing', (lab: Lab) => lab.clock.advance(-1), 'CLOCK_GOES_BACK'],
  ['by no length of time', (lab: Lab) => lab.clock.advance('soon'), 'VALIDATION_FAILED'],
  ['to no instant', (lab: Lab) => lab.clock.set('Christmas'), 'VALIDATION_FAILED'],
  ['more than ten years at once', (lab: Lab) => lab.clock.advance('P10YT1S'), 'VALIDATION_FAILED'],
  ['to more than ten years later', (lab: Lab) => lab.clock.set('2036-11-20T08:00:01Z'), 'VALIDATION_FAILED'],
  ['out of the calendar', (lab: Lab) => lab.clock.advance('P9000Y'), 'VALIDATION_FAILED'],
])('the clock does not go %s, and stays where it is', (_, move, code) => {
  const lab = controlApi(createTestMock({ world: 'empty' }).app);
  expect(() => move(lab)).toThrow(expect.objectContaining({ code }));
  expect(lab.clock.now().now).toBe('2026-11-20T08:00:00Z');
});

test('a clock that was let go runs on from where it stood', () => {
  const lab = controlApi(createTestMock({ world: 'empty' }).app);
  expect(lab.clock.resume()).toMatchObject({ frozen: false, now: '2026-11-20T08:00:00Z' });
  expect(lab.clock.freeze()).toMatchObject({ frozen: true });
});

/** Things a client does, by number: some change much, some nothing, some are refused. */
const deeds: readonly ((mock: TestMock, customer: string, n: number) => Promise<unknown>)[] = [
  (mock, customer) => mock.as('owner')('createOrder', { body: order(customer, 'wallet') }),
  (mock, customer, n) =>
    mock.as('owner')('createOrder', {
      body: order(customer, 'bank_transfer'),
      headers: { 'idempotency-key': `k${n % 3}` },
    }),
  (mock) => mock.as('owner')('createOrder', { body: {} }),
  (mock) => mock.as('owner')('listOrders'),
  (mock, _, n) =>
    mock.as('otherOwner')('createCustomer', {
      body: { email: `c${n}@customers.example`, first_name: 'C', last_name: String(n) },
    }),
  (mock) =>
    mock.bearing(undefined)('login', {
      body: { email: 'careful@acme.example', password: 'demo-hosting-2026' },
    }),
  async ({ app }, _, n) => controlApi(app).clock.advance(n * 3_600_000),
  async ({ app }) => controlApi(app).faults.add({ kind: 'latency', delay_ms: 0 }),
  async ({ app }) =>
    controlApi(app).policy.set({ error_shape: 'alternate', limits: 'B', lifecycle: 'manual' }),
];
const story = fc.array(fc.tuple(fc.nat(deeds.length - 1), fc.nat(40)), { minLength: 1, maxLength: 8 });
const tell = async (
  mock: TestMock,
  customer: string,
  deed: readonly (readonly [number, number])[],
): Promise<void> => {
  for (const [which, n] of deed) await deeds[which]?.(mock, customer, n);
};

test('whatever happened before a snapshot and after it, what is restored is exported as the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(story, story, async (before, after) => {
      const mock = createTestMock({ limits: 'A' });
      const lab = controlApi(mock.app);
      const customer = await customerOf(mock);
      await tell(mock, customer, before);
      lab.snapshots.take('here');
      const text = JSON.stringify(lab.export());
      await tell(mock, customer, after);
      lab.snapshots.restore('here');
      expect(JSON.stringify(lab.export())).toBe(text);
      const elsewhere = controlApi(createTestMock({ world: 'empty', seed: 9 }).app);
      elsewhere.import(JSON.parse(text));
      expect(JSON.stringify(elsewhere.export())).toBe(text);
      // What is restored lives on as the first did.
      await tell(mock, customer, after);
      const lived = JSON.stringify(lab.export());
      lab.snapshots.restore('here');
      await tell(mock, customer, after);
      expect(JSON.stringify(lab.export())).toBe(lived);
    }),
    { numRuns: 12 },
  );
});

test('an import lets those in whom the exported world knew', async () => {
  const mock = createTestMock();
  const text = JSON.stringify(controlApi(mock.app).export());
  const other = createTestMock({ world: 'empty' });
  controlApi(other.app).import(JSON.parse(text));
  const { token } = mock.app.personas.owner ?? {};
  expect((await other.bearing(token)('listOrders')).status).toBe(200);
  expect((await other.as('owner')('listOrders')).status).toBe(200);
  expect(other.app.personas.owner?.apiKey).toBe(mock.app.personas.owner?.apiKey);
});

const exported = () => controlApi(createTestMock().app).export();
/** Every counter of a series at this value. */
const counted = <Counter extends object>(rows: readonly Counter[] = [], value: number, series = 'invoices') =>
  rows.map((row) => (Reflect.get(row, 'name') === series ? { ...row, value } : row));

type Spoil = [string, string, (json: ReturnType<typeof exported>) => unknown];
const spoils: Spoil[] = [
  ['no object', '', () => []],
  ['another format', '/format', (json) => ({ ...json, format: 2 })],
  ['a clock that does not run', '/clock', (json) => ({ ...json, clock: { frozen: false } })],
  ...[8.63e15, -8.63e15].map(
    (at): Spoil => [`a clock at ${at}`, '/clock', (json) => ({ ...json, clock: { frozen: true, at } })],
  ),
  [
    'an ordinal that cannot be counted on from',
    '/ordinals/orders',
    (json) => ({ ...json, ordinals: { ...json.ordinals, orders: Number.MAX_SAFE_INTEGER } }),
  ],
  ['a setting that is none', '/settings/limits', (json) => ({ ...json, settings: { limits: 'zzz' } })],
  ['an unknown lifecycle', '/settings/lifecycle', (json) => ({ ...json, settings: { lifecycle: 42 } })],
  ['an endless seed', '/seed', (json) => ({ ...json, seed: 'x'.repeat(1_000_000) })],
  ...Object.entries({
    users: { email: 42 },
    credentials: { password_hash: {} },
    signing_keys: { key: undefined },
    tenants: { name: undefined },
    wallets: { tenant_id: 1 },
    counters: { value: Number.MAX_SAFE_INTEGER },
    webhook_deliveries: { status: 7 },
  }).map(
    ([table, change]): Spoil => [
      `a row of ${table} that holds something else`,
      `/tables/${table}/0/${Object.keys(change)[0]}`,
      ({ tables, ...json }) => {
        const [first, ...rest] = tables[table] ?? [];
        return { ...json, tables: { ...tables, [table]: [{ ...first, ...change }, ...rest] } };
      },
    ],
  ),
  ...[0, 999_999_999_999_999].map(
    (value): Spoil => [
      `invoices counted to ${value}`,
      '/tables/counters/0/value',
      ({ tables, ...json }) => ({
        ...json,
        tables: { ...tables, counters: counted(tables.counters, value) },
      }),
    ],
  ),
  [
    'nothing counted, and a number in use that would come next',
    '/tables/counters',
    ({ tables, ...json }) => {
      const { owner } = createTestMock().app.personas;
      const invoices = (tables.invoices ?? []).filter(
        (row) => Reflect.get(row, 'tenant_id') === owner?.tenantId,
      );
      const next = `ACME-2026-${String(invoices.length + 1).padStart(6, '0')}`;
      const changed = (tables.invoices ?? []).map((row) =>
        row === invoices[0] ? { ...row, number: next } : row,
      );
      return { ...json, tables: { ...tables, invoices: changed, counters: [] } };
    },
  ],
  ['a clock far away', '/clock', (json) => ({ ...json, clock: { frozen: false, offset: 1e300 } })],
  [
    'a table that is no list',
    '/tables/orders',
    (json) => ({ ...json, tables: { ...json.tables, orders: {} } }),
  ],
  ['an unknown table', '/tables/moons', (json) => ({ ...json, tables: { ...json.tables, moons: [] } })],
  [
    'a state that does not exist',
    '/tables/services/0/status',
    ({ tables, ...json }) => {
      const [first, ...rest] = tables.services ?? [];
      return { ...json, tables: { ...tables, services: [{ ...first, status: 'imaginary' }, ...rest] } };
    },
  ],
  [
    'the same id twice',
    '/tables/customers/1/id',
    ({ tables, ...json }) => {
      const [first, second, ...rest] = tables.customers ?? [];
      return { ...json, tables: { ...tables, customers: [first, { ...second, id: first?.id }, ...rest] } };
    },
  ],
  [
    'money that does not add up',
    '/tables',
    ({ tables, ...json }) => {
      const [first, ...rest] = tables.wallets ?? [];
      return { ...json, tables: { ...tables, wallets: [{ ...first, balance_amount: 1 }, ...rest] } };
    },
  ],
  [
    'a timer without a time',
    '/timers/0',
    (json) => ({ ...json, timers: [{ kind: 'x', at: 'soon', ref: {} }] }),
  ],
  ['an unknown part', '/parts/moods', (json) => ({ ...json, parts: { moods: {} } })],
  [
    'limits that are none',
    '/parts/limiter/used',
    (json) => ({ ...json, parts: { limiter: { window: 1, used: [1], waiting: [] } } }),
  ],
  [
    'a fault that is none',
    '/parts/faults/faults/0/kind',
    (json) => ({ ...json, parts: { faults: { next: 2, faults: [{ id: 'f', seen: 0, applied: 0 }] } } }),
  ],
];

test('a ticket counter below a number in use is refused in one line that names it', async () => {
  const mock = createTestMock();
  const sent = { customer_id: await customerOf(mock), subject: 'Mail', message: 'It does not come.' };
  expect((await mock.as('owner')('createTicket', { body: sent })).data.number).toBe('T-100001');
  const { tables, ...json } = controlApi(mock.app).export();
  const counters = counted(tables.counters, 100_000, 'tickets');
  const at = counters.findIndex((row) => Reflect.get(row, 'name') === 'tickets');
  expect(() => controlApi(createTestMock().app).import({ ...json, tables: { ...tables, counters } })).toThrow(
    `/tables/counters/${at}/value: must be at least 100001, for T-100001 is in use: acme has counted tickets to 100000.`,
  );
});

test('a world whose count is far ahead counts on, and can be taken up again', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const { tables, ...json } = lab.export();
  lab.import({ ...json, tables: { ...tables, counters: counted(tables.counters, 1_000_000_000) } });
  const body = order(await customerOf(mock), 'wallet');
  for (const _ of [1, 2]) expect((await mock.as('owner')('createOrder', { body })).status).toBe(201);
  lab.import(JSON.parse(JSON.stringify(lab.export())));
  expect((await mock.as('owner')('createOrder', { body })).status).toBe(201);
});

test.each(['2089-12-31T23:59:59Z', '2099-12-31T00:00:00Z', '2150-06-01T00:00:00Z', '9899-12-31T23:59:50Z'])(
  'tokens are good in a world that starts at %s, and in one that takes it up',
  async (clock) => {
    const mock = createTestMock({ clock });
    expect((await mock.as('owner')('listOrders')).status).toBe(200);
    const other = createTestMock({ world: 'empty' });
    controlApi(other.app).import(JSON.parse(JSON.stringify(controlApi(mock.app).export())));
    expect(other.app.personas.owner?.token).toBe(mock.app.personas.owner?.token);
    expect((await other.as('owner')('listOrders')).status).toBe(200);
  },
);

test.each(spoils)('a file with %s is refused at %s, and nothing has changed', async (_, pointer, spoil) => {
  const mock = createTestMock({ world: 'empty' });
  const lab = controlApi(mock.app);
  await mock.as('owner')('createOrder', { body: {} });
  const before = [JSON.stringify(lab.export()), lab.worldServer.deps.requests.size];
  let refused: unknown;
  try {
    lab.import(JSON.parse(JSON.stringify(spoil(exported()))));
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(ControlError);
  expect(refused).toMatchObject({ status: 422, code: 'IMPORT_REFUSED' });
  expect(Object.keys((refused as ControlError).errors ?? {})).toContain(pointer);
  expect([JSON.stringify(lab.export()), lab.worldServer.deps.requests.size]).toEqual(before);
});

test('a world can be settled anew by another seed, and is then what it starts from', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const before = mock.app.personas.owner;
  lab.seed({ seed: 7 });
  const text = JSON.stringify(lab.export());
  expect(mock.app.seed).toBe(7);
  expect(mock.app.personas.owner?.tenantId).not.toBe(before?.tenantId);
  expect((await mock.as('owner')('listOrders')).status).toBe(200);
  lab.clock.advance('P1M');
  lab.reset();
  expect(JSON.stringify(lab.export())).toBe(text);
  expect(JSON.stringify(controlApi(createTestMock({ seed: 7 }).app).export())).toBe(text);
  lab.seed({ world: 'empty' });
  expect(lab.worldServer.world.transact(null, (store) => store.customers.count())).toBe(0);
});
