// Tests VPS instances that are suspended, terminated, or fail to be provisioned.
import { expect, test } from 'vitest';
import { createRunningVps, createVpsInstance } from '../testing/purchases.ts';
import { DAY, MINUTE } from '../testing/test-mock.ts';

test('an instance is suspended with its service, even during a transition, and runs when the suspension ends', async () => {
  const { mock, call, params, get, created } = await createRunningVps();
  const service = { params: { id: created.data.service_id } };
  await call('stopVps', { params });
  await call('suspendService', service);
  mock.pass(MINUTE);
  expect((await get()).status).toBe('suspended');
  expect((await call('startVps', { params })).status).toBe(422);
  await call('unsuspendService', service);
  expect((await get()).status).toBe('running');
});

test('an instance is terminated with its service, and its IP addresses can be assigned again', async () => {
  const { mock, call, params, get, created } = await createRunningVps();
  await call('resizeVps', { params, body: { sku_id: 'vps-8g' } });
  const gone = await call('terminateVps', { params });
  expect(gone.data).toMatchObject({
    status: 'terminated',
    terminated_at: '2026-11-20T08:01:00Z',
    ipv4: [],
    ipv6: [],
    next_due_at: null,
  });
  const service = await call('getService', { params: { id: created.data.service_id } });
  expect(service.data.status).toBe('terminated');
  mock.pass(DAY);
  expect((await call('terminateVps', { params })).text).toBe(gone.text);
  expect(await get()).toEqual(gone.data);
});

test('terminating an instance with an unpaid order cancels the order and its invoice', async () => {
  const { call, params, created } = await createVpsInstance({ payment_method: 'bank_transfer' });
  expect((await call('terminateVps', { params })).data.status).toBe('terminated');
  const order = await call('getOrder', { params: { id: created.data.order_id ?? '' } });
  expect(order.data.status).toBe('cancelled');
  const invoice = await call('getInvoice', { params: { id: created.data.invoice_id ?? '' } });
  expect(invoice.data.status).toBe('cancelled');
});

test('terminating an instance during provisioning returns the payment to the wallet', async () => {
  const { mock, call, params, created, get } = await createVpsInstance();
  const before = (await call('getWallet')).data.balance_amount;
  expect((await call('terminateVps', { params })).data.status).toBe('terminated');
  const order = await call('getOrder', { params: { id: created.data.order_id ?? '' } });
  expect(order.data.status).toBe('failed');
  expect((await call('getWallet')).data.balance_amount).toBe(before + order.data.total_amount);
  mock.pass(MINUTE);
  expect((await get()).status).toBe('terminated');
});

test('terminating one of several instances during provisioning does not affect the other instances', async () => {
  const { mock, call, customer } = await createVpsInstance();
  const order = await call('createOrder', {
    body: {
      customer_id: customer.id,
      payment_method: 'wallet',
      items: [
        { sku_id: 'vps-s', quantity: 2, billing_cycle: 'monthly', config: { region: 'se-sto', image: 7 } },
      ],
    },
  });
  const { data } = await call('listVps', { query: { region: 'se-sto' } });
  expect(data.data.map(({ order_id, image }) => [order_id, image])).toEqual([
    [order.data.id, 'debian-13'],
    [order.data.id, 'debian-13'],
  ]);
  await call('terminateVps', { params: { id: data.data[0]?.id ?? '' } });
  mock.pass(MINUTE);
  const after = await call('listVps', { query: { region: 'se-sto' } });
  expect(after.data.data.map(({ status }) => status)).toEqual(['terminated', 'running']);
  expect((await call('getOrder', { params: { id: order.data.id } })).data.status).toBe('completed');
});

test('an instance whose provisioning fails has the status error and can be terminated', async () => {
  const { call, params, get } = await createRunningVps({ sku_id: 'vps-fail' });
  expect((await get()).status).toBe('error');
  expect((await call('startVps', { params })).status).toBe(422);
  expect((await call('terminateVps', { params })).data.status).toBe('terminated');
});
