// Tests tenants over the public API.
import { expect, test } from 'vitest';
import {
  createTestMock,
  customerBody,
  DAY,
  MINUTE,
  type OperationCaller,
  refusalOf,
} from '../testing/test-mock.ts';
import { DEMO_PASSWORD } from '../worlds/personas.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const borealis = { name: 'Borealis Cloud', currency: 'EUR', contact_email: 'Ops@Borealis.example' };
const idOf = (mock: ReturnType<typeof createTestMock>, persona: string): string =>
  mock.app.personas[persona]?.tenantId ?? '';

// Creates a tenant as platform admin, and signs in the owner of the new tenant.
async function createTenantWithOwner(sent: object = {}) {
  const mock = createTestMock({ world: 'empty' });
  const admin = mock.as('platformAdmin');
  const created = await admin('createTenant', { body: { ...borealis, ...sent } });
  const body = { email: 'ops@borealis.example', password: DEMO_PASSWORD };
  const { data: session } = await mock.bearing(undefined)('login', { body });
  return { mock, admin, created, params: { id: created.data.id }, owner: mock.bearing(session.token) };
}

test('a new tenant has an empty wallet, and a user with its contact_email can sign in as owner', async () => {
  const { created, owner } = await createTenantWithOwner();
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    ...borealis,
    slug: 'borealis-cloud',
    status: 'active',
    tier: 'free',
    timezone: 'Etc/UTC',
    settings: {},
    terminated_at: null,
  });
  expect((await owner('getWallet')).data).toMatchObject({ balance_amount: 0, currency: 'EUR' });
  expect((await owner('getCurrentUser')).data).toMatchObject({ role: 'owner', tenant_id: created.data.id });
  expect((await owner('createCustomer', { body: customerBody() })).status).toBe(201);
});

test('the slug of a tenant is derived from its name, and a slug sent by the caller must be unique on the platform', async () => {
  const { admin } = await createTenantWithOwner();
  const createBorealis = async (body: object) => admin('createTenant', { body: { ...borealis, ...body } });
  expect((await createBorealis({})).data.slug).toBe('borealis-cloud-2');
  expect((await createBorealis({ name: '  Ünïcode & Söhne GmbH! ' })).data.slug).toBe('unicode-sohne-gmbh');
  expect((await createBorealis({ name: 'さくら' })).data.slug).toBe('tenant');
  expect(refusalOf(await createBorealis({ slug: 'acme' }))).toBe('422 ALREADY_EXISTS slug');
});

test('a tenant can read and update itself, and an update does not change its read-only members', async () => {
  const mock = createTestMock();
  const params = { id: idOf(mock, 'owner') };
  const before = await mock.as('viewer')('getTenant', { params });
  expect(before.data).toMatchObject({ slug: 'acme', tier: 'pro' });
  const settings = { invoice_prefix: 'AC', colour: 'green' };
  const body = { ...before.data, name: 'Acme & Söhne', slug: 'other', currency: 'USD', settings };
  const after = await mock.as('admin')('updateTenant', { params, body });
  expect(after.data).toMatchObject({
    name: 'Acme & Söhne',
    slug: 'acme',
    currency: 'EUR',
    tier: 'pro',
    settings,
  });
  expect(after.data.settings).not.toHaveProperty('support_email');
  expect((await mock.as('viewer')('updateTenant', { params, body })).status).toBe(403);
});

test('only a platform admin can change the tier of a tenant', async () => {
  const mock = createTestMock();
  const params = { id: idOf(mock, 'owner') };
  expect(
    refusalOf(await mock.as('owner')('updateTenant', { params, body: { tier: 'enterprise' } })),
  ).toContain('403 FORBIDDEN');
  const raised = await mock.as('platformAdmin')('updateTenant', { params, body: { tier: 'enterprise' } });
  expect(raised.data.tier).toBe('enterprise');
});

test('a caller who is no platform admin gets status 404 for another tenant, whatever the request body is', async () => {
  const mock = createTestMock();
  const params = { id: idOf(mock, 'owner') };
  const other = mock.as('otherOwner');
  const unknown = await other('getTenant', { params: { id: UNKNOWN } });
  expect(unknown.status).toBe(404);
  expect((await other('getTenant', { params })).text).toBe(unknown.text);
  expect((await other('updateTenant', { params, body: { name: '' } })).text).toBe(unknown.text);
  expect((await other('getTenantUsage', { params, query: { period: 'x' } })).text).toBe(unknown.text);
  expect((await mock.as('platformAdmin')('getTenant', { params })).status).toBe(200);
});

test('API keys and sessions of a terminated tenant get status 401, and the platform admin can still read the tenant', async () => {
  const { mock, admin, owner, params } = await createTenantWithOwner();
  const key = await owner('createApiKey', { body: { name: 'CI', scopes: ['orders:read'] } });
  const use = mock.bearing(key.data.key);
  expect((await use('listOrders')).status).toBe(200);
  const ended = await admin('terminateTenant', { params });
  expect(ended.data).toMatchObject({ status: 'terminated', terminated_at: '2026-11-20T08:00:00Z' });
  expect([(await use('listOrders')).status, (await owner('listOrders')).status]).toEqual([401, 401]);
  const body = { email: 'ops@borealis.example', password: DEMO_PASSWORD };
  expect((await mock.bearing(undefined)('login', { body })).status).toBe(401);
  mock.pass(DAY);
  expect((await admin('terminateTenant', { params })).text).toBe(ended.text);
  expect((await admin('getTenant', { params })).text).toBe(ended.text);
  expect(refusalOf(await admin('updateTenant', { params, body: { name: 'New' } }))).toBe(
    '422 INVALID_STATE status',
  );
  expect((await admin('getTenantUsage', { params })).status).toBe(200);
});

test('terminating a tenant ends its services, its pending orders and its orders in provisioning', async () => {
  const mock = createTestMock();
  const admin = mock.as('platformAdmin');
  const params = { id: idOf(mock, 'owner') };
  expect((await admin('terminateTenant', { params })).status).toBe(200);
  const { data } = await admin('getTenantUsage', { params });
  const { total, by_status } = data.services;
  expect(Object.keys(by_status).sort()).toEqual(['cancelled', 'failed', 'terminated']);
  expect(Object.values(by_status).reduce((sum, one) => sum + one)).toBe(total);
  mock.pass(400 * DAY);
  expect((await admin('getTenant', { params })).data.status).toBe('terminated');
});

test('the platform tenant cannot be terminated', async () => {
  const mock = createTestMock({ world: 'empty' });
  const params = { id: idOf(mock, 'platformAdmin') };
  expect((await mock.as('platformAdmin')('terminateTenant', { params })).status).toBe(403);
});

test('the usage of a tenant is computed from its rows, for each month', async () => {
  const { mock, admin, owner, params } = await createTenantWithOwner();
  await owner('topUpWallet', { body: { amount: 100_000 } });
  const { data: customer } = await owner('createCustomer', { body: customerBody() });
  const scopes = ['orders:write'];
  const key = await owner('createApiKey', { body: { name: 'shop', scopes } });
  const buy = async (call: OperationCaller, sku_id: string, quantity: number, payment_method = 'wallet') =>
    call('createOrder', {
      body: {
        customer_id: customer.id,
        payment_method,
        items: [{ sku_id, quantity, billing_cycle: '1_year' as const }],
      },
    });
  const hosting = await buy(owner, 'hosting-pro', 2);
  const waiting = await buy(owner, 'backup-plus', 1, 'manual');
  mock.pass(MINUTE);
  const { data } = await owner('getTenantUsage', { params });
  expect(data).toMatchObject({
    period_start: '2026-11-01T00:00:00Z',
    period_end: '2026-12-01T00:00:00Z',
    customers: { total: 1, active: 1 },
    services: { total: 3, by_status: { pending: 1, active: 2 }, by_type: { hosting: 2, other: 1 } },
    api_requests: 5,
    billed_amount: hosting.data.total_amount + waiting.data.total_amount,
    currency: 'EUR',
    generated_at: '2026-11-20T08:01:00Z',
  });
  expect(data.storage_bytes).toBeGreaterThan(0);
  await owner('cancelOrder', { params: { id: waiting.data.id } });
  mock.pass(20 * DAY);
  const second = await buy(mock.bearing(key.data.key), 'hosting-pro', 1);
  await admin('terminateTenant', { params });
  const november = await admin('getTenantUsage', { params, query: { period: '2026-11' } });
  expect(november.data).toMatchObject({
    services: { total: 3, by_status: { cancelled: 1, active: 2 } },
    api_requests: 7,
    billed_amount: hosting.data.total_amount,
  });
  const december = await admin('getTenantUsage', { params });
  expect(december.data).toMatchObject({
    services: { total: 4, by_status: { cancelled: 1, terminated: 2, failed: 1 } },
    billed_amount: second.data.total_amount,
  });
  expect((await admin('getTenantUsage', { params, query: { period: '2027-01' } })).status).toBe(422);
});
