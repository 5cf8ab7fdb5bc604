// Tests that the suite, the log of the mock and its control API redact the values of the same names.
import { expect, test } from 'vitest';
import { controlApi } from '../control/control-api.ts';
import type { LogEntry } from '../server/app-options.ts';
import { createMinimalApp, sendCall } from '../server/testing/minimal-mock.ts';
import { Secrets } from '../suite/redaction/secrets.ts';
import { recordExchange } from '../suite/report/redact-report.ts';
import { exchange } from '../suite/testing/exchange.ts';

const MEMBERS = [
  ...[
    'password',
    'newPassword',
    'password_confirmation',
    'root_password',
    'passwd',
    'pwd',
    'pass',
    'passphrase',
  ],
  ...['token', 'refresh_token', 'challenge-token', 'accessToken', 'jwt', 'bearer', 'secret', 'client_secret'],
  ...['key', 'keys', 'api_key', 'API-KEY', 'privateKey', 'signing_key', 'encryption_key', 'master_key'],
  ...['plaintext', 'plaintext_key', 'session_id', 'sid', 'session_key', 'otp', 'totp', 'totp_code', 'pin'],
  ...['epp_code', 'auth_code', 'authorization_code', 'verification_code', 'recovery_codes', 'backup_code'],
  ...['mfa_code', '2fa_code', 'two_factor_code', 'qr', 'qr_code', 'otpauth_url', 'passcode'],
  ...['auth', 'cvv', 'cvc2', 'credential', 'credentials'],
];
const SHOWN = [
  'id',
  'token_type',
  'password_changed_at',
  'name',
  'code',
  'message',
  'ssh_keys',
  'status',
  'prefix',
];
const HEADERS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'x-auth-token',
  'x-session-token',
  'authentication-info',
];
const VALUE = 'HUSH 1234';

const bodyWith = (names: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(names.map((name) => [name, VALUE])),
  nested: [Object.fromEntries(names.map((name) => [name, [VALUE]]))],
});

// Returns the exchange with the given body, headers and query as the suite stores it.
function inSuite(body: unknown, headers: Record<string, string>, query: string): string {
  const live = exchange({ json: body, headers: Object.entries(headers) });
  const text = JSON.stringify(body);
  const url = `${live.request.url}?${query}`;
  return JSON.stringify(
    recordExchange({ ...live, request: { ...live.request, url, headers, body: text } }, new Secrets()),
  );
}

// Returns what the log and the control API show of a call with the given body, headers and query.
async function inMock(body: unknown, headers: Record<string, string>, query: string) {
  const log: LogEntry[] = [];
  const app = createMinimalApp({ log: (entry: LogEntry) => void log.push(entry) });
  const lab = controlApi(app);
  await sendCall(app, 'POST', `/customers?${query}`, { headers, body });
  const control = JSON.stringify([lab.requests.get('req_1'), lab.requests.list(), lab.requests.har()]);
  return { log: JSON.stringify(log), control };
}

test.each(MEMBERS)(
  'the value of %s is redacted in a body and in a query, by the suite, the log and the control API',
  async (name) => {
    const body = bodyWith([name]);
    const query = `page=2&${name}=HUSH1234&sort=x`;
    expect(inSuite(body, {}, query)).not.toContain('HUSH');
    const { log, control } = await inMock(body, {}, query);
    expect(log).toContain('page=2');
    expect(log).not.toContain('HUSH');
    expect(control).not.toContain('HUSH');
  },
);

test.each(HEADERS)('the header %s is redacted by the suite and by the control API', async (name) => {
  const headers = { [name]: 'Bearer HUSH' };
  expect(inSuite({}, headers, '')).not.toContain('HUSH');
  expect((await inMock({}, headers, '')).control).not.toContain('HUSH');
});

test('members that only describe a credential are not redacted', async () => {
  const body = Object.fromEntries(SHOWN.map((name) => [name, `shown ${name}`]));
  const { control } = await inMock(body, {}, '');
  const suite = inSuite(body, {}, '');
  for (const name of SHOWN) {
    expect(suite).toContain(`shown ${name}`);
    expect(control).toContain(`shown ${name}`);
  }
});
