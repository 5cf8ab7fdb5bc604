// Tests of the pipeline through `app.fetch`: every cause of a refusal has its own reply, and the first cause in the
// pipeline's order decides the reply.
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import {
  createMinimalApp,
  minimalDefinition,
  NEW,
  OTHER_TENANT,
  sendCall,
  TENANT,
} from './testing/minimal-mock.ts';

const UNKNOWN_ID = '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17';
/** The message of an internal error whose details are in the log only. */
const UNEXPECTED = 'An unexpected error occurred. Try again later; name the X-Request-Id to support.';
test("a request with many mistakes is refused for the first one in the pipeline's order; each correction reveals the next", async () => {
  const bad = { body: '{"a":', headers: { 'idempotency-key': 'a b' } };
  const app = createMinimalApp({
    limits: { free: 1, pro: 100, business: 1, enterprise: 1, reseller: 1, platform: 1 },
  });
  const codes: (string | undefined)[] = [];
  const request = async (
    method: string,
    path: string,
    what: Parameters<typeof sendCall>[3],
  ): Promise<void> => {
    codes.push((await sendCall(app, method, path, what)).body.error?.code);
  };
  await request('PUT', '/nowhere', bad);
  await request('PUT', `/customers/${UNKNOWN_ID}`, bad);
  await request('PUT', `/customers/${UNKNOWN_ID}`, bad);
  await request('PUT', `/customers/${UNKNOWN_ID}`, { ...bad, token: 'suspended' });
  await request('PUT', `/customers/${UNKNOWN_ID}`, { ...bad, token: 'viewer' });
  await request('PUT', `/customers/${UNKNOWN_ID}`, { ...bad, token: 'owner' });
  await request('PUT', `/customers/${UNKNOWN_ID}`, { body: { email: 1 }, token: 'owner' });
  const { id } = (await sendCall(app, 'GET', '/customers', { token: 'owner' })).body.data?.[0] ?? {};
  await request('PUT', `/customers/${id}`, { body: { email: 1 }, token: 'owner' });
  expect(codes).toEqual([
    'ROUTE_NOT_FOUND',
    'UNAUTHENTICATED',
    'RATE_LIMITED',
    'TENANT_SUSPENDED',
    'FORBIDDEN',
    'MALFORMED_JSON',
    'NOT_FOUND',
    'VALIDATION_FAILED',
  ]);
});

test('one reply names every invalid field of the body and of the query', async () => {
  const app = createMinimalApp();
  const body = await sendCall(app, 'POST', '/customers', {
    token: 'owner',
    body: { email: 'no', first_name: '', address: { city: 7 } },
  });
  expect(Object.keys(body.body.error?.errors ?? {}).sort()).toEqual([
    'address.city',
    'address.country',
    'address.line1',
    'address.postal_code',
    'email',
    'first_name',
    'last_name',
  ]);
  const query = await sendCall(app, 'GET', '/customers?page=0&per_page=101&sort=colour&unknown=1', {
    token: 'owner',
  });
  expect(Object.keys(query.body.error?.errors ?? {}).sort()).toEqual(['page', 'per_page', 'sort']);
});

test("a request for another tenant's record gets the same reply as one for an unknown record, byte for byte", async () => {
  const app = createMinimalApp();
  const { id } = (await sendCall(app, 'GET', '/customers', { token: 'owner' })).body.data?.[0] ?? {};
  const foreign = await sendCall(app, 'GET', `/customers/${id}`, { token: 'other' });
  const unknown = await sendCall(app, 'GET', `/customers/${UNKNOWN_ID}`, { token: 'other' });
  expect(foreign.status).toBe(404);
  expect(foreign.text).toBe(unknown.text);
});

test('the Authorization header is read whatever the letter case of its scheme and however many spaces follow the scheme', async () => {
  const app = createMinimalApp();
  for (const authorization of ['bearer owner', 'BEARER owner', 'Bearer  owner  ']) {
    expect((await sendCall(app, 'GET', '/customers', { headers: { authorization } })).status).toBe(200);
  }
});

test('an operation without authentication ignores any credential that a request carries', async () => {
  const app = createMinimalApp();
  const body = { email: 'a@b.example', password: 'wrong' };
  for (const token of ['owner', 'nobody', 'expired', 'suspended']) {
    const reply = await sendCall(app, 'POST', '/auth/login', { token, body });
    expect(reply.body.error?.code).toBe('INVALID_CREDENTIALS');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="login"');
  }
});

test('a refusal undoes the writes of its handler, unless it is a CommittedRefusal', async () => {
  const app = createMinimalApp();
  const notes = () => app.world.transact(null, (store) => store.notes.all().map(({ text }) => text));
  await sendCall(app, 'POST', '/auth/login', { body: { email: 'a@b.example', password: 'wrong' } });
  expect(notes()).toEqual([]);
  const reply = await sendCall(app, 'POST', '/auth/login', {
    body: { email: 'c@d.example', password: 'remembered' },
  });
  expect(reply.body.error).toMatchObject({
    code: 'TWO_FACTOR_REQUIRED',
    challenge_token: '2fa_abcdefghijklmnop',
  });
  expect(notes()).toEqual(['c@d.example']);
});

test('a page of a list has all the members that the document describes, and its links keep the query of the request', async () => {
  const app = createMinimalApp();
  const { status, body } = await sendCall(app, 'GET', '/customers?per_page=20&page=2&sort=created_at', {
    token: 'owner',
  });
  expect(status).toBe(200);
  expect(body.meta).toEqual({ current_page: 2, per_page: 20, total: 45, last_page: 3 });
  expect(body.data?.map(({ email }) => email)[0]).toBe('c21@customers.example');
  expect(body.links).toEqual({
    first: '/v1/customers?per_page=20&sort=created_at&page=1',
    last: '/v1/customers?per_page=20&sort=created_at&page=3',
    prev: '/v1/customers?per_page=20&sort=created_at&page=1',
    next: '/v1/customers?per_page=20&sort=created_at&page=3',
  });
});

test('a GET returns a created row unchanged, whether or not the JSON text of the row is cached', async () => {
  const app = createMinimalApp();
  const created = await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  expect(created.status).toBe(201);
  const first = await sendCall(app, 'GET', `/customers/${created.body.id}`, { token: 'owner' });
  const again = await sendCall(app, 'GET', `/customers/${created.body.id}`, { token: 'owner' });
  expect(first.text).toBe(created.text);
  expect(again.text).toBe(created.text);
});

test('a download offers its file under a file name without unsafe characters', async () => {
  const app = createMinimalApp();
  const response = await app.fetch(
    new Request(`http://mock.test/v1/invoices/${UNKNOWN_ID}/pdf`, {
      headers: { authorization: 'Bearer owner' },
    }),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="in_voice__1_.pdf"');
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0x25, 0x50, 0x44, 0x46, 0xff, 0x00]);
});

test.each([
  ['a bug', 'bug@broken.example', UNEXPECTED],
  ['a refusal that the operation does not list', 'status@broken.example', UNEXPECTED],
  [
    'a body that breaks its schema',
    'lie@broken.example',
    expect.stringMatching(/^createCustomer .* Customer at \/status: /),
  ],
])('an internal error of the mock, %s, gives status 500 and leaves no writes', async (_, email, message) => {
  const app = createMinimalApp();
  const reply = await sendCall(app, 'POST', '/customers', { token: 'owner', body: { ...NEW, email } });
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({ error: { code: 'SERVER_ERROR', message } });
  expect(app.faults).toHaveLength(1);
  expect((await sendCall(app, 'GET', '/customers', { token: 'owner' })).body.meta?.total).toBe(45);
});

test('with `verify` off the app sends a reply that breaks the document', async () => {
  const app = createMinimalApp({ verify: false });
  const body = { ...NEW, email: 'lie@broken.example' };
  expect((await sendCall(app, 'POST', '/customers', { token: 'owner', body })).status).toBe(201);
});

test('422 bodies are envelope error bodies, flat error bodies or the two in turns, and all other errors are envelope error bodies', async () => {
  const wrong = { token: 'owner', body: {} };
  const forms = async (errorShape: 'envelope' | 'flat' | 'alternate'): Promise<string[]> => {
    const app = createMinimalApp({ errorShape });
    const replies = [];
    for (let at = 0; at < 4; at++) replies.push(await sendCall(app, 'POST', '/customers', wrong));
    expect((await sendCall(app, 'GET', '/customers')).body.error?.code).toBe('UNAUTHENTICATED');
    return replies.map(({ body }) => {
      const errors = body.error?.errors ?? body.errors ?? {};
      expect(errors.email).toEqual(['The email field is required.']);
      return body.error ? 'envelope' : 'flat';
    });
  };
  expect(await forms('envelope')).toEqual(['envelope', 'envelope', 'envelope', 'envelope']);
  expect(await forms('flat')).toEqual(['flat', 'flat', 'flat', 'flat']);
  expect(await forms('alternate')).toEqual(['envelope', 'flat', 'envelope', 'flat']);
});

test('a body member called __proto__ is ignored and changes no prototype', async () => {
  const app = createMinimalApp();
  const reply = await sendCall(app, 'POST', '/customers', {
    token: 'owner',
    body: `{"email":"p@customers.example","first_name":"P","last_name":"Q","metadata":{"__proto__":"x","k":"v"},"__proto__":{"status":"inactive","polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
  });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ status: 'active', metadata: { k: 'v' } });
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('every caller can read the OpenAPI document, and the rate limit counts the request', async () => {
  const app = createMinimalApp();
  const reply = await sendCall(app, 'GET', '/openapi.json');
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.text)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  expect(reply.headers.get('ratelimit-remaining')).toBe('599');
});

test('the same seed and the same requests give the same bytes, also after a reset', async () => {
  const session = async (app: ReturnType<typeof createMinimalApp>): Promise<string[]> => {
    const created = await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
    const list = await sendCall(app, 'GET', '/customers', { token: 'owner' });
    return [created, list].map(({ text, headers }) => text + JSON.stringify([...headers]));
  };
  const app = createMinimalApp({ seed: 7 });
  const first = await session(app);
  app.reset();
  expect(await session(app)).toEqual(first);
  expect(await session(createMinimalApp({ seed: 7 }))).toEqual(first);
  expect(await session(createMinimalApp({ seed: 8 }))).not.toEqual(first);
});

test('creating an app fails with an error that names the missing handler, world or resource path', () => {
  const { login: _, ...handlers } = minimalDefinition.handlers;
  expect(() =>
    createApp({ ...minimalDefinition, handlers: handlers as typeof minimalDefinition.handlers }),
  ).toThrow('No handler for: login.');
  expect(() => createApp(minimalDefinition, { world: 'moon' })).toThrow(
    'There is no world named moon; there are: demo.',
  );
  expect(() => createApp({ ...minimalDefinition, resources: { '/moons/{id}': 'customers' } })).toThrow(
    /\/moons\/\{id\}/,
  );
});

test('the option `steps` can replace a pipeline step, to break the mock deliberately', async () => {
  const app = createMinimalApp({
    steps: (steps) => steps.filter(({ name }) => name !== 'authenticate' && name !== 'authorise'),
  });
  expect((await sendCall(app, 'GET', '/customers')).status).toBe(200);
});

test('the pipeline waits for the promise of an asynchronous step', async () => {
  const app = createMinimalApp({
    steps: ([first, ...rest]) => [
      { name: 'wait', run: () => new Promise((done) => setImmediate(() => done(undefined))) },
      ...(first ? [first] : []),
      ...rest,
    ],
  });
  expect((await sendCall(app, 'GET', '/customers', { token: 'owner' })).status).toBe(200);
  expect((await sendCall(app, 'GET', '/customers')).status).toBe(401);
});

test('the log function receives an entry for every request, and no entry contains a secret', async () => {
  const lines: string[] = [];
  const app = createMinimalApp({
    log: ({ method, url, status }) => lines.push(`${method} ${url} ${status}`),
  });
  await sendCall(app, 'GET', '/customers?token=owner&q=x&api_key=k', { token: 'owner' });
  expect(lines).toEqual(['GET /v1/customers?token=***&q=x&api_key=*** 200']);
});

test('`app.invariants()` returns the broken invariants of its world', () => {
  const app = createMinimalApp();
  expect(app.invariants()).toEqual([]);
  const [one] = app.world.transact(TENANT, (store) => store.customers.all());
  app.world.transact(TENANT, (store) => store.customers.remove(one?.id ?? ''));
  expect(app.invariants()).toEqual(['A customer is missing.']);
  expect(app.world.transact(OTHER_TENANT, (store) => store.customers.count())).toBe(0);
});

test('the dependencies of an operation are loaded once before its handler runs, and requests to other operations do not wait for them', async () => {
  const loads: string[] = [];
  let loaded = false;
  const prepare = ({ id }: { id: string }): Promise<unknown> | undefined => {
    if (id !== 'listCustomers' || loaded) return undefined;
    loads.push(id);
    return Promise.resolve().then(() => {
      loaded = true;
    });
  };
  const listCustomers: typeof minimalDefinition.handlers.listCustomers = (call) => {
    expect(loaded).toBe(true);
    return minimalDefinition.handlers.listCustomers(call);
  };
  const app = createApp(
    {
      ...minimalDefinition,
      loadDependencies: prepare,
      handlers: { ...minimalDefinition.handlers, listCustomers },
    },
    { clock: 'frozen' },
  );
  expect((await sendCall(app, 'GET', `/customers/${UNKNOWN_ID}`, { token: 'owner' })).status).toBe(404);
  expect(loads).toEqual([]);
  for (let call = 0; call < 2; call += 1)
    expect((await sendCall(app, 'GET', '/customers', { token: 'owner' })).status).toBe(200);
  expect(loads).toEqual(['listCustomers']);
});

test('without a control API, / and /v1 tell what the server is, and name no console', async () => {
  const app = createMinimalApp();
  for (const path of ['/', '/v1', '/v1/']) {
    const reply = await app.fetch(
      new Request(`https://mock.example${path}`, { headers: { accept: 'text/html' } }),
    );
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      name: 'hosting-contract mock',
      version: expect.stringMatching(/^\d/),
      description: expect.any(String),
      baseUrl: 'https://mock.example/v1',
      document: 'https://mock.example/v1/openapi.json',
    });
  }
  expect((await app.fetch(new Request('https://mock.example/v1', { method: 'POST' }))).status).toBe(404);
  expect((await app.fetch(new Request('https://mock.example/v2'))).status).toBe(404);
});
