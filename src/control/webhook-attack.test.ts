// A web page must not have the mock deliver webhooks to where the page cannot go: the control API, and ports of this machine.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { type Browser, chromiumPath, openChromium } from '../../tools/chromium.ts';
import { type App, createApp } from '../server/app.ts';
import type { AppOptions } from '../server/app-options.ts';
import { controlApi } from './control-api.ts';
import type { EgressScope } from './egress.ts';
import { mountControl } from './mount-control.ts';
import { openOutbox } from './outbox.ts';
import { type Receiver, receiver } from './testing/receiver.ts';

const there = chromiumPath() !== undefined;
const inBrowser = test.skipIf(!there && !process.env.CI);

const script = readFileSync(new URL('./testing/webhook-attack.js', import.meta.url), 'utf8');
const DEVELOPER = { email: 'owner@acme.example', password: 'demo-hosting-2026' };

let browser: Browser;
let pages: Server;
let pagePort = 0;
let victim: Receiver;

beforeAll(async () => {
  victim = await receiver(() => ({ status: 418 }));
  pages = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><title>A page</title><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  pagePort = (pages.address() as AddressInfo).port;
  if (!there) return;
  browser = await openChromium([
    '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebound.example 127.0.0.1',
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  pages.closeAllConnections();
  await new Promise((resolve) => pages.close(resolve));
  await victim.close();
});

/** A mock on a port, as `mock` and `createMock` open it, with something in it that a reset would undo. */
async function serve(reach: EgressScope, options: AppOptions = {}) {
  const app = createApp(hostingMock, {
    clock: '2026-11-20T08:00:00Z',
    limits: 'off',
    world: 'empty',
    ...options,
  });
  const own = (): number[] => app.listening().map(({ port }) => port);
  app.worlds.observe(({ world }) => {
    const outbox = openOutbox(world, hostingMock, { scope: reach, own });
    return { changed: outbox.wake, close: outbox.close };
  });
  mountControl(app as unknown as App, { token: null, loopback: true });
  const { origin, port } = await app.listen();
  controlApi(app).snapshots.take('precious');
  return { app, origin, port };
}

type Mock = Awaited<ReturnType<typeof serve>>;
type Attempt = { url: string; response_status: number | null; error: string | null };

/** Calls the mock as a developer does, by curl or from a test: without `Origin`. */
async function call({ app, origin }: Mock, method: string, path: string, body?: object, more = {}) {
  const authorization = `Bearer ${app.personas.owner?.token}`;
  const reply = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as { id: string; data: Attempt[] };
}

/** Has an endpoint tried, and waits for the attempt. */
async function tried(mock: Mock, id: string): Promise<Attempt> {
  await call(mock, 'POST', `/webhooks/${id}/test`);
  for (;;) {
    const [attempt] = (await call(mock, 'GET', `/webhooks/${id}/deliveries`)).data;
    if (attempt && (attempt.response_status !== null || attempt.error !== null)) return attempt;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Where a page would like to go: the control API of the mock in every notation, and other ports of this machine. */
const targets = ({ port }: Mock, closed: number): string[] => [
  ...['localhost', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '2130706433', 'a.localhost'].map(
    (host) => `http://${host}:${port}/_mock/v1/reset`,
  ),
  `http://127.0.0.1:${port}/_mock/v1/clock/freeze`,
  victim.url.replace('127.0.0.1', 'localhost'),
  `http://127.0.0.1:${closed}/`,
  'http://10.0.0.1/',
  victim.url,
  `http://127.0.0.1:${port}/_mock/v1/reset`,
];

async function closedPort(): Promise<number> {
  const one = await receiver();
  await one.close();
  return one.port;
}

inBrowser.for([
  ['another site', 'evil.example', 'loopback'],
  ['another site, with private networks allowed', 'evil.example', 'any'],
  ['another port of this machine', '127.0.0.1', 'loopback'],
  ['a name that was pointed at the mock', 'rebound.example', 'any'],
] as const)(
  'a page of %s reaches no port of this machine by a webhook',
  { timeout: 120_000 },
  async ([, host, reach]) => {
    const mock = await serve(reach);
    const { id } = await call(mock, 'POST', '/webhooks', { url: victim.url, events: ['*'] });
    const before = victim.received.length;
    const rebound = host === 'rebound.example';
    const page = await browser.newPage();
    await page.goto(rebound ? `http://${host}:${mock.port}/v1/openapi.json` : `http://${host}:${pagePort}/`);
    if (rebound) await page.evaluate(script);
    const base = `http://${rebound ? host : '127.0.0.1'}:${mock.port}/v1`;
    const urls = targets(mock, await closedPort());
    const given = [base, urls, DEVELOPER, id].map((one) => JSON.stringify(one)).join();
    const attempts = (await page.evaluate(`webhookAttack(${given})`)) as Attempt[];

    expect(attempts).toHaveLength(urls.length + 3);
    expect(attempts.map(({ response_status }) => response_status)).toEqual(attempts.map(() => null));
    expect(victim.received.length).toBe(before);
    // Nothing of what is behind an address is to be learnt: the own port apart, every sentence is the same.
    const sentences = attempts
      .filter(({ url }) => new URL(url).port !== String(mock.port))
      .map(({ url, error }) => error?.replace(new URL(url).hostname, 'HOST'));
    expect([...new Set(sentences)]).toEqual([expect.stringMatching(/no public address.*--cors/)]);
    const lab = controlApi(mock.app);
    expect(lab.snapshots.list().map(({ name }) => name)).toContain('precious');
    expect([
      lab.clock.now().frozen,
      mock.app.world.transact(null, (store) => store.webhooks.count()),
    ]).toEqual([false, urls.length + 1]);
    await page.close();
    await mock.app.close();
  },
);

inBrowser(
  'a page whose origin was named with --cors chooses a receiver of this machine',
  { timeout: 60_000 },
  async () => {
    const mock = await serve('loopback', { cors: [`http://evil.example:${pagePort}`] });
    const { id } = await call(mock, 'POST', '/webhooks', { url: victim.url, events: ['*'] });
    const page = await browser.newPage();
    await page.goto(`http://evil.example:${pagePort}/`);
    const given = [`${mock.origin}/v1`, [victim.url], DEVELOPER, id].map((one) => JSON.stringify(one)).join();
    const attempts = (await page.evaluate(`webhookAttack(${given})`)) as Attempt[];
    expect(attempts.map(({ response_status }) => response_status)).toEqual([418, 418]);
    await page.close();
    await mock.app.close();
  },
);

test('a developer without a page registers a receiver of this machine, and takes an endpoint back from a page', async () => {
  const mock = await serve('loopback');
  const { id } = await call(mock, 'POST', '/webhooks', { url: victim.url, events: ['*'] });
  expect(await tried(mock, id)).toMatchObject({ response_status: 418 });
  const page = { origin: 'http://evil.example' };
  await call(mock, 'PUT', `/webhooks/${id}`, { url: 'http://localhost:1/' }, page);
  expect(await tried(mock, id)).toMatchObject({ error: expect.stringMatching(/a page of http:\/\/evil/) });
  await call(mock, 'PUT', `/webhooks/${id}`, { url: victim.url });
  expect(await tried(mock, id)).toMatchObject({ response_status: 418 });
  // What a page changes besides the URL chooses no target.
  await call(mock, 'PUT', `/webhooks/${id}`, { url: victim.url, description: 'mine' }, page);
  expect(await tried(mock, id)).toMatchObject({ response_status: 418 });
  await mock.app.close();
});

test.each([
  [{ origin: 'http://127.0.0.1:1' }],
  [{ origin: 'null' }],
  [{ origin: 'nonsense' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
])('a call with %j is a page of another origin', async (headers) => {
  const mock = await serve('loopback');
  const body = { url: victim.url, events: ['*'] };
  const before = victim.received.length;
  const { port } = mock;
  // Node's fetch sets Sec-Fetch-Mode itself; a plain request sends what it is given.
  const { id } = await plain(port, mock.app.personas.owner?.token ?? '', body, headers);
  expect(await tried(mock, id)).toMatchObject({ error: expect.stringMatching(/chose it/) });
  expect(victim.received.length).toBe(before);
  await mock.app.close();
});

async function plain(port: number, token: string, body: object, more: object): Promise<{ id: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        method: 'POST',
        path: '/v1/webhooks',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
      },
      (reply) => {
        let text = '';
        reply.on('data', (chunk) => {
          text += chunk;
        });
        reply.on('end', () => resolve(JSON.parse(text)));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

test.each([
  [{ 'user-agent': 'hosting-contract-webhooks' }],
  [{ 'webhook-id': 'evt_1' }],
  [{ 'webhook-timestamp': '1' }],
  [{ 'webhook-signature': 'v1,a' }],
])('the control API takes no call that carries %j, whatever leads it there', async (headers) => {
  const mock = await serve('loopback');
  for (const path of ['/v1/reset', '/v1/clock/freeze', '/v1/health', '/docs', '/']) {
    const reply = await fetch(`${mock.origin}/_mock${path}`, { method: 'POST', headers });
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringMatching(/webhook delivery/)]);
  }
  await mock.app.close();
});

test('a delivery carries what the control API of another mock knows it by', async () => {
  const mock = await serve('loopback');
  const other = await serve('loopback');
  for (const path of ['reset', 'clock/freeze']) {
    const url = `${other.origin}/_mock/v1/${path}`;
    const { id } = await call(mock, 'POST', '/webhooks', { url, events: ['*'] });
    expect(await tried(mock, id)).toMatchObject({ response_status: 403 });
  }
  expect(controlApi(other.app).clock.now().frozen).toBe(false);
  await mock.app.close();
  await other.app.close();
});

test('no delivery reaches the mock itself, by whoever it was registered; a port it left is free again', async () => {
  const mock = await serve('any');
  const more = await mock.app.listen({ host: '0.0.0.0' });
  for (const url of [
    `${mock.origin}/v1/auth/login`,
    `http://127.0.0.1:${more.port}/`,
    `http://localhost:${more.port}/`,
  ]) {
    const { id } = await call(mock, 'POST', '/webhooks', { url, events: ['*'] });
    expect(await tried(mock, id)).toMatchObject({ error: expect.stringMatching(/the mock itself/) });
  }
  await more.close();
  const { id } = await call(mock, 'POST', '/webhooks', {
    url: `http://127.0.0.1:${more.port}/`,
    events: ['*'],
  });
  expect(await tried(mock, id)).toMatchObject({ error: 'The connection was refused.' });
  const redirecting = await receiver(() => ({
    status: 307,
    headers: { location: `${mock.origin}/_mock/v1/reset` },
  }));
  const redirected = await call(mock, 'POST', '/webhooks', { url: redirecting.url, events: ['*'] });
  expect(await tried(mock, redirected.id)).toMatchObject({ response_status: 307 });
  expect(
    controlApi(mock.app)
      .snapshots.list()
      .map(({ name }) => name),
  ).toContain('precious');
  await redirecting.close();
  await mock.app.close();
});
