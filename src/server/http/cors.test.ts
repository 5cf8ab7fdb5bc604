// Tests of cross-origin access: pages of other origins may read the replies of /v1 and all their HTTP headers.
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall } from '../testing/minimal-mock.ts';

const PAGE = 'http://localhost:5173';
const preflight = (
  app: ReturnType<typeof createMinimalApp>,
  origin = PAGE,
  headers: Record<string, string> = {},
  path = '/v1/customers',
) =>
  app.fetch(
    new Request(`http://mock.test${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', ...headers },
    }),
  );
// Returns the headers that a page may send after a preflight that asks for some, in lower case.
const allowedFor = async (requested: string, path?: string): Promise<string[]> => {
  const headers = { 'access-control-request-headers': requested };
  const response = await preflight(createMinimalApp(), PAGE, headers, path);
  return (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
};

test('the reply to a preflight lists methods and HTTP headers, and the rate limit does not count the preflight', async () => {
  const app = createMinimalApp();
  const response = await preflight(app);
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
  for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Mock-World', 'Prefer']) {
    expect(response.headers.get('access-control-allow-headers')).toContain(name);
  }
  expect(response.headers.get('vary')).toBe('Origin, Access-Control-Request-Headers');
  expect(response.headers.get('date')).toBe('Fri, 20 Nov 2026 08:00:00 GMT');
});

test('a preflight permits every HTTP header that the page asks for, below /v1 of every world', async () => {
  const names = ['x-requested-with', 'traceparent', 'sentry-trace', 'baggage', 'cache-control', 'x-our-own'];
  const fixed = await allowedFor('');
  expect(await allowedFor(names.join(','))).toEqual([...fixed, ...names]);
  expect(await allowedFor(names.join(', '), '/w/minimal/v1/customers')).toEqual([...fixed, ...names]);
  expect(await allowedFor('authorization, X-Requested-With, x-requested-with')).toHaveLength(
    fixed.length + 2,
  );
  expect(await allowedFor('x-own', '/elsewhere')).toEqual(fixed);
});

test('a preflight permits no invalid name, no name of more than 100 characters, and no more than 100 names', async () => {
  const fixed = await allowedFor('');
  expect(await allowedFor('x y, "x", x:y, , ü, x-good')).toEqual([...fixed, 'x-good']);
  expect(await allowedFor('x'.repeat(101))).toEqual(fixed);
  const many = Array.from({ length: 150 }, (_, at) => `x-${at}`);
  expect(await allowedFor(many.join(','))).toEqual([...fixed, ...many.slice(0, 100)]);
});

test('a page of an unknown world can read the reply that lists the worlds', async () => {
  const app = createMinimalApp();
  const response = await preflight(app, PAGE, {}, '/w/moon/v1/customers');
  expect(response.status).toBe(204);
  const { status, headers } = await app.fetch(
    new Request('http://mock.test/w/moon/v1/customers', { headers: { origin: PAGE } }),
  );
  expect(status).toBe(404);
  expect(headers.get('access-control-allow-origin')).toBe(PAGE);
});

test('a reply, also a refusal, lists every HTTP header that a page may read', async () => {
  const app = createMinimalApp();
  for (const token of ['owner', 'nobody']) {
    const { headers } = await sendCall(app, 'GET', '/customers', { token, headers: { origin: PAGE } });
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(headers.get('vary')).toBe('Origin');
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
    expect(exposed).not.toContain('*');
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-RateLimit-Limit'],
        ...['X-RateLimit-Remaining', 'Idempotent-Replayed', 'WWW-Authenticate', 'Content-Disposition'],
        'X-Request-Id',
      ]),
    );
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
