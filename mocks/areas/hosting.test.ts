// Tests hosting accounts over the public API.
import { expect, test } from 'vitest';
import { createOrderShop } from '../testing/purchases.ts';
import { DAY, MINUTE, refusalOf } from '../testing/test-mock.ts';

async function createAccount(sent: object = {}) {
  const { mock, call, customer } = await createOrderShop();
  const body = {
    customer_id: customer.id,
    sku_id: 'hosting-pro',
    domain: 'example.org',
    billing_cycle: 'monthly',
    ...sent,
  };
  const created = await call('createHostingAccount', { body });
  return { mock, call, body, created, params: { id: created.data.id } };
}

test('accounts whose domains begin alike have different usernames, numbered without gaps', async () => {
  const { call, body } = await createAccount();
  const usernames: string[] = [];
  for (let at = 2; at <= 20; at++) {
    const created = await call('createHostingAccount', { body: { ...body, domain: `example-o${at}.org` } });
    usernames.push(created.data.username);
  }
  expect(usernames).toEqual(Array.from({ length: 19 }, (_, at) => `exampleo${at + 2}`));
});

test('createHostingAccount creates a service of type hosting for any SKU', async () => {
  const { call, created } = await createAccount({ sku_id: 'SKU:1/x' });
  const { data } = await call('getService', { params: { id: created.data.service_id } });
  expect(data).toMatchObject({ type: 'hosting', sku_id: 'SKU:1/x' });
});

test('the status of a hosting account follows its service: active, suspended, active again, terminated', async () => {
  const { mock, call, created, params } = await createAccount();
  const service = { id: created.data.service_id };
  const status = async () => (await call('getHostingAccount', { params })).data.status;
  mock.pass(MINUTE);
  expect((await call('getHostingAccount', { params })).data).toMatchObject({
    status: 'active',
    ip_address: expect.stringMatching(/^192\.0\.2\./),
    next_due_at: '2026-12-20T08:00:03Z',
  });
  await call('suspendService', { params: service, body: { reason: 'spam' } });
  expect((await call('getHostingAccount', { params })).data).toMatchObject({
    status: 'suspended',
    suspension_reason: 'spam',
  });
  await call('unsuspendService', { params: service });
  expect(await status()).toBe('active');
  await call('terminateService', { params: service });
  expect(await status()).toBe('terminated');
});

test('an order of a hosting SKU creates one hosting account per unit', async () => {
  const { call, body } = await createAccount();
  const order = await call('createOrder', {
    body: {
      customer_id: body.customer_id,
      payment_method: 'manual',
      items: [
        { sku_id: 'hosting-basic', quantity: 2, billing_cycle: '1_year', config: { domain: 'shop.example' } },
      ],
    },
  });
  const { data } = await call('listHostingAccounts', { query: { domain: 'shop.example' } });
  expect(data.data.map(({ order_id, username }) => [order_id, username])).toEqual([
    [order.data.id, 'shopexam2'],
    [order.data.id, 'shopexam'],
  ]);
  await call('cancelOrder', { params: { id: order.data.id } });
  expect((await call('getHostingAccount', { params: { id: data.data[0]?.id ?? '' } })).data.status).toBe(
    'terminated',
  );
});

test('a generated password is returned once and differs each time, and a password sent by the caller is not returned', async () => {
  const { mock, call, params } = await createAccount();
  mock.pass(MINUTE);
  const [one, two] = [
    await call('resetHostingPassword', { params }),
    await call('resetHostingPassword', { params }),
  ];
  expect(one.data.password).toHaveLength(20);
  expect(two.data.password).not.toBe(one.data.password);
  const given = await call('resetHostingPassword', { params, body: { password: 'Tr0ub4dor-and-3' } });
  expect(given.data).toEqual({ username: 'exampleo', reset_at: '2026-11-20T08:01:00Z' });
  expect(JSON.stringify(mock.app.world.export())).not.toContain('Tr0ub4dor');
});

test('the password of a hosting account cannot be set while the account is not active', async () => {
  const { call, params } = await createAccount({ payment_method: 'manual' });
  expect(refusalOf(await call('resetHostingPassword', { params }))).toContain('422 INVALID_STATE');
});

test('the usage of a hosting account is zero before provisioning, and then grows with time within the limits', async () => {
  const { mock, call, params } = await createAccount({ sku_id: 'hosting-basic' });
  const used = async () => (await call('getHostingStats', { params })).data;
  expect(await used()).toMatchObject({ disk: { used_bytes: 0 }, bandwidth: { used_bytes: 0 } });
  mock.pass(DAY);
  const first = await used();
  mock.pass(5 * DAY);
  const later = await used();
  expect(later.disk.used_bytes).toBeGreaterThan(first.disk.used_bytes);
  expect(later.bandwidth.used_bytes).toBeGreaterThan(first.bandwidth.used_bytes);
  mock.pass(3650 * DAY);
  const old = await used();
  expect(old.disk.used_bytes).toBeLessThanOrEqual(old.disk.limit_bytes ?? 0);
});
