// Tests the levers: each lever works in every state that it accepts, and the invariants hold afterwards.
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import type { Lifecycle } from '../src/state/lifecycle.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { levers } from './levers.ts';
import * as lifecycles from './lifecycles.ts';
import { tables } from './tables.ts';
import { activeCustomerId, createTestMock, orderBody } from './testing/test-mock.ts';

const all = Object.entries(levers).flatMap(([type, named]) =>
  Object.entries(named ?? {}).map(([lever, { from }]) => ({ type, lever, from })),
);

test('every lever accepts only states that the lifecycle of its resource has', () => {
  expect(Object.keys(lifecycles).length).toBeGreaterThan(10);
  for (const { type, lever, from } of all) {
    const { lifecycle }: { lifecycle: Lifecycle } = Reflect.get(tables, type).spec;
    const states = lifecycle.transitions.flatMap(({ from, to }) => [from, to].flat());
    for (const state of from) expect<string[]>(states, `${type} ${lever}`).toContain(state);
  }
});

/** Worlds that are built once. Each lever works on a copy of a world. */
const bases = (
  [{ world: 'demo', lifecycle: 'time' }, { world: 'edge' }, { world: 'demo', lifecycle: 'manual' }] as const
).map((options) => controlApi(createTestMock(options).app));

test.each(sampled(all, 10))(
  'the lever $lever of $type works in every state that it accepts, and the invariants hold afterwards',
  ({ type, lever, from }) => {
    let pulled = 0;
    for (const base of bases) {
      const lab = base.worlds.create({ snapshot: 'start' });
      const rows: { id: string; status?: string }[] = lab.worldServer.world.transact(null, (store) =>
        Reflect.get(store, type).all(),
      );
      // Testing a few rows per state is enough.
      const some = from.flatMap((state: string) => rows.filter(({ status }) => status === state).slice(0, 3));
      for (const { id } of some) {
        const before = lab.resources.get(type, id);
        if (!before.levers.includes(lever)) continue;
        try {
          lab.resources.pull(type, id, lever);
          pulled += 1;
        } catch (error) {
          // A refused lever changes nothing, and the message of the refusal names the state.
          expect(error).toMatchObject({ code: 'INVALID_STATE' });
          expect(lab.resources.get(type, id)).toEqual(before);
        }
        expect(lab.worldServer.invariants(), `${type} ${id} ${lever}`).toEqual([]);
      }
    }
    // No seeded world has a pending certificate whose service is active; another test covers the lever that issues
    // certificates.
    if (`${type} ${lever}` !== 'certificates issue') expect(pulled).toBeGreaterThan(0);
  },
);

test('with a manual lifecycle a certificate is issued only by its own lever, after its order is completed', async () => {
  const mock = createTestMock({ lifecycle: 'manual' });
  const lab = controlApi(mock.app);
  const me = mock.as('owner');
  const { data: made } = await me('createCertificate', {
    body: {
      customer_id: await activeCustomerId(mock),
      sku_id: 'ssl-dv',
      billing_cycle: '1_year',
      common_name: 'shop.example.org',
      validation_method: 'dns',
    },
  });
  expect(() => lab.resources.pull('certificates', made.id, 'issue')).toThrow(/Nothing came of issue/);
  lab.resources.pull('orders', made.order_id ?? '', 'complete');
  expect(lab.resources.pull('certificates', made.id, 'issue')).toMatchObject({
    status: 'issued',
    levers: ['expire'],
  });
  expect(mock.app.invariants()).toEqual([]);
});

test('with a manual lifecycle the lever that completes an order activates the services of the order', async () => {
  const mock = createTestMock({ lifecycle: 'manual' });
  const lab = controlApi(mock.app);
  const me = mock.as('owner');
  const body = orderBody(await activeCustomerId(mock), 'wallet');
  const { data: order } = await me('createOrder', { body });
  lab.clock.advance('P1D');
  expect((await me('getOrder', { params: { id: order.id } })).data.status).toBe('processing');
  expect(lab.resources.get('orders', order.id)).toMatchObject({
    status: 'processing',
    levers: ['complete', 'fail'],
  });
  expect(lab.resources.pull('orders', order.id, 'complete')).toMatchObject({
    status: 'completed',
    levers: [],
  });
  expect((await me('getService', { params: { id: order.services[0] ?? '' } })).data.status).toBe('active');
  expect(() => lab.resources.pull('orders', order.id, 'fail')).toThrow(
    expect.objectContaining({ status: 409, message: expect.stringContaining('while it is processing') }),
  );
});

test('the lever that fails an order returns the payment to the wallet', async () => {
  const mock = createTestMock({ lifecycle: 'manual' });
  const lab = controlApi(mock.app);
  const me = mock.as('owner');
  const before = (await me('getWallet')).data.balance_amount;
  const body = orderBody(await activeCustomerId(mock), 'wallet');
  const { data: order } = await me('createOrder', { body });
  lab.resources.pull('orders', order.id, 'fail');
  expect((await me('getWallet')).data.balance_amount).toBe(before);
});

test('the side effects contain the current TOTP code of the persona twoFactor, and a log-in with this code succeeds', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const [first] = lab.outbox().codes;
  expect([first?.at, first?.valid_until]).toEqual(['2026-11-20T08:00:00Z', '2026-11-20T08:00:30Z']);
  expect(first?.persona).toBe('twoFactor');
  const { email = '', password = '' } = mock.app.personas.twoFactor ?? {};
  const signed = await mock.bearing(undefined)('login', {
    body: { email, password, totp_code: first?.code },
  });
  expect(signed.status).toBe(200);
  lab.clock.advance('30s');
  expect(lab.outbox().codes[0]?.code).not.toBe(first?.code);
});
