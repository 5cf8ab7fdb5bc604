// Runs the mock in a real browser whose pages forbid `eval` by their Content-Security-Policy: once behind MSW and
// once as the mock's own service worker.
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildForBrowsers } from '../tools/browser-build.ts';
import { type Browser, chromiumPath, openChromium, type Page } from '../tools/chromium.ts';
import { createMock } from './index.ts';
import { openMock } from './parts/mock.ts';
import { type JourneyReply, journey } from './testing/journey.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
// CI installs Chromium; the tests fail there when it is missing.
const missing = chromiumPath() === undefined && process.env.CI === undefined;
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https://api.example";

describe.skipIf(missing)('the mock in Chromium (skipped without Chromium: apt-get install chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosting-contract-'));
  const files = new Map<string, string | Buffer>();
  let server: Server;
  let browser: Browser;
  let page: Page;
  let pageErrors: string[];
  let origin = '';
  let expected: JourneyReply[];

  beforeAll(async () => {
    // The bundler of the test project finds the project's dependencies in node_modules.
    symlinkSync(path('../node_modules'), join(folder, 'node_modules'));
    await buildForBrowsers(folder, ['index', 'msw']);
    const { output } = await build({
      input: { page: path('./testing/page.ts') },
      platform: 'browser',
      resolve: { alias: { 'hosting-contract/msw': join(folder, 'msw.js') } },
      output: { dir: join(folder, 'page'), format: 'esm' },
      logLevel: 'silent',
    });
    for (const one of output) if (one.type === 'chunk') files.set(`/${one.fileName}`, one.code);
    files.set('/hosting-mock.js', readFileSync(join(folder, 'worker.js')));
    files.set('/mockServiceWorker.js', readFileSync(path('../node_modules/msw/lib/mockServiceWorker.js')));
    server = createServer(({ url = '/' }, reply) => {
      const { pathname } = new URL(url, 'http://localhost');
      const html = '<!doctype html><title>page</title><script type="module" src="/page.js"></script>';
      const body = pathname.endsWith('.html') ? html : files.get(pathname);
      const type = pathname.endsWith('.html') ? 'text/html' : 'text/javascript';
      reply.writeHead(body === undefined ? 404 : 200, {
        'content-type': type,
        'content-security-policy': POLICY,
      });
      reply.end(body ?? 'nothing here');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openChromium();
    await using mock = await createMock({ clock: 'frozen', limits: 'off' });
    const served = await mock.listen();
    expected = await journey((to, init) => fetch(served.origin + to, init));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    pageErrors = [];
    page.on('pageerror', (error) => pageErrors.push(error.message));
  });
  afterEach(() => page?.context().close());

  const open = async (where: string): Promise<void> => {
    await page.goto(origin + where);
    await page.evaluate('ready');
  };
  const runJourney = (): Promise<JourneyReply[]> => page.evaluate<JourneyReply[]>('journey()');
  const send = (to: string, init: object = {}): Promise<{ status: number; text: string }> =>
    page.evaluate<{ status: number; text: string }>(
      `send(${JSON.stringify(to)}, ${JSON.stringify(init)}).then(async (one) => ({ status: one.status, text: await one.text() }))`,
    );

  test('the mock on a port answers the whole sequence of requests with the expected statuses and documents', () => {
    const statuses = expected.map(
      ([request, status]) => `${status} ${request.replace(/[\da-f-]{36}/, 'ID')}`,
    );
    expect(statuses).toEqual([
      '401 GET /v1/customers',
      '200 POST /v1/auth/login',
      '200 GET /v1/customers?status=active&per_page=5',
      '422 POST /v1/orders',
      '201 POST /v1/orders',
      '201 POST /v1/orders',
      '200 POST /_mock/v1/clock/advance',
      '200 GET /v1/orders/ID',
      '200 GET /v1/invoices/ID/pdf',
      '200 GET /v1/ssl?status=issued',
      '200 GET /v1/ssl/ID/download',
      '200 GET /v1/domains',
      '200 GET /v1/openapi.json',
      '200 GET /v1/wallet',
    ]);
    expect(expected.find(([request]) => request.endsWith('/pdf'))?.[2]).toMatch(/^%PDF-/);
    expect(expected.find(([request]) => request.endsWith('/download'))?.[2]).toMatch(/^PK/);
  });

  test('the mock in the process gives the same replies as the mock on a port', async () => {
    const { app, mock } = openMock({ clock: 'frozen', limits: 'off' });
    expect(await journey((to, init) => app.fetch(new Request(origin + to, init)))).toEqual(expected);
    await mock.close();
  });

  test('a page behind MSW gets the same replies as a client of the mock on a port', async () => {
    await open('/msw.html');
    expect(await runJourney()).toEqual(expected);
    expect(pageErrors).toEqual([]);
  }, 60_000);

  test("a page with the mock's service worker gets the same replies as a client of the mock on a port", async () => {
    await open('/worker.html?clock=frozen&limits=off');
    expect(await runJourney()).toEqual(expected);
    expect(pageErrors).toEqual([]);
    expect((await send('/nowhere')).text).toBe('nothing here');
  }, 60_000);

  test('the state of the worlds survives the end of the service worker, and a reset restores their initial state', async () => {
    await open('/worker.html?clock=frozen&limits=off');
    await runJourney();
    const created = await send('/_mock/v1/worlds', json({ name: 'mine' }));
    expect(created.status, created.text).toBe(201);
    await send('/w/mine/_mock/v1/clock/advance', json({ by: 'P1D' }));
    const before = await exportBoth();
    await stopWorkers();
    expect(await exportBoth()).toEqual(before);
    expect((await send('/w/mine/_mock/v1/clock')).text).toContain('2026-11-21T08:10:00Z');
    await send('/w/mine/_mock/v1/reset', json({}));
    expect((await send('/w/mine/_mock/v1/clock')).text).toContain('2026-11-20T08:10:00Z');

    await send('/_mock/v1/reset', json({}));
    await stopWorkers();
    expect((await send('/_mock/v1/clock')).text).toContain('2026-11-20T08:00:00Z');
    expect(await runJourney()).toEqual(expected);
  }, 60_000);

  test('the registration of the service worker fails when its URL contains an invalid setting', async () => {
    await page.goto(`${origin}/worker.html?lifecycle=slow`);
    await expect(page.evaluate('ready')).rejects.toThrow();
    await page.goto(`${origin}/plain.html`);
    const state =
      await page.evaluate(`navigator.serviceWorker.register('/hosting-mock.js?world=atlantis').then((made) => {
      const { installing } = made;
      return new Promise((done) => installing.addEventListener('statechange', () => done(installing.state)));
    })`);
    expect(state).toBe('redundant');
  }, 60_000);

  const json = (body: object): object => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  /** Exports the tables of the two worlds that the test uses. */
  const exportBoth = async (): Promise<unknown[]> => {
    const all = await Promise.all(['/_mock/v1/export', '/w/mine/_mock/v1/export'].map((to) => send(to)));
    return all.map(({ status, text }) => [status, JSON.parse(text).tables]);
  };

  /** Stops every service worker, as a browser does with an idle service worker, and waits until all have stopped. */
  async function stopWorkers(): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const stopped = new Promise<void>((done) => {
      let running = false;
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        for (const { runningStatus } of versions) {
          running ||= runningStatus === 'running' || runningStatus === 'stopping';
          if (running && runningStatus === 'stopped') done();
        }
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
    await session.detach();
  }
});
