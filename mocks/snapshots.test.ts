// Tests snapshots, exports and imports of whole worlds: the restored world equals the saved world.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { activeCustomerId, createTestMock, orderBody, type TestMock } from './testing/test-mock.ts';

/** The API calls that a client can make, by number: some change much, some change nothing, some are refused. */
const CALLS: readonly ((mock: TestMock, customer: string, n: number) => Promise<unknown>)[] = [
  (mock, customer) => mock.as('owner')('createOrder', { body: orderBody(customer, 'wallet') }),
  (mock, customer, n) =>
    mock.as('owner')('createOrder', {
      body: orderBody(customer, 'bank_transfer'),
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
  async ({ app }) => controlApi(app).faults.add({ kind: 'delay', delay_ms: 0 }),
  async ({ app }) =>
    controlApi(app).policy.set({ error_shape: 'alternate', limits: 'B', lifecycle: 'manual' }),
];

const callSequence = fc.array(fc.tuple(fc.nat(CALLS.length - 1), fc.nat(40)), { minLength: 1, maxLength: 8 });

const runCalls = async (
  mock: TestMock,
  customer: string,
  calls: readonly (readonly [number, number])[],
): Promise<void> => {
  for (const [which, n] of calls) await CALLS[which]?.(mock, customer, n);
};

test('a restored snapshot exports the same bytes, whatever calls were made before and after the snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(callSequence, callSequence, async (before, after) => {
      const mock = createTestMock({ limits: 'A' });
      const lab = controlApi(mock.app);
      const customer = await activeCustomerId(mock);
      await runCalls(mock, customer, before);
      lab.snapshots.take('here');
      const text = JSON.stringify(lab.export());
      await runCalls(mock, customer, after);
      lab.snapshots.restore('here');
      expect(JSON.stringify(lab.export())).toBe(text);
      const elsewhere = controlApi(createTestMock({ world: 'empty', seed: 9 }).app);
      elsewhere.import(JSON.parse(text));
      expect(JSON.stringify(elsewhere.export())).toBe(text);
      // The same calls after the restore must lead to the same export as before the restore.
      await runCalls(mock, customer, after);
      const lived = JSON.stringify(lab.export());
      lab.snapshots.restore('here');
      await runCalls(mock, customer, after);
      expect(JSON.stringify(lab.export())).toBe(lived);
    }),
    { numRuns: 12 },
  );
});

test.each(
  sampled(
    ['2099-12-31T00:00:00Z', '2089-12-31T23:59:59Z', '2150-06-01T00:00:00Z', '9899-12-31T23:59:50Z'],
    2,
  ),
)(
  'tokens are accepted in a world that starts at %s, and after its import into another world',
  async (clock) => {
    const mock = createTestMock({ clock });
    expect((await mock.as('owner')('listOrders')).status).toBe(200);
    const other = createTestMock({ world: 'empty' });
    controlApi(other.app).import(JSON.parse(JSON.stringify(controlApi(mock.app).export())));
    expect(other.app.personas.owner?.token).toBe(mock.app.personas.owner?.token);
    expect((await other.as('owner')('listOrders')).status).toBe(200);
  },
);

test('seeding a world with another seed replaces its rows and its reset point', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const before = mock.app.personas.owner;
  lab.seed({ seed: 7 });
  const text = JSON.stringify(lab.export());
  expect(mock.app.seed).toBe(7);
  expect(mock.app.personas.owner?.token).not.toBe(before?.token);
  expect((await mock.as('owner')('listOrders')).status).toBe(200);
  lab.clock.advance('P1M');
  lab.reset();
  expect(JSON.stringify(lab.export())).toBe(text);
  expect(JSON.stringify(controlApi(createTestMock({ seed: 7 }).app).export())).toBe(text);
  lab.seed({ world: 'empty' });
  expect(lab.worldServer.world.transact(null, (store) => store.customers.count())).toBe(0);
});
