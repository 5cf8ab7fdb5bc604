// Tests of what a refused credential says: the reply to the client, and the explanation to the developer.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { sendCall } from '../../src/server/testing/minimal-mock.ts';
import { OWNER, TWO_FACTOR_USER, totpCodeNow, wrongCode } from '../testing/sign-in.ts';
import { createTestMock, type TestMock } from '../testing/test-mock.ts';

// Explains the last request of the main world.
const explainLast = (mock: TestMock): string =>
  controlApi(mock.app).worlds.get(mock.app.world.name).requests.explain('last').sentence;
const logIn = async (mock: TestMock): Promise<string> =>
  (await mock.bearing(undefined)('login', { body: OWNER })).data.token;

test.each([
  ['PT1H', '2026-11-20T09:00:00Z', 200],
  ['P1M', '2026-12-20T08:00:00Z', 401],
  ['P3Y', '2029-11-20T08:00:00Z', 401],
])(
  'the token of a log-in says after %s when it expired and what time it is, and how to go on',
  async (by, now, refreshed) => {
    const mock = createTestMock();
    const token = await logIn(mock);
    controlApi(mock.app).clock.advance(by);
    const { status, error } = await mock.bearing(token)('listOrders');
    expect([status, error.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect(error.message).toContain(`The token expired at 2026-11-20T08:15:00Z, and it is ${now} now`);
    expect(error.message).toMatch(
      refreshed === 200 ? /Refresh it, or log in again/ : /too long ago .* Log in again/,
    );
    expect(explainLast(mock)).toContain(
      'The tokens and API keys of the personas (lab personas list) outlast',
    );
    expect((await mock.bearing(token)('refreshSession')).status).toBe(refreshed);
    expect((await mock.bearing(mock.app.personas.owner?.token)('listOrders')).status).toBe(200);
  },
);

test('explain says why a credential is unknown, and names another world only when that world accepts the credential', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const why = async (bearer: string | undefined): Promise<string> => {
    expect((await mock.bearing(bearer)('listOrders')).status).toBe(401);
    return explainLast(mock);
  };
  const token = await logIn(mock);
  expect(await why(`${token}x`)).toContain('no token that this world signed');
  expect(await why('hpk_nothing')).toContain('no API key with this value');
  expect(await why(mock.app.personas.revoked?.apiKey)).toMatch(/The API key was revoked at \d{4}-/);
  await mock.bearing(token)('logout');
  expect(await why(token)).toContain('The session of the token was ended: it is revoked');

  const other = lab.worlds.create({ name: 'other' });
  const reply = await sendCall<{ token: string }>(other, 'POST', '/auth/login', { body: OWNER });
  const elsewhere = reply.body.token;
  expect(await why(elsewhere)).toMatch(
    /no session for the token.* It is a credential of another world: other\. Send the request there \(\/w\/other\/v1/,
  );
  lab.worlds.delete('other');
  expect(await why(elsewhere)).not.toContain('another world');

  const fresh = await logIn(mock);
  lab.reset();
  expect(await why(fresh)).toContain('it is from before a reset');
});

test('explain of a wrong TOTP code says that the clock of the world decides, and of a used one that it was used', async () => {
  const mock = createTestMock();
  const send = (totp_code: string) =>
    mock.bearing(undefined)('login', { body: { ...TWO_FACTOR_USER, totp_code } });
  expect((await send(wrongCode(mock))).error.code).toBe('TWO_FACTOR_INVALID');
  expect(explainLast(mock)).toMatch(/clock of this world, at which it was 2026-11-20T08:00:00Z.*lab outbox/);
  const code = totpCodeNow(mock);
  expect((await send(code)).status).toBe(200);
  expect((await send(code)).status).toBe(401);
  expect(explainLast(mock)).toContain('it was used before');
  const { challenge_token } = (await mock.bearing(undefined)('login', { body: TWO_FACTOR_USER })).error;
  await mock.bearing(undefined)('verifyTwoFactor', { body: { challenge_token, totp_code: wrongCode(mock) } });
  expect(explainLast(mock)).toContain('lab outbox');
});
