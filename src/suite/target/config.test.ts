// Tests which target files are accepted, and with which messages others are refused.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLoopback } from '../model/target.ts';
import { configProblems, loadConfig, resolveTarget } from './config.ts';

const baseUrl = 'http://127.0.0.1:4010/v1';

test('secrets are read from the environment variables that the target file names', () => {
  const { credentials } = resolveTarget(
    { baseUrl, credentials: { tenantA: { email: 'a@example.org', password: { env: 'A_PASSWORD' } } } },
    { A_PASSWORD: 'correct horse' },
  );
  expect(credentials.tenantA).toEqual({ email: 'a@example.org', password: 'correct horse' });
  expect(() =>
    resolveTarget({ baseUrl, credentials: { tenantB: { token: { env: 'NOT_THERE' } } } }, {}),
  ).toThrow('credentials.tenantB.token: the environment variable NOT_THERE is not set');
});

test('headers are read by the same rules as credentials, and PEM files must exist', () => {
  const headers = { 'X-Tenant': 'acme', 'X-Gateway': { env: 'GATEWAY' } };
  expect(resolveTarget({ baseUrl, headers }, { GATEWAY: 'a long key' }).headers).toEqual({
    'x-tenant': 'acme',
    'x-gateway': 'a long key',
  });
  expect(() => resolveTarget({ baseUrl, headers }, {})).toThrow(
    'headers.X-Gateway: the environment variable GATEWAY is not set',
  );
  expect(() => resolveTarget({ baseUrl, headers: { 'a b': 'x' } })).toThrow('headers.a b is no name');
  expect(() => resolveTarget({ baseUrl, tls: { ca: 'no-such.pem' } })).toThrow(
    'tls.ca: no-such.pem cannot be read (ENOENT)',
  );
});

test('a member may stand at a place, in two parts, or nowhere', () => {
  const members = {
    id: ['uuid'],
    name: {
      parts: [
        ['domain', 'sld'],
        ['domain', 'tld'],
      ],
    },
    status: null,
  };
  expect(configProblems({ learned: { kinds: { Domain: { members } } } })).toEqual([]);
});

test.each([
  [{ baseURL: 'x' }, 'the target file has no member "baseURL"; did you mean "baseUrl"?'],
  [{ credentials: { tennantA: {} } }, 'credentials has no member "tennantA"; did you mean "tenantA"?'],
  [
    { credentials: { tenantA: { passwrd: 'x' } } },
    'credentials.tenantA has no member "passwrd"; did you mean "password"?',
  ],
  [{ bodies: { creatOrder: {} } }, 'bodies has no member "creatOrder"; did you mean "createOrder"?'],
  [{ lag: { read: 'soon' } }, 'lag.read must be a duration such as "2s" or "500ms"'],
  [{ lists: { items: 'data' } }, 'lists.items must be a JSON Pointer such as "/data"'],
  [{ values: { pendingOrderIds: 'x' } }, 'values.pendingOrderIds must be a list of texts'],
  [
    { credentials: { tenantA: { token: { environment: 'X' } } } },
    'credentials.tenantA.token must be a text, or {"env": "NAME"}',
  ],
  [
    { learned: { kinds: { Customer: { members: { id: '/uuid' } } } } },
    'learned.kinds.Customer.members.id must be a list of names such as ["contact", "email"], {"parts": [ … ]} for two of them, or null',
  ],
  [[], 'the target file must be an object'],
])('the target file %j is refused with the message: %s', (config, problem) => {
  expect(configProblems(config)).toEqual([problem]);
});

test('the base URL of a target file may have a path prefix, a port and a trailing slash', () => {
  expect(resolveTarget({ baseUrl: 'https://host.example/api/hosting/v1/' }).baseUrl).toBe(
    'https://host.example/api/hosting/v1',
  );
});

test.each([
  [undefined, 'no base URL'],
  ['localhost:4010', 'must begin with http://'],
  ['nonsense', 'is no URL'],
  ['http://user:pw@h/v1', 'without query, fragment and user'],
])('the base URL %s is refused', (given, message) => {
  expect(() => resolveTarget(given === undefined ? {} : { baseUrl: given })).toThrow(message);
});

test('a credential with an e-mail address but no password is refused', () => {
  expect(() => resolveTarget({ baseUrl, credentials: { tenantA: { email: 'a@example.org' } } })).toThrow(
    'credentials.tenantA needs a token, an apiKey, or an email with a password',
  );
});

test('target files are loaded as JSON and as modules, and one error lists every problem', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-config-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  expect(await loadConfig(write('a.json', JSON.stringify({ baseUrl })))).toEqual({ baseUrl });
  expect(await loadConfig(write('b.ts', `export default { baseUrl: '${baseUrl}' as string };`))).toEqual({
    baseUrl,
  });
  await expect(loadConfig(write('c.json', '{'))).rejects.toThrow('is no JSON');
  await expect(loadConfig(join(folder, 'none.json'))).rejects.toThrow('cannot be read (ENOENT)');
  await expect(loadConfig(write('d.mjs', 'export const x = 1;'))).rejects.toThrow('has no default export');
  await expect(loadConfig(write('e.json', '{"a": 1, "lag": 2}'))).rejects.toThrow(
    /has no member "a"; lag must be an object/,
  );
});

test.each([
  ['http://127.0.0.1:4010/v1', true],
  ['http://localhost/v1', true],
  ['http://[::1]:80/v1', true],
  ['http://127.0.0.1.example/v1', false],
  ['https://api.example.org/v1', false],
])('the base URL %s counts as on this machine: %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});

test.each([
  ['not base32!', 'a character that base32 does not have'],
  ['GEZDGNBVGY3TQOJ1', 'the digit 1'],
  ['====', 'padding alone'],
  ['A', 'less than one byte'],
])('a totpSecret that is not Base32 is refused without showing it: %j (%s)', (totpSecret) => {
  const twoFactor = { email: 'a@example.org', password: 'correct horse', totpSecret: { env: 'TOTP' } };
  expect(() => resolveTarget({ baseUrl, credentials: { twoFactor } }, { TOTP: totpSecret })).toThrow(
    /^credentials\.twoFactor\.totpSecret is not base32: letters A to Z and digits 2 to 7, as shown when 2FA is set up$/,
  );
});

test('a totpSecret may have blanks, hyphens, padding and lower-case letters', () => {
  const twoFactor = { email: 'a@example.org', password: 'x', totpSecret: 'gezd gnbv-gy3t QOJQ====' };
  expect(resolveTarget({ baseUrl, credentials: { twoFactor } }).credentials.twoFactor).toEqual(twoFactor);
});

test.each([
  ['token', 'secret\n'],
  ['apiKey', 'schl\u00fcssel-\u2713'],
])('a %s with characters that no HTTP header can carry is refused without showing it', (member, value) => {
  expect(() =>
    resolveTarget({ baseUrl, credentials: { tenantA: { [member]: { env: 'IT' } } } }, { IT: value }),
  ).toThrow(
    new RegExp(`^credentials\\.tenantA\\.${member} holds a character that no HTTP header can carry[^\\n]*$`),
  );
});
