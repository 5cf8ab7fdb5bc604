import * as jose from 'jose';
import { expect, test } from 'vitest';
import type { OperationId } from '../../src/contract/operations.ts';
import { controlApi } from '../../src/control/control-api.ts';
import { signingKey } from '../identity/sessions.ts';
import { totpCode } from '../identity/totp.ts';
import { createTestMock, DAY, MINUTE, type TestMock } from '../testing/test-mock.ts';

const owner = { email: 'owner@acme.example', password: 'demo-hosting-2026' };
const careful = { email: 'careful@acme.example', password: 'demo-hosting-2026' };

const signIn = async (mock: TestMock, body = owner) =>
  (await mock.bearing(undefined)('login', { body })).data;
const codeNow = ({ app }: TestMock, laterMs = 0): string =>
  totpCode(app.personas.twoFactor?.totpSecret ?? '', app.world.clock.now() + laterMs);
/** A code that is not the right one now, nor in a neighbouring step. */
const wrongCode = (mock: TestMock): string => {
  const right = [-30_000, 0, 30_000].map((ms) => codeNow(mock, ms));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};

test('signing in gives a token for 15 minutes, whose exp is expires_at, to the user it belongs to', async () => {
  const mock = createTestMock();
  const session = await signIn(mock);
  const claims = jose.decodeJwt(session.token);
  expect(session.expires_at).toBe('2026-11-20T08:15:00Z');
  expect((claims.exp ?? 0) * 1000).toBe(Date.parse(session.expires_at));
  expect(claims.sub).toBe(session.user.id);
  const me = await mock.bearing(session.token)('getCurrentUser');
  expect(me.data).toMatchObject({
    email: owner.email,
    role: 'owner',
    two_factor_enabled: false,
    tenant_id: session.user.tenant_id,
  });
  expect(me.data.last_login_at).toBe('2026-11-20T08:00:00Z');
});

test('a token from before a reset does not open the session that has its number afterwards', async () => {
  const mock = createTestMock();
  const { token } = await signIn(mock);
  mock.app.reset();
  const other = { email: 'owner@bluewater.example', password: owner.password };
  expect((await signIn(mock, other)).user.email).toBe(other.email);
  expect((await mock.bearing(token)('getCurrentUser')).status).toBe(401);
});

test('an independent library verifies the token with the world’s key', async () => {
  const mock = createTestMock();
  const { token } = await signIn(mock);
  const key = new TextEncoder().encode(mock.peek(signingKey));
  const { payload } = await jose.jwtVerify(token, key, {
    algorithms: ['HS256'],
    currentDate: new Date('2026-11-20T08:01:00Z'),
  });
  expect(payload.tid).toBe(mock.app.personas.owner?.tenantId);
});

test('an e-mail address is the same however it is typed', async () => {
  const reply = await createTestMock().bearing(undefined)('login', {
    body: { ...owner, email: 'Owner@ACME.example' },
  });
  expect(reply.status).toBe(200);
});

test('an unknown address and a wrong password are answered with the very same words', async () => {
  const call = createTestMock().bearing(undefined);
  const unknown = await call('login', { body: { ...owner, email: 'nobody@acme.example' } });
  const wrong = await call('login', { body: { ...owner, password: 'Demo-hosting-2026' } });
  expect([unknown.status, unknown.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  expect(wrong.text).toBe(unknown.text);
});

test('passwords and API keys are stored as hashes only', () => {
  const { app } = createTestMock();
  const stored = JSON.stringify(app.world.export());
  expect(stored).not.toContain(owner.password);
  for (const { apiKey } of Object.values(app.personas)) if (apiKey) expect(stored).not.toContain(apiKey);
});

test('forged and foreign tokens are refused', async () => {
  const mock = createTestMock();
  const { token } = await signIn(mock);
  const elsewhere = await signIn(createTestMock({ seed: 2 }));
  const [header, payload, signature] = token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  for (const forged of [
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${header}.${payload}.`,
    elsewhere.token,
    'hpk_guess',
    'x',
  ]) {
    const reply = await mock.bearing(forged)('getCurrentUser');
    expect([reply.status, reply.error.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
  }
});

test('after 15 minutes a token is expired, and refreshing it gives a new one and ends the old', async () => {
  const mock = createTestMock();
  const { token } = await signIn(mock);
  mock.pass(15 * MINUTE);
  const expired = await mock.bearing(token)('getCurrentUser');
  expect([expired.status, expired.error.code]).toEqual([401, 'TOKEN_EXPIRED']);
  const fresh = await mock.bearing(token)('refreshSession');
  expect(fresh.status).toBe(200);
  expect(fresh.data.token).not.toBe(token);
  expect((await mock.bearing(fresh.data.token)('getCurrentUser')).status).toBe(200);
  expect((await mock.bearing(token)('refreshSession')).status).toBe(401);
});

test('a token that is still good can be refreshed too, and does not work afterwards', async () => {
  const mock = createTestMock();
  const { token } = await signIn(mock);
  expect((await mock.bearing(token)('refreshSession')).status).toBe(200);
  expect((await mock.bearing(token)('getCurrentUser')).status).toBe(401);
});

test('a token can be refreshed for 14 days after it expired, and not a moment longer', async () => {
  const mock = createTestMock();
  const [early, late] = [await signIn(mock), await signIn(mock)];
  mock.pass(15 * MINUTE + 14 * DAY - 1000);
  expect((await mock.bearing(early.token)('refreshSession')).status).toBe(200);
  mock.pass(1000);
  const reply = await mock.bearing(late.token)('refreshSession');
  expect([reply.status, reply.error.code]).toEqual([401, 'UNAUTHENTICATED']);
});

test('signing out ends that token only, and what was signed out cannot be refreshed', async () => {
  const mock = createTestMock();
  const [one, other] = [await signIn(mock), await signIn(mock)];
  expect((await mock.bearing(one.token)('logout')).status).toBe(200);
  expect((await mock.bearing(one.token)('getCurrentUser')).status).toBe(401);
  expect((await mock.bearing(one.token)('refreshSession')).status).toBe(401);
  expect((await mock.bearing(other.token)('getCurrentUser')).status).toBe(200);
});

test('an API key has no session: refresh and logout are 403', async () => {
  const mock = createTestMock();
  const key = mock.bearing(mock.app.personas.owner?.apiKey);
  for (const op of ['refreshSession', 'logout'] satisfies ('refreshSession' | 'logout')[]) {
    const reply = await key(op);
    expect([reply.status, reply.error.code]).toEqual([403, 'FORBIDDEN']);
  }
});

test('an API key answers as the user who made it, with the scopes the key carries', async () => {
  const mock = createTestMock();
  const me = (await mock.as('readOnly')('getCurrentUser')).data;
  expect(me.email).toBe(owner.email);
  expect(me.scopes).toContain('customers:read');
  expect(me.scopes).not.toContain('customers:write');
});

test('a key without the scope is refused what the scope is for, and a revoked key everything', async () => {
  const mock = createTestMock();
  const body = { email: 'x@example.org', first_name: 'X', last_name: 'Y' };
  const lacking = await mock.as('readOnly')('createCustomer', { body });
  expect([lacking.status, lacking.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  expect((await mock.as('readOnly')('listCustomers')).status).toBe(200);
  expect((await mock.as('revoked')('listCustomers')).status).toBe(401);
});

test('with two-factor authentication the code can be sent along with the password', async () => {
  const mock = createTestMock();
  const reply = await mock.bearing(undefined)('login', { body: { ...careful, totp_code: codeNow(mock) } });
  expect(reply.status).toBe(200);
  expect(reply.data.user.email).toBe(careful.email);
});

test('without the code a login is refused with a challenge, and the challenge with the code is a login', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const asked = await call('login', { body: careful });
  expect([asked.status, asked.error.code]).toEqual([401, 'TWO_FACTOR_REQUIRED']);
  expect(asked.headers.get('www-authenticate')).toContain('insufficient_user_authentication');
  const { challenge_token } = asked.error;
  const verified = await call('verifyTwoFactor', { body: { challenge_token, totp_code: codeNow(mock) } });
  expect(verified.status).toBe(200);
  expect((await mock.bearing(verified.data.token)('getCurrentUser')).data.two_factor_enabled).toBe(true);
  const again = await call('verifyTwoFactor', {
    body: { challenge_token, totp_code: codeNow(mock, 30_000) },
  });
  expect(again.status).toBe(401);
});

test('a challenge is not given to whoever does not know the password', async () => {
  const reply = await createTestMock().bearing(undefined)('login', {
    body: { ...careful, password: 'guess' },
  });
  expect(reply.error.code).toBe('INVALID_CREDENTIALS');
  expect(reply.error.challenge_token).toBeUndefined();
});

test('a code works once, whichever way it was used first', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const body = { ...careful, totp_code: codeNow(mock) };
  expect((await call('login', { body })).status).toBe(200);
  const again = await call('login', { body });
  expect([again.status, again.error.code]).toEqual([401, 'TWO_FACTOR_INVALID']);
  const { challenge_token } = (await call('login', { body: careful })).error;
  expect(
    (await call('verifyTwoFactor', { body: { challenge_token, totp_code: body.totp_code } })).status,
  ).toBe(401);
  expect(
    (await call('verifyTwoFactor', { body: { challenge_token, totp_code: codeNow(mock, 30_000) } })).status,
  ).toBe(200);
});

test('a code of a neighbouring step is accepted, one further away is not', async () => {
  const mock = createTestMock();
  const login = async (ms: number) =>
    (await mock.bearing(undefined)('login', { body: { ...careful, totp_code: codeNow(mock, ms) } })).status;
  expect(await login(-60_000)).toBe(401);
  expect(await login(60_000)).toBe(401);
  expect(await login(-30_000)).toBe(200);
  expect(await login(30_000)).toBe(200);
});

test('five wrong codes spend a challenge, even for the right code', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const { challenge_token } = (await call('login', { body: careful })).error;
  for (let at = 0; at < 5; at += 1) {
    const reply = await call('verifyTwoFactor', { body: { challenge_token, totp_code: wrongCode(mock) } });
    expect([reply.status, reply.error.code]).toEqual([401, 'TWO_FACTOR_INVALID']);
  }
  const right = await call('verifyTwoFactor', { body: { challenge_token, totp_code: codeNow(mock) } });
  expect(right.status).toBe(401);
  expect(right.error.message).toContain('Sign in again');
});

test('four wrong codes do not, and a challenge dies of age after five minutes', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const first = (await call('login', { body: careful })).error;
  for (let at = 0; at < 4; at += 1) {
    await call('verifyTwoFactor', {
      body: { challenge_token: first.challenge_token, totp_code: wrongCode(mock) },
    });
  }
  const still = { challenge_token: first.challenge_token, totp_code: codeNow(mock) };
  expect((await call('verifyTwoFactor', { body: still })).status).toBe(200);
  const second = (await call('login', { body: careful })).error;
  mock.pass(5 * MINUTE);
  const late = { challenge_token: second.challenge_token, totp_code: codeNow(mock) };
  expect((await call('verifyTwoFactor', { body: late })).status).toBe(401);
});

test('a suspended tenant’s people can sign in, and every call they then make is 403', async () => {
  const mock = createTestMock();
  const session = await signIn(mock, { ...owner, email: 'owner@late-payers.example' });
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

test('a terminated tenant’s credentials are no credentials any more', async () => {
  const mock = createTestMock();
  const { tenantId = '', token } = mock.app.personas.otherOwner ?? {};
  mock.peek((store) => store.tenants.move(tenantId, 'terminate', { terminated_at: store.now }));
  expect((await mock.bearing(token)('getCurrentUser')).status).toBe(401);
  expect((await mock.bearing(mock.app.personas.otherOwner?.apiKey)('getCurrentUser')).status).toBe(401);
  const login = await mock.bearing(undefined)('login', {
    body: { ...owner, email: 'owner@bluewater.example' },
  });
  expect(login.error.code).toBe('INVALID_CREDENTIALS');
});

test('the platform admin is somebody of the platform’s own tenant, in the tier of the platform', async () => {
  const mock = createTestMock({ limits: 'B' });
  const reply = await mock.as('platformAdmin')('getCurrentUser');
  expect(reply.data).toMatchObject({ role: 'platform_admin' });
  expect(reply.data.scopes).toContain('platform:admin');
  expect(reply.headers.get('ratelimit-limit')).toBe('1000');
});

test('refused sign-ins leave nothing behind but their count, which is gone after 15 minutes', async () => {
  const mock = createTestMock({ world: 'empty' });
  const state = () => {
    const { ordinals: _, clock: __, tables, ...rest } = mock.app.world.export();
    return JSON.stringify({ ...rest, tables });
  };
  const before = state();
  await mock.bearing(undefined)('login', { body: { ...owner, password: 'wrong' } });
  await mock.bearing(undefined)('login', { body: { ...careful, totp_code: wrongCode(mock) } });
  expect(mock.app.world.export().tables.sign_in_failures).toHaveLength(2);
  mock.pass(15 * MINUTE);
  await mock.bearing(undefined)('listOrders');
  expect(state()).toBe(before);
});

/** Sends log-ins with a wrong code; the statuses of the replies. */
const guess = async (mock: TestMock, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const body = { ...careful, totp_code: wrongCode(mock) };
    statuses.push((await mock.bearing(undefined)('login', { body })).status);
  }
  return statuses;
};

test('after ten wrong codes an account takes no code until the window ends, not even the right one', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  expect(await guess(mock, 12)).toEqual([...Array(10).fill(401), 429, 429]);
  const right = await call('login', { body: { ...careful, totp_code: codeNow(mock) } });
  expect([right.status, right.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(right.headers.get('retry-after')).toBe('900');
  expect(right.headers.get('ratelimit-reset')).toBe('900');
  expect((await call('login', { body: owner })).status).toBe(200);
  mock.pass(15 * MINUTE);
  expect((await call('login', { body: { ...careful, totp_code: codeNow(mock) } })).status).toBe(200);
});

test('wrong codes count over all challenges of an account and over its log-ins', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { challenge_token } = (await call('login', { body: careful })).error;
    for (let time = 0; time < 3; time += 1) {
      const body = { challenge_token, totp_code: wrongCode(mock) };
      statuses.push((await call('verifyTwoFactor', { body })).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect(await guess(mock, 1)).toEqual([429]);
});

test('a sign-in forgets the wrong codes before it, a password alone does not', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  await guess(mock, 9);
  expect((await call('login', { body: { ...careful, totp_code: codeNow(mock) } })).status).toBe(200);
  expect(await guess(mock, 9)).toEqual(Array(9).fill(401));
  expect((await call('login', { body: careful })).error.code).toBe('TWO_FACTOR_REQUIRED');
  expect(await guess(mock, 2)).toEqual([401, 429]);
});

test('a used code that is sent again is no guess', async () => {
  const mock = createTestMock();
  const body = { ...careful, totp_code: codeNow(mock) };
  const statuses: number[] = [];
  for (let at = 0; at < 13; at += 1) statuses.push((await mock.bearing(undefined)('login', { body })).status);
  expect(statuses).toEqual([200, ...Array(12).fill(401)]);
});

test('wrong passwords are limited by account and address: nobody locks somebody else out', async () => {
  const { app } = createTestMock();
  const login = async (body: object, address: string) =>
    (
      await app.handle({
        method: 'POST',
        path: '/v1/auth/login',
        query: '',
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(JSON.stringify(body)),
        address,
      })
    ).status;
  for (const email of [owner.email, 'nobody@acme.example']) {
    const wrong = { email, password: 'not the password' };
    for (let at = 0; at < 150; at += 1) expect(await login(wrong, '192.0.2.1')).toBe(401);
    expect(await login(wrong, '192.0.2.1')).toBe(429);
  }
  expect(await login(owner, '192.0.2.1')).toBe(429);
  expect(await login(owner, '192.0.2.2')).toBe(200);
  expect(await login(careful, '192.0.2.1')).toBe(401);
});

test('a world keeps the failed sign-ins of 10,000 accounts and addresses, and forgets the oldest first', async () => {
  const mock = createTestMock({ world: 'empty' });
  const world = controlApi(mock.app).export();
  const created_at = '2026-11-20T08:00:00Z';
  const sign_in_failures = Array.from({ length: 10_000 }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    created_at,
    subject: `password ${String(at).padStart(64, '0')}`,
    failures: 1,
    ends_at: '2026-11-20T08:15:00Z',
  }));
  const timers = sign_in_failures.map(({ id, ends_at }) => ({
    kind: 'sign_in_failure.forgotten',
    at: ends_at,
    ref: { id },
  }));
  controlApi(mock.app).import({
    ...world,
    tables: { ...world.tables, sign_in_failures },
    timers: [...world.timers, ...timers],
  });
  for (const email of ['a@new.example', 'b@new.example', 'c@new.example'])
    await mock.bearing(undefined)('login', { body: { email, password: 'not the password' } });
  const after = mock.app.world.export();
  const rows = after.tables.sign_in_failures ?? [];
  expect(rows).toHaveLength(10_000);
  expect(after.timers.filter(({ kind }) => kind === 'sign_in_failure.forgotten')).toHaveLength(10_000);
  expect(rows[0]?.id).toBe(sign_in_failures[3]?.id);
});

test('the count of wrong codes survives an export', async () => {
  const mock = createTestMock();
  await guess(mock, 10);
  const other = createTestMock({ world: 'empty' });
  controlApi(other.app).import(JSON.parse(JSON.stringify(controlApi(mock.app).export())));
  expect(await guess(other, 1)).toEqual([429]);
});
