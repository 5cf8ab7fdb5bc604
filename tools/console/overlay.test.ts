// Tests of the overlay in a page of another origin: who may load it, what it shows, and repeating a request as owner.
import { createServer } from 'node:http';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { type Page, testChromium } from '../testing/chromium.ts';
import { whole } from '../testing/sampled.ts';
import { listen } from '../testing/servers.ts';
import { startMock, story } from './testing/open-console.ts';

// Starts an app whose page loads `/_mock/overlay.js`, under a policy without inline styles. Returns its origin.
async function startApp(mockOrigin: () => string): Promise<string> {
  const server = createServer((_, reply) => {
    reply.setHeader('Content-Type', 'text/html');
    reply.setHeader(
      'Content-Security-Policy',
      `default-src 'self'; script-src ${mockOrigin()}; style-src 'self'; connect-src ${mockOrigin()}`,
    );
    reply.end(`<!doctype html><html lang="en"><title>App</title><main><h1>The app</h1></main>
      <script src="${mockOrigin()}/_mock/overlay.js"></script></html>`);
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

async function openApp(origin: string): Promise<Page> {
  const context = await (await testChromium()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

story('the overlay shows the requests of the page, why one failed, and repeats it as owner', async () => {
  let mockOrigin = '';
  const app = await startApp(() => mockOrigin);
  const mock = await startMock({}, { token: null, loopback: true, origins: new Set([app]) });
  mockOrigin = mock.origin;
  const page = await openApp(app);
  await page.getByRole('button', { name: 'Mock: 0 requests' }).waitFor();
  await page.evaluate(`fetch('${mockOrigin}/v1/customers')`);
  await fetch(`${mockOrigin}/v1/orders`); // a request of another program, which the overlay does not show
  await page.evaluate(`fetch('${mockOrigin}/v1/orders', { headers: { 'X-Mock-Tool': 'console' } })`);
  await page.getByRole('button', { name: 'Mock: 1 requests, 1 failed' }).click();
  await page.getByRole('button', { name: '401 GET /v1/customers UNAUTHENTICATED' }).click();
  await page.getByText('The request has no Authorization header.').waitFor();
  await page.getByRole('button', { name: 'Run as owner' }).click();
  await page.getByText('As owner, the reply is 200').waitFor();
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(
      `axe.run('hosting-contract-overlay').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
    expect(violations, colorScheme).toEqual([]);
  }
  await page.getByRole('checkbox', { name: 'only failed' }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Requests of this page' }).waitFor({ state: 'detached' });
});

if (whole)
  story('an app that has replaced fetch and extended Array sees no request of the overlay', async () => {
    let mockOrigin = '';
    const app = await startApp(() => mockOrigin);
    const mock = await startMock({}, { token: null, loopback: true, origins: new Set([app]) });
    mockOrigin = mock.origin;
    const page = await openApp(app);
    await page.getByRole('button', { name: 'Mock: 0 requests' }).waitFor();
    await page.evaluate(`{
    const { fetch } = globalThis;
    globalThis.seen = [];
    globalThis.fetch = (url) => { seen.push(url); return fetch(url); };
    Array.prototype.extra = 'an enumerable member of every array';
  }`);
    await page.evaluate(`fetch('${mockOrigin}/v1/customers')`);
    await page.getByRole('button', { name: 'Mock: 1 requests, 1 failed' }).click();
    await page.getByRole('button', { name: '401 GET /v1/customers UNAUTHENTICATED' }).click();
    await page.getByText('The request has no Authorization header.').waitFor();
    expect(await page.evaluate('seen')).toEqual([`${mockOrigin}/v1/customers`]);
  });

if (whole)
  story('a page whose origin is not named gets neither the overlay nor the control API', async () => {
    let mockOrigin = '';
    const app = await startApp(() => mockOrigin);
    const mock = await startMock(
      {},
      { token: null, loopback: true, origins: new Set(['http://localhost:1']) },
    );
    mockOrigin = mock.origin;
    const page = await openApp(app);
    await page.getByRole('button', { name: 'Mock: not connected' }).click();
    await page.getByText(`Start the mock with --cors ${app}.`).waitFor();
  });

test('the overlay is refused to other origins unless some are named, and to requests for anything but a script', async () => {
  const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
  const closed = await startMock();
  expect((await fetch(`${closed.origin}/_mock/overlay.js`, { headers })).status).toBe(403);
  const open = await startMock(
    {},
    { token: null, loopback: true, origins: new Set(['http://localhost:5173']) },
  );
  expect((await fetch(`${open.origin}/_mock/overlay.js`, { headers })).status).toBe(200);
  const frame = { ...headers, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  expect((await fetch(`${open.origin}/_mock/overlay.js`, { headers: frame })).status).toBe(403);
});

test('only a named origin may call the control API from a page', async () => {
  const { origin } = await startMock(
    {},
    { token: null, loopback: true, origins: new Set(['http://localhost:5173']) },
  );
  const call = (page: string, method = 'GET'): Promise<Response> =>
    fetch(`${origin}/_mock/v1/personas`, {
      method,
      headers: {
        origin: page,
        'sec-fetch-site': 'same-site',
        ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }),
      },
    });
  const allowed = await call('http://localhost:5173');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'http://localhost:5173',
  ]);
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  expect((await call('http://localhost:5173', 'OPTIONS')).status).toBe(204);
  for (const page of ['http://localhost:5174', 'https://localhost:5173', 'null', 'http://evil.example']) {
    const refused = await call(page);
    expect([refused.status, refused.headers.get('access-control-allow-origin')], page).toEqual([403, null]);
    expect((await call(page, 'OPTIONS')).headers.get('access-control-allow-origin'), page).toBeNull();
  }
});
