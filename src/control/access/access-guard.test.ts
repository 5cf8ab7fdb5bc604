// Tests of the access rules of the control API: which hosts, origins and tokens may use it.
import { expect, test } from 'vitest';
import { type Call, IN_PROCESS } from '../../server/http/call.ts';
import { refuseAccess, refuseOrigin } from './access-guard.ts';

const call = (headers: Record<string, string>, address = '127.0.0.1'): Call => ({
  method: 'POST',
  path: '/_mock/v1/reset',
  query: '',
  headers,
  body: null,
  address,
});
const loopback = { token: null, loopback: true };
const open = { token: 's3cret', loopback: false };

test.each(['127.0.0.1:4010', 'localhost', 'LOCALHOST:80', '[::1]:4010', 'app.localhost:4010', '127.8.9.1'])(
  'accepts a call whose Host header is %s, because it names this machine',
  (host) => {
    expect(refuseOrigin(call({ host }), loopback)).toBeNull();
  },
);

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '', '10.0.0.1:4010'])(
  'refuses a call whose Host header is "%s", because it does not name this machine',
  (host) => {
    expect(refuseOrigin(call({ host }), loopback)).toMatch(/not this machine/);
  },
);

test.each([
  ['a script', {}],
  ['a page of the mock itself', { origin: 'http://127.0.0.1:4010', 'sec-fetch-site': 'same-origin' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
])('accepts a call by %s when the server listens on loopback', (_, headers) => {
  expect(refuseAccess(call({ host: '127.0.0.1:4010', ...headers }), loopback)).toBeNull();
});

test.each([
  ['a page elsewhere', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a page elsewhere in an old browser', { origin: 'https://evil.example' }],
  ['a form or image elsewhere', { 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
])('refuses a call by %s when the server listens on loopback', (_, headers) => {
  expect(refuseAccess(call({ host: '127.0.0.1:4010', ...headers }), loopback)).toMatch(/another origin/);
});

test('requires the exact token when the server listens on more than loopback', () => {
  const host = 'mock.test:4010';
  expect(refuseAccess(call({ host, authorization: 'Bearer s3cret' }), open)).toBeNull();
  for (const authorization of ['Bearer s3cre', 'Bearer s3cretx', 'Basic s3cret', '']) {
    expect(refuseAccess(call({ host, authorization }), open)).toMatch(/token/);
  }
  expect(refuseAccess(call({ host }), { token: null, loopback: false })).toMatch(/--control-token/);
});

test('refuses a call by a page of another origin, even with the correct token', () => {
  const headers = { host: 'mock.test', authorization: 'Bearer s3cret', origin: 'https://evil.example' };
  expect(refuseAccess(call(headers), open)).toMatch(/another origin/);
});

test('accepts a call from this process without checking its Host header or its token', () => {
  const inside = call({ host: 'anything.test' }, IN_PROCESS);
  expect(refuseOrigin(inside, loopback)).toBeNull();
  expect(refuseAccess(inside, loopback)).toBeNull();
});
