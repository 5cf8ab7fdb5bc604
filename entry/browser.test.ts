// Runs the mock in a real browser whose pages forbid `eval` by their Content-Security-Policy: once behind MSW and
// once as the mock's own service worker.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, openChromium, type Page } from '../tools/chromium.ts';
import { createMock } from './index.ts';
import { openMock } from './parts/mock.ts';
import { type BrowserPages, serveBrowserPages } from './testing/browser-pages.ts';
import { type JourneyReply, journey } from './testing/journey.ts';

// CI installs Chromium; the tests fail there when it is missing.
const missing = chromiumPath() === undefined && process.env.CI === undefined;

describe.skipIf(missing)('the mock in Chromium (skipped without Chromium: apt-get install chromium)', () => {
  let pages: BrowserPages;
  let browser: Browser;
  let page: Page;
  let pageErrors: string[];
  let origin = '';
  let expected: JourneyReply[];

  beforeAll(async () => {
    pages = await serveBrowserPages();
    origin = pages.origin;
    browser = await openChromium();
    await using mock = await createMock({ clock: 'frozen', limits: 'off' });
    const served = await mock.listen();
    expected = await journey((to, init) => fetch(served.origin + to, init));
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
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
  });

  test("a page with the mock's service worker gets the same replies as a client of the mock on a port", async () => {
    await open('/worker.html?clock=frozen&limits=off');
    expect(await runJourney()).toEqual(expected);
    expect(pageErrors).toEqual([]);
    expect((await send('/nowhere')).text).toBe('nothing here');
  });

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
  });

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
