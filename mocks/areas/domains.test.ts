// Tests domains over the public API.
import { expect, test } from 'vitest';
import { validateValue } from '../../src/contract/validation/validate.ts';
import { externalRegistration, WRONG_AUTH_CODE } from '../products/domain-registry.ts';
import { createDomainShop } from '../testing/purchases.ts';
import { MINUTE, refusalOf } from '../testing/test-mock.ts';

const NAMESERVERS = ['ns1.else.example', 'ns2.else.example'];

test('a registered domain is pending, then active for its term, with a service, an order and an invoice', async () => {
  const { mock, call, register, get, domainEventTypes, domainEvents } = await createDomainShop();
  const { status, data } = await register('example.com');
  expect(status).toBe(201);
  expect(data).toMatchObject({
    name: 'example.com',
    tld: 'com',
    status: 'pending_registration',
    epp_statuses: ['pendingCreate'],
    nameservers: ['ns1.acme.example', 'ns2.acme.example'],
    auto_renew: true,
    registrant: null,
    registered_at: null,
    expires_at: null,
  });
  mock.pass(MINUTE);
  const active = await get(data.id);
  expect(active).toMatchObject({
    status: 'active',
    epp_statuses: ['clientTransferProhibited'],
    registered_at: '2026-11-20T08:00:03Z',
    expires_at: '2027-11-20T08:00:03Z',
  });
  const service = (await call('getService', { params: { id: data.service_id } })).data;
  expect(service).toMatchObject({ type: 'domain', resource_id: data.id, expires_at: active.expires_at });
  const invoice = (await call('getInvoice', { params: { id: data.invoice_id ?? '' } })).data;
  expect(invoice).toMatchObject({ order_id: data.order_id, status: 'paid', subtotal_amount: 1000 });
  expect(domainEventTypes()).toEqual(['domain.registered']);
  for (const event of domainEvents()) expect(validateValue('Domain', event.data)).toEqual([]);
});

test('a registered domain name is unavailable to every tenant, and available again after its service is terminated', async () => {
  const { mock, call, register, availability } = await createDomainShop();
  const other = mock.as('platformAdmin');
  expect(await availability('one.org')).toMatchObject({
    available: true,
    reason: null,
    register_amount: 1200,
  });
  const { data } = await register('one.org', { payment_method: 'bank_transfer' });
  for (const caller of [call, other]) {
    expect((await caller('checkDomain', { body: { domain: 'one.org' } })).data).toMatchObject({
      available: false,
      reason: 'registered',
      register_amount: null,
      renew_amount: 1200,
      transfer_amount: null,
    });
  }
  const again = await register('one.org');
  expect(refusalOf(again)).toContain('422 DOMAIN_UNAVAILABLE');
  expect(Object.keys(again.error.errors)).toEqual(['domain']);
  await call('cancelOrder', { params: { id: data.order_id ?? '' } });
  expect((await availability('one.org')).available).toBe(true);
  mock.pass(MINUTE);
  const { data: third } = await register('one.org');
  mock.pass(MINUTE);
  await call('terminateService', { params: { id: third.service_id } });
  expect((await availability('one.org')).available).toBe(true);
});

test('reserved names, subdomains and unknown top-level domains are reported as unavailable and cannot be registered', async () => {
  const { availability, register } = await createDomainShop();
  for (const [name, reason] of [
    ['whois.com', 'reserved'],
    ['a.b.com', 'invalid'],
    ['xn--a.com', 'invalid'],
    ['one.invalid', 'unsupported_tld'],
  ] as const) {
    expect(await availability(name)).toMatchObject({ available: false, reason, register_amount: null });
    expect((await register(name)).error.code).toBe('DOMAIN_UNAVAILABLE');
  }
});

test('an internationalized domain name is stored as A-labels and also returned in Unicode', async () => {
  const { register } = await createDomainShop();
  expect((await register('xn--mnchen-3ya.example')).data.unicode_name).toBe('münchen.example');
  expect((await register('xn--mgbh0fb.xn--mgberp4a5d4ar')).data.unicode_name).toBe('مثال.السعودية');
});

test('a registration keeps the nameservers, privacy, registrant, auto_renew and SKU that were sent', async () => {
  const { mock, call, register } = await createDomainShop();
  const registrant = { first_name: 'عمر', last_name: 'Doe', email: 'omar@example.org' };
  expect(refusalOf(await register('all.example', { sku_id: 'vps-m' }))).toMatch(/ sku_id$/);
  const { data } = await register('all.example', {
    nameservers: NAMESERVERS,
    privacy_enabled: false,
    auto_renew: false,
    registrant,
    sku_id: 'domain-de',
  });
  expect(data).toMatchObject({
    nameservers: NAMESERVERS,
    privacy_enabled: false,
    auto_renew: false,
    registrant,
  });
  const service = (await call('getService', { params: { id: data.service_id } })).data;
  expect(service).toMatchObject({ auto_renew: false, sku_id: 'domain-de', unit_amount: 790 });
  mock.pass(MINUTE);
  await call('getDomain', { params: { id: data.id } });
});

test('a transfer adds its term to the expiry date at the other registrar, and the next renewal is due at the new expiry', async () => {
  const { mock, call, transfer, get, domainEventTypes } = await createDomainShop();
  const registration = externalRegistration('elsewhere-one.com', '2026-11-20T08:00:00Z');
  const { status, data } = await transfer('elsewhere-one.com');
  expect(status).toBe(201);
  expect(data).toMatchObject({
    ...registration,
    status: 'pending_transfer',
    epp_statuses: ['pendingTransfer'],
    transfer_locked: false,
    transfer: { status: 'pending', requested_at: '2026-11-20T08:00:00Z', completed_at: null },
  });
  expect(JSON.stringify(data)).not.toContain('aB3$xY9!');
  mock.pass(MINUTE);
  const active = await get(data.id);
  const year = Number(registration.expires_at.slice(0, 4));
  expect(active).toMatchObject({
    status: 'active',
    registered_at: registration.registered_at,
    expires_at: `${year + 1}${registration.expires_at.slice(4)}`,
    transfer: { status: 'client_approved' },
  });
  const renewal = await call('renewDomain', { params: { id: data.id } });
  expect(renewal.data.renewed_until).toBe(`${year + 2}${registration.expires_at.slice(4)}`);
  expect(domainEventTypes()).toEqual(['domain.transfer_started', 'domain.transferred', 'domain.renewed']);
});

test('only a domain name at another registrar can be transferred, and for at most ten years ahead', async () => {
  const { register, transfer, availability } = await createDomainShop();
  expect(await availability('example.net')).toMatchObject({ reason: 'registered', transfer_amount: 1000 });
  expect((await transfer('nobody-has-this.com')).error.code).toBe('DOMAIN_UNAVAILABLE');
  await register('mine.com');
  expect(refusalOf(await transfer('mine.com'))).toContain('422 ALREADY_EXISTS');
  expect((await transfer('example.net', { billing_cycle: '10_year' })).error.code).toBe('LIMIT_REACHED');
  expect((await register('example.net')).error.code).toBe('DOMAIN_UNAVAILABLE');
  expect((await transfer('example.net')).status).toBe(201);
  expect((await transfer('example.net')).error.code).toBe('ALREADY_EXISTS');
});

test('a transfer with a wrong auth code fails after a while, and the wallet gets the money back', async () => {
  const { mock, call, transfer, get, availability } = await createDomainShop();
  const before = (await call('getWallet')).data.balance_amount;
  const { data } = await transfer('example.net', { auth_code: WRONG_AUTH_CODE });
  mock.pass(MINUTE);
  expect(await get(data.id)).toMatchObject({ status: 'failed', transfer: { status: 'client_rejected' } });
  const order = (await call('getOrder', { params: { id: data.order_id ?? '' } })).data;
  expect(order).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('example.net') });
  expect((await call('getWallet')).data.balance_amount).toBe(before);
  expect((await availability('example.net')).transfer_amount).toBe(1000);
});

test('an order of a domain SKU registers an available name once, and for any other name completes without a domain', async () => {
  const { mock, call, customer_id, get } = await createDomainShop();
  const item = { sku_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', billing_cycle: 'monthly' };
  const items = [
    { ...item, quantity: 2, config: { domain: 'plain.org' } },
    { ...item, quantity: 1, config: { domain: 'shop.plain.org' } },
    { ...item, quantity: 1 },
  ];
  const order = await call('createOrder', { body: { customer_id, items, payment_method: 'wallet' } });
  expect(order.status).toBe(201);
  mock.pass(MINUTE);
  const services = await Promise.all(order.data.services.map((id) => call('getService', { params: { id } })));
  const opened = services.flatMap(({ data }) => data.resource_id ?? []);
  expect(opened).toHaveLength(1);
  expect(await get(opened[0] ?? '')).toMatchObject({
    name: 'plain.org',
    status: 'active',
    billing_cycle: 'monthly',
    expires_at: '2026-12-20T08:00:03Z',
  });
});
