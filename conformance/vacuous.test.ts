// Tests that a server that implements nothing of the API, or only a part of it, is never reported as conformant.
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type ConformOptions, conform, type Report } from '../src/suite/run/conform.ts';
import { virtualClock } from '../src/suite/testing/virtual-clock.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { listen } from '../tools/testing/servers.ts';
import { createVariedServer } from '../tools/testing/varied-server.ts';
import { catalogue } from './index.ts';
import { HEAVY_CELLS } from './testing/heavy-cells.ts';

type Answers = (request: Request) => Response | Promise<Response>;

const credentials = {
  tenantA: { email: 'a@first.example', password: 'pass phrase' },
  tenantB: { token: 'token-of-the-second-tenant' },
  platformAdmin: { apiKey: 'key-of-the-platform' },
};
const tokens = { tenantA: { token: 'token-of-the-first-tenant' }, tenantB: { token: 'token-of-the-second' } };

const judge = (answers: Answers, more: Partial<ConformOptions> = {}): Promise<Report> =>
  conform({
    catalogue,
    clock: virtualClock(Date.UTC(2026, 10, 20, 8)),
    fetch: async (request) => answers(request),
    seed: 7,
    runId: 'hc-vacuous',
    skip: HEAVY_CELLS,
    target: { baseUrl: 'http://127.0.0.1:1/v1', credentials },
    ...more,
  });

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const html = (status: number): Response =>
  new Response('<!doctype html><title>Welcome</title>', { status, headers: { 'Content-Type': 'text/html' } });
const told = (status: number): Response =>
  json(status, { error: { code: 'NO', message: 'No.' } }, status === 429 ? { 'Retry-After': '1' } : {});

const servers: Record<string, Answers> = {
  '200 {}': () => json(200, {}),
  '200 []': () => json(200, []),
  '200 null': () => json(200, 'null'),
  '200 without a body': () => new Response(null, { status: 200 }),
  '200, all rate-limit headers and {}': () =>
    json(
      200,
      {},
      {
        'RateLimit-Limit': '600',
        'RateLimit-Remaining': '599',
        'RateLimit-Reset': '60',
        'X-RateLimit-Limit': '600',
        'X-RateLimit-Remaining': '599',
      },
    ),
  '200 with a token and an id': () => json(200, { token: 'a.b.c', id: crypto.randomUUID(), data: [] }),
  '204': () => new Response(null, { status: 204 }),
  '302': () => new Response(null, { status: 302, headers: { location: '/login' } }),
  '400': () => told(400),
  '401': () => told(401),
  '403': () => told(403),
  '404': () => told(404),
  '422': () => told(422),
  '429': () => told(429),
  '500': () => told(500),
  '503': () => told(503),
  'an HTML page': () => html(200),
  '404 as an HTML page': () => html(404),
  'an echo of the request': async (request) => json(200, (await request.text()) || {}),
  'the id of the request path': (request) =>
    json(200, { id: new URL(request.url).pathname.split('/').pop() }),
};

const everyMode = Object.keys(servers).flatMap((name) =>
  Object.entries({ 'log-ins': credentials, tokens }).flatMap(([kind, given]) =>
    (['full', 'safe', 'read-only'] as const).map((mode) => ({ name, kind, given, mode })),
  ),
);
test.each(sampled(everyMode, 2))(
  'a server that replies to every request with $name is never reported as conformant (target file with $kind, mode $mode)',
  async ({ name, given, mode }) => {
    const report = await judge(servers[name] ?? (() => told(404)), {
      mode,
      target: { baseUrl: 'http://127.0.0.1:1/v1', credentials: given },
    });
    expect(report.verdict).not.toBe('conformant');
    expect([1, 3, 4]).toContain(report.exitCode);
    expect(report.summary.broken).toBe(0);
  },
);

test('a server that replies 401 to every request yields the verdict vacuous, one finding and no breach', async () => {
  const report = await judge(() => told(401));
  expect(report).toMatchObject({ verdict: 'vacuous', exitCode: 4 });
  expect(report.summary.fail).toBe(0);
  expect(report.findings.filter(({ verdict }) => verdict !== 'observed')).toHaveLength(1);
});

test.each(['an HTML page', '200 {}'])(
  'static tokens are not accepted by a server that replies to every request with %s: the run stops at once',
  async (name) => {
    const target = { baseUrl: 'http://127.0.0.1:1/v1', credentials: tokens };
    const report = await judge(servers[name] ?? (() => told(404)), { target });
    expect(report).toMatchObject({ verdict: 'vacuous', exitCode: 4 });
    expect(report.requests).toBeLessThan(12);
    expect(report.findings.filter(({ verdict }) => verdict !== 'observed')).toHaveLength(1);
    expect(JSON.stringify(report.results)).toContain('shows nothing of the API');
  },
);

test('a server that replies 503 to every request is reported as unreachable within ten minutes, without a breach', async () => {
  const clock = virtualClock(0);
  const report = await judge(() => told(503), { clock });
  expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
  expect(report.summary.fail).toBe(0);
  expect(clock.now()).toBeLessThan(10 * 60_000);
});

test.each([
  ['403', 4],
  ['404', 4],
  ['429', 3],
])('a server that replies %s to every request yields exit code %i and no breach', async (name, exitCode) => {
  const report = await judge(servers[name] ?? (() => told(404)));
  expect(report.exitCode).toBe(exitCode);
  expect(report.summary.fail).toBe(0);
});

test('a run whose filter selects no check sends no request and ends with the verdict vacuous', async () => {
  const report = await judge(() => told(404), { only: ['no-such-check'] });
  expect(report).toMatchObject({ verdict: 'vacuous', exitCode: 4, requests: 0 });
});

test('a run with credentials that a conforming server refuses ends with the verdict vacuous and without a breach', async () => {
  const { fetch, clock, target } = createVariedServer();
  const report = await judge(fetch, { clock, target: { ...target, credentials } });
  expect(report).toMatchObject({ verdict: 'vacuous', exitCode: 4 });
  expect(report.summary.fail).toBe(0);
});

test('a run against a closed port judges no sentence, and no check and no rule passes', async () => {
  const clock = virtualClock(Date.UTC(2026, 10, 20, 8));
  const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
  const report = await judge(() => Promise.reject(refused), { clock });
  expect(report).toMatchObject({ verdict: 'unreachable', sentences: { judged: [] } });
  expect(report.summary.pass).toBe(0);
});

test('a read-only run does not judge what only a write can show', async () => {
  const { fetch, clock, target } = createVariedServer();
  const { results, sentences } = await judge(fetch, { clock, target, mode: 'read-only' });
  const writes = [
    'values/created-as-sent',
    'values/updated-as-sent',
    'values/kept',
    'values/of-one-resource',
    'values/refused-not-shown',
    'resources/others-unchanged',
    'resources/unchanged-since-write',
    'resources/listed',
  ];
  const judged = results.filter(({ id }) => writes.includes(id));
  expect(judged.map(({ verdict, comparisons }) => [verdict, comparisons])).toEqual(
    writes.map(() => ['not-applicable', 0]),
  );
  expect(sentences?.judged).not.toContain('endpoints/update-of-one');
  expect(results.filter(({ verdict, comparisons }) => verdict === 'pass' && comparisons === 0)).toEqual([]);
});

type Half = (request: Request, whole: () => Promise<Response>) => Response | Promise<Response>;
const isLogin = (request: Request): boolean => request.url.endsWith('/auth/login');

/** Servers that implement half of the API: the varied server with some operations changed or missing. */
const halves: Record<string, Half> = {
  'only log-in works': (request, whole) => (isLogin(request) ? whole() : told(404)),
  'only log-in and the profile work': (request, whole) =>
    isLogin(request) || request.url.endsWith('/auth/me') ? whole() : told(404),
  'everything but the log-in is forbidden': (request, whole) => (isLogin(request) ? whole() : told(403)),
  'every list is empty': async (request, whole) => {
    const reply = await whole();
    if (request.method !== 'GET' || reply.status !== 200) return reply;
    const body: unknown = await reply
      .clone()
      .json()
      .catch(() => undefined);
    return Array.isArray(body) ? new Response('[]', { status: 200, headers: reply.headers }) : reply;
  },
  'every write but the log-in gets 404': (request, whole) =>
    request.method === 'GET' || isLogin(request) ? whole() : told(404),
  'every write but the log-in gets 405': (request, whole) =>
    request.method === 'GET' || isLogin(request) ? whole() : told(405),
  'every write is acknowledged without effect': (request, whole) =>
    request.method === 'GET' || isLogin(request) ? whole() : json(200, {}),
};

test.each(sampled(Object.keys(halves), 1))(
  'a server that implements half of the API is not reported as conformant: %s',
  async (name) => {
    const { fetch, clock, target } = createVariedServer();
    const half = halves[name];
    const report = await judge((request) => half?.(request, () => fetch(request)) ?? told(404), {
      clock,
      target,
    });
    expect([1, 4]).toContain(report.exitCode);
    expect(report.verdict).not.toBe('conformant');
  },
);

const wires: Record<string, (socket: Socket) => void> = {
  'accepts connections and never replies': () => {},
  'closes every connection': (socket) => socket.destroy(),
  'closes the connection after the request': (socket) => socket.once('data', () => socket.end()),
  'speaks SMTP instead of HTTP': (socket) =>
    socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')),
  'stops in the middle of a reply': (socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"id"')),
};

test.each(Object.keys(wires))(
  'a server that %s is reported as unreachable, without a breach',
  async (name) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      wires[name]?.(socket);
    });
    const report = await overSockets(server);
    expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
    expect(report.summary.fail).toBe(0);
  },
);

test('a server whose replies are cut off is reported as unreachable', async () => {
  const server = createHttpServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '400' });
    response.write('{"token": "');
    setTimeout(() => response.destroy(), 5);
  });
  expect((await overSockets(server)).exitCode).toBe(3);
});

async function overSockets(server: Server): Promise<Report> {
  return conform({
    catalogue,
    clock: virtualClock(),
    timeout: 150,
    seed: 7,
    target: { baseUrl: `http://127.0.0.1:${await listen(server)}/v1`, credentials },
  });
}
