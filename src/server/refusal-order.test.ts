// Tests of each cause of a refusal by itself through `app.fetch`: the status, the code, and the HTTP headers that
// every reply carries.
import { expect, test } from 'vitest';
import { createMinimalApp, NEW, sendCall } from './testing/minimal-mock.ts';

const UNKNOWN_ID = '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17';
const RATE = ['limit', 'remaining', 'reset'].map((name) => `ratelimit-${name}`);
const HEADERS = [...RATE, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-request-id'];

type Sent = Parameters<typeof sendCall>[3];
const owner = (more: Sent = {}): Sent => ({ token: 'owner', body: NEW, ...more });
const topUp = (key: string): Sent => ({
  token: 'owner',
  body: { amount: 1 },
  headers: { 'idempotency-key': key },
});

/** The requests that each have one cause of a refusal, by status and code. */
const causes: Record<string, [what: string, call: string, sent?: Sent][]> = {
  '404 ROUTE_NOT_FOUND': [
    ['an unknown path', 'GET /nothing'],
    ['an unknown method without a credential', 'PATCH /customers'],
    ['a path with a slash at its end', 'GET /customers/', { token: 'owner' }],
    ['a path that cannot be decoded', 'GET /customers/%zz', { token: 'owner' }],
  ],
  '401 UNAUTHENTICATED': [
    ['no credential', 'GET /customers'],
    ['an unknown credential', 'GET /customers', { token: 'nobody' }],
    ['another authentication scheme', 'GET /customers', { headers: { authorization: 'Basic b3duZXI6' } }],
    ['a token without a scheme', 'GET /customers', { headers: { authorization: 'owner' } }],
  ],
  '401 TOKEN_EXPIRED': [['an expired session', 'GET /customers', { token: 'expired' }]],
  '403 TENANT_SUSPENDED': [['a suspended tenant', 'GET /customers', { token: 'suspended' }]],
  '403 FORBIDDEN': [
    ['a role without permission', 'POST /customers', owner({ token: 'viewer' })],
    ['an API key where a session is required', 'POST /auth/logout', { token: 'key' }],
  ],
  '403 INSUFFICIENT_SCOPE': [['an API key without the scope', 'POST /customers', { token: 'narrow-key' }]],
  '400 MALFORMED_JSON': [
    ['invalid JSON', 'POST /customers', owner({ body: '{"a":' })],
    ['a repeated key', 'POST /customers', owner({ body: '{"a":1,"a":2}' })],
    ['too deep nesting', 'POST /customers', owner({ body: '['.repeat(1000) + ']'.repeat(1000) })],
  ],
  '400 UNSUPPORTED_MEDIA_TYPE': [
    ['another media type', 'POST /customers', owner({ headers: { 'content-type': 'text/plain' } })],
    ['a compressed body', 'POST /customers', owner({ headers: { 'content-encoding': 'gzip' } })],
    [
      'another charset',
      'POST /customers',
      owner({ headers: { 'content-type': 'application/json; charset=latin1' } }),
    ],
  ],
  '400 PAYLOAD_TOO_LARGE': [
    ['a body over the size limit', 'POST /customers', owner({ body: { name: 'x'.repeat(1_048_577) } })],
  ],
  '400 IDEMPOTENCY_KEY_INVALID': [
    ['an Idempotency-Key with a space', 'POST /wallet/topup', topUp('a b')],
    ['an Idempotency-Key that is too long', 'POST /wallet/topup', topUp('k'.repeat(256))],
  ],
  '404 NOT_FOUND': [
    ['an unknown record', `GET /customers/${UNKNOWN_ID}`, { token: 'owner' }],
    ['an id that is a member of every JavaScript object', 'GET /customers/__proto__', { token: 'owner' }],
    ['an id that is no UUID', 'GET /customers/42', { token: 'owner' }],
  ],
  '422 VALIDATION_FAILED': [
    ['missing fields', 'POST /customers', owner({ body: {} })],
    ['a missing body', 'POST /customers', { token: 'owner' }],
    ['a body that is no object', 'POST /customers', owner({ body: '[]' })],
    ['an invalid query', 'GET /customers?page=0', { token: 'owner' }],
  ],
};
const rows = Object.entries(causes).flatMap(([expected, cases]) =>
  cases.map(([what, call, sent]) => [what, expected, call, sent ?? {}] as const),
);

test.each(rows)('a request with %s gets %s', async (_, expected, call, sent) => {
  const app = createMinimalApp();
  const [method = '', path = ''] = call.split(' ');
  const reply = await sendCall(app, method, path, sent);
  expect(`${reply.status} ${reply.body.error?.code}`).toBe(expected);
  expect(reply.headers.get('content-type')).toBe('application/json');
  for (const name of HEADERS) expect(reply.headers.get(name), name).toBeTruthy();
  expect(reply.headers.has('www-authenticate')).toBe(reply.status === 401);
  expect(app.faults).toEqual([]);
});
