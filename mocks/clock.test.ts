// Tests the world's clock: the order of timers, durations, and targets that the clock refuses.
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { activeCustomerId, createTestMock, orderBody } from './testing/test-mock.ts';

type Lab = Pick<ReturnType<typeof controlApi>, 'clock'>;

test('advancing the clock by a year runs all timers in order, each at its own time', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const customer = await activeCustomerId(mock);
  const { data } = await mock.as('owner')('createOrder', { body: orderBody(customer, 'wallet') });
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

test("token expiry, rate limits and stored idempotent responses follow the world's clock", async () => {
  const mock = createTestMock({ limits: 'A' });
  const lab = controlApi(mock.app);
  const me = mock.as('owner');
  const headers = { 'idempotency-key': 'k' };
  const customer = await activeCustomerId(mock);
  const body = orderBody(customer, 'bank_transfer');
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
  ['back to an earlier instant', (lab: Lab) => lab.clock.set('2026-11-20T07:59:59Z'), 'CLOCK_GOES_BACK'],
  ['back by a negative duration', (lab: Lab) => lab.clock.advance(-1), 'CLOCK_GOES_BACK'],
  ['by an invalid duration', (lab: Lab) => lab.clock.advance('soon'), 'VALIDATION_FAILED'],
  ['to an invalid instant', (lab: Lab) => lab.clock.set('Christmas'), 'VALIDATION_FAILED'],
  ['more than ten years at once', (lab: Lab) => lab.clock.advance('P10YT1S'), 'VALIDATION_FAILED'],
  ['to more than ten years later', (lab: Lab) => lab.clock.set('2036-11-20T08:00:01Z'), 'VALIDATION_FAILED'],
  ['past the end of the calendar', (lab: Lab) => lab.clock.advance('P9000Y'), 'VALIDATION_FAILED'],
])('the clock refuses to go %s, and its time stays unchanged', (_, move, code) => {
  const lab = controlApi(createTestMock({ world: 'empty' }).app);
  expect(() => move(lab)).toThrow(expect.objectContaining({ code }));
  expect(lab.clock.now().now).toBe('2026-11-20T08:00:00Z');
});
