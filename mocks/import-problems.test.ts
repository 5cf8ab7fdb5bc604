// Tests imports of invalid files: each file is rejected at the JSON pointer of its problem, and the world stays
// unchanged.
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import { activeCustomerId, createTestMock, orderBody } from './testing/test-mock.ts';

const exportWorld = () => controlApi(createTestMock().app).export();

/** Sets every counter of a number series to a value. */
const withCounter = <Counter extends object>(
  rows: readonly Counter[] = [],
  value: number,
  series = 'invoices',
) => rows.map((row) => (Reflect.get(row, 'name') === series ? { ...row, value } : row));

type InvalidFile = [string, string, (json: ReturnType<typeof exportWorld>) => unknown];

const INVALID_FILES: InvalidFile[] = [
  ['an array instead of an object', '', () => []],
  ['an unknown format', '/format', (json) => ({ ...json, format: 2 })],
  ['a clock without an offset', '/clock', (json) => ({ ...json, clock: { frozen: false } })],
  ...[8.63e15, -8.63e15].map(
    (at): InvalidFile => [`a clock at ${at}`, '/clock', (json) => ({ ...json, clock: { frozen: true, at } })],
  ),
  [
    'an ordinal that cannot be incremented',
    '/ordinals/orders',
    (json) => ({ ...json, ordinals: { ...json.ordinals, orders: Number.MAX_SAFE_INTEGER } }),
  ],
  ['an invalid rate limit setting', '/settings/limits', (json) => ({ ...json, settings: { limits: 'zzz' } })],
  ['an unknown lifecycle', '/settings/lifecycle', (json) => ({ ...json, settings: { lifecycle: 42 } })],
  ['a seed of a million letters', '/seed', (json) => ({ ...json, seed: 'x'.repeat(1_000_000) })],
  ...Object.entries({
    users: { email: 42 },
    credentials: { password_hash: {} },
    signing_keys: { key: undefined },
    tenants: { name: undefined },
    wallets: { tenant_id: 1 },
    counters: { value: Number.MAX_SAFE_INTEGER },
    webhook_deliveries: { status: 7 },
  }).map(
    ([table, change]): InvalidFile => [
      `a row of ${table} with an invalid value`,
      `/tables/${table}/0/${Object.keys(change)[0]}`,
      ({ tables, ...json }) => {
        const [first, ...rest] = tables[table] ?? [];
        return { ...json, tables: { ...tables, [table]: [{ ...first, ...change }, ...rest] } };
      },
    ],
  ),
  ...[0, 999_999_999_999_999].map(
    (value): InvalidFile => [
      `an invoice counter at ${value}`,
      '/tables/counters/0/value',
      ({ tables, ...json }) => ({
        ...json,
        tables: { ...tables, counters: withCounter(tables.counters, value) },
      }),
    ],
  ),
  [
    'no counters, and a number in use that would come next',
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
  [
    'a clock with an offset of 1e300',
    '/clock',
    (json) => ({ ...json, clock: { frozen: false, offset: 1e300 } }),
  ],
  [
    'a table that is not an array',
    '/tables/orders',
    (json) => ({ ...json, tables: { ...json.tables, orders: {} } }),
  ],
  ['an unknown table', '/tables/moons', (json) => ({ ...json, tables: { ...json.tables, moons: [] } })],
  [
    'an unknown state',
    '/tables/services/0/status',
    ({ tables, ...json }) => {
      const [first, ...rest] = tables.services ?? [];
      return { ...json, tables: { ...tables, services: [{ ...first, status: 'imaginary' }, ...rest] } };
    },
  ],
  [
    'a duplicate id',
    '/tables/customers/1/id',
    ({ tables, ...json }) => {
      const [first, second, ...rest] = tables.customers ?? [];
      return { ...json, tables: { ...tables, customers: [first, { ...second, id: first?.id }, ...rest] } };
    },
  ],
  [
    'a wallet balance that differs from its transactions',
    '/tables',
    ({ tables, ...json }) => {
      const [first, ...rest] = tables.wallets ?? [];
      return { ...json, tables: { ...tables, wallets: [{ ...first, balance_amount: 1 }, ...rest] } };
    },
  ],
  [
    'a timer with an invalid time',
    '/timers/0/at',
    (json) => ({ ...json, timers: [{ kind: 'x', at: 'soon', ref: {} }] }),
  ],
  ['an unknown part of the server state', '/parts/moods', (json) => ({ ...json, parts: { moods: {} } })],
  [
    'an invalid rate limiter state',
    '/parts/limiter/used/0',
    (json) => ({ ...json, parts: { limiter: { window: 1, used: [1], waiting: [] } } }),
  ],
  [
    'a fault without a kind',
    '/parts/faults/faults/0/kind',
    (json) => ({ ...json, parts: { faults: { next: 2, faults: [{ id: 'f', seen: 0, applied: 0 }] } } }),
  ],
];

test('an import rejects a ticket counter below a number in use, with a message of one line that contains the number', async () => {
  const mock = createTestMock();
  const sent = { customer_id: await activeCustomerId(mock), subject: 'Mail', message: 'It does not come.' };
  const { number } = (await mock.as('owner')('createTicket', { body: sent })).data;
  const used = Number(number.slice('T-'.length));
  const { tables, ...json } = controlApi(mock.app).export();
  const counters = withCounter(tables.counters, used - 1, 'tickets');
  const at = counters.findIndex((row) => Reflect.get(row, 'name') === 'tickets');
  expect(() => controlApi(createTestMock().app).import({ ...json, tables: { ...tables, counters } })).toThrow(
    `/tables/counters/${at}/value: must be at least ${used}, for ${number} is in use: acme has counted tickets to ${used - 1}.`,
  );
});

test('a world whose invoice counter is far above the numbers in use continues to count, and can be exported and imported again', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const { tables, ...json } = lab.export();
  lab.import({ ...json, tables: { ...tables, counters: withCounter(tables.counters, 1_000_000_000) } });
  const body = orderBody(await activeCustomerId(mock), 'wallet');
  for (const _ of [1, 2]) expect((await mock.as('owner')('createOrder', { body })).status).toBe(201);
  lab.import(JSON.parse(JSON.stringify(lab.export())));
  expect((await mock.as('owner')('createOrder', { body })).status).toBe(201);
});

test.each(INVALID_FILES)(
  'an import rejects a file with %s at the JSON pointer "%s" and changes nothing',
  async (_, pointer, makeInvalid) => {
    const mock = createTestMock({ world: 'empty' });
    const lab = controlApi(mock.app);
    await mock.as('owner')('createOrder', { body: {} });
    const before = [JSON.stringify(lab.export()), lab.worldServer.deps.requests.size];
    let refusal: unknown;
    try {
      lab.import(JSON.parse(JSON.stringify(makeInvalid(exportWorld()))));
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ControlError);
    expect(refusal).toMatchObject({ status: 422, code: 'IMPORT_REFUSED' });
    expect(Object.keys((refusal as ControlError).errors ?? {})).toContain(pointer);
    expect([JSON.stringify(lab.export()), lab.worldServer.deps.requests.size]).toEqual(before);
  },
);
