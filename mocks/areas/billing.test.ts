import { expect, test } from 'vitest';
import { createTestMock, customerBody, DAY, MINUTE, setWalletBalance } from '../testing/test-mock.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** A pending order of one hosting package in the empty world, 1178 to pay. */
async function debt() {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const customer = (await call('createCustomer', { body: customerBody() })).data;
  const items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
  const order = (
    await call('createOrder', { body: { customer_id: customer.id, items, payment_method: 'bank_transfer' } })
  ).data;
  const { invoice_id } = order;
  return {
    mock,
    call,
    order,
    invoice_id,
    invoice: async () => (await call('getInvoice', { params: { id: invoice_id } })).data,
    pay: (amount: number, more: object = {}) =>
      call('createPayment', { body: { invoice_id, amount, method: 'cash', ...more } }),
  };
}

test.each([
  ['2026-11-19T12:00:00+02', '2026-11-19T10:00:00Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
  ['2026-11-19t12:00:00z', '2026-11-19T12:00:00Z'],
])('a payment may be dated %s', async (paid_at, recorded) => {
  const { pay, call } = await debt();
  expect((await pay(100, { paid_at })).data.paid_at).toBe(recorded);
  expect((await call('listPayments', { query: { created_from: paid_at } })).data.meta.total).toBe(1);
});

test('a payment dated outside the years that can be written is refused', async () => {
  const { pay } = await debt();
  const reply = await pay(100, { paid_at: '9999-12-31T23:59:59-01:00' });
  expect([reply.status, Object.keys(reply.error.errors)]).toEqual([422, ['paid_at']]);
});

test('a payment is recorded as it was sent, now when it says no date, in UTC when it says another offset', async () => {
  const { pay, order } = await debt();
  const first = await pay(100, { reference: 'A-1', note: 'At the desk.', currency: 'EUR' });
  expect(first.status).toBe(201);
  expect(first.data).toMatchObject({
    amount: 100,
    currency: 'EUR',
    method: 'cash',
    reference: 'A-1',
    note: 'At the desk.',
    status: 'succeeded',
    order_id: order.id,
    paid_at: '2026-11-20T08:00:00Z',
  });
  expect((await pay(100, { paid_at: '2026-11-19T23:30:00+02:00' })).data.paid_at).toBe(
    '2026-11-19T21:30:00Z',
  );
});

test('partial payments add up until nothing is due', async () => {
  const { pay, invoice } = await debt();
  await pay(1000);
  expect(await invoice()).toMatchObject({ status: 'unpaid', paid_amount: 1000, due_amount: 178 });
  await pay(178);
  expect(await invoice()).toMatchObject({
    status: 'paid',
    paid_amount: 1178,
    due_amount: 0,
    paid_at: '2026-11-20T08:00:00Z',
  });
});

test('a payment over what is due is refused and moves nothing', async () => {
  const { pay, invoice } = await debt();
  const reply = await pay(1179);
  expect([reply.status, reply.error.code]).toEqual([422, 'AMOUNT_EXCEEDS_DUE']);
  expect(reply.error.errors.amount?.[0]).toContain('1178');
  expect(await invoice()).toMatchObject({ status: 'unpaid', paid_amount: 0 });
});

test('an invoice that is paid, cancelled or unknown takes no payment', async () => {
  const paid = await debt();
  await paid.pay(1178);
  const again = await paid.pay(1);
  expect([again.status, again.error.code, Object.keys(again.error.errors)]).toEqual([
    422,
    'INVALID_STATE',
    ['invoice_id'],
  ]);
  const cancelled = await debt();
  await cancelled.call('cancelOrder', { params: { id: cancelled.order.id } });
  expect((await cancelled.pay(1)).error.errors.invoice_id?.[0]).toContain('cancelled');
  const unknown = await paid.pay(1, { invoice_id: UNKNOWN });
  expect([unknown.status, Object.keys(unknown.error.errors)]).toEqual([422, ['invoice_id']]);
});

test('another tenant’s invoice cannot be paid, and says no more than an unknown one', async () => {
  const mock = createTestMock();
  const [theirs] = (await mock.as('otherOwner')('listInvoices')).data.data;
  const pay = (invoice_id: string) =>
    mock.as('owner')('createPayment', { body: { invoice_id, amount: 1, method: 'cash' } });
  expect((await pay(theirs?.id ?? '')).text).toBe((await pay(UNKNOWN)).text);
});

test('a payment in another currency is refused on currency', async () => {
  const { pay } = await debt();
  const reply = await pay(1, { currency: 'USD' });
  expect([reply.status, reply.error.errors.currency?.[0]]).toEqual([
    422,
    'The amount is in another currency. Send it in EUR, or leave currency out.',
  ]);
});

test('a reference is taken once per method', async () => {
  const { pay } = await debt();
  expect((await pay(1, { reference: 'R' })).status).toBe(201);
  const again = await pay(1, { reference: 'R' });
  expect([again.status, again.error.code, Object.keys(again.error.errors)]).toEqual([
    422,
    'ALREADY_EXISTS',
    ['reference'],
  ]);
  expect((await pay(1, { reference: 'R', method: 'cheque' })).status).toBe(201);
  expect((await pay(1)).status).toBe(201);
  expect((await pay(1)).status).toBe(201);
});

test('a payment from the wallet debits it, and is refused on method when it cannot', async () => {
  const { mock, pay, call } = await debt();
  setWalletBalance(mock, 1000);
  const reply = await pay(1178, { method: 'wallet' });
  expect([reply.status, reply.error.code, Object.keys(reply.error.errors)]).toEqual([
    422,
    'INSUFFICIENT_FUNDS',
    ['method'],
  ]);
  expect((await pay(900, { method: 'wallet' })).status).toBe(201);
  expect((await call('getWallet')).data.balance_amount).toBe(100);
});

test('a top-up adds to the balance, and answers with the movement', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const before = (await call('getWallet')).data;
  const { status, data } = await call('topUpWallet', {
    body: { amount: 50_000, currency: 'EUR', payment_method: 'bank_transfer', reference: 'SEPA-8841' },
  });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    type: 'topup',
    amount: 50_000,
    currency: 'EUR',
    balance_after_amount: before.balance_amount + 50_000,
    status: 'succeeded',
    reference: 'SEPA-8841',
  });
  const after = (await call('getWallet')).data;
  expect(after).toMatchObject({
    balance_amount: before.balance_amount + 50_000,
    available_amount: before.available_amount + 50_000,
    reserved_amount: 0,
  });
});

test('a top-up in another currency, or from the wallet itself, is refused', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  expect((await call('topUpWallet', { body: { amount: 1, currency: 'USD' } })).error.errors).toHaveProperty(
    'currency',
  );
  expect(
    (await call('topUpWallet', { body: { amount: 1, payment_method: 'wallet' } })).error.errors,
  ).toHaveProperty('payment_method');
});

test('an invoice that is not paid is overdue once its due date has passed, and can still be paid', async () => {
  const { mock, invoice, pay, call, order } = await debt();
  mock.pass(14 * DAY - 1000);
  expect((await invoice()).status).toBe('unpaid');
  mock.pass(1000);
  expect((await invoice()).status).toBe('overdue');
  expect((await call('getOrder', { params: { id: order.id } })).data.status).toBe('pending');
  await pay(1178);
  expect((await invoice()).status).toBe('paid');
});

test('invoices are numbered in order, per tenant, with its prefix and the year', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const customer_id = (await call('createCustomer', { body: customerBody() })).data.id;
  const items = [{ sku_id: 'setup-fee', quantity: 1, billing_cycle: 'one_time' }];
  const number = async () => {
    const { invoice_id } = (
      await call('createOrder', { body: { customer_id, items, payment_method: 'wallet' } })
    ).data;
    return (await call('getInvoice', { params: { id: invoice_id } })).data.number;
  };
  expect([await number(), await number()]).toEqual(['ACME-2026-000001', 'ACME-2026-000002']);
  mock.pass(60 * DAY);
  expect(await number()).toBe('ACME-2027-000003');
});

test('the PDF of an invoice is a PDF under its number', async () => {
  const { call, invoice_id, invoice } = await debt();
  const reply = await call('downloadInvoicePdf', { params: { id: invoice_id } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(reply.headers.get('content-disposition')).toContain(`${(await invoice()).number}.pdf`);
  expect(reply.text.startsWith('%PDF-')).toBe(true);
});

/** The subscription of a service that runs since just now. */
async function subscribed() {
  const { mock, call, pay, order } = await debt();
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

test('only active subscriptions are listed, unless another status is asked for', async () => {
  const call = createTestMock().as('owner');
  const statuses = async (query: Record<string, string>) => [
    ...new Set((await call('listSubscriptions', { query })).data.data.map((one) => one.status)),
  ];
  expect(await statuses({})).toEqual(['active']);
  for (const status of ['active', 'past_due', 'cancelled', 'expired'])
    expect(await statuses({ status })).toEqual([status]);
});

test('a subscription cancelled now bills no more, and its service lives to its due date', async () => {
  const { mock, call, id, service } = await subscribed();
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

test('cancelling twice answers the same', async () => {
  const { mock, call, id } = await subscribed();
  const first = await call('cancelSubscription', { params: { id } });
  mock.pass(DAY);
  const second = await call('cancelSubscription', { params: { id } });
  expect([second.status, second.text]).toEqual([200, first.text]);
});

test('a subscription cancelled at the period’s end stays active until then, and then ends with its service', async () => {
  const { mock, call, id, get, service } = await subscribed();
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

test('a service of a cancelled subscription that is renewed by hand lives that much longer', async () => {
  const { mock, call, id, service } = await subscribed();
  await call('cancelSubscription', { params: { id } });
  await call('renewService', { params: { id: (await service()).id } });
  mock.pass(40 * DAY);
  expect(await service()).toMatchObject({ status: 'active', next_due_at: '2027-01-20T08:00:03Z' });
  mock.pass(30 * DAY);
  expect((await service()).status).toBe('terminated');
});

test('payments and invoices are found by what they are about', async () => {
  const call = createTestMock().as('owner');
  const payments = (await call('listPayments', { query: { per_page: '100' } })).data.data;
  const [some] = payments.filter((one) => one.method === 'card');
  const found = async (query: Record<string, string>) =>
    (await call('listPayments', { query: { per_page: '100', ...query } })).data.data
      .map((one) => one.id)
      .sort();
  expect(await found({ method: 'card' })).toEqual(
    payments
      .filter((one) => one.method === 'card')
      .map((one) => one.id)
      .sort(),
  );
  expect(await found({ invoice_id: some?.invoice_id ?? '', status: 'succeeded' })).toEqual(
    payments
      .filter((one) => one.invoice_id === some?.invoice_id && one.status === 'succeeded')
      .map((one) => one.id)
      .sort(),
  );
  const due = (
    await call('listInvoices', {
      query: { due_before: '2026-11-20T08:00:00Z', status: 'overdue', sort: 'due_at' },
    })
  ).data.data;
  expect(due.length).toBeGreaterThan(0);
  expect(due.every((one) => (one.due_at ?? '') < '2026-11-20T08:00:00Z')).toBe(true);
  const last = (await call('listInvoices', { query: { sort: '-due_at', per_page: '100' } })).data.data.at(-1);
  expect(last?.due_at).toBeNull();
});
