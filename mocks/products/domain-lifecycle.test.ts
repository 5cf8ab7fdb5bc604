// Tests the lifecycle of a domain: renewal, expiry, grace period, redemption, release.
import { expect, test } from 'vitest';
import { createDomainShop } from '../testing/purchases.ts';
import { DAY, MINUTE, refusalOf } from '../testing/test-mock.ts';

test('a renewal of a domain returns the domain, extends its expiry, and is charged once per Idempotency-Key', async () => {
  const { mock, call, register, get } = await createDomainShop();
  const { id, service_id } = (await register('example.com')).data;
  const send = () => call('renewDomain', { params: { id }, headers: { 'idempotency-key': 'once' } });
  expect((await call('renewDomain', { params: { id } })).error.code).toBe('INVALID_STATE');
  mock.pass(MINUTE);
  const [one, other] = [await send(), await send()];
  expect(other.data).toEqual(one.data);
  expect(one.data).toMatchObject({
    service_id,
    resource_type: 'domain',
    resource_id: id,
    status: 'completed',
    renewed_from: '2027-11-20T08:00:03Z',
    renewed_until: '2028-11-20T08:00:03Z',
  });
  expect((await get(id)).expires_at).toBe('2028-11-20T08:00:03Z');
});

test('no operation can pay for a domain more than ten years ahead, and unpaid renewals count towards the ten years', async () => {
  const { mock, call, register, get } = await createDomainShop();
  const { id, service_id } = (await register('example.com')).data;
  mock.pass(MINUTE);
  await get(id);
  const body = { billing_cycle: '9_year', payment_method: 'bank_transfer' };
  expect((await call('renewDomain', { params: { id }, body })).data.status).toBe('pending');
  for (const refused of [
    await call('renewDomain', { params: { id } }),
    await call('renewService', { params: { id: service_id } }),
  ]) {
    expect(refusalOf(refused)).toContain('422 LIMIT_REACHED');
    expect(Object.keys(refused.error.errors)).toEqual(['billing_cycle']);
  }
});

test('a domain has the EPP status clientHold while its service is suspended', async () => {
  const { mock, call, register, get } = await createDomainShop();
  const { id, service_id } = (await register('example.com')).data;
  mock.pass(MINUTE);
  await call('suspendService', { params: { id: service_id } });
  expect(await get(id)).toMatchObject({
    status: 'active',
    epp_statuses: ['clientHold', 'clientTransferProhibited'],
  });
  await call('unsuspendService', { params: { id: service_id } });
  expect((await get(id)).epp_statuses).toEqual(['clientTransferProhibited']);
});

test('a domain with auto_renew does not expire', async () => {
  const { mock, register, get, domainEventTypes } = await createDomainShop();
  const { id } = (await register('example.com')).data;
  mock.pass(800 * DAY);
  expect(await get(id)).toMatchObject({ status: 'active', expires_at: '2029-11-20T08:00:03Z' });
  expect(domainEventTypes()).toEqual(['domain.registered', 'domain.renewed', 'domain.renewed']);
});

test('a domain without auto_renew passes through grace period and redemption period, and its name is available afterwards', async () => {
  const { mock, call, register, get, availability, domainEventTypes } = await createDomainShop();
  const { id, service_id } = (await register('example.com', { auto_renew: false })).data;
  const renew = () => call('renewDomain', { params: { id } });
  const seen: string[] = [];
  for (const days of [366, 5, 30]) {
    mock.pass(days * DAY);
    seen.push((await get(id)).status);
    expect((await availability('example.com')).available).toBe(false);
  }
  expect(seen).toEqual(['expired', 'grace_period', 'redemption_period']);
  expect(refusalOf(await renew())).toContain('422 INVALID_STATE');
  expect((await call('getService', { params: { id: service_id } })).data.status).toBe('terminated');
  mock.pass(30 * DAY);
  expect(await get(id)).toMatchObject({ status: 'cancelled', auto_renew: false, epp_statuses: [] });
  expect((await availability('example.com')).available).toBe(true);
  expect(domainEventTypes()).toEqual(['domain.registered', 'domain.expired']);
});

test('an expired domain can be renewed from its expiry until the redemption period starts', async () => {
  for (const days of [366, 375]) {
    const { mock, call, register, get } = await createDomainShop();
    const { id } = (await register('example.com', { auto_renew: false })).data;
    mock.pass(days * DAY);
    await get(id);
    expect((await call('renewDomain', { params: { id } })).data.renewed_from).toBe('2027-11-20T08:00:03Z');
    expect(await get(id)).toMatchObject({ status: 'active', expires_at: '2028-11-20T08:00:03Z' });
    mock.pass((733 - days) * DAY);
    expect((await get(id)).status).toBe('expired');
  }
});

test('an unpaid renewal of a domain is cancelled together with its invoice when the redemption period starts', async () => {
  const { mock, call, register, get } = await createDomainShop();
  const { id } = (await register('example.com', { auto_renew: false })).data;
  mock.pass(360 * DAY);
  await get(id);
  const body = { payment_method: 'bank_transfer' };
  const { invoice_id } = (await call('renewDomain', { params: { id }, body })).data;
  mock.pass(45 * DAY);
  expect((await get(id)).status).toBe('redemption_period');
  expect((await call('getInvoice', { params: { id: invoice_id } })).data.status).toBe('cancelled');
  mock.pass(60 * DAY);
  expect((await get(id)).status).toBe('cancelled');
});
