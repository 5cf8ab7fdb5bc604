// Tests subscriptions: listing, cancelling now, and cancelling at the end of the paid period.
import { expect, test } from 'vitest';
import { createUnpaidOrder } from '../testing/purchases.ts';
import { createTestMock, DAY, MINUTE } from '../testing/test-mock.ts';

// Creates a service that has just become active, and returns functions to call operations on its subscription.
async function createSubscription() {
  const { mock, call, pay, order } = await createUnpaidOrder();
  await pay(1178);
  mock.pass(MINUTE);
  const [subscription] = (await call('listSubscriptions')).data.data;
  const id = subscription?.id ?? '';
  return {
    mock,
    call,
    id,
    get: async () => (await call('getSubscription', { params: { id } })).data,
    service: async () => (await call('getService', { params: { id: order.services[0] ?? '' } })).data,
  };
}

test('listSubscriptions returns only active subscriptions unless the query names another status', async () => {
  const call = createTestMock().as('owner');
  const statuses = async (query: Record<string, string>) => [
    ...new Set((await call('listSubscriptions', { query })).data.data.map((one) => one.status)),
  ];
  expect(await statuses({})).toEqual(['active']);
  for (const status of ['active', 'past_due', 'cancelled', 'expired'])
    expect(await statuses({ status })).toEqual([status]);
});

test('a subscription that is cancelled now bills no further cycle, and its service runs until its due date', async () => {
  const { mock, call, id, service } = await createSubscription();
  const { data } = await call('cancelSubscription', { params: { id } });
  expect(data).toMatchObject({
    status: 'cancelled',
    next_billing_at: null,
    cancelled_at: '2026-11-20T08:01:00Z',
  });
  expect(await service()).toMatchObject({
    status: 'active',
    auto_renew: false,
    next_due_at: '2026-12-20T08:00:03Z',
  });
  const invoices = (await call('listInvoices')).data.meta.total;
  mock.pass(31 * DAY);
  expect((await service()).status).toBe('terminated');
  expect((await call('listInvoices')).data.meta.total).toBe(invoices);
});

test('a second cancellation of a subscription returns the same reply', async () => {
  const { mock, call, id } = await createSubscription();
  const first = await call('cancelSubscription', { params: { id } });
  mock.pass(DAY);
  const second = await call('cancelSubscription', { params: { id } });
  expect([second.status, second.text]).toEqual([200, first.text]);
});

test('a subscription cancelled at the end of its period stays active until then, and ends together with its service', async () => {
  const { mock, call, id, get, service } = await createSubscription();
  const { data } = await call('cancelSubscription', { params: { id }, query: { at_period_end: 'true' } });
  expect(data).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    next_billing_at: null,
    cancelled_at: null,
  });
  mock.pass(29 * DAY);
  expect((await get()).status).toBe('active');
  mock.pass(2 * DAY);
  expect(await get()).toMatchObject({ status: 'cancelled', cancelled_at: '2026-12-20T08:00:03Z' });
  expect((await service()).status).toBe('terminated');
});

test('a manual renewal extends the service of a cancelled subscription', async () => {
  const { mock, call, id, service } = await createSubscription();
  await call('cancelSubscription', { params: { id } });
  await call('renewService', { params: { id: (await service()).id } });
  mock.pass(40 * DAY);
  expect(await service()).toMatchObject({ status: 'active', next_due_at: '2027-01-20T08:00:03Z' });
  mock.pass(30 * DAY);
  expect((await service()).status).toBe('terminated');
});
