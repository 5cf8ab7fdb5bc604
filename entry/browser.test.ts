// Runs the mock in Chromium, in pages that forbid `eval` by their Content-Security-Policy: behind MSW, and as the mock's
// own service worker. startWorker(): fresh browser contexts, reloads, changed options, and what it says when there can
// be no worker.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, type Page, testChromium } from '../tools/testing/chromium.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { createMock, type Mock } from './index.ts';
import { openMock } from './parts/mock.ts';
import { type BrowserPages, serveBrowserPages } from './testing/browser-pages.ts';
import { type JourneyReply, journey } from './testing/journey.ts';
import { startWorker, type WorkerMock } from './worker.ts';

// CI installs Chromium; the tests fail there when it is missing.
const missing = chromiumPath() === undefined && process.env.CI === undefined;

const CONTEXTS = 6;
const ANSWERED = { status: 200, persona: 'owner@acme.example' };

test('startWorker() outside of a page says what to use there', async () => {
  await expect(startWorker()).rejects.toThrow(
    /^startWorker\(\) runs in a web page\. In Node, use createMock\(\)/,
  );
});

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
    browser = await testChromium();
    await using mock = await createMock({ clock: 'frozen', limits: 'off' });
    const served = await mock.listen();
    expected = await journey((to, init) => fetch(served.origin + to, init));
  });
  afterAll(() => pages?.close());

  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    pageErrors = [];
    page.on('pageerror', (error) => pageErrors.push(error.message));
  });
  afterEach(() => page?.context().close());

  const open = async (where: string): Promise<unknown> => {
    await page.goto(origin + where);
    return page.evaluate('ready');
  };
  // Starts the worker in a page and returns the message of its error.
  const problem = async (options: object, where = '/plain.html'): Promise<string> => {
    await page.goto(where.startsWith('/') ? origin + where : where);
    return page.evaluate<string>(
      `startWorker(${JSON.stringify(options)}).then(() => 'started', ({ message }) => message)`,
    );
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

  if (whole)
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

  if (whole)
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

  if (whole)
    test("the console of the worker's mock shows the requests of the app as they happen, also of another world", async () => {
      await open('/worker.html?clock=frozen&limits=off&base=/platform/v1');
      expect(await page.evaluate('mock.consoleUrl')).toBe(`${origin}/__hosting/`);
      const tab = await page.context().newPage();
      tab.on('pageerror', (error) => pageErrors.push(error.message));
      await tab.goto(`${origin}/__hosting`);
      await tab.getByText('/platform/v1/customers').waitFor();
      await send('/platform/v1/wallet?seen=live');
      await tab.getByText('/platform/v1/wallet?seen=live').waitFor();
      await page.evaluate("mock.control('POST', '/worlds', { name: 'mine' })");
      await tab.goto(`${origin}/__hosting/w/mine/#/data/customers`);
      await tab.getByText('Jane Doe').first().waitFor();
      expect(pageErrors).toEqual([]);
      await open('/mocks/app/worker.html?url=/mocks/hosting-mock.js');
      await tab.goto(`${origin}/mocks/__hosting/`);
      expect(await tab.locator('body').innerText()).toMatch(
        /^There is no \/mocks\/hosting-mock\.console\.json: npx hosting-contract worker --out/,
      );
    });

  if (whole)
    test('the first load of each fresh context is answered by the mock', async () => {
      const first: unknown[] = [];
      for (let turn = 0; turn < CONTEXTS; turn += 1) {
        const context = await browser.newContext();
        const tab = await context.newPage();
        await tab.goto(`${origin}/worker.html?limits=off`);
        first.push(await tab.evaluate('ready'));
        await context.close();
      }
      expect(first).toEqual(Array(CONTEXTS).fill(ANSWERED));
    });

  if (whole)
    test('a context that blocks service workers gets an error that says so', async () => {
      await page.context().close();
      page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
      expect(await problem({})).toMatch(/^The page registers no service worker: something blocks them/);
    });

  test('a reload keeps the state, other options are another mock, and control() drives it', async () => {
    const now = () => page.evaluate<string>("mock.control('GET', '/clock').then(({ now }) => now)");
    expect(await open('/worker.html?clock=frozen')).toEqual(ANSWERED);
    await page.evaluate("mock.control('POST', '/clock/advance', { by: 'P1M' })");
    expect(await now()).toBe('2026-12-20T08:00:00Z');
    expect(await open('/worker.html?clock=frozen')).toEqual(ANSWERED);
    expect(await now()).toBe('2026-12-20T08:00:00Z');
    expect(await open('/worker.html?clock=frozen&seed=7')).toEqual(ANSWERED);
    expect(await now()).toBe('2026-11-20T08:00:00Z');
    await expect(page.evaluate("mock.control('POST', '/clock/advance', { by: 'soon' })")).rejects.toThrow(
      /P1M|by/,
    );
    await page.evaluate('mock.stop()');
    expect(
      await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)'),
    ).toBe(0);
  });

  if (whole)
    test('arrange, clock and faults of the worker do and return what the fixtures of these names do', async () => {
      await using mock = await createMock({ clock: 'frozen', limits: 'off' });
      const inWorker = async ({ arrange, clock, faults, personas }: WorkerMock | Mock) => {
        const invoices = [{ status: 'overdue', count: 3 }] as const;
        const { ids, customers } = await arrange({ customers: [{ as: 'late', invoices }] });
        await clock.freeze();
        const moved = await clock.advance('P1D');
        const due = await clock.upcoming(3);
        const fault = await faults.add({ kind: 'status', status: 503, operation: 'listOrders', times: 1 });
        const listed = await faults.list();
        await faults.remove(fault.id);
        await faults.clear();
        const left = await faults.list();
        const now = await clock.now();
        const { length } = due.timers;
        return {
          ids,
          customers,
          moved: moved.now,
          length,
          listed,
          left,
          now: now.now,
          persona: personas.owner.email,
        };
      };
      await open('/worker.html?clock=frozen&limits=off');
      const found = await page.evaluate<object>(`(${inWorker})(mock)`);
      expect(found).toEqual(JSON.parse(JSON.stringify(await inWorker(mock))));
      expect(found).toMatchObject({ listed: [{ kind: 'status' }], left: [] });
    });

  if (whole)
    test('a page that Shift and reload took its worker from gets it back', async () => {
      await open('/worker.html');
      await page.goto(`${origin}/plain.html`);
      const session = await page.context().newCDPSession(page);
      const loaded = page.waitForEvent('load');
      await session.send('Page.reload', { ignoreCache: true });
      await loaded;
      expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
      expect(await page.evaluate('startWorker().then(({ personas }) => personas.owner.email)')).toBe(
        ANSWERED.persona,
      );
    });

  if (whole)
    test('a page whose developer tools bypass service workers is told what to switch off', async () => {
      await open('/worker.html');
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.setBypassServiceWorker', { bypass: true });
      expect(await problem({})).toMatch(/Bypass for network/);
    });

  if (whole)
    test('an API below another base, and a worker and a page below a folder, work', async () => {
      expect(await open('/mocks/app/worker.html?url=/mocks/hosting-mock.js&base=/platform/v1')).toEqual(
        ANSWERED,
      );
      expect(await page.evaluate('mock.controlUrl')).toBe(`${origin}/platform/_mock/v1`);
    });

  const refusals: [string, object, RegExp][] = [
    [
      'a missing file',
      { url: '/absent.js' },
      /^There is no service worker at \/absent\.js: the server answers 404\. Write it with `npx hosting-contract worker --out public\/absent\.js`/,
    ],
    ['a page in place of the file', { url: '/app/hosting-mock.js' }, /is outside of it/],
    [
      'a page in place of the file',
      { url: '/spa.html' },
      /what the server sends is text\/html, not JavaScript; many development servers answer an unknown path with the page itself/,
    ],
    [
      'a folder as scope',
      { url: '/mocks/hosting-mock.js' },
      /^\/mocks\/ is the scope of the service worker, and the page \/plain\.html is outside of it/,
    ],
    [
      'a scope that the server does not allow',
      { url: '/mocks/hosting-mock.js', scope: '/' },
      /^The browser refuses the scope \/: serve \/mocks\/hosting-mock\.js with the header Service-Worker-Allowed/,
    ],
    [
      'another origin',
      { url: 'https://cdn.example/hosting-mock.js' },
      /has to be a file of the page's own origin/,
    ],
    [
      'the worker of MSW',
      { url: '/mockServiceWorker.js' },
      /was not answered by the mock\. Either \/mockServiceWorker\.js is not the file/,
    ],
    [
      'a worker that takes no page over',
      { url: '/idle-worker.js' },
      /idle-worker\.js runs and does not take over this page\. After Shift and reload, reload without Shift/,
    ],
    ['an unknown choice', { lifecycle: 'slow' }, /lifecycle=slow must be one of time, immediate, manual/],
    ['an unknown world', { world: 'atlantis' }, /atlantis.*demo/],
    ['an unknown option', { wrold: 'demo' }, /wrold is no setting; there are base, world/],
  ];
  test.each(sampled(refusals, 1))(
    '%s is refused with a message that says what to do',
    async (_, options, message) => {
      expect(await problem(options)).toMatch(message);
    },
  );

  if (whole)
    test('a page that imports the file of the worker is told what to import', async () => {
      await page.goto(`${origin}/plain.html`);
      const imported = page.evaluate("import('/hosting-mock.js')");
      await expect(imported).rejects.toThrow(/call startWorker\(\) of hosting-contract\/worker/);
    });

  test('a page that is no secure context gets told so', async () => {
    const insecure = origin.replace('127.0.0.1', 'insecure.example');
    expect(await problem({}, `${insecure}/plain.html`)).toMatch(
      /^startWorker\(\) needs a secure context, and http:\/\/insecure\.example:\d+ is none/,
    );
  });

  const json = (body: object): object => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  // Exports the tables of the two worlds that the test uses.
  const exportBoth = async (): Promise<unknown[]> => {
    const all = await Promise.all(['/_mock/v1/export', '/w/mine/_mock/v1/export'].map((to) => send(to)));
    return all.map(({ status, text }) => [status, JSON.parse(text).tables]);
  };

  // Stops every service worker, as a browser does with an idle service worker, and waits until all have stopped.
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
