// Tests orders over the public API: prices, states, refusals, lists.
import { expect, test } from 'vitest';
import { createOrderShop, HOSTING_ITEMS } from '../testing/purchases.ts';
import { createTestMock, DAY, MINUTE, refusalOf, setWalletBalance } from '../testing/test-mock.ts';

const _UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('an order paid from the wallet is processing, its invoice is paid, its services are pending, and the wallet is debited', async () => {
  const { order, invoice, balance, call, customer } = await createOrderShop();
  const before = await balance();
  const reply = await order([
    {
      sku_id: 'hosting-pro',
      quantity: 1,
      billing_cycle: 'monthly',
      config: { domain: 'example.org', plan: 'pro' },
    },
    {
      sku_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      quantity: 1,
      billing_cycle: '1_year',
      config: { domain: 'example.org' },
    },
  ]);
  expect(reply.status).toBe(201);
  const { data } = reply;
  expect(data).toMatchObject({
    status: 'processing',
    total_amount: 2368,
    currency: 'EUR',
    payment_method: 'wallet',
    customer_id: customer.id,
  });
  expect(before - (await balance())).toBe(2368);
  expect(await invoice(data.invoice_id)).toMatchObject({
    status: 'paid',
    order_id: data.id,
    subtotal_amount: 1990,
    tax_amount: 378,
    total_amount: 2368,
    paid_amount: 2368,
    due_amount: 0,
  });
  expect(data.services).toHaveLength(2);
  for (const id of data.services) {
    expect((await call('getService', { params: { id } })).data).toMatchObject({
      status: 'pending',
      order_id: data.id,
    });
  }
  const payments = (await call('listPayments', { query: { invoice_id: data.invoice_id } })).data.data;
  expect(payments).toMatchObject([
    { amount: 2368, method: 'wallet', status: 'succeeded', order_id: data.id },
  ]);
});

test('with an immediate lifecycle an order is processing in the reply to its creation and completed at the next read', async () => {
  const { order, get } = await createOrderShop(createTestMock({ world: 'empty', lifecycle: 'immediate' }));
  const { data } = await order(HOSTING_ITEMS);
  expect(data.status).toBe('processing');
  expect((await get(data.id)).status).toBe('completed');
});

test('with a manual lifecycle an order stays processing', async () => {
  const { order, get, mock } = await createOrderShop(createTestMock({ world: 'empty', lifecycle: 'manual' }));
  const { id } = (await order(HOSTING_ITEMS)).data;
  mock.pass(300 * DAY);
  expect((await get(id)).status).toBe('processing');
});

test('an order creates one service per unit of each item', async () => {
  const { order } = await createOrderShop();
  const { data } = await order([
    ...HOSTING_ITEMS,
    { sku_id: 'email-basic', quantity: 3, billing_cycle: 'quarterly' },
  ]);
  expect(data.services).toHaveLength(4);
  expect(data.items?.map((item) => item.service_ids.length)).toEqual([1, 3]);
  expect(data.items?.flatMap((item) => item.service_ids)).toEqual(data.services);
  expect(data.items?.[1]).toMatchObject({ quantity: 3, unit_amount: 597, amount: 1791 });
});

test('createOrder accepts any string as a SKU', async () => {
  const { order, call } = await createOrderShop();
  for (const sku_id of [
    'x',
    '0b9cba05-3b2a-4d84-9d3d-9cbe9b5ad8f7',
    'Ünïcode / 円 ; DROP',
    'x'.repeat(255),
    '__proto__',
    'constructor',
  ]) {
    const reply = await order([{ sku_id, quantity: 1, billing_cycle: 'one_time' }]);
    expect([sku_id, reply.status]).toEqual([sku_id, 201]);
    expect((await call('getService', { params: { id: reply.data.services[0] ?? '' } })).data).toMatchObject({
      sku_id,
      type: 'other',
    });
  }
});

test('an order that costs more than the wallet balance is rejected and creates nothing', async () => {
  const { mock, order, call, balance } = await createOrderShop();
  setWalletBalance(mock, 1177);
  const before = mock.app.world.export().tables;
  const reply = await order(HOSTING_ITEMS);
  expect(refusalOf(reply)).toBe('422 INSUFFICIENT_FUNDS payment_method');
  expect(mock.app.world.export().tables).toEqual(before);
  await call('topUpWallet', { body: { amount: 1 } });
  expect((await order(HOSTING_ITEMS)).status).toBe(201);
  expect(await balance()).toBe(0);
});

test('an order whose provisioning fails gets the status failed, and the wallet gets the money back', async () => {
  const { order, get, call, mock, invoice, balance } = await createOrderShop();
  const before = await balance();
  const { id, invoice_id, services } = (
    await order([...HOSTING_ITEMS, { sku_id: 'vps-fail', quantity: 1, billing_cycle: 'monthly' }])
  ).data;
  mock.pass(MINUTE);
  expect(await get(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'VPS that cannot be provisioned could not be provisioned.',
  });
  expect((await invoice(invoice_id)).status).toBe('refunded');
  expect(await balance()).toBe(before);
  for (const service of services)
    expect((await call('getService', { params: { id: service } })).data.status).toBe('failed');
});

test('orders can be filtered by status, customer and time', async () => {
  const call = createTestMock().as('owner');
  const all = (await call('listOrders', { query: { per_page: '100' } })).data.data;
  for (const status of ['pending', 'processing', 'completed', 'cancelled', 'failed']) {
    const found = (await call('listOrders', { query: { status, per_page: '100' } })).data.data;
    expect(found.length, status).toBeGreaterThan(0);
    expect(found.map((one) => one.id).sort()).toEqual(
      all
        .filter((one) => one.status === status)
        .map((one) => one.id)
        .sort(),
    );
  }
});
