import { expect, test } from 'vitest';
import type { OperationId } from '../../src/contract/operations.ts';
import { OWNER } from '../testing/sign-in.ts';
import { createTestMock, DAY, MINUTE, refusalOf, type TestMock } from '../testing/test-mock.ts';

const signIn = async (mock: TestMock, body = OWNER) =>
  (await mock.bearing(undefined)('login', { body })).data;

test('a token issued before a reset is rejected even when a later session has the same id', async () => {
  const mock = createTestMock();
  const { token } = await signIn(mock);
  mock.app.reset();
  const other = { email: 'owner@bluewater.example', password: OWNER.password };
  expect((await signIn(mock, other)).user.email).toBe(other.email);
  expect((await mock.bearing(token)('getCurrentUser')).status).toBe(401);
});

test('a log-in accepts the e-mail address in upper or lower case', async () => {
  const reply = await createTestMock().bearing(undefined)('login', {
    body: { ...OWNER, email: 'Owner@ACME.example' },
  });
  expect(reply.status).toBe(200);
});

test('passwords and API keys are stored only as hashes', () => {
  const { app } = createTestMock();
  const stored = JSON.stringify(app.world.export());
  expect(stored).not.toContain(OWNER.password);
  for (const { apiKey } of Object.values(app.personas)) if (apiKey) expect(stored).not.toContain(apiKey);
});

test('a token can be refreshed until 14 days after its expiry', async () => {
  const mock = createTestMock();
  const [early, late] = [await signIn(mock), await signIn(mock)];
  mock.pass(15 * MINUTE + 14 * DAY - 1000);
  expect((await mock.bearing(early.token)('refreshSession')).status).toBe(200);
  mock.pass(1000);
  const reply = await mock.bearing(late.token)('refreshSession');
  expect(refusalOf(reply)).toContain('401 TOKEN_EXPIRED');
});

test('an API key gets status 403 from refreshSession and logout, because an API key has no session', async () => {
  const mock = createTestMock();
  const key = mock.bearing(mock.app.personas.owner?.apiKey);
  for (const op of ['refreshSession', 'logout'] satisfies ('refreshSession' | 'logout')[]) {
    const reply = await key(op);
    expect(refusalOf(reply)).toContain('403 FORBIDDEN');
  }
});

test('getCurrentUser called with an API key returns the user who created the key, with the scopes of the key', async () => {
  const mock = createTestMock();
  const me = (await mock.as('readOnly')('getCurrentUser')).data;
  expect(me.email).toBe(OWNER.email);
  expect(me.scopes).toContain('customers:read');
  expect(me.scopes).not.toContain('customers:write');
});

test('users of a suspended tenant can sign in, and every further request gets status 403', async () => {
  const mock = createTestMock();
  const session = await signIn(mock, { ...OWNER, email: 'owner@late-payers.example' });
  for (const op of [
    'getCurrentUser',
    'listCustomers',
    'getWallet',
    'logout',
    'refreshSession',
  ] satisfies OperationId[]) {
    const reply = await mock.bearing(session.token)(op);
    expect([op, reply.status, reply.error.code]).toEqual([op, 403, 'TENANT_SUSPENDED']);
  }
});

test('the platform admin belongs to the platform tenant and has the limits of the platform tier', async () => {
  const mock = createTestMock({ limits: 'B' });
  const reply = await mock.as('platformAdmin')('getCurrentUser');
  expect(reply.data).toMatchObject({ role: 'platform_admin' });
  expect(reply.data.scopes).toContain('platform:admin');
  expect(reply.headers.get('ratelimit-limit')).toBe('1000');
});
