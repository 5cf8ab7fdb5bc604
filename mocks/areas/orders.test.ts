// Tests orders over the public API: states, payment, refusals, cancellation.
import { expect, test } from 'vitest';
import { createOrderShop, HOSTING_ITEMS } from '../testing/purchases.ts';
import { createTestMock, customerBody, MINUTE, refusalOf, setWalletBalance } from '../testing/test-mock.ts';

test('with an immediate lifecycle an order is processing in the reply to its creation and completed at the next read', async () => {
  const { order, get } = await createOrderShop(createTestMock({ world: 'empty', lifecycle: 'immediate' }));
  const { data } = await order(HOSTING_ITEMS);
  expect(data.status).toBe('processing');
  expect((await get(data.id)).status).toBe('completed');
});

test('createOrder accepts any string as a SKU', async () => {
  const { order, call } = await createOrderShop();
  for (const sku_id of [
    'x',
    '0b9cba05-3b2a-4d84-9d3d-9cbe9b5ad8f7',
    'Ünïcode / 円 ; DROP',
    '',
    ' \n',
    'x'.repeat(3000),
    '__proto__',
    'constructor',
  ]) {
    const reply = await order([{ sku_id, quantity: 1, billing_cycle: 'one_time' }]);
    expect([sku_id, reply.status]).toEqual([sku_id, 201]);
    expect((await call('getService', { params: { id: reply.data.services[0] ?? '' } })).data).toMatchObject({
      sku_id,
      type: 'other',
    });
    const invoice = await call('getInvoice', { params: { id: reply.data.invoice_id } });
    expect([sku_id, invoice.data.lines.map((line) => line.sku_id)]).toEqual([sku_id, [sku_id]]);
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

const PURCHASES = {
  createOrder: { items: HOSTING_ITEMS, payment_method: 'wallet' },
  registerDomain: { domain: 'bought.example', billing_cycle: '1_year' },
  transferDomain: { domain: 'elsewhere.example', auth_code: 'aB3$xY9!', billing_cycle: '1_year' },
  createHostingAccount: { sku_id: 'hosting-pro', domain: 'bought.example', billing_cycle: 'monthly' },
  createCertificate: {
    sku_id: 'ssl-dv',
    common_name: 'bought.example',
    validation_method: 'dns',
    billing_cycle: '1_year',
  },
  createEmailService: { sku_id: 'mail-10', domain: 'bought.example', billing_cycle: 'monthly' },
  createVps: {
    sku_id: 'vps-s',
    hostname: 'srv1.bought.example',
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: 'monthly',
  },
} as const;

test('every purchase is refused for an unknown customer, for an inactive one, and beyond the wallet balance', async () => {
  const { mock, call, customer } = await createOrderShop();
  const inactive = (await call('createCustomer', { body: customerBody('gone') })).data.id;
  await call('deactivateCustomer', { params: { id: inactive } });
  setWalletBalance(mock, 0);
  for (const [operation, body] of Object.entries(PURCHASES)) {
    const refused = async (customer_id: string) =>
      refusalOf(await call(operation as keyof typeof PURCHASES, { body: { ...body, customer_id } }));
    expect([operation, await refused('00000000-0000-4000-8000-000000000000')]).toEqual([
      operation,
      '422 VALIDATION_FAILED customer_id',
    ]);
    expect([operation, await refused(inactive)]).toEqual([operation, '422 INVALID_STATE customer_id']);
    expect([operation, await refused(customer.id)]).toEqual([
      operation,
      '422 INSUFFICIENT_FUNDS payment_method',
    ]);
  }
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

test('a pending order is provisioned once its invoice is paid, in one payment or in several', async () => {
  const { order, get, call, mock, invoice } = await createOrderShop();
  const { id, invoice_id } = (await order(HOSTING_ITEMS, 'bank_transfer')).data;
  await call('createPayment', { body: { invoice_id, amount: 1000, payment_method: 'bank_transfer' } });
  expect((await get(id)).status).toBe('pending');
  await call('createPayment', { body: { invoice_id, amount: 178, payment_method: 'cash' } });
  expect((await get(id)).status).toBe('processing');
  expect((await invoice(invoice_id)).status).toBe('paid');
  mock.pass(MINUTE);
  expect((await get(id)).status).toBe('completed');
});

test('cancelling an order returns partial payments to the wallet', async () => {
  const { order, call, balance } = await createOrderShop();
  const { id, invoice_id } = (await order(HOSTING_ITEMS, 'manual')).data;
  await call('createPayment', { body: { invoice_id, amount: 300, payment_method: 'cash' } });
  const before = await balance();
  await call('cancelOrder', { params: { id } });
  expect((await balance()) - before).toBe(300);
  const payments = (await call('listPayments', { query: { invoice_id } })).data.data;
  expect(payments.map((one) => one.status)).toEqual(['refunded']);
});
