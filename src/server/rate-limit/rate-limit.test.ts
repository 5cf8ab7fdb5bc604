// Tests of rate limits through `app.fetch` (heading Limits).
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../testing/minimal-mock.ts';

type App = ReturnType<typeof createMinimalApp>;
const list = (app: App, token?: string) =>
  sendCall(app, 'GET', '/customers', token === undefined ? {} : { token });
const login = (app: App) =>
  sendCall(app, 'POST', '/auth/login', { body: { email: 'a@b.example', password: 'wrong' } });
const figures = ({ headers }: { headers: Headers }): number[] =>
  ['RateLimit-Limit', 'RateLimit-Remaining', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'].map((name) =>
    Number(headers.get(name)),
  );

test('the remaining count falls by one with every request of a credential, whatever its status, and requests of other callers do not change it', async () => {
  const app = createMinimalApp();
  expect(figures(await list(app, 'owner'))[1]).toBe(1199);
  await list(app, 'other');
  await list(app);
  expect(figures(await sendCall(app, 'GET', '/customers/none', { token: 'owner' }))[1]).toBe(1198);
  expect(figures(await sendCall(app, 'POST', '/customers', { token: 'owner', body: {} }))[1]).toBe(1197);
  expect(figures(await list(app, 'owner'))[1]).toBe(1196);
});

test('a request over the limit gets 429 with Retry-After in whole seconds, and a request after exactly this wait succeeds', async () => {
  const app = createMinimalApp({ limits: 'B' });
  app.world.clock.advance(12_000);
  for (let at = 0; at < 60; at++) expect((await list(app, 'owner')).status).toBe(200);
  const breach = await list(app, 'owner');
  expect(breach.status).toBe(429);
  expect(breach.body.error?.code).toBe('RATE_LIMITED');
  const wait = breach.headers.get('retry-after') ?? '';
  expect(wait).toMatch(/^[1-9]\d*$/);
  expect(breach.headers.get('ratelimit-reset')).toBe(wait);
  expect(breach.headers.get('ratelimit-remaining')).toBe('0');
  expect((await list(app, 'other')).status).toBe(200);
  app.world.clock.advance(Number(wait) * 1000 - 1);
  expect((await list(app, 'owner')).status).toBe(429);
  app.world.clock.advance(1);
  expect((await list(app, 'owner')).status).toBe(200);
});

test('the auth endpoints allow 60 requests a minute per IP address in Set A and 10 in Set B, with a counter of their own', async () => {
  for (const [limits, most] of [
    ['A', 60],
    ['B', 10],
  ] as const) {
    const app = createMinimalApp({ limits });
    for (let at = 0; at < most; at++) expect((await login(app)).status).toBe(401);
    expect((await login(app)).status).toBe(429);
    expect((await sendCall(app, 'POST', '/auth/refresh', { token: 'owner' })).status).toBe(429);
    expect((await list(app, 'owner')).status).toBe(200);
  }
});

test('the option `limitsAuth` sets the rate limit of the auth endpoints', async () => {
  const app = createMinimalApp({ limitsAuth: 2 });
  expect([await login(app), await login(app), await login(app)].map(({ status }) => status)).toEqual([
    401, 401, 429,
  ]);
});

test('with `limits` off no request is refused, and replies still carry the rate-limit headers', async () => {
  const app = createMinimalApp({ limits: 'off' });
  for (let at = 0; at < 50; at++) expect((await login(app)).status).toBe(401);
  for (let at = 0; at < 1201; at++) await list(app, 'owner');
  const last = await list(app, 'owner');
  expect(last.status).toBe(200);
  expect(figures(last)[0]).toBeGreaterThan(1_000_000);
});

test('a request to an unknown path shows the rate-limit status of its credential and is not counted', async () => {
  const app = createMinimalApp();
  await list(app, 'owner');
  expect(figures(await sendCall(app, 'GET', '/nowhere', { token: 'owner' }))).toEqual([
    1200, 1199, 1200, 1199,
  ]);
  expect(figures(await list(app, 'owner'))[1]).toBe(1198);
});
