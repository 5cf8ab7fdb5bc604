// Tests API keys over the public API.
import { expect, test } from 'vitest';
import { createTestMock, DAY, getStatus, MINUTE, refusalOf } from '../testing/test-mock.ts';

async function createKey(sent: object = {}) {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const body = { name: 'CI', scopes: ['orders:read', 'customers:read', 'customers:write'], ...sent };
  const created = await call('createApiKey', { body });
  return { mock, call, created, params: { id: created.data.id }, use: mock.bearing(created.data.key) };
}

test('the secret of an API key is shown once, starts with hpk_, and is stored as a hash', async () => {
  const { mock, call, created, params } = await createKey();
  expect(created.status).toBe(201);
  const { key, ...facts } = created.data;
  expect(key).toMatch(/^hpk_[A-Za-z0-9]{40}$/);
  expect(key.slice(0, 12)).toBe(facts.prefix);
  expect(facts).toMatchObject({ status: 'active', expires_at: null, last_used_at: null, revoked_at: null });
  expect((await call('getApiKey', { params })).data).toEqual(facts);
  expect((await call('listApiKeys')).text).not.toContain(key);
  expect(JSON.stringify(mock.app.world.export())).not.toContain(key);
});

test('createApiKey rejects every scope that the caller lacks and names each of these scopes in the reply', async () => {
  const { mock, call } = await createKey();
  const maker = await call('createApiKey', {
    body: { name: 'maker', scopes: ['api_keys:write', 'orders:read'] },
  });
  const make = mock.bearing(maker.data.key);
  const body = { name: 'more', scopes: ['billing:read', 'orders:read', 'vps:write'] };
  const refused = await make('createApiKey', { body });
  expect(refusalOf(refused)).toContain('422 VALIDATION_FAILED');
  expect(Object.keys(refused.error.errors)).toEqual(['scopes.0', 'scopes.2']);
  expect((await make('createApiKey', { body: { ...body, scopes: ['orders:read'] } })).status).toBe(201);
});

test('an API key created by a platform admin cannot administer the platform', async () => {
  const admin = createTestMock({ world: 'empty' }).as('platformAdmin');
  const body = { name: 'root', scopes: ['platform:admin'] };
  const { status } = await admin('createApiKey', { body });
  expect(status).toBe(403);
});

test('a revoked API key gets status 401 from the next request on, and a second revocation returns the same reply', async () => {
  const { mock, call, params, use } = await createKey();
  expect((await use('listOrders')).status).toBe(200);
  const revoked = await call('revokeApiKey', { params });
  expect(revoked.data).toMatchObject({ status: 'revoked', revoked_at: '2026-11-20T08:00:00Z' });
  expect((await use('listOrders')).status).toBe(401);
  mock.pass(DAY);
  const again = await call('revokeApiKey', { params });
  expect(again).toMatchObject({ status: 200, text: revoked.text });
  expect((await call('getApiKey', { params })).text).toBe(revoked.text);
});

test("an API key expires on the world's clock, is listed as expired, and can still be revoked", async () => {
  const { mock, call, params, use, created } = await createKey({ expires_at: '2026-11-20T10:01:00+02:00' });
  expect(created.data.expires_at).toBe('2026-11-20T08:01:00Z');
  expect((await use('listOrders')).status).toBe(200);
  mock.pass(MINUTE);
  expect((await use('listOrders')).status).toBe(401);
  expect((await call('getApiKey', { params })).data.status).toBe('expired');
  expect((await call('listApiKeys', { query: { status: 'expired' } })).data.meta.total).toBe(1);
  expect((await call('revokeApiKey', { params })).data.status).toBe('revoked');
});

test('createApiKey rejects an expires_at that is now or in the past', async () => {
  const { call } = await createKey();
  for (const expires_at of ['2020-01-01T00:00:00Z', '2026-11-20T08:00:00Z']) {
    const refused = await call('createApiKey', {
      body: { name: 'late', scopes: ['orders:read'], expires_at },
    });
    expect(refusalOf(refused)).toMatch(/^422 .* expires_at$/);
  }
});

test('key usage counts the requests sent with the API key by status class and by day, also refused ones and those to unknown paths', async () => {
  const { mock, call, params, use, created } = await createKey();
  await use('listOrders');
  await use('listInvoices');
  await use('createCustomer', { body: {} });
  expect(await getStatus(mock.app, '/nowhere', created.data.key)).toBe(404);
  mock.pass(11 * DAY);
  await use('listOrders');
  const november = await call('getApiKeyUsage', { params, query: { period: '2026-11' } });
  expect(november.data).toEqual({
    api_key_id: params.id,
    period_start: '2026-11-01T00:00:00Z',
    period_end: '2026-12-01T00:00:00Z',
    total_requests: 4,
    by_status_class: { '2xx': 1, '3xx': 0, '4xx': 3, '5xx': 0 },
    rate_limited_requests: 0,
    last_used_at: '2026-12-01T08:00:00Z',
    daily: [{ date: '2026-11-20', requests: 4 }],
  });
  const present = await call('getApiKeyUsage', { params });
  expect(present.data).toMatchObject({
    period_start: '2026-12-01T00:00:00Z',
    daily: [{ date: '2026-12-01', requests: 1 }],
  });
  expect((await call('getApiKey', { params })).data.last_used_at).toBe('2026-12-01T08:00:00Z');
});

test('key usage counts the requests that the rate limit rejected', async () => {
  const mock = createTestMock({ world: 'empty', limits: 'B' });
  const made = await mock.as('owner')('createApiKey', { body: { name: 'fast', scopes: ['orders:read'] } });
  for (let at = 0; at < 62; at += 1) await mock.bearing(made.data.key)('listOrders');
  const { data } = await mock.as('owner')('getApiKeyUsage', { params: { id: made.data.id } });
  expect(data).toMatchObject({ total_requests: 62, rate_limited_requests: 2 });
});

test('key usage rejects a month in the future and an invalid month', async () => {
  const { call, params } = await createKey();
  for (const period of ['2026-12', '2026-13', '2026-00']) {
    const refused = await call('getApiKeyUsage', { params, query: { period } });
    expect(refusalOf(refused)).toMatch(/^422 .* period$/);
  }
});
