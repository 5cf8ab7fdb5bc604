// Tests of the mounted control API: health, reset, access rules and unknown paths.
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../server/testing/minimal-mock.ts';
import { mountControl } from './mount-control.ts';
import { routes } from './routes.ts';

const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };

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

test('a reset by a page of another origin is refused with status 403', async () => {
  const { app, send } = mountedApp();
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  const response = await send('POST', '/reset', { origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
  expect((await sendCall(app, 'GET', '/customers', { token: 'owner' })).body.meta?.total).toBe(46);
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

test('a mock with a control token requires the token for every call except health', async () => {
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

const everyRoute = Object.keys(routes)
  .filter((route) => route !== 'GET /health')
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
      const before = JSON.stringify([
        app.world.export(),
        app.worlds.main.save().state,
        app.worlds.list().length,
      ]);
      const reply = await app.fetch(new Request(`http://127.0.0.1:4010${base}${path}`, { method, headers }));
      expect(reply.status).toBe(403);
      expect(await reply.text()).not.toContain('owner');
      expect(
        JSON.stringify([app.world.export(), app.worlds.main.save().state, app.worlds.list().length]),
      ).toBe(before);
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
