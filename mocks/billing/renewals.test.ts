// Tests automatic renewals: paid from the wallet, overdue, suspended, paid late.
import { expect, test } from 'vitest';
import { createRunningService } from '../testing/purchases.ts';
import {
  createTestMock,
  customerBody,
  DAY,
  MINUTE,
  refusalOf,
  setWalletBalance,
} from '../testing/test-mock.ts';

test('a renewal is paid from the wallet at the instant when the paid period ends', async () => {
  const { mock, service, subscription, invoices } = await createRunningService();
  mock.pass(30 * DAY);
  expect(await subscription()).toMatchObject({
    status: 'active',
    current_period_start: '2026-12-20T08:00:03Z',
    current_period_end: '2027-01-20T08:00:03Z',
    next_billing_at: '2027-01-20T08:00:03Z',
  });
  expect((await service()).next_due_at).toBe('2027-01-20T08:00:03Z');
  const [, renewal] = await invoices();
  expect(renewal).toMatchObject({
    status: 'paid',
    order_id: null,
    total_amount: 1178,
    issued_at: '2026-12-20T08:00:03Z',
    paid_at: '2026-12-20T08:00:03Z',
  });
  expect(renewal?.lines[0]).toMatchObject({
    period_start: '2026-12-20T08:00:03Z',
    period_end: '2027-01-20T08:00:03Z',
  });
});

test('advancing the clock by a year bills twelve monthly cycles, each at the start of the cycle', async () => {
  const { mock, invoices } = await createRunningService();
  mock.pass(365 * DAY);
  const issued = (await invoices({ per_page: '100' })).slice(1).map((one) => one.issued_at?.slice(0, 10));
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, 11 + month, 20)));
  expect(issued).toEqual(months.map((day) => day.toISOString().slice(0, 10)));
});

test('a service activated on the 31st is due on the last day of shorter months, and on the 31st of longer months', async () => {
  const mock = createTestMock({ world: 'empty', clock: '2027-01-31T12:00:00Z' });
  mock.app.world.clock.freeze();
  const call = mock.as('owner');
  const customer_id = (await call('createCustomer', { body: customerBody() })).data.id;
  const items = [{ sku_id: 'vps-s', quantity: 1, billing_cycle: 'monthly' }];
  const { services } = (await call('createOrder', { body: { customer_id, items, payment_method: 'wallet' } }))
    .data;
  mock.pass(MINUTE);
  const days: string[] = [];
  for (let month = 0; month < 4; month += 1) {
    const { next_due_at } = (await call('getService', { params: { id: services[0] ?? '' } })).data;
    days.push(next_due_at?.slice(0, 10) ?? '');
    mock.app.world.clock.set(Date.parse(next_due_at ?? '') + 1000);
  }
  expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
});

test('an automatic renewal above the wallet balance is billed, is overdue after a week, and makes the subscription past_due', async () => {
  const { mock, service, subscription, invoices } = await createRunningService();
  setWalletBalance(mock, 100);
  mock.pass(30 * DAY);
  expect((await invoices()).at(-1)).toMatchObject({ status: 'unpaid', due_at: '2026-12-27T08:00:03Z' });
  expect((await subscription()).status).toBe('active');
  mock.pass(7 * DAY);
  expect((await invoices()).at(-1)?.status).toBe('overdue');
  expect((await subscription()).status).toBe('past_due');
  expect((await service()).status).toBe('active');
});

test("a service is suspended two weeks after an unpaid renewal, and only paying the renewal's invoice ends the suspension", async () => {
  const { mock, call, id, service, subscription, invoices } = await createRunningService();
  setWalletBalance(mock, 100);
  mock.pass(45 * DAY);
  const debt = (await invoices()).at(-1);
  expect(await service()).toMatchObject({
    status: 'suspended',
    suspension_reason: `Invoice ${debt?.number} is overdue.`,
  });
  const refused = await call('unsuspendService', { params: { id } });
  expect(refusalOf(refused)).toContain('422 INVALID_STATE');
  expect(refused.error.errors.status?.[0]).toContain(debt?.number);
  await call('createPayment', { body: { invoice_id: debt?.id ?? '', amount: 1178, payment_method: 'cash' } });
  expect(await service()).toMatchObject({
    status: 'active',
    suspension_reason: null,
    next_due_at: '2027-01-20T08:00:03Z',
  });
  expect(await subscription()).toMatchObject({
    status: 'active',
    current_period_end: '2027-01-20T08:00:03Z',
  });
});

test('paying an overdue invoice does not unsuspend a service that a user suspended', async () => {
  const { mock, call, id, service, invoices } = await createRunningService();
  setWalletBalance(mock, 100);
  await call('suspendService', { params: { id }, body: { reason: 'Abuse.' } });
  mock.pass(45 * DAY);
  await call('createPayment', {
    body: { invoice_id: (await invoices()).at(-1)?.id ?? '', amount: 1178, payment_method: 'cash' },
  });
  expect(await service()).toMatchObject({ status: 'suspended', suspension_reason: 'Abuse.' });
});

test('a late payment of a renewal bills each cycle that has ended since the renewal', async () => {
  const { mock, call, service, invoices } = await createRunningService();
  setWalletBalance(mock, 0);
  mock.pass(120 * DAY);
  await call('topUpWallet', { body: { amount: 100_000 } });
  await call('createPayment', {
    body: { invoice_id: (await invoices()).at(-1)?.id ?? '', amount: 1178, payment_method: 'wallet' },
  });
  mock.pass(MINUTE);
  expect(await service()).toMatchObject({ status: 'active', next_due_at: '2027-04-20T08:00:03Z' });
  const periods = (await invoices()).slice(1).map((one) => one.lines[0]?.period_start?.slice(0, 10));
  expect(periods).toEqual(['2026-12-20', '2027-01-20', '2027-02-20', '2027-03-20']);
});

test('an unpaid manual renewal is not billed a second time when the paid period ends', async () => {
  const { mock, call, id, invoices, subscription } = await createRunningService();
  const { data } = await call('renewService', { params: { id }, body: { payment_method: 'bank_transfer' } });
  mock.pass(31 * DAY);
  expect((await invoices()).length).toBe(2);
  await call('createPayment', {
    body: { invoice_id: data.invoice_id, amount: 1178, payment_method: 'bank_transfer' },
  });
  expect(await subscription()).toMatchObject({
    status: 'active',
    current_period_end: '2027-01-20T08:00:03Z',
  });
  mock.pass(30 * DAY);
  expect((await invoices()).length).toBe(3);
});

test('a renewal becomes void when its service ends before the payment, and its invoice can still be paid', async () => {
  const { call, id, service } = await createRunningService();
  const { data } = await call('renewService', { params: { id }, body: { payment_method: 'cash' } });
  await call('terminateService', { params: { id } });
  const paid = await call('createPayment', {
    body: { invoice_id: data.invoice_id, amount: 1178, payment_method: 'cash' },
  });
  expect(paid.status).toBe(201);
  expect(await service()).toMatchObject({ status: 'terminated', next_due_at: null });
});

test('cancelling a past_due subscription ends its service, because the paid period is over', async () => {
  const { mock, call, service, subscription } = await createRunningService();
  setWalletBalance(mock, 0);
  mock.pass(40 * DAY);
  const { id, status } = await subscription();
  expect(status).toBe('past_due');
  expect((await call('cancelSubscription', { params: { id } })).data.status).toBe('cancelled');
  expect((await service()).status).toBe('terminated');
});

test('a service without auto_renew expires at the end of its subscription', async () => {
  const { mock, id, service, subscription } = await createRunningService();
  mock.peek((store) => store.services.update(id, { auto_renew: false }));
  mock.pass(31 * DAY);
  expect((await subscription()).status).toBe('expired');
  expect((await service()).status).toBe('terminated');
});

test('a subscription continues to bill after its overdue invoices were paid late and in the wrong order', async () => {
  const { mock, call, id, subscription, invoices } = await createRunningService();
  const body = { payment_method: 'cash' };
  const first = (await call('renewService', { params: { id }, body })).data;
  const second = (await call('renewService', { params: { id }, body })).data;
  const pay = (invoice_id: string) =>
    call('createPayment', { body: { invoice_id, amount: 1178, payment_method: 'cash' } });
  mock.pass(38 * DAY);
  expect((await subscription()).status).toBe('past_due');
  await pay(second.invoice_id);
  expect(await subscription()).toMatchObject({
    status: 'past_due',
    current_period_end: '2027-02-20T08:00:03Z',
  });
  mock.pass(60 * DAY);
  await pay(first.invoice_id);
  mock.pass(MINUTE);
  expect(await subscription()).toMatchObject({
    status: 'active',
    current_period_end: '2027-03-20T08:00:03Z',
  });
  expect(await invoices()).toHaveLength(4);
});
