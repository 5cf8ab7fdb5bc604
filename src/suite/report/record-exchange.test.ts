// Tests that a recorded exchange contains no secret.
import { expect, test } from 'vitest';
import { Secrets } from '../redaction/secrets.ts';
import { exchange } from '../testing/exchange.ts';
import { recordExchange } from './redact-report.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

function login() {
  const secrets = new Secrets();
  secrets.add('correct horse', 'TENANT_A_PASSWORD');
  secrets.add('hk_live_123456', 'TENANT_A_TOKEN');
  const body = JSON.stringify({ email: 'a@example.org', password: 'correct horse', totp_code: '123456' });
  const live = exchange({
    operation: 'login',
    request: {
      method: 'POST',
      path: '/auth/login?api_key=hk_live_123456',
      url: 'http://127.0.0.1/v1/auth/login?api_key=hk_live_123456',
      headers: { authorization: 'Bearer hk_live_123456', 'content-type': 'application/json' },
      body,
      json: JSON.parse(body),
      params: {},
    },
    headers: [
      ['Content-Type', 'application/json'],
      ['Set-Cookie', 'sid=abcdefgh'],
    ],
    json: { token: JWT, refresh_token: 'r-99', hint: 'was correct horse', user: { email: 'a@example.org' } },
  });
  return recordExchange(live, secrets);
}

test('passwords, tokens, codes, keys and cookies are redacted in a recorded exchange; other values are kept', () => {
  const text = JSON.stringify(login());
  for (const secret of ['correct horse', 'hk_live', '123456', JWT, 'r-99', 'abcdefgh']) {
    expect(text).not.toContain(secret);
  }
  expect(login().request.body).toBe('{"email":"a@example.org","password":"***","totp_code":"***"}');
  expect(login().request.headers.authorization).toBe('Bearer <tenantA>');
  expect(login().reply?.body).toContain('"user":{"email":"a@example.org"}');
});

test('the curl command contains shell variables in place of secrets', () => {
  expect(login().curl).toBe(
    `curl -i -X POST 'http://127.0.0.1/v1/auth/login?api_key='"$TENANT_A_TOKEN" -H 'authorization: Bearer '"$TENANT_A_TOKEN" ` +
      `-H 'content-type: application/json' --data-raw '{"email":"a@example.org","password":"'"$TENANT_A_PASSWORD"'","totp_code":"'"$SENT_TOTP_CODE"'"}'`,
  );
});

test('the curl command names a password that credentials share after the credential that logs in', () => {
  const secrets = new Secrets();
  for (const [name, email] of Object.entries({ TENANT_A: 'a@example.org', TWO_FACTOR: 'two@example.org' })) {
    secrets.addEmail(email, name);
    secrets.add('correct horse', `${name}_PASSWORD`);
  }
  const live = exchange({ caller: 'anonymous' });
  const body = JSON.stringify({ email: 'two@example.org', password: 'correct horse' });
  const line = recordExchange({ ...live, request: { ...live.request, body } }, secrets).curl;
  expect(line).toContain('"$TWO_FACTOR_PASSWORD"');
  expect(line).not.toContain('TENANT_A');
});

test('a quotation mark in a body stays within one word of the curl command', () => {
  const live = exchange();
  const request = { ...live.request, method: 'POST', body: `{"name":"O'Hara"}` };
  expect(recordExchange({ ...live, request }, new Secrets()).curl).toContain(
    `--data-raw '{"name":"O'\\''Hara"}'`,
  );
});

test('binary bodies are replaced by their size, and long bodies are cut, in a recorded exchange', () => {
  const pdf = exchange({ headers: [['Content-Type', 'application/pdf']], text: '%PDF-1.7', json: undefined });
  expect(recordExchange(pdf, new Secrets()).reply?.body).toBe('(8 bytes of application/pdf)');
  const long = exchange({ json: { text: 'x'.repeat(10_000) } });
  expect(recordExchange(long, new Secrets()).reply?.body).toMatch(/… \(5915 more characters\)$/);
});

test('a message under errors.password is not redacted', () => {
  const live = exchange({ json: { message: 'no', errors: { password: ['is required'] } } });
  expect(recordExchange(live, new Secrets()).reply?.body).toContain('is required');
});

test('redacting a long value keeps only the start of its JSON text', () => {
  const redacted = new Secrets().redactValue({ list: Array.from({ length: 5000 }, (_, at) => ({ at })) });
  expect(redacted).toMatch(/^\{"list":\[\{"at":0\}.*…$/);
  expect(String(redacted)).toHaveLength(4097);
});
