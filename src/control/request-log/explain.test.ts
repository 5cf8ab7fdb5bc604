// Tests of the explanations of logged requests: the pipeline step that decided the reply, its rule and its reason.
import { expect, test } from 'vitest';
import { createMinimalApp, NEW, sendCall } from '../../server/testing/minimal-mock.ts';
import { controlApi } from '../control-api.ts';

const table = { free: 1, pro: 3, business: 1, enterprise: 1, reseller: 1, platform: 1 };
const saying = (text: string) => ({ sentence: expect.stringContaining(text) });
const owner = { token: 'owner' };
const UNKNOWN = '/customers/5e0a3b8c-31cf-4b1a-9a43-2f3a9a1b2c3d';
const problem = (place: string, pointer: string, keyword: string) =>
  expect.objectContaining({ in: place, pointer, keyword });

test.each<[what: string, call: string, sent: Parameters<typeof sendCall>[3], explanation: object]>([
  ['an unknown path', 'GET /moons', {}, { step: 'route', rule: 'ROUTE_NOT_FOUND', heading: 'Endpoints' }],
  ['a misspelt path', 'GET /custmers', {}, saying('has the path /v1/custmers; did you mean "/customers"?')],
  [
    'an unknown method',
    'DELETE /customers',
    owner,
    { step: 'route', ...saying('The path exists with GET, POST') },
  ],
  [
    'no credential',
    'GET /customers',
    {},
    { step: 'authenticate', heading: 'Authentication', ...saying('no Authorization header') },
  ],
  [
    'an unknown credential',
    'GET /customers',
    { token: 'nobody' },
    { rule: 'UNAUTHENTICATED', ...saying('does not know the bearer credential') },
  ],
  [
    'a missing scope',
    'POST /customers',
    { token: 'narrow-key', body: NEW },
    {
      step: 'authorise',
      scope: { missing: 'customers:write', has: ['customers:read'] },
      passed: expect.arrayContaining(['limit', 'authenticate']),
    },
  ],
  [
    'a body that is no JSON',
    'POST /customers',
    { ...owner, body: '{' },
    { step: 'parse', rule: 'MALFORMED_JSON', heading: 'Errors' },
  ],
  [
    'invalid fields',
    'POST /customers',
    { ...owner, body: { ...NEW, email: 3, last_name: undefined } },
    {
      step: 'validate',
      heading: 'Errors',
      problems: expect.arrayContaining([
        problem('body', '/email', 'type'),
        problem('body', '/last_name', 'required'),
      ]),
    },
  ],
  [
    'an invalid query',
    'GET /customers?per_page=none',
    owner,
    { step: 'validate', problems: [problem('query', '/per_page', 'type')] },
  ],
  [
    'a resource that does not exist',
    `GET ${UNKNOWN}`,
    owner,
    { step: 'locate', rule: 'NOT_FOUND', passed: expect.not.arrayContaining(['handle']) },
  ],
  [
    'a success',
    'GET /customers',
    owner,
    { step: null, rule: null, heading: 'Customers', ...saying('listCustomers was executed') },
  ],
  [
    'a query with names that the operation does not have',
    'GET /customers?sttus=active&page=1&colour=red&__prefer=code=200',
    owner,
    saying('. Ignored parameters: sttus (did you mean status?), colour.'),
  ],
  [
    'a fault requested by Prefer',
    'GET /customers',
    { ...owner, headers: { prefer: 'code=503' } },
    { step: null, disturbed: 'Prefer: code=503', ...saying('A fault was injected') },
  ],
])('explain names the pipeline step that decided the reply to %s', async (_, call, sent, explanation) => {
  const app = createMinimalApp({ limits: table });
  const [method = '', path = ''] = call.split(' ');
  await sendCall(app, method, path, sent);
  expect(controlApi(app).requests.explain('req_1')).toMatchObject(explanation);
});

test('explain says first that a fault gave a refusal', async () => {
  const app = createMinimalApp();
  const lab = controlApi(app);
  lab.faults.add({ kind: 'refusal', refusal: 'ALREADY_EXISTS', operation: 'createCustomer', times: 1 });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  expect(lab.requests.explain('req_1').sentence).toMatch(
    /^A fault was injected: fault fault_1 \(refusal ALREADY_EXISTS\)\. /,
  );
});

test.each([
  [{ refusal: 'ALREADY_EXIST', operation: 'createCustomer' }, /did you mean "ALREADY_EXISTS"\? They are: /],
  [{ refusal: 'NOPE', operation: 'createPayment' }, /PAYMENT_UNFUNDED, INSUFFICIENT_FUNDS/],
  [{ refusal: 'NOT_FOUND', operation: 'createPaymnt' }, /did you mean "createPayment"/],
])('a refusal %j that cannot be injected is refused with what can be', (fault, message) => {
  const lab = controlApi(createMinimalApp());
  expect(() => lab.faults.add({ kind: 'refusal', ...fault } as never)).toThrow(message);
});

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
