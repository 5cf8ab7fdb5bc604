// Tests invoices, payments and the wallet over the public API.
import { expect, test } from 'vitest';
import { createUnpaidOrder } from '../testing/purchases.ts';
import { createTestMock, customerBody, DAY, refusalOf, setWalletBalance } from '../testing/test-mock.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test.each([
  ['2026-11-19T12:00:00+02', '2026-11-19T10:00:00Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
  ['2026-11-19t12:00:00z', '2026-11-19T12:00:00Z'],
])('createPayment accepts the date %s in paid_at', async (paid_at, recorded) => {
  const { pay, call } = await createUnpaidOrder();
  expect((await pay(100, { paid_at })).data.paid_at).toBe(recorded);
  expect((await call('listPayments', { query: { created_from: paid_at } })).data.meta.total).toBe(1);
});

test('createPayment rejects a paid_at outside the years 0000 to 9999 in UTC', async () => {
  const { pay } = await createUnpaidOrder();
  const reply = await pay(100, { paid_at: '9999-12-31T23:59:59-01:00' });
  expect(refusalOf(reply)).toBe('422 VALIDATION_FAILED paid_at');
});

test('a payment keeps the values sent, is dated now by default, and converts a given date to UTC', async () => {
  const { pay, order } = await createUnpaidOrder();
  const first = await pay(100, { reference: 'A-1', note: 'At the desk.', currency: 'EUR' });
  expect(first.status).toBe(201);
  expect(first.data).toMatchObject({
    amount: 100,
    currency: 'EUR',
    payment_method: 'cash',
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

test('createPayment rejects a payment of a paid, cancelled or unknown invoice', async () => {
  const paid = await createUnpaidOrder();
  await paid.pay(1178);
  const again = await paid.pay(1);
  expect(refusalOf(again)).toBe('422 INVALID_STATE invoice_id');
  const cancelled = await createUnpaidOrder();
  await cancelled.call('cancelOrder', { params: { id: cancelled.order.id } });
  expect((await cancelled.pay(1)).error.errors.invoice_id?.[0]).toContain('cancelled');
  const unknown = await paid.pay(1, { invoice_id: UNKNOWN });
  expect(refusalOf(unknown)).toBe('422 VALIDATION_FAILED invoice_id');
});

test('a payment in a currency other than that of the invoice is rejected on the field currency', async () => {
  const { pay } = await createUnpaidOrder();
  const reply = await pay(1, { currency: 'USD' });
  expect([reply.status, reply.error.errors.currency?.[0]]).toEqual([
    422,
    'The amount is in another currency. Send it in EUR, or leave currency out.',
  ]);
});

test('a second payment with the same method and reference is rejected', async () => {
  const { pay } = await createUnpaidOrder();
  expect((await pay(1, { reference: 'R' })).status).toBe(201);
  const again = await pay(1, { reference: 'R' });
  expect(refusalOf(again)).toBe('422 ALREADY_EXISTS reference');
  expect((await pay(1, { reference: 'R', payment_method: 'cheque' })).status).toBe(201);
  expect((await pay(1)).status).toBe(201);
  expect((await pay(1)).status).toBe(201);
});

test('a payment from the wallet debits the wallet, and is rejected on the field payment_method when the funds are insufficient', async () => {
  const { mock, pay, call } = await createUnpaidOrder();
  setWalletBalance(mock, 1000);
  const reply = await pay(1178, { payment_method: 'wallet' });
  expect(refusalOf(reply)).toBe('422 INSUFFICIENT_FUNDS payment_method');
  expect((await pay(900, { payment_method: 'wallet' })).status).toBe(201);
  expect((await call('getWallet')).data.balance_amount).toBe(100);
});

test('a wallet top-up in another currency, or with the wallet itself as payment method, is rejected', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  expect(refusalOf(await call('topUpWallet', { body: { amount: 1, currency: 'USD' } }))).toMatch(
    / currency$/,
  );
  expect(refusalOf(await call('topUpWallet', { body: { amount: 1, payment_method: 'wallet' } }))).toMatch(
    / payment_method$/,
  );
});

test('an unpaid invoice becomes overdue after its due date and can still be paid', async () => {
  const { mock, invoice, pay, call, order } = await createUnpaidOrder();
  mock.pass(14 * DAY - 1000);
  expect((await invoice()).status).toBe('unpaid');
  mock.pass(1000);
  expect((await invoice()).status).toBe('overdue');
  expect((await call('getOrder', { params: { id: order.id } })).data.status).toBe('pending');
  await pay(1178);
  expect((await invoice()).status).toBe('paid');
});

test("invoice numbers are counted per tenant and contain the tenant's prefix and the year", async () => {
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

test('the downloaded PDF of an invoice is a PDF file whose name is the invoice number', async () => {
  const { call, invoice_id, invoice } = await createUnpaidOrder();
  const reply = await call('downloadInvoicePdf', { params: { id: invoice_id } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(reply.headers.get('content-disposition')).toContain(`${(await invoice()).number}.pdf`);
  expect(reply.text.startsWith('%PDF-')).toBe(true);
});
