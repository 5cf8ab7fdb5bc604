// Tests of startWorker() in Chromium: fresh browser contexts, reloads, changed options, and what it says when there can
// be no worker.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, openChromium, type Page } from '../tools/chromium.ts';
import { whole } from '../tools/testing/sampled.ts';
import { type BrowserPages, serveBrowserPages } from './testing/browser-pages.ts';
import { startWorker } from './worker.ts';

// CI installs Chromium; the tests fail there when it is missing.
const missing = chromiumPath() === undefined && process.env.CI === undefined;
const CONTEXTS = whole ? 6 : 2;
const ANSWERED = { status: 200, persona: 'owner@acme.example' };

test('startWorker() outside of a page says what to use there', async () => {
  await expect(startWorker()).rejects.toThrow(
    /^startWorker\(\) runs in a web page\. In Node, use createMock\(\)/,
  );
});

describe.skipIf(missing)('startWorker() in Chromium (skipped without Chromium)', () => {
  let pages: BrowserPages;
  let browser: Browser;
  let page: Page;
  let origin = '';
  beforeAll(async () => {
    pages = await serveBrowserPages();
    origin = pages.origin;
    // A name that is no secure context: neither https nor localhost.
    browser = await openChromium(['--host-resolver-rules=MAP insecure.example 127.0.0.1']);
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
  });
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
  });
  afterEach(() => page?.context().close());

  const open = async (where: string): Promise<unknown> => {
    await page.goto(origin + where);
    return page.evaluate('ready');
  };
  /** Starts the worker in a page and returns the message of its error. */
  const problem = async (options: object, where = '/plain.html'): Promise<string> => {
    await page.goto(where.startsWith('/') ? origin + where : where);
    return page.evaluate<string>(
      `startWorker(${JSON.stringify(options)}).then(() => 'started', ({ message }) => message)`,
    );
  };

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

  test('a context that blocks service workers gets an error that says so', async () => {
    await page.context().close();
    page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    expect(await problem({})).toMatch(/^The page registers no service worker: something blocks them/);
  });

  test('a reload keeps the state, other options are another mock, and control() drives it', async () => {
    const now = () => page.evaluate<string>("mock.control('GET', '/clock').then(({ now }) => now)");
    await open('/worker.html?clock=frozen');
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

  test('a page whose developer tools bypass service workers is told what to switch off', async () => {
    await open('/worker.html');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    expect(await problem({})).toMatch(/Bypass for network/);
  });

  test('an API below another base, and a worker and a page below a folder, work', async () => {
    expect(await open('/mocks/app/worker.html?url=/mocks/hosting-mock.js&base=/platform/v1')).toEqual(
      ANSWERED,
    );
    expect(await page.evaluate('mock.controlUrl')).toBe(`${origin}/platform/_mock/v1`);
  });

  test.each<[string, object, RegExp]>([
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
  ])('%s is refused with a message that says what to do', async (_, options, message) => {
    expect(await problem(options)).toMatch(message);
  });

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
});
