// Tests that an import rejects every file and world from which the mock could not continue, at the JSON pointer of its
// problem, and changes nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { change, mutate } from './testing/mutated-imports.ts';
import { activeCustomerId, createTestMock, orderBody } from './testing/test-mock.ts';
import { type ExportedJson, exportedWorld, rowsOf, tryImport, UNUSED_ID } from './testing/try-import.ts';

/** What is changed in an export: values by JSON pointer (`*` is every row, undefined removes), or a function. */
type Changes = Record<string, unknown> | ((world: ExportedJson) => unknown);

const demo = (): ExportedJson => JSON.parse(exportedWorld('demo'));

function changed(changes: Changes): unknown {
  const world = demo();
  if (typeof changes === 'function') return changes(world) ?? world;
  for (const [pointer, value] of Object.entries(changes)) {
    const path = pointer.slice(1).split('/');
    const name = path.pop() ?? '';
    let places: object[] = [world];
    for (const part of path)
      places = places.flatMap((one) => (part === '*' ? Object.values(one) : [Reflect.get(one, part)]));
    for (const place of places)
      if (value === undefined) Reflect.deleteProperty(place, name);
      else Object.defineProperty(place, name, { value, enumerable: true, configurable: true });
  }
  return world;
}

const indexOf = (world: ExportedJson, table: string, fits: (row: Record<string, unknown>) => boolean) =>
  rowsOf(world, table).findIndex(fits);
const HOSTING = indexOf(demo(), 'services', ({ type, status }) => type === 'hosting' && status === 'active');
const [{ tenant_id: TENANT } = {}] = rowsOf(demo(), 'services');
const FOREIGN = rowsOf(demo(), 'customers').find(({ tenant_id }) => tenant_id !== TENANT)?.id;
const [WEBHOOK = {}] = rowsOf(demo(), 'webhooks');
const ROW = { id: UNUSED_ID, created_at: '2026-11-20T08:00:00Z' };
const FAILURES = {
  ...ROW,
  subject: `password ${'0'.repeat(64)}`,
  failures: 1,
  ends_at: '2026-11-20T08:15:00Z',
};
const PAGE = { ...ROW, tenant_id: WEBHOOK.tenant_id, webhook_id: WEBHOOK.id, page: 'a page' };
const USE = {
  tenantId: UNUSED_ID,
  last: 1e300,
  day: 0,
  days: [{ start: 0, classes: [0, 0, 0, 0, 0, 0], limited: 0 }],
};
const counters = (value: number) => (world: ExportedJson) => {
  for (const row of rowsOf(world, 'counters')) if (row.name === 'invoices') row.value = value;
};

/** The changes by what is wrong, and the expected text where it is not the pointer of the first change. */
const INVALID: Record<string, Changes | [expected: string, changes: Changes]> = {
  'an array instead of an object': ['', () => []],
  'an unknown format': { '/format': 2 },
  'a clock without an offset': { '/clock': { frozen: false } },
  'a clock at 8.63e15': { '/clock': { frozen: true, at: 8.63e15 } },
  'a clock at -8.63e15': { '/clock': { frozen: true, at: -8.63e15 } },
  'a clock with an offset of 1e300': { '/clock': { frozen: false, offset: 1e300 } },
  'no ordinals': ['/ordinals/', { '/ordinals': {} }],
  'no ordinal for orders': ['/ordinals/orders: must be at least ', { '/ordinals/orders': undefined }],
  'an ordinal that cannot be incremented': { '/ordinals/orders': Number.MAX_SAFE_INTEGER },
  'an ordinal of events that starts at 0 again': ['/tables', { '/ordinals/events': 0 }],
  'an invalid rate limit setting': ['/settings/limits', { '/settings': { limits: 'zzz' } }],
  'an unknown lifecycle': ['/settings/lifecycle', { '/settings': { lifecycle: 42 } }],
  'a seed of a million letters': { '/seed': 'x'.repeat(1_000_000) },
  'a number as e-mail address': { '/tables/users/0/email': 42 },
  'an object as hash': { '/tables/credentials/0/password_hash': {} },
  'no signing key': { '/tables/signing_keys/0/key': undefined },
  'a tenant without a name': { '/tables/tenants/0/name': undefined },
  'a wallet of the tenant 1': { '/tables/wallets/0/tenant_id': 1 },
  'a counter at its end': { '/tables/counters/0/value': Number.MAX_SAFE_INTEGER },
  'a delivery in state 7': { '/tables/webhook_deliveries/0/status': 7 },
  'an invoice counter at 0': ['/tables/counters/0/value', counters(0)],
  'an invoice counter at 999999999999999': ['/tables/counters/0/value', counters(999_999_999_999_999)],
  'no counters, and a number in use that would come next': [
    '/tables/counters',
    (world) => {
      const { owner } = createTestMock().app.personas;
      const [first = {}, ...rest] = rowsOf(world, 'invoices').filter(
        (row) => row.tenant_id === owner?.tenantId,
      );
      first.number = `ACME-2026-${String(rest.length + 2).padStart(6, '0')}`;
      world.tables.counters = [];
    },
  ],
  'a table that is not an array': { '/tables/orders': {} },
  'an unknown table': { '/tables/moons': [] },
  'a table named __proto__': { '/tables/__proto__': [] },
  'an unknown state': { '/tables/services/0/status': 'imaginary' },
  'a duplicate slug': [
    '/tables/tenants/1/slug: This slug is taken',
    { '/tables/tenants/1/slug': rowsOf(demo(), 'tenants')[0]?.slug },
  ],
  'a duplicate id': { '/tables/customers/1/id': rowsOf(demo(), 'customers')[0]?.id },
  'a wallet balance that differs from its transactions': [
    '/tables',
    { '/tables/wallets/0/balance_amount': 1 },
  ],
  'wallets in the invalid currency EUROS': [
    '/currency: must be EUR',
    { '/tables/wallets/*/currency': 'EUROS' },
  ],
  'an order in another currency': { '/tables/orders/0/currency': 'USD' },
  'a TOTP secret that is not Base32': [
    '/totp_secret: must be',
    { '/tables/credentials/0/totp_secret': '!!!' },
  ],
  'no tenants': ['/tenant_id: must name a row of tenants', { '/tables/tenants': [] }],
  'no rows': ['/tables/signing_keys', { '/tables': {}, '/timers': [] }],
  'no users and tenants': [
    '/tables: nobody is there',
    ({ tables }) => {
      for (const name of Object.keys(tables)) if (name !== 'signing_keys') tables[name] = [];
    },
  ],
  'timers thousands of years before the clock': [
    '/timers/0/at: must not lie more than 10 years before',
    { '/clock': { frozen: true, at: Date.UTC(9899, 11, 31) } },
  ],
  'no credentials': ['/id: must have a row in credentials', { '/tables/credentials': [] }],
  'a tenant without a wallet': ['/tables', ({ tables }) => void tables.wallets?.splice(2, 1)],
  'a service of no resource': [
    '/tables/services/',
    { [`/tables/services/${HOSTING}/resource_id`]: UNUSED_ID },
  ],
  'no hosting accounts': ['/tables/services/', { '/tables/hosting_accounts': [] }],
  'a customer of another tenant': { '/tables/services/0/customer_id': FOREIGN },
  'a session in an unknown state': { '/tables/sessions/0/status': 'zz' },
  'an instant with an offset': { '/tables/services/0/created_at': '2026-11-20T08:00:00+01:00' },
  'a date of 30 February': { '/tables/invoices/0/due_at': '2026-02-30T00:00:00Z' },
  'a row that lacks a member': [
    '/tables/services/0/next_due_at: The next_due_at field is required.',
    { '/tables/services/0/next_due_at': undefined },
  ],
  'a timer of kind constructor': { '/timers/0/kind': 'constructor' },
  'a timer with an invalid time': ['/timers/0/at', { '/timers': [{ kind: 'x', at: 'soon', ref: {} }] }],
  'a stored idempotent response with an invalid status': [
    '/tables/idempotency/0/status',
    { '/tables/idempotency': [{ ...ROW, scope: 'a', fingerprint: 'b', status: 9, body: '{}' }] },
  ],
  'an unknown part of the server state': { '/parts/moods': {} },
  'a key with an invalid time of last use': { '/parts/meter': [['key x', USE]] },
  'an invalid rate limiter state': [
    '/parts/limiter/used/0',
    { '/parts/limiter': { window: 1, used: [1], waiting: [] } },
  ],
  'a fault without a kind': [
    '/parts/faults/faults/0/kind',
    { '/parts/faults': { next: 2, faults: [{ id: 'f', seen: 0, applied: 0 }] } },
  ],
  'failed sign-ins of a user who does not exist': [
    '/tables/sign_in_failures/0/subject',
    { '/tables/sign_in_failures': [{ ...FAILURES, subject: `code ${UNUSED_ID}` }] },
  ],
  'failed sign-ins that count for years': [
    '/tables/sign_in_failures/0/ends_at',
    { '/tables/sign_in_failures': [{ ...FAILURES, ends_at: '2036-11-20T08:00:00Z' }] },
  ],
  'a webhook chosen by a page that has no origin': [
    '/tables/webhook_pages/0/page',
    { '/tables/webhook_pages': [PAGE] },
  ],
};

// A refused import leaves the mock unchanged, so that all rows share one.
const { app } = createTestMock({ world: 'empty' });
const empty = controlApi(app);
const before = JSON.stringify(empty.export());

test.each(sampled(Object.entries(INVALID), 25))(
  'an import rejects a world with %s, with a message of one line that names the problem, and changes nothing',
  (_, entry) => {
    const [expected, changes] = Array.isArray(entry) ? entry : [Object.keys(entry)[0] ?? '', entry];
    let refusal: unknown;
    try {
      empty.import(changed(changes));
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ControlError);
    expect(refusal).toMatchObject({ status: 422, code: 'IMPORT_REFUSED' });
    const { message, errors } = refusal as ControlError;
    expect(`${Object.keys(errors ?? {})} ${message.slice(0, 450)}`).toContain(expected);
    expect(message).not.toMatch(/\n/);
    expect(JSON.stringify(empty.export())).toBe(before);
  },
);

test('an import error prints names with line breaks or of great length as one short line', () => {
  const world = changed({ '/ordinals': { [`a\n::error::${'b'.repeat(100_000)}`]: -1 } });
  expect(() => empty.import(world)).toThrow(/^[^\n]{20,1200}$/);
});

test('an import rejects a ticket counter below a number in use, with a message of one line that contains the number', async () => {
  const mock = createTestMock();
  const sent = { customer_id: await activeCustomerId(mock), subject: 'Mail', message: 'It does not come.' };
  const { number } = (await mock.as('owner')('createTicket', { body: sent })).data;
  const used = Number(number.slice('T-'.length));
  const world = JSON.parse(JSON.stringify(controlApi(mock.app).export())) as ExportedJson;
  const at = indexOf(world, 'counters', ({ name }) => name === 'tickets');
  Object.assign(rowsOf(world, 'counters')[at] ?? {}, { value: used - 1 });
  expect(() => empty.import(world)).toThrow(
    `/tables/counters/${at}/value: must be at least ${used}, for ${number} is in use: acme has counted tickets to ${used - 1}.`,
  );
});

test('a world whose invoice counter is far above the numbers in use continues to count, and can be exported and imported again', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  lab.import(changed(counters(1_000_000_000)));
  const body = orderBody(await activeCustomerId(mock), 'wallet');
  for (const _ of [1, 2]) expect((await mock.as('owner')('createOrder', { body })).status).toBe(201);
  lab.import(JSON.parse(JSON.stringify(lab.export())));
  expect((await mock.as('owner')('createOrder', { body })).status).toBe(201);
});

test('an export changed at random places is either rejected, or imported as a world that works for a year', async () => {
  const changes = fc.tuple(
    fc.constantFrom('demo', 'empty'),
    fc.array(change, { minLength: 1, maxLength: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(changes, async ([world, made]) => {
      const json: unknown = JSON.parse(exportedWorld(world));
      for (const one of made) mutate(json, one);
      await tryImport(json);
    }),
    { numRuns: 30, seed: 8, endOnFailure: true },
  );
});
