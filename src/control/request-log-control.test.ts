// The requests that were answered last: bounded, without secrets, found, waited for, explained.
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../server/testing/minimal-mock.ts';
import { controlApi } from './control-api.ts';
import { mountControl } from './mount-control.ts';

const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };

test('the log is bounded by count and by bytes, and the newest stay', async () => {
  const app = createMinimalApp({ limits: 'off', requests: { count: 5, bytes: 1_000_000 } });
  const { requests } = controlApi(app);
  for (let at = 0; at < 23; at += 1) await sendCall(app, 'GET', '/customers', { token: 'owner' });
  expect(requests.list().requests.map(({ id }) => id)).toEqual([
    'req_19',
    'req_20',
    'req_21',
    'req_22',
    'req_23',
  ]);
  const small = createMinimalApp({ requests: { count: 100, bytes: 20_000 } });
  for (let at = 0; at < 9; at += 1) await sendCall(small, 'GET', '/customers', { token: 'owner' });
  const { total, requests: kept } = controlApi(small).requests.list();
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(9);
  expect(kept.at(-1)?.id).toBe('req_9');
  const none = createMinimalApp({ requests: { count: 0, bytes: 0 } });
  await sendCall(none, 'GET', '/customers', { token: 'owner' });
  expect(controlApi(none).requests.list().total).toBe(0);
});

test('no secret of a call or an answer is shown, wherever it stands', async () => {
  const app = createMinimalApp();
  const lab = controlApi(app);
  const secrets = ['s3cret-bearer', 'p4ssword', '123456', 'q-token', 'r3fresh', 'c00kie'];
  await sendCall(app, 'POST', '/auth/login?token=q-token', {
    token: 's3cret-bearer',
    headers: { cookie: 'session=c00kie' },
    body: {
      email: 'a@b.example',
      password: 'p4ssword',
      totp_code: '123456',
      nested: [{ refresh_token: 'r3fresh' }],
    },
  });
  const shown = JSON.stringify([
    lab.requests.get('req_1'),
    lab.requests.list(),
    lab.requests.har(),
    lab.requests.explain('req_1'),
  ]);
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(shown).toContain('a@b.example');
  expect(lab.requests.get('req_1').request.headers.authorization).toBe('Bearer ***');
  await sendCall(app, 'POST', '/auth/login', { body: '{"password":"p4ssword",' });
  expect(JSON.stringify(lab.requests.get('req_2'))).not.toContain('p4ssword');
});

test('requests are found by operation, status, method, caller and what came before', async () => {
  const app = createMinimalApp();
  const { requests } = controlApi(app);
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: {} });
  await sendCall(app, 'GET', '/customers', { token: 'other' });
  await sendCall(app, 'GET', '/moons');
  const ids = (filter: Parameters<typeof requests.list>[0]) =>
    requests.list(filter).requests.map(({ id }) => id);
  expect(ids({ operation: 'createCustomer' })).toEqual(['req_1', 'req_2']);
  expect(ids({ status: '4xx' })).toEqual(['req_2', 'req_4']);
  expect(ids({ status: '422' })).toEqual(['req_2']);
  expect(ids({ method: 'get' })).toEqual(['req_3', 'req_4']);
  expect(ids({ caller: 'user other' })).toEqual(['req_3']);
  expect(ids({ caller: 'owner' })).toEqual(['req_1', 'req_2']);
  expect(ids({ since: 'req_2' })).toEqual(['req_3', 'req_4']);
  expect(ids({ limit: 1 })).toEqual(['req_4']);
  expect(() => requests.list({ status: 'good' })).toThrow(/such as 4xx/);
});

test('a test can wait for the requests it is about to cause', async () => {
  const app = createMinimalApp();
  const { requests } = controlApi(app);
  const two = requests.wait({ operation: 'createCustomer' }, { count: 2 });
  await sendCall(app, 'GET', '/customers', { token: 'owner' });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: {} });
  expect(await two).toMatchObject({
    total: 2,
    timed_out: false,
    requests: [{ status: 201 }, { status: 422 }],
  });
  expect(await requests.wait({ status: '5xx' }, { timeout_ms: 10 })).toEqual({
    requests: [],
    total: 0,
    timed_out: true,
  });
  expect(await requests.wait({ status: '201' })).toMatchObject({ total: 1 });
});

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
    { step: 'route', sentence: expect.stringContaining('The path is there, with GET, POST') },
  ],
  [
    'no credential',
    { method: 'GET', path: '/customers' },
    {
      step: 'authenticate',
      heading: 'Authentication',
      sentence: expect.stringContaining('No Authorization header'),
    },
  ],
  [
    'an unknown credential',
    { method: 'GET', path: '/customers', token: 'nobody' },
    { rule: 'UNAUTHENTICATED', sentence: expect.stringContaining("is nobody's here") },
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
    'wrong fields',
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
    'a wrong query',
    { method: 'GET', path: '/customers?per_page=none', token: 'owner' },
    { step: 'validate', problems: [expect.objectContaining({ in: 'query', pointer: '/per_page' })] },
  ],
  [
    'a record that is not there',
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
      sentence: expect.stringContaining('listCustomers was carried out'),
    },
  ],
  [
    'a wish',
    { method: 'GET', path: '/customers', token: 'owner', headers: { prefer: 'code=503' } },
    { step: null, disturbed: 'Prefer: code=503', sentence: expect.stringContaining('Disturbed on purpose') },
  ],
];

test.each(cases)('%s is explained', async (_, { method, path, ...sent }, explanation) => {
  const app = createMinimalApp({ limits: table });
  await sendCall(app, method, path, sent);
  expect(controlApi(app).requests.explain('req_1')).toMatchObject(explanation);
});

test('a limit is explained by its bucket and when that is free again', async () => {
  const app = createMinimalApp({ limits: table });
  for (let at = 0; at < 4; at += 1) await sendCall(app, 'GET', '/customers', { token: 'owner' });
  expect(controlApi(app).requests.explain('req_4')).toMatchObject({
    step: 'limit',
    heading: 'Limits',
    limit: { bucket: 'user owner', limit: 3, remaining: 0, frees_at: '2026-11-20T08:01:00Z' },
  });
});

test('every refusal of the machinery is explained by a step of the pipeline', async () => {
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

test('the archive is HAR 1.2', async () => {
  const app = createMinimalApp();
  await sendCall(app, 'POST', '/customers?x=1', { token: 'owner', body: NEW });
  const { log } = controlApi(app).requests.har();
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'hosting-contract' } });
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-11-20T08:00:00.000Z',
    request: {
      method: 'POST',
      url: 'http://mock.test/v1/customers?x=1',
      queryString: [{ name: 'x', value: '1' }],
    },
    response: { status: 201, statusText: 'Created', content: { mimeType: 'application/json' } },
    comment: 'createCustomer',
  });
});

test('the archive says https of what came by https', async () => {
  const app = createMinimalApp();
  await app.fetch(new Request('https://api.example/v1/customers'));
  expect(controlApi(app).requests.har().log.entries[0]?.request.url).toBe('https://api.example/v1/customers');
});

test('the feed tells of commits and requests as they happen, and of no secret', async () => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  const leave = new AbortController();
  const reply = await app.fetch(new Request('http://127.0.0.1/_mock/v1/events', { signal: leave.signal }));
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  const reader = (reply.body ?? expect.unreachable()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (part: string): Promise<void> => {
    while (!text.includes(part)) text += (await reader.read()).value ?? '';
  };
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  await until('event: request');
  expect(text).toMatch(/event: commit\ndata: \{"seq":\d+,"at":"2026-11-20T08:00:00Z"/);
  expect(text).toContain('"change":"inserted"');
  expect(text).toContain('"operation":"createCustomer"');
  expect(text).not.toContain('new@customers.example');
  await reader.cancel();
});

test('a secret is one however its name is spelled', async () => {
  const app = createMinimalApp();
  const names = [
    'plaintext',
    'signing_key',
    'newPassword',
    'NEW-PASSWORD',
    'apiKey',
    'totpCode',
    'Auth_Code',
    'key',
  ];
  const body = Object.fromEntries(names.map((name, at) => [name, `s3cret-${at}`]));
  await sendCall(app, 'POST', '/customers', {
    token: 'owner',
    body: { ...body, recovery_codes: ['s3cret-a', 's3cret-b'], api_key_id: 'shown', monkey: 'shown too' },
  });
  const shown = JSON.stringify(controlApi(app).requests.get('req_1').request.body);
  expect(shown).not.toContain('s3cret');
  expect(shown).toContain('"api_key_id":"shown","monkey":"shown too"');
});

test('whoever waits and goes away is waited for no longer, over a port and in this process', async () => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  const { requests } = app.worlds.main.deps;
  const path = '/_mock/v1/requests/wait?timeout_ms=60000';
  const { origin } = await app.listen({ port: 0 });
  const left = new AbortController();
  const waits = Promise.allSettled([
    fetch(`${origin}${path}`, { signal: left.signal }),
    app.fetch(new Request(`http://localhost${path}`, { signal: left.signal })),
  ]);
  await expect.poll(() => requests.listenerCount).toBe(2);
  left.abort();
  await expect.poll(() => requests.listenerCount).toBe(0);
  await waits;
  await app.close();
});

test('no more than 1,000 calls wait, and no more than 1,000 faults', async () => {
  const { requests, faults } = controlApi(createMinimalApp());
  const ends: (() => void)[] = [];
  const gone = (told: () => void) => void ends.push(told);
  const waits = Array.from({ length: 1000 }, () => requests.wait({}, { timeout_ms: 60_000, gone }));
  const many = expect.objectContaining({ status: 409, code: 'TOO_MANY' });
  expect(() => requests.wait()).toThrow(many);
  for (const end of ends) end();
  await Promise.all(waits);
  expect(await requests.wait({}, { timeout_ms: 0 })).toMatchObject({ timed_out: true });
  for (let at = 0; at < 1000; at += 1) faults.add({ kind: 'reset' });
  expect(() => faults.add({ kind: 'reset' })).toThrow(many);
});
