// Tests orders that wait for a payment: an order is paid or cancelled.
import { expect, test } from 'vitest';
import { createOrderShop, HOSTING_ITEMS } from '../testing/purchases.ts';
import { MINUTE } from '../testing/test-mock.ts';

test('an order paid by another method than the wallet is pending, its invoice is due in 14 days, and the wallet is unchanged', async () => {
  const { order, invoice, balance } = await createOrderShop();
  const before = await balance();
  const { data } = await order(HOSTING_ITEMS, 'bank_transfer');
  expect(data.status).toBe('pending');
  expect(await invoice(data.invoice_id)).toMatchObject({
    status: 'unpaid',
    paid_amount: 0,
    due_amount: 1178,
    due_at: '2026-12-04T08:00:00Z',
    paid_at: null,
  });
  expect(await balance()).toBe(before);
});

test('a pending order is provisioned once its invoice is paid, in one payment or in several', async () => {
  const { order, get, call, mock, invoice } = await createOrderShop();
  const { id, invoice_id } = (await order(HOSTING_ITEMS, 'bank_transfer')).data;
  await call('createPayment', { body: { invoice_id, amount: 1000, method: 'bank_transfer' } });
  expect((await get(id)).status).toBe('pending');
  await call('createPayment', { body: { invoice_id, amount: 178, method: 'cash' } });
  expect((await get(id)).status).toBe('processing');
  expect((await invoice(invoice_id)).status).toBe('paid');
  mock.pass(MINUTE);
  expect((await get(id)).status).toBe('completed');
});

test('cancelling a pending order cancels its invoice and its services', async () => {
  const { order, get, call, invoice } = await createOrderShop();
  const { id, invoice_id, services } = (await order(HOSTING_ITEMS, 'manual')).data;
  const cancelled = await call('cancelOrder', { params: { id } });
  expect([cancelled.status, cancelled.data.status, cancelled.data.cancelled_at]).toEqual([
    200,
    'cancelled',
    '2026-11-20T08:00:00Z',
  ]);
  expect((await get(id)).status).toBe('cancelled');
  expect((await invoice(invoice_id)).status).toBe('cancelled');
  expect((await call('getService', { params: { id: services[0] ?? '' } })).data.status).toBe('cancelled');
  expect((await call('createPayment', { body: { invoice_id, amount: 1, method: 'cash' } })).status).toBe(422);
});

test('cancelling an order returns partial payments to the wallet', async () => {
  const { order, call, balance } = await createOrderShop();
  const { id, invoice_id } = (await order(HOSTING_ITEMS, 'manual')).data;
  await call('createPayment', { body: { invoice_id, amount: 300, method: 'cash' } });
  const before = await balance();
  await call('cancelOrder', { params: { id } });
  expect((await balance()) - before).toBe(300);
  const payments = (await call('listPayments', { query: { invoice_id } })).data.data;
  expect(payments.map((one) => one.status)).toEqual(['refunded']);
});
