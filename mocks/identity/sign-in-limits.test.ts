// Tests the limits on wrong passwords and wrong TOTP codes.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { OWNER, TWO_FACTOR_USER, totpCodeNow, wrongCode } from '../testing/sign-in.ts';
import { createTestMock, MINUTE, refusalOf, type TestMock } from '../testing/test-mock.ts';

test('a refused sign-in stores only its count of failures, and the count is removed after 15 minutes', async () => {
  const mock = createTestMock({ world: 'empty' });
  const state = () => {
    const { ordinals: _, clock: __, tables, ...rest } = mock.app.world.export();
    return JSON.stringify({ ...rest, tables });
  };
  const before = state();
  await mock.bearing(undefined)('login', { body: { ...OWNER, password: 'wrong' } });
  await mock.bearing(undefined)('login', { body: { ...TWO_FACTOR_USER, totp_code: wrongCode(mock) } });
  expect(mock.app.world.export().tables.sign_in_failures).toHaveLength(2);
  mock.pass(15 * MINUTE);
  await mock.bearing(undefined)('listOrders');
  expect(state()).toBe(before);
});

// Sends log-ins with a wrong TOTP code and returns the statuses of the replies.
const sendWrongCodes = async (mock: TestMock, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const body = { ...TWO_FACTOR_USER, totp_code: wrongCode(mock) };
    statuses.push((await mock.bearing(undefined)('login', { body })).status);
  }
  return statuses;
};

test('after ten wrong TOTP codes an account rejects every code, even the right one, until 15 minutes have passed', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  expect(await sendWrongCodes(mock, 12)).toEqual([...Array(10).fill(401), 429, 429]);
  const right = await call('login', { body: { ...TWO_FACTOR_USER, totp_code: totpCodeNow(mock) } });
  expect(refusalOf(right)).toContain('429 RATE_LIMITED');
  expect(right.headers.get('retry-after')).toBe('900');
  expect(right.headers.get('ratelimit-reset')).toBe('900');
  expect((await call('login', { body: OWNER })).status).toBe(200);
  mock.pass(15 * MINUTE);
  expect((await call('login', { body: { ...TWO_FACTOR_USER, totp_code: totpCodeNow(mock) } })).status).toBe(
    200,
  );
});

test('wrong TOTP codes of an account are counted over all its 2FA challenges and log-ins', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const { challenge_token } = (await call('login', { body: TWO_FACTOR_USER })).error;
    for (let time = 0; time < 3; time += 1) {
      const body = { challenge_token, totp_code: wrongCode(mock) };
      statuses.push((await call('verifyTwoFactor', { body })).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  expect(await sendWrongCodes(mock, 1)).toEqual([429]);
});

test('a complete sign-in clears the count of wrong TOTP codes, and a right password alone keeps the count', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  await sendWrongCodes(mock, 9);
  expect((await call('login', { body: { ...TWO_FACTOR_USER, totp_code: totpCodeNow(mock) } })).status).toBe(
    200,
  );
  expect(await sendWrongCodes(mock, 9)).toEqual(Array(9).fill(401));
  expect((await call('login', { body: TWO_FACTOR_USER })).error.code).toBe('TWO_FACTOR_REQUIRED');
  expect(await sendWrongCodes(mock, 2)).toEqual([401, 429]);
});

test('a TOTP code that was used before and is sent again does not count as a wrong code', async () => {
  const mock = createTestMock();
  const body = { ...TWO_FACTOR_USER, totp_code: totpCodeNow(mock) };
  const statuses: number[] = [];
  for (let at = 0; at < 13; at += 1) statuses.push((await mock.bearing(undefined)('login', { body })).status);
  expect(statuses).toEqual([200, ...Array(12).fill(401)]);
});

test('wrong passwords are limited per account and IP address, so that one caller cannot lock out another', async () => {
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
  for (const email of [OWNER.email, 'nobody@acme.example']) {
    const wrong = { email, password: 'not the password' };
    for (let at = 0; at < 150; at += 1) expect(await login(wrong, '192.0.2.1')).toBe(401);
    expect(await login(wrong, '192.0.2.1')).toBe(429);
  }
  expect(await login(OWNER, '192.0.2.1')).toBe(429);
  expect(await login(OWNER, '192.0.2.2')).toBe(200);
  expect(await login(TWO_FACTOR_USER, '192.0.2.1')).toBe(401);
});

test('a world counts the failures of at most 10,000 sign-in subjects, and removes the oldest count for a new subject', async () => {
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

test('an export and import of the world keeps the count of wrong TOTP codes', async () => {
  const mock = createTestMock();
  await sendWrongCodes(mock, 10);
  const other = createTestMock({ world: 'empty' });
  controlApi(other.app).import(JSON.parse(JSON.stringify(controlApi(mock.app).export())));
  expect(await sendWrongCodes(other, 1)).toEqual([429]);
});
