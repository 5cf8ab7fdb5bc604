// Tests of the mounted control API: health, reset, access rules and unknown paths.
import { expect, test } from 'vitest';
import { createMinimalApp, NEW, sendCall } from '../server/testing/minimal-mock.ts';
import { mountControl } from './mount-control.ts';
import { routeList } from './routes.ts';

function mountedApp(guard = { token: null as string | null, loopback: true }) {
  const app = createMinimalApp({ seed: 3 });
  mountControl(app, guard);
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://127.0.0.1:4010/_mock/v1${path}`, { method, headers }));
  return { app, send };
}

test('the health reply shows version, world, seed and time, and has no CORS or rate-limit headers', async () => {
  const { send } = mountedApp();
  const response = await send('GET', '/health', { origin: 'https://evil.example' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    world: 'demo',
    seed: 3,
    now: '2026-11-20T08:00:00Z',
  });
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
  expect(response.headers.has('ratelimit-limit')).toBe(false);
});

test('reset restores the rows, the rate limits and the clock', async () => {
  const { app, send } = mountedApp();
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  app.world.clock.advance(3_600_000);
  const response = await send('POST', '/reset');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ now: '2026-11-20T08:00:00Z' });
  const list = await sendCall(app, 'GET', '/customers', { token: 'owner' });
  expect(list.body.meta?.total).toBe(45);
  expect(list.headers.get('ratelimit-remaining')).toBe('1199');
});

test('a CORS preflight to the control API is refused', async () => {
  const { send } = mountedApp();
  const response = await send('OPTIONS', '/reset', {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-requested-with',
  });
  expect(response.status).toBe(403);
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
  expect(response.headers.has('access-control-allow-headers')).toBe(false);
});

test('a mock with a control token requires the token for every call except health and readiness', async () => {
  const { send } = mountedApp({ token: 't0ken', loopback: false });
  expect((await send('POST', '/reset')).status).toBe(403);
  expect((await send('POST', '/reset', { authorization: 'Bearer t0ken' })).status).toBe(200);
  expect((await send('GET', '/health')).status).toBe(200);
});

test('an unknown route gets status 404 with a message that lists the routes', async () => {
  const { send } = mountedApp();
  const response = await send('GET', '/reset');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('POST /_mock/v1/reset');
});

test('a path of the control API gets status 404 when the control API is not mounted', async () => {
  const response = await createMinimalApp().fetch(new Request('http://127.0.0.1/_mock/v1/health'));
  expect(response.status).toBe(404);
});

const everyRoute = routeList()
  .filter((route) => route !== 'GET /health' && route !== 'GET /ready')
  .flatMap((route) => ['/_mock/v1', '/w/demo/_mock/v1'].map((base) => ({ route, base })));

test.each(everyRoute)(
  '$route below $base gets status 403 for pages of other origins and for a missing or wrong token, and changes nothing',
  async ({ route, base }) => {
    const [method = '', template = ''] = route.split(' ');
    const path = template.replace(/\{\w+\}/g, 'x');
    for (const [guard, headers] of [
      [{ token: null, loopback: true }, { origin: 'https://evil.example' }],
      [{ token: null, loopback: true }, { 'sec-fetch-site': 'cross-site' }],
      [{ token: 't0ken', loopback: false }, {}],
      [{ token: 't0ken', loopback: false }, { authorization: 'Bearer wrong' }],
    ] as const) {
      const { app } = mountedApp(guard);
      const state = () =>
        JSON.stringify([app.world.export(), app.worlds.main.save().state, app.worlds.list().length]);
      const before = state();
      const reply = await app.fetch(new Request(`http://127.0.0.1:4010${base}${path}`, { method, headers }));
      expect(reply.status).toBe(403);
      expect(await reply.text()).not.toContain('owner');
      expect(state()).toBe(before);
    }
  },
);

test('a body that is not JSON, or that lacks the JSON content type, is refused and changes nothing', async () => {
  const { app } = mountedApp();
  const post = (body: string, type: string) =>
    app.fetch(
      new Request('http://127.0.0.1:4010/_mock/v1/clock/advance', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      }),
    );
  for (const [body, type] of [
    ['{"by":"P1D"}', 'text/plain'],
    ['{"by":"P1D"', 'application/json'],
    ['["P1D"]', 'application/json'],
  ] as const)
    expect((await post(body, type)).status).toBe(422);
  expect(app.world.clock.now()).toBe(Date.UTC(2026, 10, 20, 8));
  expect((await post('{"by":"P1D"}', 'application/json; charset=utf-8')).status).toBe(200);
});

test('an app can mount other pages beside the control API', async () => {
  const { app, send } = mountedApp();
  app.mount('/_mock/pages/', () => ({ status: 200, headers: {}, body: 'a page' }));
  expect(await (await app.fetch(new Request('http://127.0.0.1/_mock/pages/one'))).text()).toBe('a page');
  app.mount('/_mock/', () => ({ status: 200, headers: {}, body: 'the first page' }));
  expect(await (await app.fetch(new Request('http://127.0.0.1/_mock/'))).text()).toBe('the first page');
  expect((await send('GET', '/clock')).status).toBe(200);
});

/** What a browser must be told about a reply that it may show as a document. */
const SEALED = {
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test.for([
  ['/_mock', 302],
  ['/_mock/', 302],
  ['/_mock/docs', 302],
  ['/_mock/docs/none', 404],
  ['/_mock/console/none', 404],
  ['/_mock/console/%2e%2e%2f%2e%2e%2fpackage.json', 404],
  ['/_mock/console/__proto__', 404],
  ['/_mock/v1/none', 404],
  ['/_mock/v1/personas', 200],
] as const)('a browser may neither frame nor run the reply of GET %s', async ([path, status]) => {
  const { app } = mountedApp();
  const reply = await app.fetch(
    new Request(`http://127.0.0.1:4010${path}`, { headers: { accept: 'text/html' } }),
  );
  expect(reply.status).toBe(status);
  expect(Object.fromEntries(reply.headers)).toMatchObject(SEALED);
});

test('a page of another origin cannot frame or load what lies at /_mock', async () => {
  const { app } = mountedApp();
  for (const destination of ['iframe', 'script', 'empty']) {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination };
    for (const path of ['/_mock', '/_mock/', '/_mock/docs', '/_mock/overlay.js']) {
      const reply = await app.fetch(new Request(`http://127.0.0.1:4010${path}`, { headers }));
      expect([path, reply.status]).toEqual([path, 403]);
      expect(Object.fromEntries(reply.headers)).toMatchObject(SEALED);
    }
  }
});

test('the entry points answer GET and HEAD, and no other method', async () => {
  const { app } = mountedApp();
  for (const path of ['/', '/v1', '/_mock']) {
    const statusOf = async (method: string): Promise<number> =>
      (await app.fetch(new Request(`http://127.0.0.1:4010${path}`, { method }))).status;
    expect([path, await statusOf('GET'), await statusOf('HEAD')]).toEqual([path, 200, 200]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([path, method, await statusOf(method)]).toEqual([path, method, 404]);
  }
});

test.for([
  'null',
  'http://localhost:51730',
  'http://localhost:5173.evil.example',
  'http://localhost:5173@evil.example',
  'http://LOCALHOST:5173',
  'http://localhost:5173/',
  'https://localhost:5173',
  'http://127.0.0.1:5173',
  'http://[::1]:5173',
  'http://localhost:5173, http://evil.example',
])('with --cors http://localhost:5173, a page of %s gets nothing', async (origin) => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true, origins: new Set(['http://localhost:5173']) });
  for (const headers of [{ origin }, { origin, 'access-control-request-method': 'POST' }])
    for (const method of ['OPTIONS', 'POST']) {
      const reply = await app.fetch(new Request('http://127.0.0.1:4010/_mock/v1/reset', { method, headers }));
      expect(reply.status).toBe(403);
      expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    }
});
