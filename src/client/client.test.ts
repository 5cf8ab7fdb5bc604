// Tests the client against the mock: calls, sessions, retries, and requests that must not be repeated.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { totpCode } from '../../mocks/identity/totp.ts';
import { hostingMock } from '../../mocks/index.ts';
import { listen } from '../../tools/testing/servers.ts';
import { operations } from '../contract/operations.ts';
import { type AppOptions, createApp } from '../server/app.ts';
import { ApiError, isApiError, twoFactorChallenge } from './api-error.ts';
import { type ClientOptions, createClient } from './client.ts';
import type { ErrorCodes } from './generated/error-codes.ts';

// Creates a mock, the list of the requests that it received, and clients whose waits advance the mock's clock.
function world(options: Partial<AppOptions> = {}) {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', ...options });
  const requests: Request[] = [];
  const waits: number[] = [];
  const reach = (request: Request): Promise<Response> => {
    requests.push(request.clone());
    return app.fetch(request);
  };
  const client = (overrides: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: 'http://mock/v1/',
      fetch: reach,
      wait: async (ms) => {
        waits.push(ms);
        app.world.clock.advance(ms);
      },
      ...overrides,
    });
  const { owner } = app.personas;
  const credential = { email: owner?.email ?? '', password: owner?.password ?? '' };
  const key = { apiKey: owner?.apiKey ?? '' };
  const paths = (): string[] =>
    requests.map(({ method, url }) => `${method} ${new URL(url).pathname.slice(3)}`);
  return { app, requests, waits, reach, client, credential, key, paths };
}

const order = (customer_id: string) => ({
  body: {
    customer_id,
    items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' as const }],
    payment_method: 'wallet' as const,
  },
});

const customerOf = ({ app }: ReturnType<typeof world>): string => String(app.values.customerId);

describe('calls of operations', () => {
  test('the client has a function for every operation, which returns the body of the success reply', async () => {
    const { client, key, app } = world();
    const api = client({ credential: key });
    for (const { id } of operations) expect(api[id], id).toBeTypeOf('function');
    const customer = await api.getCustomer({ path: { id: String(app.values.customerId) } });
    expect(customer.id).toBe(app.values.customerId);
    const { data } = await api.listCustomers({ query: { per_page: 2, status: 'active' } });
    expect(data).toHaveLength(2);
  });

  test('a download returns a Blob with the media type of the reply', async () => {
    const { client, key } = world();
    const api = client({ credential: key });
    const [invoice] = (await api.listInvoices({ query: { status: 'paid' } })).data;
    const pdf = await api.downloadInvoicePdf({ path: { id: invoice?.id ?? '' } });
    expect(pdf.type).toBe('application/pdf');
    expect(await pdf.slice(0, 5).text()).toBe('%PDF-');
  });

  test('each() iterates over all pages of a list, and requests no page before it is read', async () => {
    const { client, key, paths } = world();
    const api = client({ credential: key });
    const ids: string[] = [];
    for await (const { id } of api.each('listCustomers', { query: { per_page: 5 } })) ids.push(id);
    const { meta } = await api.listCustomers({ query: { per_page: 1 } });
    expect(new Set(ids).size).toBe(meta.total);
    const before = paths().length;
    for await (const _ of api.each('listCustomers', { query: { per_page: 5 } })) break;
    expect(paths().length - before).toBe(1);
  });

  test('each() counts on from a page that is a text', async () => {
    const pages: unknown[] = [];
    const { client } = world();
    const fetch = async ({ url }: Request) => {
      pages.push(new URL(url).searchParams.get('page'));
      return Response.json({ data: [{}], meta: { last_page: 3 } });
    };
    for await (const _ of client({ fetch }).each('listOrders', { query: { page: '2' as never } }));
    expect(pages).toEqual(['2', '3']);
  });
});

describe('refused calls', () => {
  test('isApiError() tells which operation was refused, and knows errors of another copy of the client', async () => {
    const { client, key } = world();
    const failed: unknown = await client({ credential: key })
      .getOrder({ path: { id: 'none' } })
      .catch((error: unknown) => error);
    expect(isApiError(failed)).toBe(true);
    expect(isApiError(failed, 'createOrder')).toBe(false);
    if (!isApiError(failed, 'getOrder')) throw failed;
    expectTypeOf<'NOT_FOUND'>().toExtend<typeof failed.code>();
    expectTypeOf<'INSUFFICIENT_FUNDS'>().not.toExtend<ErrorCodes['getOrder']>();
    expectTypeOf<'INSUFFICIENT_FUNDS'>().toExtend<ErrorCodes['createOrder']>();
    // Another text is a code too, because a platform may have its own.
    expect(failed.code === 'SOMETHING_NEW').toBe(false);
    const copy = Object.assign(new Error('x'), { ...failed, name: 'ApiError' });
    expect(isApiError(copy, 'getOrder')).toBe(true);
    expect([new Error('x'), null, 'ApiError'].filter((one) => isApiError(one))).toEqual([]);
  });

  test.each(['envelope', 'flat'] as const)(
    'the %s error body is read into an ApiError',
    async (errorShape) => {
      const { client, key } = world({ errorShape });
      const failed = await client({ credential: key })
        .createCustomer({ body: { email: 'no address', first_name: '', last_name: 'Doe' } })
        .catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(ApiError);
      const { status, errors, message, operation, requestId } = failed as ApiError;
      expect({ status, operation }).toEqual({ status: 422, operation: 'createCustomer' });
      expect(Object.keys(errors).sort()).toEqual(['email', 'first_name']);
      expect(message).toMatch(/createCustomer \(POST .*\) was answered 422: .*\n {2}email: /s);
      expect(requestId).not.toBeNull();
    },
  );

  test('an ApiError has the method and the URL of its request, in the process and with responses that have no URL', async () => {
    const { client, key, credential } = world();
    const query = { status: 'nothing' as 'active' };
    const url = 'http://mock/v1/customers?status=nothing';
    const refused = { method: 'GET', url, message: expect.stringContaining(`(GET ${url}) was answered 422`) };
    await expect(client({ credential: key }).listCustomers({ query })).rejects.toMatchObject(refused);
    const without = client({ fetch: async () => Response.json({}, { status: 422 }), retries: 0 });
    await expect(without.listCustomers({ query })).rejects.toMatchObject({ method: 'GET', url });
    const wrong = client({ credential: { ...credential, password: 'wrong' } });
    await expect(wrong.getWallet()).rejects.toMatchObject({
      operation: 'login',
      method: 'POST',
      url: 'http://mock/v1/auth/login',
    });
  });

  test('an ApiError keeps a body that is no error body unchanged', async () => {
    const { client } = world();
    const html = new Response('<h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    });
    const failed = await client({ fetch: async () => html.clone(), retries: 0 })
      .getWallet()
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ status: 502, code: null, errors: {}, body: '<h1>Bad gateway</h1>' });
  });
});

describe('signing in', () => {
  test('parallel calls sign in only once, before the first of them is sent', async () => {
    const { client, credential, paths } = world();
    const api = client({ credential });
    await Promise.all([api.getWallet(), api.listOrders(), api.getCurrentUser()]);
    expect(paths().filter((path) => path === 'POST /auth/login')).toHaveLength(1);
    expect(paths()[0]).toBe('POST /auth/login');
  });

  test('signing in to an account with 2FA asks for the TOTP code once', async () => {
    const { app, client, paths } = world();
    const { twoFactor } = app.personas;
    const api = client({
      credential: {
        email: twoFactor?.email ?? '',
        password: twoFactor?.password ?? '',
        totp: () => totpCode(twoFactor?.totpSecret ?? '', app.world.clock.now()),
      },
    });
    expect((await api.getCurrentUser()).email).toBe(twoFactor?.email);
    await api.getCurrentUser();
    expect(paths()).toEqual(['POST /auth/login', 'POST /auth/2fa/verify', 'GET /auth/me', 'GET /auth/me']);
  });

  test('signing in with a wrong password is refused without asking for a TOTP code', async () => {
    const { app, client, paths } = world();
    let codesRequested = 0;
    const api = client({
      credential: {
        email: app.personas.twoFactor?.email ?? '',
        password: 'not-the-password',
        totp: () => {
          codesRequested += 1;
          return '000000';
        },
      },
    });
    await expect(api.getCurrentUser()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(codesRequested).toBe(0);
    expect(paths()).toEqual(['POST /auth/login']);
  });

  test('a wrong password that is refused in the flat form is refused without asking for a TOTP code', async () => {
    let codesRequested = 0;
    const flat = new Response('{"message":"The password is wrong."}', {
      status: 401,
      headers: { 'content-type': 'application/json' },
    });
    const api = createClient({
      baseUrl: 'http://mock/v1',
      credential: { email: 'a@b.example', password: 'wrong', totp: () => `${++codesRequested}` },
      fetch: async () => flat.clone(),
    });
    await expect(api.getCurrentUser()).rejects.toMatchObject({ status: 401, code: null });
    expect(codesRequested).toBe(0);
  });

  test('without a `totp` function, signing in to an account with 2FA throws an error that says that a code is needed', async () => {
    const { app, client } = world();
    const { email = '', password = '' } = app.personas.twoFactor ?? {};
    const refused = await client({ credential: { email, password } })
      .getWallet()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 401, userMessage: expect.stringMatching(/code/) });
    const challenge_token = twoFactorChallenge(refused) ?? '';
    const totp_code = totpCode(app.personas.twoFactor?.totpSecret ?? '', app.world.clock.now());
    const session = await client({}).verifyTwoFactor({ body: { challenge_token, totp_code } });
    expect(session.user.email).toBe(email);
    const wrong = await client({})
      .login({ body: { email, password: 'no' } })
      .catch((error: unknown) => error);
    expect([twoFactorChallenge(wrong), twoFactorChallenge(null)]).toEqual([null, null]);
  });

  test('an expired session is refreshed and passed to onSession, and the call is repeated', async () => {
    const { app, client, credential, paths } = world();
    const tokens: string[] = [];
    const api = client({ credential, onSession: (session) => tokens.push(session?.token ?? 'none') });
    await api.getWallet();
    app.world.clock.advance(2 * 3_600_000);
    await Promise.all([api.getWallet(), api.listOrders()]);
    expect(paths().filter((path) => path === 'POST /auth/refresh')).toHaveLength(1);
    expect(new Set(tokens).size).toBe(2);
  });

  test('an explicit refresh is the session of the following calls, unless it is that of another token', async () => {
    const { app, client, credential, paths } = world();
    const tokens: unknown[] = [];
    const api = client({ credential, onSession: (session) => tokens.push(session?.token) });
    await api.getWallet();
    const { token } = await api.refreshSession();
    await api.getWallet();
    expect(tokens.slice(1)).toEqual([token]);
    const calls = ['POST /auth/login', 'GET /wallet', 'POST /auth/refresh', 'GET /wallet'];
    expect(paths()).toEqual(calls);
    const headers = { Authorization: `Bearer ${app.personas.owner?.token}` };
    const other = await api.refreshSession({ headers });
    await api.logout({ headers: { Authorization: `Bearer ${other.token}` } });
    await api.getWallet();
    expect(paths().slice(calls.length)).toEqual(['POST /auth/refresh', 'POST /auth/logout', 'GET /wallet']);
    expect(tokens).toHaveLength(2);
  });

  test('aborting the signal of a call ends its wait for a sign-in, which goes on for other calls', async () => {
    const { client, credential, reach, paths } = world();
    const leave = new AbortController();
    const signingIn = Promise.withResolvers<void>();
    const api = client({
      credential,
      fetch: async (request) => {
        if (request.url.endsWith('/login')) await signingIn.promise;
        return reach(request);
      },
    });
    const aborted = api.listOrders({ signal: leave.signal });
    const other = api.getWallet();
    leave.abort(new Error('gone home'));
    await expect(aborted).rejects.toThrow('gone home');
    await expect(api.listOrders({ signal: leave.signal })).rejects.toThrow('gone home');
    signingIn.resolve();
    await other;
    expect(paths()).toEqual(['POST /auth/login', 'GET /wallet']);
  });

  test('the first call after a logout signs in again', async () => {
    const { client, credential, paths } = world();
    const sessions: unknown[] = [];
    const api = client({ credential, onSession: (session) => sessions.push(session) });
    await api.getWallet();
    await api.logout();
    expect(sessions).toEqual([expect.objectContaining({ token: expect.any(String) }), null]);
    await api.getWallet();
    expect(paths().filter((path) => path === 'POST /auth/login')).toHaveLength(2);
  });

  test('a session that can be neither refreshed nor begun again ends with null', async () => {
    const { app, client } = world();
    const token = app.personas.owner?.token ?? '';
    const sessions: unknown[] = [];
    const api = client({ credential: { token }, onSession: (session) => sessions.push(session) });
    await client({ credential: { token } }).logout();
    await expect(api.getWallet()).rejects.toMatchObject({ status: 401 });
    expect(sessions).toEqual([null]);
  });

  test.each([
    ['that fails for a moment does not', 503, 200, []],
    ['that is refused, with a log-in that is refused too,', 401, 401, [null]],
  ])('a refresh %s ends the session', async (_, refresh, login, ended) => {
    const statuses: Record<string, number> = { '/v1/auth/refresh': refresh, '/v1/auth/login': login };
    const sessions: unknown[] = [];
    let isLoggedIn = false;
    const api = createClient({
      baseUrl: 'http://mock/v1',
      credential: login === 200 ? { token: 'T0' } : { email: 'a@example.org', password: 'x' },
      retries: 0,
      onSession: (session) => sessions.push(session),
      fetch: async ({ url }) => {
        const { pathname } = new URL(url);
        if (pathname !== '/v1/auth/login' || isLoggedIn)
          return Response.json({}, { status: statuses[pathname] ?? 401 });
        isLoggedIn = true;
        return Response.json({ token: 'T1' });
      },
    });
    await expect(api.getWallet()).rejects.toMatchObject({ status: 401 });
    expect(sessions.filter((one) => one === null)).toEqual(ended);
  });

  test('an API key that was refused is not sent a second time', async () => {
    const { client, paths } = world();
    await expect(client({ credential: { apiKey: 'hk_no' } }).getWallet()).rejects.toMatchObject({
      status: 401,
    });
    expect(paths()).toEqual(['GET /wallet']);
  });
});

describe('retries', () => {
  test('a purchase whose reply was lost is repeated with the same idempotency key and executed once', async () => {
    const it = world({ lifecycle: 'immediate' });
    let lost = 2;
    const api = it.client({
      credential: it.key,
      fetch: async (request) => {
        const response = await it.reach(request);
        if (request.url.endsWith('/orders') && request.method === 'POST' && lost-- > 0)
          throw new TypeError('fetch failed');
        return response;
      },
    });
    const before = (await api.listOrders()).meta.total;
    const made = await api.createOrder(order(customerOf(it)));
    expect((await api.listOrders()).meta.total).toBe(before + 1);
    expect(made.id).toBeTypeOf('string');
    const keys = it.requests
      .filter(({ method, url }) => method === 'POST' && url.endsWith('/orders'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('a request is not repeated when it is neither idempotent nor a purchase', async () => {
    const { client, key, reach, paths } = world();
    const api = client({
      credential: key,
      fetch: async (request) => {
        await reach(request);
        throw new TypeError('fetch failed');
      },
    });
    const body = { email: 'twice@example.org', first_name: 'Ann', last_name: 'Twice' };
    await expect(api.createCustomer({ body })).rejects.toThrow('fetch failed');
    expect(paths()).toEqual(['POST /customers']);
  });

  test('the client waits at least as long as the Retry-After of a 429 states', async () => {
    const { client, key, waits } = world({ limits: 'B' });
    const api = client({ credential: key });
    for (let call = 0; call < 70; call += 1) await api.getWallet();
    expect(waits.length).toBeGreaterThan(0);
    for (const ms of waits) expect(ms).toBeGreaterThanOrEqual(1000);
  });

  test('a call whose Retry-After exceeds the maximum wait throws at once', async () => {
    const busy = new Response('{"message":"Too many requests."}', {
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '3600' },
    });
    const { client, key, waits } = world();
    const api = client({ credential: key, fetch: async () => busy.clone() });
    await expect(api.getWallet()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(waits).toEqual([]);
  });

  test('a lost connection ends a call for which no wait is left', async () => {
    const { client, key, waits } = world();
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    await expect(client({ credential: key, fetch, maxWaitMs: 0 }).getWallet()).rejects.toThrow(
      'fetch failed',
    );
    expect(waits).toEqual([]);
  });

  test.each([
    ['7', 7],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['1.5', null],
    ['-5', null],
    ['1,5', null],
    ['soon 5', null],
  ])('the Retry-After %s is read as %s', async (text, seconds) => {
    const { client } = world();
    const fetch = async () => Response.json({}, { status: 429, headers: { 'retry-after': text } });
    await expect(client({ fetch, retries: 0 }).getWallet()).rejects.toMatchObject({
      retryAfterSeconds: seconds,
    });
  });

  test('waits grow with each attempt, up to the configured number of attempts', async () => {
    const { client, key, waits } = world();
    const api = client({
      credential: key,
      retries: 5,
      fetch: async () => new Response('busy', { status: 503 }),
    });
    await expect(api.getWallet()).rejects.toMatchObject({ status: 503 });
    expect(waits).toHaveLength(5);
    waits.forEach((ms, attempt) => {
      expect(ms).toBeLessThanOrEqual(500 * 2 ** attempt);
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** attempt);
    });
  });

  test('aborting the signal of a call also ends its wait for the next attempt', async () => {
    const { key } = world();
    const leave = new AbortController();
    const api = createClient({
      baseUrl: 'http://mock/v1',
      credential: key,
      fetch: async () => {
        queueMicrotask(() => leave.abort(new Error('gone home')));
        return new Response('busy', { status: 503 });
      },
    });
    await expect(api.getWallet({ signal: leave.signal })).rejects.toThrow('gone home');
  });
});

describe('hostile servers', () => {
  test.each([301, 302, 307, 308])(
    'a redirect with status %i throws an error, so that no password and no order is sent to another address',
    async (status) => {
      const elsewhere = new Response(null, { status, headers: { location: 'http://elsewhere.example/v1' } });
      const redirects: string[] = [];
      const it = world();
      const api = it.client({
        credential: it.credential,
        fetch: async (request) => {
          redirects.push(request.redirect);
          return elsewhere.clone();
        },
      });
      await expect(api.createOrder(order(customerOf(it)))).rejects.toThrow(/redirect to http:.*not followed/);
      expect(new Set(redirects)).toEqual(new Set(['manual']));
    },
  );

  test.each(['signal', 'timeout'])(
    'the %s of a call ends a body that never ends, also after a garbage collection',
    async (how) => {
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc') as () => void;
      const server = createServer((_, reply) =>
        reply.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      );
      const leave = new AbortController();
      const baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
      const received = Promise.withResolvers<void>();
      const api = createClient({
        baseUrl,
        credential: 'token',
        retries: 0,
        ...(how === 'timeout' ? { timeoutMs: 200 } : {}),
        fetch: (request) => fetch(request).finally(received.resolve),
      });
      const call = api.getWallet(how === 'signal' ? { signal: leave.signal } : {});
      const ended = expect(call).rejects.toThrow(/abort/);
      await received.promise;
      await new Promise((done) => setTimeout(done));
      collectGarbage();
      if (how === 'signal') leave.abort();
      await ended;
    },
  );

  test('a call without a required path parameter throws before a request is sent', async () => {
    const { client, key, paths } = world();
    const { getOrder } = client({ credential: key });
    for (const path of [undefined, {}, { id: '' }, { id: '..' }])
      await expect(getOrder({ path } as never)).rejects.toThrow(/needs path\.id/);
    await expect(getOrder({ params: { id: 'x' } } as never)).rejects.toThrow(/params is not among them/);
    expect(paths()).toEqual([]);
  });

  test('an HTML page in place of JSON throws an error that says so', async () => {
    const page = new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });
    const { client, key } = world();
    await expect(client({ credential: key, fetch: async () => page.clone() }).getWallet()).rejects.toThrow(
      /no JSON object. Is the base URL/,
    );
  });

  test.each([
    ['a body that breaks off', '{"data": [', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['an HTML page', '<h1>Welcome</h1>', 'text/html'],
  ])('%s throws an ApiError, also at the log-in', async (_, body, type) => {
    const { client, credential, key } = world();
    const fetch = async () => new Response(body, { headers: { 'content-type': type } });
    const wrong = { name: 'ApiError', status: 200, body, message: expect.stringContaining('no JSON object') };
    await expect(client({ credential: key, fetch }).listOrders()).rejects.toMatchObject(wrong);
    await expect(client({ credential, fetch }).listOrders()).rejects.toMatchObject({
      ...wrong,
      operation: 'login',
    });
  });
});

test('a credential in none of its forms is refused without being shown', () => {
  const { client } = world();
  const wrong: unknown[] = [null, 7, {}, { token: undefined }, { apiKey: null }, { email: 'a@example.org' }];
  for (const credential of [...wrong, { password: 'hush', token: ['hush'] }])
    expect(() => client({ credential: credential as never })).toThrow(
      new TypeError('credential must be a token, { token }, { apiKey }, { email, password }, or left out.'),
    );
});

test.each([undefined, '', 'nope', '/v1'])(
  'a client refuses the base URL %s when it is created',
  (baseUrl) => {
    const options = { baseUrl } as ClientOptions;
    expect(() => createClient(options)).toThrow(/^baseUrl is .*\. Give an absolute URL/);
  },
);

test.each([
  'https://h/v1?tenant=1',
  'https://h/v1?',
  'https://h/v1#x',
  'https://u:hush@h/v1',
  'https://u@h/v1',
])('a client refuses the base URL %s when it is created, and does not show it', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow(/^baseUrl must have no user, query or fragment\. /);
});

test('a string as credential is a token, also one that is refused', async () => {
  const { client, app, requests } = world();
  await client({ credential: app.personas.owner?.token ?? '' }).getWallet();
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${app.personas.owner?.token}`);
  await expect(client({ credential: 'eyJ.no' }).getWallet()).rejects.toMatchObject({ status: 401 });
});

test('an id stays within one segment of the path, whatever its characters', async () => {
  const urls: string[] = [];
  const api = createClient({
    baseUrl: 'http://mock/v1',
    fetch: async (request) => {
      urls.push(request.url);
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    },
  });
  for (const id of ['a/b', '?x=1', '#x', '%2e%2e', '$&', 'a b']) {
    await api.getOrder({ path: { id } });
    expect(urls.splice(0)).toEqual([`http://mock/v1/orders/${encodeURIComponent(id)}`]);
  }
  for (const id of ['', '.', '..']) {
    await expect(api.getOrder({ path: { id } })).rejects.toThrow(TypeError);
  }
  expect(urls).toEqual([]);
});

test('in a page, a base URL without a host is that of the page', async () => {
  vi.stubGlobal('location', { href: 'http://app.example/shop/' });
  const urls: string[] = [];
  const fetch = async ({ url }: Request) => {
    urls.push(url);
    return Response.json({});
  };
  await createClient({ baseUrl: '/v1', fetch }).getWallet();
  vi.unstubAllGlobals();
  expect(urls).toEqual(['http://app.example/v1/wallet']);
});
