// Tests which texts of a report are redacted: by the name of their member, by their form in certain replies, and
// after they became known as secrets.
import { expect, test } from 'vitest';
import { learnSecrets, Secrets } from '../redaction/secrets.ts';
import { check, readable } from '../testing/catalogue.ts';
import { exchange } from '../testing/exchange.ts';
import { runSuite } from '../testing/run-suite.ts';
import { on, tinyTarget } from '../testing/tiny-target.ts';
import { recordExchange, redactReport } from './redact-report.ts';

test('secret headers and the signatures of signed URLs are redacted', () => {
  const secrets = new Secrets();
  for (const name of ['X-Auth-Token', 'X-CSRF-Token', 'X-Api-Secret', 'X-Api-Key', 'Cookie']) {
    expect(secrets.redactHeader(name, 'HUSH-1234')).toBe('***');
  }
  expect(secrets.redactHeader('Location', '/v1/orders/1?X-Amz-Signature=HUSH1234&page=2')).toBe(
    '/v1/orders/1?X-Amz-Signature=***&page=2',
  );
  const live = exchange();
  const request = { ...live.request, headers: { 'x-auth-token': 'HUSH-1234' } };
  expect(JSON.stringify(recordExchange({ ...live, request }, secrets))).not.toContain('HUSH');
});

test('ids, times, addresses, names and sentences about passwords are not redacted', () => {
  const body = {
    id: '6f1c0c5e-6a3f-4c1e-9d6c-0d6f3a1b2c3d',
    token_type: 'Bearer',
    expires_at: '2026-11-20T08:00:00Z',
    url: 'https://a.example/hook?page=2',
    email: 'someone.special1@example.org',
    prefix: 'hk_live_abcd1234',
    api_key: { id: 'key-1', name: 'CI', last_used_at: null },
    scopes: ['subscriptions:write', 'v2:orders:write'],
  };
  const secrets = new Secrets();
  learnSecrets(exchange({ operation: 'createApiKey', status: 201, json: body }), secrets);
  expect(JSON.parse(secrets.redactText(JSON.stringify(body)))).toEqual(body);
  const refusal = JSON.stringify({ error: { errors: { password: ['required', 'too short'] } } });
  expect(secrets.redactText(refusal)).toBe(refusal);
});

test('the scheme of an Authorization header without a credential is not redacted in curl lines of other requests', async () => {
  const target = tinyTarget();
  target.override = on('GET', /^\/customers\/./, { status: 500, body: 'x' });
  const calls = check('auth/scheme-only', {
    async run(t) {
      for (const scheme of ['Bearer', 'bearer ', 'Basic', 'Digest'])
        t.compared(await t.withAuthorization(scheme, 'nothing but the scheme').send('listCustomers'));
    },
  });
  const report = await runSuite(target, {
    checks: [calls, readable],
    scripts: true,
  });
  const { curl, script } = report.results.find(({ id }) => id === 'customers/readable') ?? {};
  expect(script).toContain('authorization: Bearer ');
  expect(curl).toContain('authorization: Bearer ');
  expect(JSON.stringify(report)).not.toContain('NOTHING_BUT_THE_SCHEME');
});

test('a secret that is learned late is redacted in exchanges recorded earlier', async () => {
  const late = 'Late-0987654321abcdef';
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'GET' && /^\/customers\/./.test(path)
      ? { status: 500, body: { note: `${late} ${path}` } }
      : undefined;
  const calls = check('auth/late', {
    async run(t) {
      const early = await t.as('tenantA').send('getCustomer', { params: { id: t.unknownId() } });
      await t.withAuthorization(`Bearer ${late}`, 'late key').send('listCustomers');
      t.fail('it was not taken', { exchange: early, actual: { early: early.text } });
    },
  });
  const report = await runSuite(target, {
    checks: [readable, calls],
  });
  const text = JSON.stringify(report);
  expect(text).toContain('it was not taken');
  expect(text).not.toContain(late);
});

test('numbers in a secret member are redacted, but counts are not', () => {
  const secrets = new Secrets();
  const redacted = secrets.redactText(
    '{"pin":482913,"recovery_codes":[11223344,55667788],"tokens":3,"total":482913}',
  );
  expect(JSON.parse(redacted)).toEqual({
    pin: '***',
    recovery_codes: ['***', '***'],
    tokens: 3,
    total: 482913,
  });
});

test('a target cannot cause words of the contract, short texts or addresses to be redacted', () => {
  const secrets = new Secrets();
  const json = {
    token: 'customers',
    refresh_token: 'aaaaaaaaaa',
    secret: 'https://a.example/x',
    key: 'nonconformant now',
  };
  learnSecrets(exchange({ operation: 'login', status: 200, json }), secrets);
  const redacted = 'customers of https://a.example/x: aaaaaaaaaa, nonconformant now';
  expect(secrets.redactText(redacted)).toBe(redacted);
  secrets.add('://127.0.0.1', 'TENANT_A_PASSWORD');
  expect(secrets.redactUrl('http://127.0.0.1/v1/x?was=://127.0.0.1')).toBe('http://127.0.0.1/v1/x?was=***');
});

test('a target cannot keep a value from being redacted by sending a placeholder, which counts only where the suite wrote it', () => {
  const secrets = new Secrets();
  secrets.add('correct horse', 'TENANT_A_PASSWORD');
  expect(secrets.redactText('{"password":"\u0000HUSH-1234"}')).toBe('{"password":"***"}');
  expect(secrets.redactText('{"password":["\u0000HUSH-1234"]}')).toBe('{"password":["***"]}');
  expect(secrets.redactText('x?token=\u0000HUSH-1234')).not.toContain('HUSH');
  expect(secrets.redactText('a.b.eyJhbGciOiJIUzI1NiJ9.HUSH.HUSH')).toBe('a.b.***');
  expect(secrets.redactText('x-eyJhbGciOiJIUzI1NiJ9.HUSH.HUSH')).toBe('x-***');
});

test('a credential in a request or in a reply is learned, whatever the status of the reply and the name of the member', () => {
  const secrets = new Secrets();
  const reply = {
    status: 401,
    json: {
      error: { challenge_token: 'chl-0123456789ab' },
      session: { session_id: '6f1c0c5e-6a3f-4c1e-9d6c-0d6f3a1b2c3d' },
    },
    headers: [
      ['Set-Cookie', 'sid=cookie-abcdef; Path=/'],
      ['X-Auth-Token', 'header-abcdef'],
    ] as [string, string][],
  };
  const live = exchange({ operation: 'login', ...reply });
  const body = JSON.stringify({ password: 'Wrong-abcdef', totp_code: '271828', auth_code: '/EPP+code=12' });
  learnSecrets({ ...live, request: { ...live.request, body } }, secrets);
  for (const one of [
    ...['chl-0123456789ab', '6f1c0c5e-6a3f-4c1e-9d6c-0d6f3a1b2c3d', 'cookie-abcdef', 'header-abcdef'],
    ...['Wrong-abcdef', '271828', '/EPP+code=12'],
  ])
    expect(secrets.redactText(`it was ${one}, no?`)).toBe('it was ***, no?');
});

test('the payload and the signature of a JSON Web Token are redacted even without the rest of the token', () => {
  const secrets = new Secrets();
  secrets.add('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0', 'TENANT_A_TOKEN');
  expect(secrets.redactText('payload eyJzdWIiOiIxMjM0In0, signature c2lnbmF0dXJlLW9mLWl0')).toBe(
    'payload ***, signature ***',
  );
});

test('what a run learned is redacted below the names of operations, which name no secret', async () => {
  const secrets = new Secrets();
  secrets.add('HUSH-1234-known', 'TENANT_A_PASSWORD');
  const report = await runSuite(tinyTarget());
  const bodies = { createApiKey: { may: ['look'], password: 'HUSH-5678', note: 'was HUSH-1234-known' } };
  expect(redactReport({ ...report, learned: { bodies } }, secrets).learned).toEqual({
    bodies: { createApiKey: { may: ['look'], password: '***', note: 'was ***' } },
  });
});

test('a request body with a line break stays on one line of the curl command', () => {
  const live = exchange();
  const request = { ...live.request, method: 'POST', body: "a'b\\\n::error::\u009b" };
  const { curl } = recordExchange({ ...live, request }, new Secrets());
  expect(curl).toContain("--data-raw $'a\\'b\\\\\\n::error::\\302\\233'");
});
