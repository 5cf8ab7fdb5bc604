// Tests that an import rejects every world from which the mock could not continue.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import { change, mutate } from './testing/mutated-imports.ts';
import { createTestMock } from './testing/test-mock.ts';
import { type ExportedJson, exportedWorld, rowsOf, tryImport, UNUSED_ID } from './testing/try-import.ts';

const activeService = (world: ExportedJson, type: string) =>
  rowsOf(world, 'services').find((row) => row.type === type && row.status === 'active') ?? {};

const FAILURES = {
  id: UNUSED_ID,
  created_at: '2026-11-20T08:00:00Z',
  subject: `password ${'0'.repeat(64)}`,
  failures: 1,
  ends_at: '2026-11-20T08:15:00Z',
};

const INVALID_WORLDS: [name: string, pointer: string, makeInvalid: (world: ExportedJson) => unknown][] = [
  ['no ordinals', '/ordinals/', (world) => Object.assign(world, { ordinals: {} })],
  ['no ordinal for orders', '/ordinals/orders: must be at least ', ({ ordinals }) => delete ordinals.orders],
  [
    'an ordinal of events that starts at 0 again',
    '/tables',
    ({ ordinals }) => Object.assign(ordinals, { events: 0 }),
  ],
  [
    'wallets in the invalid currency EUROS',
    '/currency: must be EUR',
    (world) => rowsOf(world, 'wallets').map((row) => Object.assign(row, { currency: 'EUROS' })),
  ],
  [
    'an order in another currency',
    '/tables/orders/0/currency',
    (world) => Object.assign(rowsOf(world, 'orders')[0] ?? {}, { currency: 'USD' }),
  ],
  [
    'a TOTP secret that is not Base32',
    '/totp_secret: must be Base32',
    (world) => Object.assign(rowsOf(world, 'credentials')[0] ?? {}, { totp_secret: '!!!' }),
  ],
  [
    'no tenants',
    '/tenant_id: must name a row of tenants',
    ({ tables }) => Object.assign(tables, { tenants: [] }),
  ],
  ['no rows', '/tables/signing_keys', (world) => Object.assign(world, { tables: {}, timers: [] })],
  [
    'no users and tenants',
    '/tables: nobody is there',
    ({ tables }) => {
      for (const name of Object.keys(tables)) if (name !== 'signing_keys') tables[name] = [];
    },
  ],
  [
    'users without scopes',
    '/tables: nobody is there',
    (world) => rowsOf(world, 'users').map((row) => Object.assign(row, { scopes: [] })),
  ],
  [
    'timers thousands of years before the clock',
    '/timers/0/at: must not lie more than 10 years before',
    (world) => Object.assign(world, { clock: { frozen: true, at: Date.UTC(9899, 11, 31) } }),
  ],
  [
    'no credentials',
    '/id: must have a row in credentials',
    ({ tables }) => Object.assign(tables, { credentials: [] }),
  ],
  ['a tenant without a wallet', '/tables', ({ tables }) => tables.wallets?.splice(2, 1)],
  [
    'a service whose resource does not exist',
    '/tables/services/',
    (world) => Object.assign(activeService(world, 'hosting'), { resource_id: UNUSED_ID }),
  ],
  [
    'no hosting accounts',
    '/tables/services/',
    ({ tables }) => Object.assign(tables, { hosting_accounts: [] }),
  ],
  [
    'a customer of another tenant',
    '/tables/services/0/customer_id',
    (world) => {
      const [first = {}] = rowsOf(world, 'services');
      first.customer_id = rowsOf(world, 'customers').find((row) => row.tenant_id !== first.tenant_id)?.id;
    },
  ],
  [
    'a session in an unknown state',
    '/tables/sessions/0/status',
    (world) => Object.assign(rowsOf(world, 'sessions')[0] ?? {}, { status: 'zz' }),
  ],
  [
    'an instant with an offset',
    '/tables/services/0/created_at',
    (world) => Object.assign(rowsOf(world, 'services')[0] ?? {}, { created_at: '2026-11-20T08:00:00+01:00' }),
  ],
  [
    'a date of 30 February',
    '/tables/invoices/0/due_at',
    (world) => Object.assign(rowsOf(world, 'invoices')[0] ?? {}, { due_at: '2026-02-30T00:00:00Z' }),
  ],
  [
    'a row that lacks a member',
    '/tables/services/0/next_due_at: is missing',
    (world) => delete rowsOf(world, 'services')[0]?.next_due_at,
  ],
  [
    'a timer of kind constructor',
    '/timers/0/kind',
    ({ timers }) => Object.assign(timers[0] ?? {}, { kind: 'constructor' }),
  ],
  [
    'a stored idempotent response with an invalid status',
    '/tables/idempotency/0/status',
    ({ tables }) =>
      Object.assign(tables, {
        idempotency: [
          {
            id: UNUSED_ID,
            created_at: '2026-11-20T08:00:00Z',
            scope: 'a',
            fingerprint: 'b',
            status: 9,
            body: '{}',
          },
        ],
      }),
  ],
  [
    'a key with an invalid time of last use',
    '/parts/meter',
    ({ parts }) =>
      Object.assign(parts, {
        meter: [
          [
            'key x',
            {
              tenantId: UNUSED_ID,
              last: 1e300,
              day: 0,
              days: [{ start: 0, classes: [0, 0, 0, 0, 0, 0], limited: 0 }],
            },
          ],
        ],
      }),
  ],
  [
    'failed sign-ins of a user who does not exist',
    '/tables/sign_in_failures/0/subject',
    (world) =>
      Object.assign(world.tables, { sign_in_failures: [{ ...FAILURES, subject: `code ${UNUSED_ID}` }] }),
  ],
  [
    'failed sign-ins that count for years',
    '/tables/sign_in_failures/0/ends_at',
    (world) =>
      Object.assign(world.tables, {
        sign_in_failures: [{ ...FAILURES, ends_at: '2036-11-20T08:00:00Z' }],
      }),
  ],
  [
    'a webhook chosen by a page that has no origin',
    '/tables/webhook_pages/0/page',
    (world) => {
      const [{ id: webhook_id, tenant_id } = {}] = rowsOf(world, 'webhooks');
      const page = {
        id: UNUSED_ID,
        created_at: '2026-11-20T08:00:00Z',
        tenant_id,
        webhook_id,
        page: 'a page',
      };
      Object.assign(world.tables, { webhook_pages: [page] });
    },
  ],
  [
    'a table named __proto__',
    '/tables/__proto__',
    ({ tables }) => Object.defineProperty(tables, '__proto__', { value: [], enumerable: true }),
  ],
];

test.each(INVALID_WORLDS)(
  'an import rejects a world with %s, with a message of one line that contains "%s", and changes nothing',
  (_, pointer, makeInvalid) => {
    const lab = controlApi(createTestMock({ world: 'empty' }).app);
    const before = JSON.stringify(lab.export());
    const world = JSON.parse(exportedWorld('demo')) as ExportedJson;
    makeInvalid(world);
    let refusal: unknown;
    try {
      lab.import(world);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ControlError);
    const { message } = refusal as ControlError;
    expect(message.replace('This is no world that could be taken in. ', '').slice(0, 400)).toContain(pointer);
    expect(message).not.toMatch(/\n/);
    expect(JSON.stringify(lab.export())).toBe(before);
  },
);

test('an import error prints names with line breaks or of great length as one short line', () => {
  const lab = controlApi(createTestMock({ world: 'empty' }).app);
  const world = JSON.parse(exportedWorld('empty')) as ExportedJson;
  world.ordinals[`a\n::error::${'b'.repeat(100_000)}`] = -1;
  let message = '';
  try {
    lab.import(world);
  } catch (error) {
    message = String(error);
  }
  expect(message).toMatch(/^[^\n]{20,1200}$/);
});

test('an export changed at random places is either rejected, or imported as a world that works for a year', async () => {
  const changed = fc.tuple(
    fc.constantFrom('demo', 'empty'),
    fc.array(change, { minLength: 1, maxLength: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(changed, async ([world, changes]) => {
      const json: unknown = JSON.parse(exportedWorld(world));
      for (const one of changes) mutate(json, one);
      await tryImport(json);
    }),
    { numRuns: 30, seed: 8, endOnFailure: true },
  );
});
