// Tests services over the public API: states, renewals, lists.
import { expect, test } from 'vitest';
import { createRunningService } from '../testing/purchases.ts';
import { DAY, HOUR, refusalOf, setWalletBalance } from '../testing/test-mock.ts';

test('a provisioned service is active, is due after one billing cycle, and has a subscription', async () => {
  const { service: get, call } = await createRunningService();
  const service = await get();
  expect(service).toMatchObject({
    status: 'active',
    type: 'hosting',
    name: 'Web Hosting Pro',
    quantity: 1,
    unit_amount: 990,
    auto_renew: true,
  });
  expect([service.activated_at, service.next_due_at]).toEqual([
    '2026-11-20T08:00:03Z',
    '2026-12-20T08:00:03Z',
  ]);
  const { data } = await call('getSubscription', { params: { id: service.subscription_id ?? '' } });
  expect(data).toMatchObject({
    status: 'active',
    service_id: service.id,
    next_billing_at: service.next_due_at,
    amount: 990,
  });
});

test('a one_time service has no due date and no subscription, and cannot be renewed', async () => {
  const { service: get, call, id } = await createRunningService('one_time');
  expect(await get()).toMatchObject({
    status: 'active',
    next_due_at: null,
    subscription_id: null,
    auto_renew: false,
  });
  const reply = await call('renewService', { params: { id } });
  expect(refusalOf(reply)).toContain('422 VALIDATION_FAILED');
  expect(reply.error.errors.billing_cycle?.[0]).toContain('10_year');
});

test('a suspended service shows the reason of the suspension until the suspension ends', async () => {
  const { call, id } = await createRunningService();
  const suspended = await call('suspendService', { params: { id }, body: { reason: 'Abuse report 1187.' } });
  expect(suspended.data).toMatchObject({
    status: 'suspended',
    suspension_reason: 'Abuse report 1187.',
    suspended_at: '2026-11-20T08:01:00Z',
  });
  const again = await call('unsuspendService', { params: { id } });
  expect(again.data).toMatchObject({ status: 'active', suspension_reason: null, suspended_at: null });
});

test('a renewal from the wallet charges one billing cycle and moves the due date by one cycle', async () => {
  const { call, id, service: get, balance } = await createRunningService();
  const before = await balance();
  const { status, data } = await call('renewService', { params: { id } });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    service_id: id,
    resource_type: 'service',
    resource_id: id,
    billing_cycle: 'monthly',
    amount: 990,
    status: 'completed',
    renewed_from: '2026-12-20T08:00:03Z',
    renewed_until: '2027-01-20T08:00:03Z',
  });
  const invoice = (await call('getInvoice', { params: { id: data.invoice_id } })).data;
  expect(invoice).toMatchObject({
    status: 'paid',
    subtotal_amount: 990,
    tax_amount: 188,
    total_amount: 1178,
    order_id: null,
  });
  expect(before - (await balance())).toBe(1178);
  expect((await get()).next_due_at).toBe('2027-01-20T08:00:03Z');
  const subscription = await call('getSubscription', { params: { id: invoice.subscription_id ?? '' } });
  expect(subscription.data).toMatchObject({
    current_period_start: '2026-11-20T08:00:03Z',
    current_period_end: '2027-01-20T08:00:03Z',
    next_billing_at: '2027-01-20T08:00:03Z',
  });
});

test('a renewal may use another billing cycle, and the service keeps its own cycle', async () => {
  const { call, id, service: get } = await createRunningService();
  const { data } = await call('renewService', { params: { id }, body: { billing_cycle: '1_year' } });
  expect(data).toMatchObject({
    billing_cycle: '1_year',
    amount: 9900,
    renewed_until: '2027-12-20T08:00:03Z',
  });
  expect(await get()).toMatchObject({
    billing_cycle: 'monthly',
    unit_amount: 990,
    next_due_at: '2027-12-20T08:00:03Z',
  });
});

test('a renewal by another payment method is pending, and moves the due date when its invoice is paid', async () => {
  const { call, id, service: get } = await createRunningService();
  const { data } = await call('renewService', { params: { id }, body: { payment_method: 'bank_transfer' } });
  expect(data.status).toBe('pending');
  expect((await get()).next_due_at).toBe('2026-12-20T08:00:03Z');
  await call('createPayment', {
    body: { invoice_id: data.invoice_id, amount: 1178, payment_method: 'bank_transfer' },
  });
  expect((await get()).next_due_at).toBe('2027-01-20T08:00:03Z');
});

test('two unpaid renewals charge for two billing cycles, in whichever order they are paid', async () => {
  const { call, id, service: get } = await createRunningService();
  const body = { payment_method: 'cash' };
  const [one, two] = [
    (await call('renewService', { params: { id }, body })).data,
    (await call('renewService', { params: { id }, body })).data,
  ];
  expect([one.renewed_until, two.renewed_from]).toEqual(['2027-01-20T08:00:03Z', '2027-01-20T08:00:03Z']);
  for (const { invoice_id } of [two, one])
    await call('createPayment', { body: { invoice_id, amount: 1178, payment_method: 'cash' } });
  expect((await get()).next_due_at).toBe('2027-02-20T08:00:03Z');
});

test('a renewal that costs more than the wallet balance is rejected and issues no invoice', async () => {
  const { mock, call, id, balance } = await createRunningService();
  setWalletBalance(mock, 500);
  const invoices = (await call('listInvoices')).data.meta.total;
  const reply = await call('renewService', { params: { id } });
  expect(refusalOf(reply)).toBe('422 INSUFFICIENT_FUNDS payment_method');
  expect([await balance(), (await call('listInvoices')).data.meta.total]).toEqual([500, invoices]);
});

test('services of type domain and ssl have an expires_at, and services of other types have none', async () => {
  const domain = await createRunningService('1_year', 'domain-org');
  expect(await domain.service()).toMatchObject({ type: 'domain', expires_at: '2027-11-20T08:00:03Z' });
  await domain.call('renewService', { params: { id: domain.id } });
  expect((await domain.service()).expires_at).toBe('2028-11-20T08:00:03Z');
  expect((await (await createRunningService()).service()).expires_at).toBeNull();
});

test('an hourly service is renewed every hour', async () => {
  const { mock, service: get } = await createRunningService('hourly', 'vps-s');
  mock.pass(5 * HOUR);
  expect((await get()).next_due_at).toBe('2026-11-20T14:00:03Z');
  mock.pass(2 * DAY);
  expect((await get()).next_due_at).toBe('2026-11-22T14:00:03Z');
});

test('a service can be renewed many times, but not beyond the last year that a date can express', async () => {
  const { call, id, mock, service: get } = await createRunningService('10_year', 'vps-s');
  await get();
  mock.peek((store) => {
    const { subscription_id } = store.services.update(id, { next_due_at: '9979-12-31T00:00:00Z' });
    store.subscriptions.update(subscription_id ?? '', { current_period_end: '9979-12-31T00:00:00Z' });
  });
  expect((await call('renewService', { params: { id } })).data.renewed_until).toBe('9989-12-31T00:00:00Z');
  const refused = await call('renewService', { params: { id } });
  expect(refusalOf(refused)).toContain('422 LIMIT_REACHED');
});
