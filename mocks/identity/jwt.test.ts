// Tests the JWTs of sessions.
import { createHmac } from 'node:crypto';
import * as jose from 'jose';
import { expect, test } from 'vitest';
import { signJwt, verifyJwt } from './jwt.ts';

const KEY = 'a-key-of-quite-some-length-for-hs256';
const claims = { sub: 'user', tid: 'tenant', jti: 'session', iat: 1_795_000_000, exp: 4_102_358_400 };
const bytes = new TextEncoder().encode(KEY);
const b64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

test('the jose library verifies tokens of the mock and reads the same claims', async () => {
  const { payload, protectedHeader } = await jose.jwtVerify(signJwt(claims, KEY), bytes, {
    algorithms: ['HS256'],
  });
  expect(payload).toEqual(claims);
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
});

test('signJwt signs claims of any length, as an import may contain them', () => {
  const long = { ...claims, sub: 'u'.repeat(1_000_000) };
  expect(verifyJwt(signJwt(long, KEY), KEY)).toEqual(long);
});

test('verifyJwt rejects every forged token', async () => {
  const token = signJwt(claims, KEY);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const signed = (head: object, key: Uint8Array = bytes): Promise<string> =>
    new jose.SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...head }).sign(key);
  const none = (alg: string): string => `${b64({ alg, typ: 'JWT' })}.${payload}.`;
  const forgeries: Record<string, string> = {
    'alg none': none('none'),
    'alg None': none('None'),
    'alg NONE with a signature': `${b64({ alg: 'NONE', typ: 'JWT' })}.${payload}.${signature}`,
    'an unsecured JWT': new jose.UnsecuredJWT(claims).encode(),
    'another key': await signed(
      { typ: 'JWT' },
      new TextEncoder().encode('another key of the same sort, as long'),
    ),
    'a blank secret': `${header}.${payload}.${createHmac('sha256', '').update(`${header}.${payload}`).digest('base64url')}`,
    'a key id in the header': await signed({ typ: 'JWT', kid: '../../dev/null' }),
    'another algorithm under the right key': await new jose.SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
      .sign(new TextEncoder().encode(KEY.repeat(2))),
    'the signature stripped': `${header}.${payload}.`,
    'the signature and its dot stripped': `${header}.${payload}`,
    'a payload with another subject': `${header}.${b64({ ...claims, sub: 'somebody else' })}.${signature}`,
    'a signature with its last letter changed': token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    'a fourth part': `${token}.${signature}`,
    'padding after the signature': `${token}=`,
    'a leading space': ` ${token}`,
    'nothing at all': '',
    'three dots': '...',
    words: 'not.a.token',
  };
  for (const [name, forgery] of Object.entries(forgeries)) {
    expect(verifyJwt(forgery, KEY), name).toBeNull();
  }
});

test('verifyJwt rejects a signed payload that lacks the claims of the mock', () => {
  for (const payload of [
    'null',
    '[]',
    '"x"',
    '{"sub":1}',
    '{',
    JSON.stringify({ ...claims, exp: '4102358400' }),
  ]) {
    const signed = `${b64({ alg: 'HS256', typ: 'JWT' })}.${b64(payload)}`;
    const token = `${signed}.${createHmac('sha256', KEY).update(signed).digest('base64url')}`;
    expect(verifyJwt(token, KEY), payload).toBeNull();
  }
});

test('verifyJwt rejects a token when it is called with another key, even after a successful call with the right key', () => {
  const token = signJwt(claims, KEY);
  expect(verifyJwt(token, KEY)).not.toBeNull();
  expect(verifyJwt(token, `${KEY}!`)).toBeNull();
});
