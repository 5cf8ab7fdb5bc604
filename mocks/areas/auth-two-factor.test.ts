// Tests two-factor sign-in: TOTP codes and 2FA challenges.
import { expect, test } from 'vitest';
import { TWO_FACTOR_USER, totpCodeNow, wrongCode } from '../testing/sign-in.ts';
import { createTestMock, MINUTE, refusalOf } from '../testing/test-mock.ts';

test('a log-in with a wrong password returns no 2FA challenge', async () => {
  const reply = await createTestMock().bearing(undefined)('login', {
    body: { ...TWO_FACTOR_USER, password: 'guess' },
  });
  expect(reply.error.code).toBe('INVALID_CREDENTIALS');
  expect(reply.error.challenge_token).toBeUndefined();
});

test('a TOTP code is accepted only once, whether at log-in or for a 2FA challenge', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const body = { ...TWO_FACTOR_USER, totp_code: totpCodeNow(mock) };
  expect((await call('login', { body })).status).toBe(200);
  const again = await call('login', { body });
  expect(refusalOf(again)).toContain('401 TWO_FACTOR_INVALID');
  const { challenge_token } = (await call('login', { body: TWO_FACTOR_USER })).error;
  expect(
    (await call('verifyTwoFactor', { body: { challenge_token, totp_code: body.totp_code } })).status,
  ).toBe(401);
  expect(
    (await call('verifyTwoFactor', { body: { challenge_token, totp_code: totpCodeNow(mock, 30_000) } }))
      .status,
  ).toBe(200);
});

test('a TOTP code of the previous or the next 30-second step is accepted, and an older code is rejected', async () => {
  const mock = createTestMock();
  const login = async (ms: number) =>
    (
      await mock.bearing(undefined)('login', {
        body: { ...TWO_FACTOR_USER, totp_code: totpCodeNow(mock, ms) },
      })
    ).status;
  expect(await login(-60_000)).toBe(401);
  expect(await login(60_000)).toBe(401);
  expect(await login(-30_000)).toBe(200);
  expect(await login(30_000)).toBe(200);
});

test('a 2FA challenge rejects even the right TOTP code after five wrong codes', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const { challenge_token } = (await call('login', { body: TWO_FACTOR_USER })).error;
  for (let at = 0; at < 5; at += 1) {
    const reply = await call('verifyTwoFactor', { body: { challenge_token, totp_code: wrongCode(mock) } });
    expect(refusalOf(reply)).toContain('401 TWO_FACTOR_INVALID');
  }
  const right = await call('verifyTwoFactor', { body: { challenge_token, totp_code: totpCodeNow(mock) } });
  expect(right.status).toBe(401);
  expect(right.error.message).toContain('Sign in again');
});

test('a 2FA challenge accepts the right TOTP code after four wrong codes, and expires after five minutes', async () => {
  const mock = createTestMock();
  const call = mock.bearing(undefined);
  const first = (await call('login', { body: TWO_FACTOR_USER })).error;
  for (let at = 0; at < 4; at += 1) {
    await call('verifyTwoFactor', {
      body: { challenge_token: first.challenge_token, totp_code: wrongCode(mock) },
    });
  }
  const still = { challenge_token: first.challenge_token, totp_code: totpCodeNow(mock) };
  expect((await call('verifyTwoFactor', { body: still })).status).toBe(200);
  const second = (await call('login', { body: TWO_FACTOR_USER })).error;
  mock.pass(5 * MINUTE);
  const late = { challenge_token: second.challenge_token, totp_code: totpCodeNow(mock) };
  expect((await call('verifyTwoFactor', { body: late })).status).toBe(401);
});
