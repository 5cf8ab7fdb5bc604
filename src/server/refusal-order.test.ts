// Tests of each cause of a refusal by itself through `app.fetch`: the status, the code, and the HTTP headers that
// every reply carries.
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from './testing/minimal-mock.ts';

const UNKNOWN_ID = '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17';
const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };
const RATE = ['limit', 'remaining', 'reset'].map((name) => `ratelimit-${name}`);
const HEADERS = [...RATE, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-request-id'];

const causes: [
  string,
  number,
  string,
  Parameters<typeof sendCall>[1],
  string,
  Parameters<typeof sendCall>[3],
][] = [
  ['an unknown path', 404, 'ROUTE_NOT_FOUND', 'GET', '/nothing', {}],
  ['an unknown method without a credential', 404, 'ROUTE_NOT_FOUND', 'PATCH', '/customers', {}],
  ['a path with a slash at its end', 404, 'ROUTE_NOT_FOUND', 'GET', '/customers/', { token: 'owner' }],
  ['a path that cannot be decoded', 404, 'ROUTE_NOT_FOUND', 'GET', '/customers/%zz', { token: 'owner' }],
  ['no credential', 401, 'UNAUTHENTICATED', 'GET', '/customers', {}],
  ['an unknown credential', 401, 'UNAUTHENTICATED', 'GET', '/customers', { token: 'nobody' }],
  ['an expired session', 401, 'TOKEN_EXPIRED', 'GET', '/customers', { token: 'expired' }],
  [
    'another authentication scheme',
    401,
    'UNAUTHENTICATED',
    'GET',
    '/customers',
    { headers: { authorization: 'Basic b3duZXI6' } },
  ],
  [
    'a token without a scheme',
    401,
    'UNAUTHENTICATED',
    'GET',
    '/customers',
    { headers: { authorization: 'owner' } },
  ],
  ['a suspended tenant', 403, 'TENANT_SUSPENDED', 'GET', '/customers', { token: 'suspended' }],
  ['a role without permission', 403, 'FORBIDDEN', 'POST', '/customers', { token: 'viewer', body: NEW }],
  [
    'a user without the scope',
    403,
    'INSUFFICIENT_SCOPE',
    'POST',
    '/customers',
    { token: 'narrow', body: NEW },
  ],
  ['an API key without the scope', 403, 'INSUFFICIENT_SCOPE', 'POST', '/customers', { token: 'narrow-key' }],
  ['an API key where a session is required', 403, 'FORBIDDEN', 'POST', '/auth/logout', { token: 'key' }],
  ['invalid JSON', 400, 'MALFORMED_JSON', 'POST', '/customers', { token: 'owner', body: '{"a":' }],
  ['a repeated key', 400, 'MALFORMED_JSON', 'POST', '/customers', { token: 'owner', body: '{"a":1,"a":2}' }],
  [
    'too deep nesting',
    400,
    'MALFORMED_JSON',
    'POST',
    '/customers',
    { token: 'owner', body: '['.repeat(1000) + ']'.repeat(1000) },
  ],
  [
    'another media type',
    400,
    'UNSUPPORTED_MEDIA_TYPE',
    'POST',
    '/customers',
    { token: 'owner', body: NEW, headers: { 'content-type': 'text/plain' } },
  ],
  [
    'a compressed body',
    400,
    'UNSUPPORTED_MEDIA_TYPE',
    'POST',
    '/customers',
    { token: 'owner', body: NEW, headers: { 'content-encoding': 'gzip' } },
  ],
  [
    'another charset',
    400,
    'UNSUPPORTED_MEDIA_TYPE',
    'POST',
    '/customers',
    { token: 'owner', body: NEW, headers: { 'content-type': 'application/json; charset=latin1' } },
  ],
  [
    'a body over the size limit',
    400,
    'PAYLOAD_TOO_LARGE',
    'POST',
    '/customers',
    { token: 'owner', body: { ...NEW, first_name: 'x'.repeat(1_048_577) } },
  ],
  [
    'an Idempotency-Key with a space',
    400,
    'IDEMPOTENCY_KEY_INVALID',
    'POST',
    '/wallet/topup',
    { token: 'owner', body: { amount: 1 }, headers: { 'idempotency-key': 'a b' } },
  ],
  [
    'an Idempotency-Key that is too long',
    400,
    'IDEMPOTENCY_KEY_INVALID',
    'POST',
    '/wallet/topup',
    { token: 'owner', body: { amount: 1 }, headers: { 'idempotency-key': 'k'.repeat(256) } },
  ],
  ['an unknown record', 404, 'NOT_FOUND', 'GET', `/customers/${UNKNOWN_ID}`, { token: 'owner' }],
  [
    'an id that is a member of every JavaScript object',
    404,
    'NOT_FOUND',
    'GET',
    '/customers/__proto__',
    { token: 'owner' },
  ],
  ['an id that is no UUID', 404, 'NOT_FOUND', 'GET', '/customers/42', { token: 'owner' }],
  ['missing fields', 422, 'VALIDATION_FAILED', 'POST', '/customers', { token: 'owner', body: {} }],
  ['a missing body', 422, 'VALIDATION_FAILED', 'POST', '/customers', { token: 'owner' }],
  [
    'a body that is no object',
    422,
    'VALIDATION_FAILED',
    'POST',
    '/customers',
    { token: 'owner', body: '[]' },
  ],
  ['an invalid query', 422, 'VALIDATION_FAILED', 'GET', '/customers?page=0', { token: 'owner' }],
];

test.each(causes)(
  'a request with %s gets status %i and code %s',
  async (_, status, code, method, path, what) => {
    const app = createMinimalApp();
    const reply = await sendCall(app, method, path, what);
    expect(reply.status).toBe(status);
    expect(reply.body.error?.code).toBe(code);
    expect(reply.headers.get('content-type')).toBe('application/json');
    for (const name of HEADERS) expect(reply.headers.get(name), name).toBeTruthy();
    expect(reply.headers.has('www-authenticate')).toBe(status === 401);
    expect(app.faults).toEqual([]);
  },
);
