// Tests of cross-origin access: pages of other origins may read the replies of /v1 and all their HTTP headers.
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../testing/minimal-mock.ts';

const PAGE = 'http://localhost:5173';
const preflight = (app: ReturnType<typeof createMinimalApp>, origin = PAGE) =>
  app.fetch(
    new Request('http://mock.test/v1/customers', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }),
  );

test('the reply to a preflight lists methods and HTTP headers, and the rate limit does not count the preflight', async () => {
  const app = createMinimalApp();
  const response = await preflight(app);
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
  for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Mock-World', 'Prefer']) {
    expect(response.headers.get('access-control-allow-headers')).toContain(name);
  }
  expect(response.headers.get('vary')).toBe('Origin');
  expect(response.headers.get('date')).toBe('Fri, 20 Nov 2026 08:00:00 GMT');
});

test('a reply, also a refusal, lists every HTTP header that a page may read', async () => {
  const app = createMinimalApp();
  for (const token of ['owner', 'nobody']) {
    const { headers } = await sendCall(app, 'GET', '/customers', { token, headers: { origin: PAGE } });
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(headers.get('vary')).toBe('Origin');
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
    expect(exposed).not.toContain('*');
    for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After']) {
      expect(exposed).toContain(name);
    }
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Idempotent-Replayed']) {
      expect(exposed).toContain(name);
    }
    for (const name of ['WWW-Authenticate', 'Content-Disposition', 'X-Request-Id']) {
      expect(exposed).toContain(name);
    }
  }
});

test('when a list of origins is set, pages of all other origins get no permission', async () => {
  const app = createMinimalApp({ cors: [PAGE] });
  expect((await preflight(app)).headers.get('access-control-allow-origin')).toBe(PAGE);
  expect((await preflight(app, 'https://evil.example')).headers.has('access-control-allow-origin')).toBe(
    false,
  );
  const { headers, status } = await sendCall(app, 'GET', '/customers', {
    token: 'owner',
    headers: { origin: 'https://evil.example' },
  });
  expect(status).toBe(200);
  expect(headers.has('access-control-allow-origin')).toBe(false);
});

test('a request without an Origin header gets no CORS headers, and an OPTIONS request without Origin reaches no operation', async () => {
  const app = createMinimalApp();
  expect(
    (await sendCall(app, 'GET', '/customers', { token: 'owner' })).headers.has('access-control-allow-origin'),
  ).toBe(false);
  expect((await sendCall(app, 'OPTIONS', '/customers', { token: 'owner' })).status).toBe(404);
  expect((await sendCall(app, 'HEAD', '/customers', { token: 'owner' })).status).toBe(404);
});
