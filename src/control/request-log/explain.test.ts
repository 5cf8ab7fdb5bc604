// Tests of the explanations of logged requests: the pipeline step that decided the reply, its rule and its reason.
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../../server/testing/minimal-mock.ts';
import { controlApi } from '../control-api.ts';

const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };

const table = { free: 1, pro: 3, business: 1, enterprise: 1, reseller: 1, platform: 1 };
type Case = [
  string,
  { method: string; path: string; token?: string; body?: unknown; headers?: Record<string, string> },
  Record<string, unknown>,
];
const cases: Case[] = [
  [
    'an unknown path',
    { method: 'GET', path: '/moons' },
    { step: 'route', rule: 'ROUTE_NOT_FOUND', heading: 'Endpoints' },
  ],
  [
    'an unknown method',
    { method: 'DELETE', path: '/customers', token: 'owner' },
    { step: 'route', sentence: expect.stringContaining('The path exists with GET, POST') },
  ],
  [
    'no credential',
    { method: 'GET', path: '/customers' },
    {
      step: 'authenticate',
      heading: 'Authentication',
      sentence: expect.stringContaining('no Authorization header'),
    },
  ],
  [
    'an unknown credential',
    { method: 'GET', path: '/customers', token: 'nobody' },
    { rule: 'UNAUTHENTICATED', sentence: expect.stringContaining('does not know the bearer credential') },
  ],
  [
    'a missing scope',
    { method: 'POST', path: '/customers', token: 'narrow', body: NEW },
    {
      step: 'authorise',
      scope: { missing: 'customers:write', has: ['customers:read'] },
      passed: expect.arrayContaining(['limit', 'authenticate']),
    },
  ],
  [
    'a body that is no JSON',
    { method: 'POST', path: '/customers', token: 'owner', body: '{' },
    { step: 'parse', rule: 'MALFORMED_JSON', heading: 'Errors' },
  ],
  [
    'invalid fields',
    { method: 'POST', path: '/customers', token: 'owner', body: { ...NEW, email: 3, last_name: undefined } },
    {
      step: 'validate',
      heading: 'Errors',
      problems: expect.arrayContaining([
        expect.objectContaining({ in: 'body', pointer: '/email', keyword: 'type' }),
        expect.objectContaining({ in: 'body', pointer: '/last_name', keyword: 'required' }),
      ]),
    },
  ],
  [
    'an invalid query',
    { method: 'GET', path: '/customers?per_page=none', token: 'owner' },
    { step: 'validate', problems: [expect.objectContaining({ in: 'query', pointer: '/per_page' })] },
  ],
  [
    'a resource that does not exist',
    { method: 'GET', path: '/customers/5e0a3b8c-31cf-4b1a-9a43-2f3a9a1b2c3d', token: 'owner' },
    { step: 'locate', rule: 'NOT_FOUND', passed: expect.not.arrayContaining(['handle']) },
  ],
  [
    'a success',
    { method: 'GET', path: '/customers', token: 'owner' },
    {
      step: null,
      rule: null,
      heading: 'Customers',
      sentence: expect.stringContaining('listCustomers was executed'),
    },
  ],
  [
    'a fault requested by Prefer',
    { method: 'GET', path: '/customers', token: 'owner', headers: { prefer: 'code=503' } },
    { step: null, disturbed: 'Prefer: code=503', sentence: expect.stringContaining('A fault was injected') },
  ],
];

test.each(cases)(
  'explain names the pipeline step that decided the reply to %s',
  async (_, { method, path, ...sent }, explanation) => {
    const app = createMinimalApp({ limits: table });
    await sendCall(app, method, path, sent);
    expect(controlApi(app).requests.explain('req_1')).toMatchObject(explanation);
  },
);

test('explain names the exceeded rate limit and the time at which the limit resets', async () => {
  const app = createMinimalApp({ limits: table });
  for (let at = 0; at < 4; at += 1) await sendCall(app, 'GET', '/customers', { token: 'owner' });
  expect(controlApi(app).requests.explain('req_4')).toMatchObject({
    step: 'limit',
    heading: 'Limits',
    limit: { bucket: 'user owner', limit: 3, remaining: 0, frees_at: '2026-11-20T08:01:00Z' },
  });
});

test('explain names the rule of an internal error and of a refusal by a handler', async () => {
  const app = createMinimalApp();
  await sendCall(app, 'POST', '/customers', {
    token: 'owner',
    body: { ...NEW, email: 'bug@broken.example' },
  });
  expect(controlApi(app).requests.explain('req_1')).toMatchObject({ status: 500, rule: 'TypeError' });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  expect(controlApi(app).requests.explain('req_3')).toMatchObject({
    step: 'handle',
    rule: 'ALREADY_EXISTS',
    heading: 'Customers',
  });
});
