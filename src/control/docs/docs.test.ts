// Tests of the API reference: its files, its access rules, and its use in a real Chromium without requests to other
// origins.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { type Browser, chromiumPath, openChromium, type Page } from '../../../tools/chromium.ts';
import { operations } from '../../contract/operations.ts';
import { type App, createApp } from '../../server/app.ts';
import type { AccessGuard } from '../access-guard.ts';
import { mountControl } from '../mount-control.ts';

const hasChromium = chromiumPath() !== undefined;
const inBrowser = test.skipIf(!hasChromium && !process.env.CI);
if (!hasChromium) console.warn('The API reference is not tested: there is no Chromium on this machine.');

const apps: App[] = [];
function mock(guard: AccessGuard = { token: null, loopback: true }): App {
  const app = createApp(hostingMock, { clock: 'frozen' }) as unknown as App;
  mountControl(app, guard);
  apps.push(app);
  return app;
}
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const get = (app: App, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(new Request(`http://127.0.0.1${path}`, { headers, method }));

const TYPES = {
  '/_mock/docs': 'text/html; charset=utf-8',
  '/_mock/docs/page.css': 'text/css; charset=utf-8',
  '/_mock/docs/page.js': 'text/javascript; charset=utf-8',
  '/_mock/docs/swagger-ui.css': 'text/css; charset=utf-8',
  '/_mock/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  '/_mock/docs/favicon-32x32.png': 'image/png',
  '/_mock/docs/openapi.json': 'application/json',
};

test.for(Object.entries(TYPES))(
  'the API reference serves %s as %s, with an ETag for revalidation',
  async ([path, type]) => {
    const app = mock();
    const first = await get(app, path);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const again = await get(app, path, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  },
);

test('the page of the API reference contains no secret of a persona', async () => {
  const app = mock();
  const texts = await Promise.all(Object.keys(TYPES).map(async (path) => (await get(app, path)).text()));
  const secrets = Object.values(app.personas).flatMap(({ token, apiKey, totpSecret }) =>
    [token, apiKey, totpSecret].filter((one) => one !== undefined),
  );
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
});

test('in every world the API reference shows the OpenAPI document with this mock as its only server', async () => {
  const app = mock();
  const contract = (await (await get(app, '/v1/openapi.json')).json()) as object;
  const document = (await (await get(app, '/_mock/docs/openapi.json')).json()) as { servers: object[] };
  expect({ ...document, servers: null }).toEqual({ ...contract, servers: null });
  expect(document.servers).toEqual([{ url: '/v1', description: 'This mock' }]);
  const other = (await (await get(app, '/w/mine/_mock/docs/openapi.json')).json()) as { servers: object[] };
  expect(other.servers).toEqual([{ url: '/w/mine/v1', description: 'This mock' }]);
});

test('/_mock/docs/ redirects to the API reference, and unknown paths below it get status 404', async () => {
  const app = mock();
  const reply = await get(app, '/_mock/docs/');
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/_mock/docs']);
  const missing = ['/_mock/docs/../package.json', '/_mock/docs/index.html', '/_mock/docsx', '/_mock/else'];
  for (const path of [...missing, '/_mock/docs/constructor', '/_mock/docs/%2e%2e/LICENSE']) {
    expect((await get(app, path)).status, path).toBe(404);
  }
  expect((await get(app, '/_mock/docs', {}, 'POST')).status).toBe(404);
});

test('a page of another origin may link to the API reference but may neither load nor frame it', async () => {
  const app = mock();
  const from = (site: string, mode: string, dest: string) =>
    get(app, '/_mock/docs', { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });
  expect((await from('cross-site', 'navigate', 'document')).status).toBe(200);
  expect((await from('none', 'navigate', 'document')).status).toBe(200);
  expect((await from('same-origin', 'no-cors', 'script')).status).toBe(200);
  expect((await from('cross-site', 'no-cors', 'script')).status).toBe(403);
  expect((await from('same-site', 'cors', 'empty')).status).toBe(403);
  expect((await from('cross-site', 'navigate', 'iframe')).status).toBe(403);
});

test("a request whose Host header is another host's name that resolves to this machine is refused", async () => {
  const reply = await mock().handle({
    method: 'GET',
    path: '/_mock/docs',
    query: '',
    headers: { host: 'rebound.example:4010' },
    body: null,
    address: '127.0.0.1',
  });
  expect(reply.status).toBe(403);
});

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await openChromium();
});
afterAll(() => browser?.close());

/** Opens a URL in the browser, and collects the page's requests to other origins and its error messages. */
async function openPage(url: string): Promise<{ page: Page; foreignRequests: string[]; errors: string[] }> {
  const page = await browser.newPage();
  const foreignRequests: string[] = [];
  const errors: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => {
    const requestUrl = request.url();
    if (!requestUrl.startsWith(`${origin}/`) && !requestUrl.startsWith('data:'))
      foreignRequests.push(requestUrl);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  await page.goto(url);
  return { page, foreignRequests, errors };
}

/**
 * Executes an operation on the page of the API reference.
 * @returns the status and the body that the page shows
 */
async function tryOut(page: Page, operation: string): Promise<{ status: string; body: string }> {
  const block = page.locator(`.opblock[id$="-${operation}"]`);
  if (!(await block.locator('.execute').isVisible())) await block.locator('.opblock-summary').click();
  await block.locator('.execute').click();
  const live = block.locator('.live-responses-table tbody');
  await live.locator('.microlight').first().waitFor();
  return {
    status: (await live.locator('.response-col_status').first().innerText()).trim(),
    body: await live.locator('.microlight').first().innerText(),
  };
}

inBrowser(
  'the page lists every operation and calls it as the chosen persona',
  { timeout: 120_000 },
  async () => {
    const app = mock();
    const { origin } = await app.listen();
    const { page, foreignRequests, errors } = await openPage(`${origin}/_mock/docs`);
    await page.locator('.opblock').first().waitFor();
    const ids = await page.locator('.opblock-tag-section .opblock-summary-operation-id').allInnerTexts();
    expect(ids.sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(ids.length).toBe(93);

    const chooser = page.getByLabel('Requests are sent as');
    await page.getByText('Signed in as owner.').waitFor();
    const wallet = await tryOut(page, 'getWallet');
    expect(wallet.status).toBe('200');
    expect(JSON.parse(wallet.body)).toMatchObject({ tenant_id: app.personas.owner?.tenantId });
    await chooser.selectOption('otherOwner');
    const other = page.waitForRequest((request) => request.url().endsWith('/v1/wallet'));
    await tryOut(page, 'getWallet');
    expect((await other).headers().authorization).toBe(`Bearer ${app.personas.otherOwner?.token}`);

    await chooser.selectOption('nobody');
    const block = page.locator('.opblock[id$="-getWallet"]');
    await block.locator('.execute').click();
    await block.locator('.response-col_status', { hasText: '401' }).first().waitFor();
    expect(foreignRequests).toEqual([]);
    // The browser reports the expected 401 reply in its console.
    expect(errors.filter((one) => !one.includes('401'))).toEqual([]);
    await page.close();
  },
);

inBrowser(
  'the page asks for the control token of a mock that requires one',
  { timeout: 120_000 },
  async () => {
    const app = mock({ token: 'open-sesame', loopback: false });
    const { origin } = await app.listen();
    const { page } = await openPage(`${origin}/_mock/docs`);
    await page.getByLabel('Control token').fill('open-sesame');
    await page.getByRole('button', { name: 'Show personas' }).click();
    await page.getByText('Signed in as owner.').waitFor();
    await page.close();
  },
);
