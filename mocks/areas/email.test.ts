// Tests email hosting over the public API.
import { expect, test } from 'vitest';
import { createOrderShop } from '../testing/purchases.ts';
import { MINUTE, refusalOf } from '../testing/test-mock.ts';

async function createEmailService(sent: object = {}) {
  const { mock, call, customer } = await createOrderShop();
  const body = {
    customer_id: customer.id,
    sku_id: 'email-basic',
    domain: 'example.org',
    billing_cycle: 'monthly',
    ...sent,
  };
  const created = await call('createEmailService', { body });
  mock.pass(MINUTE);
  return { mock, call, body, created, params: { id: created.data.id } };
}
const mailboxBody = (local_part: string) => ({ local_part, password: 'S3cure-Passw0rd' });

test('createEmailService creates an order, an invoice and a service, and returns the DNS records to publish', async () => {
  const { call, created, params } = await createEmailService();
  expect(created).toMatchObject({
    status: 201,
    data: { status: 'pending', mailbox_count: 0, mailbox_limit: 5 },
  });
  const { data } = await call('getEmailService', { params });
  expect(data).toMatchObject({ status: 'active', mailboxes: [], next_due_at: '2026-12-20T08:00:03Z' });
  expect(data.dns_records?.map(({ type }) => type)).toEqual(['MX', 'MX', 'TXT', 'TXT']);
});

test('the domain of an email service has a dot, as the addresses of its mailboxes need one', async () => {
  const { mock, call, body } = await createEmailService();
  expect(refusalOf(await call('createEmailService', { body: { ...body, domain: 'intranet' } }))).toMatch(
    /^422 .* domain$/,
  );
  const ordered = await call('createOrder', {
    body: {
      customer_id: body.customer_id,
      payment_method: 'wallet',
      items: [{ sku_id: body.sku_id, quantity: 1, billing_cycle: 'monthly', config: { domain: 'intranet' } }],
    },
  });
  expect(ordered.status).toBe(201);
  mock.pass(MINUTE);
  const { data } = await call('listEmailServices');
  const id = data.data.find(({ order_id }) => order_id === ordered.data.id)?.id ?? '';
  expect(await call('createMailbox', { params: { id }, body: mailboxBody('ann') })).toMatchObject({
    status: 201,
    data: { address: expect.stringMatching(/^ann@.+\.example$/) },
  });
});

test('a domain has at most one email service', async () => {
  const { call, body } = await createEmailService();
  expect(refusalOf(await call('createEmailService', { body }))).toBe('422 ALREADY_EXISTS domain');
});

test('the detail of an email service lists its mailboxes in order of their e-mail addresses, without passwords', async () => {
  const { mock, call, params } = await createEmailService();
  for (const name of ['sales', 'info'])
    expect((await call('createMailbox', { params, body: mailboxBody(name) })).status).toBe(201);
  const { data, text } = await call('getEmailService', { params });
  expect(data.mailboxes.map(({ address }) => address)).toEqual(['info@example.org', 'sales@example.org']);
  expect(data.mailbox_count).toBe(2);
  expect(text).not.toContain('assw0rd');
  expect(JSON.stringify(mock.app.world.export())).not.toContain('S3cure');
});

test('a duplicate mailbox, a mailbox above the limit, and a quota above the storage are rejected on the field concerned', async () => {
  const { call, params } = await createEmailService();
  for (const name of ['a', 'b', 'c', 'd']) await call('createMailbox', { params, body: mailboxBody(name) });
  expect(refusalOf(await call('createMailbox', { params, body: mailboxBody('a') }))).toBe(
    '422 ALREADY_EXISTS local_part',
  );
  const large = { ...mailboxBody('e'), quota_bytes: 2 ** 50 };
  expect(refusalOf(await call('createMailbox', { params, body: large }))).toMatch(/ quota_bytes$/);
  await call('createMailbox', { params, body: mailboxBody('e') });
  expect(refusalOf(await call('createMailbox', { params, body: mailboxBody('f') }))).toBe(
    '422 LIMIT_REACHED local_part',
  );
});

test('a mailbox whose address would be longer than an address may be is rejected on its local part', async () => {
  const domain = `${Array.from({ length: 4 }, () => 'd'.repeat(59)).join('.')}.example`;
  const { call, params } = await createEmailService({ domain });
  const longest = 'a'.repeat(254 - 1 - domain.length);
  expect((await call('createMailbox', { params, body: mailboxBody(`${longest}a`) })).error).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: {
      local_part: ['The address would have 255 characters; it has at most 254. Send a shorter local part.'],
    },
  });
  const { data } = await call('createMailbox', { params, body: mailboxBody(longest) });
  expect(data.address).toHaveLength(254);
});

test('mailboxes are suspended with their service, and a suspended service accepts no new mailboxes', async () => {
  const { call, created, params } = await createEmailService();
  await call('createMailbox', { params, body: mailboxBody('info') });
  await call('suspendService', { params: { id: created.data.service_id } });
  expect((await call('getEmailService', { params })).data).toMatchObject({
    status: 'suspended',
    mailboxes: [{ status: 'suspended' }],
  });
  expect((await call('createMailbox', { params, body: mailboxBody('new') })).error.code).toBe(
    'INVALID_STATE',
  );
  await call('unsuspendService', { params: { id: created.data.service_id } });
  expect((await call('getEmailService', { params })).data).toMatchObject({
    status: 'active',
    mailboxes: [{ status: 'active' }],
  });
});
