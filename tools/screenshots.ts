// npm run screenshots: takes the screenshots of the documentation with Chromium, from a run of the suite that is the
// same every time. The pictures show names in many scripts: install the fonts `fonts-noto-core` and `fonts-noto-cjk`.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defectById } from '../conformance/defects/index.ts';
import { catalogue } from '../conformance/index.ts';
import { serveShop } from '../examples/shop/testing/serve.ts';
import { hostingMock } from '../mocks/index.ts';
import { mountControl } from '../src/control/mount-control.ts';
import { createApp } from '../src/server/app.ts';
import { Html, html } from '../src/suite/formats/blocks.ts';
import { formatReport } from '../src/suite/formats/formats.ts';
import { conform, type Report } from '../src/suite/run/conform.ts';
import { createMutantMock } from './bite/mutant-mock.ts';
import { mockClock, mockTransport, targetConfig } from './bite/target.ts';
import { type Browser, openChromium, type Page } from './chromium.ts';
import { animatedPng } from './screenshots/animation.ts';

const ORIGIN = 'http://127.0.0.1:4010';

/** A screenshot of the console: file name, hash of the page, and a text that the page shows when it is ready. */
type ConsolePicture = { name: string; hash: string; ready: string; scheme: 'light' | 'dark'; width: number };

const CONSOLE_PICTURES: readonly ConsolePicture[] = [
  {
    name: 'console-requests',
    hash: '#/requests/req_10',
    ready: 'VALIDATION_FAILED',
    scheme: 'light',
    width: 1280,
  },
  {
    name: 'console-requests-dark',
    hash: '#/requests',
    ready: 'TOKEN_EXPIRED',
    scheme: 'dark',
    width: 1280,
  },
  {
    name: 'console-requests-narrow',
    hash: '#/requests/req_5',
    ready: 'Missing scope',
    scheme: 'light',
    width: 390,
  },
  { name: 'console-data', hash: '#/data/services', ready: 'Backup Plus', scheme: 'light', width: 1280 },
  { name: 'console-clock', hash: '#/clock', ready: 'What comes due next', scheme: 'dark', width: 1280 },
  { name: 'console-timeline', hash: '#/timeline', ready: 'createCustomer', scheme: 'light', width: 1280 },
  { name: 'console-faults', hash: '#/faults', ready: 'createOrder, ', scheme: 'light', width: 1280 },
  { name: 'console-worlds', hash: '#/worlds', ready: 'Snapshots of demo', scheme: 'dark', width: 1280 },
  { name: 'console-outbox', hash: '#/outbox', ready: 'order.completed', scheme: 'light', width: 1280 },
  { name: 'console-personas', hash: '#/personas', ready: 'platformAdmin', scheme: 'dark', width: 1280 },
  {
    name: 'console-reference-narrow',
    hash: '#/reference/Orders/createOrder',
    ready: 'Buys products for a customer',
    scheme: 'dark',
    width: 390,
  },
];

/** A mock whose log has requests of several callers, some of them refused. */
type ConsoleMock = {
  /** The flag that makes Chromium find the mock at the address of README.md. */
  flag: string;
  /** The credentials of the persona that signs in to the shop. */
  owner: { email: string; password: string };
  /** The credentials of a persona that may only read. */
  viewer: { email: string; password: string };
  close(): Promise<void>;
};

/** Starts the mock on a free port, so that another program may use the address of README.md. */
async function startConsoleMock(): Promise<ConsoleMock> {
  const app = createApp(hostingMock, { seed: 1, world: 'demo', clock: 'frozen' });
  mountControl(app, { token: null, loopback: true });
  const { port } = await app.listen();
  const { owner, viewer, readOnly, otherOwner, expired } = app.personas;
  const send = (path: string, body?: object, persona = owner): Promise<Response> =>
    app.fetch(
      new Request(`${ORIGIN}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${persona?.token ?? persona?.apiKey}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const mira = { email: 'mira@example.org', first_name: 'Mira', last_name: 'Doe' };
  await send('/v1/customers?per_page=20');
  await send('/v1/orders?status=pending');
  await send('/v1/services');
  await send('/v1/wallet');
  await send('/v1/customers', mira, readOnly);
  await send('/v1/invoices?status=overdue', undefined, otherOwner);
  await send('/v1/orders', undefined, expired);
  await send('/v1/domains/example.org');
  await send('/v1/customers', mira);
  await send('/v1/orders', { items: [{ quantity: 0, billing_cycle: 'weekly' }] });
  await send('/_mock/v1/faults', { kind: 'status', status: 503, operation: 'createOrder', times: 2 });
  await send('/_mock/v1/worlds', { name: 'worker-1' });
  await send('/_mock/v1/snapshots', { name: 'before-checkout' });
  return {
    flag: `--host-resolver-rules=MAP 127.0.0.1:4010 127.0.0.1:${port}`,
    owner: { email: owner?.email ?? '', password: owner?.password ?? '' },
    viewer: { email: viewer?.email ?? '', password: viewer?.password ?? '' },
    close: () => app.close(),
  };
}

/** Opens a view of the console in a browser tab. */
const consolePage =
  ({ hash, ready }: Pick<ConsolePicture, 'hash' | 'ready'>) =>
  async (tab: Page): Promise<void> => {
    await tab.goto(`${ORIGIN}/${hash}`);
    await tab.getByText(ready).first().waitFor();
    await tab.getByText('Live', { exact: true }).waitFor();
  };

/** Opens the API reference in a browser tab and calls one operation. */
async function docsPage(tab: Page): Promise<void> {
  await tab.goto(`${ORIGIN}/#/reference/Customers/getCustomer`);
  await tab.locator('.operation-side form input:not(:placeholder-shown)').waitFor();
  await tab.getByRole('button', { name: 'Send', exact: true }).click();
  await tab.locator('.reply .badge').waitFor();
  await tab.mouse.move(0, 0);
}

/**
 * Takes the frames of the moving picture of README.md: the shop is refused an order, and the console says why and sends it
 * again as the owner.
 */
async function firstLook(
  browser: Browser,
  { viewer }: ConsoleMock,
): Promise<{ png: Buffer; seconds: number }[]> {
  const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1000, height: 640 } });
  const frames: { png: Buffer; seconds: number }[] = [];
  const take = async (tab: Page, seconds: number) =>
    frames.push({ png: await tab.screenshot({ animations: 'disabled' }), seconds });
  const shop = await serveShop();
  const app = await context.newPage();
  await app.goto(shop.url);
  await app.getByLabel('E-mail').fill(viewer.email);
  await app.getByLabel('Password').fill(viewer.password);
  await app.getByRole('button', { name: 'Sign in' }).click();
  await app.getByRole('button', { name: 'Add to cart: Pro' }).click();
  await app.getByRole('link', { name: 'Cart' }).click();
  await app.getByLabel('Domain', { exact: true }).fill('my-shop.example');
  await app.getByRole('button', { name: 'Place order' }).click();
  await app.getByText('The role viewer may not do this').waitFor();
  await take(app, 4);
  const tab = await context.newPage();
  await tab.goto(`${ORIGIN}/#/requests`);
  // The order that is sent again meets no fault of the other pictures.
  await tab.evaluate("fetch('/_mock/v1/faults', { method: 'DELETE' })");
  await tab.getByText('ROLE_FORBIDDEN').first().waitFor();
  await take(tab, 3);
  await tab.getByText('ROLE_FORBIDDEN').first().click();
  await tab.getByText('It requires one of the roles').waitFor();
  await tab.getByLabel('As', { exact: true }).selectOption('owner');
  await take(tab, 4);
  await tab.getByRole('button', { name: 'Send again' }).click();
  await tab.getByText('total_amount').first().waitFor();
  await take(tab, 4);
  await context.close();
  await shop.close();
  return frames;
}

/** Opens the example shop in a browser tab and places an order that the mock refuses. */
const shopPage =
  ({ owner }: ConsoleMock) =>
  async (tab: Page): Promise<void> => {
    const shop = await serveShop();
    await tab.goto(shop.url);
    await tab.getByLabel('E-mail').fill(owner.email);
    await tab.getByLabel('Password').fill(owner.password);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('button', { name: 'Add to cart: Pro' }).click();
    await tab.getByRole('button', { name: 'Add to cart: Domain .com' }).click();
    await tab.getByRole('link', { name: 'Cart' }).click();
    await tab.getByLabel('Domain', { exact: true }).fill('my-shop.example');
    await tab.getByLabel('Domain to register').fill('not a name');
    await tab.getByLabel('Quantity').first().fill('0');
    await tab.getByRole('button', { name: 'Place order' }).click();
    await tab.getByText('Please correct what is marked.').waitFor();
    await tab.evaluate('window.scrollTo(0, 0)');
    await shop.close();
  };

/** CSS class of each SGR parameter (ECMA-48, 8.3.117). */
const CLASSES: Record<string, string> = {
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '36': 'cyan',
};

const STYLE = `
  body { margin: 0; padding: 24px; background: #14161a; color: #d7dbe0;
    font: 14px/1.5 "DejaVu Sans Mono", ui-monospace, monospace; }
  pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
  .bold { font-weight: bold; } .dim { color: #8b939e; }
  .red { color: #ff8a80; } .green { color: #7ed3a0; } .yellow { color: #f2c063; } .cyan { color: #7cc7d8; }`;

/** Builds a web page that shows terminal output. */
function terminalPage(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape character begins every sequence
  const parts = text.split(/\u001b\[(\d+)m/);
  const on = new Set<string>();
  const spans = parts.map((part, at) => {
    if (at % 2 === 0)
      return on.size === 0 ? html`${part}` : html`<span class="${[...on].join(' ')}">${part}</span>`;
    const named = CLASSES[part];
    if (named !== undefined) on.add(named);
    // The SGR parameter 22 ends bold and dim text, and the parameter 39 ends the colour.
    else
      for (const one of part === '22' ? ['bold', 'dim'] : ['red', 'green', 'yellow', 'cyan']) on.delete(one);
    return html``;
  });
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>console</title><style>${new Html(STYLE)}</style><body><pre>${spans}</pre></body></html>`
    .text;
}

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** Ids of the defects in the platform that the screenshots show. */
const WRONG = [
  'orders/invalid-member-accepted[createOrder items.*.billing_cycle malformed]',
  'billing/foreign-record-answered[downloadInvoicePdf]',
  'billing/payment-above-due-accepted',
];
/** Maximum size of a screenshot in bytes. */
const LARGEST = 220_000;

for (const language of ['ar', 'ja', 'zh']) {
  if (execFileSync('fc-list', [`:lang=${language}`], { encoding: 'utf8' }) === '')
    throw new Error(
      'The pictures would show boxes: install the packages fonts-noto-core and fonts-noto-cjk.',
    );
}
const consoleMock = await startConsoleMock();
const report = await wrongRun();
const reportPage = formatReport('html', report, { colour: false, source: 'report.json' });
const said = formatReport('console', report, { colour: true, columns: 130, source: 'report.json' });
mkdirSync(folder, { recursive: true });
const browser = await openChromium([consoleMock.flag]);
try {
  for (const { name, scheme, width, ...view } of CONSOLE_PICTURES)
    await picture(browser, `${name}.png`, consolePage(view), { scheme, width, height: 800 });
  await picture(browser, 'report-light.png', reportPage, { scheme: 'light', width: 1180, height: 1080 });
  await picture(browser, 'report-dark.png', reportPage, { scheme: 'dark', width: 1180, height: 1080 });
  await picture(browser, 'docs.png', docsPage, { scheme: 'light', width: 1440, height: 860 });
  await picture(browser, 'shop.png', shopPage(consoleMock), { scheme: 'light', width: 1000, height: 860 });
  const moving = animatedPng(await firstLook(browser, consoleMock));
  writeFileSync(new URL('first-look.png', `file://${folder}`), moving);
  console.log(`docs/images/first-look.png: ${Math.round(moving.length / 1024)} KB`);
  const lines = `$ npx hosting-contract conform https://staging.example/v1 --config target.json --mode full\n\n${said}`;
  await picture(browser, 'console.png', terminalPage(lines), { scheme: 'dark', width: 1180, height: 760 });
} finally {
  await browser.close();
  await consoleMock.close();
}

async function wrongRun(): Promise<Report> {
  const plants = WRONG.map((id) => {
    const found = defectById(id);
    if (!found) throw new Error(`There is no defect ${id}.`);
    return found.inject;
  });
  const mock = createMutantMock(plants);
  const target = { ...targetConfig(mock), baseUrl: 'https://staging.example/v1' };
  const report = await conform({
    target,
    catalogue,
    mode: 'full',
    seed: 1,
    runId: 'hc-pictures',
    transport: mockTransport(mock, target.baseUrl),
    clock: mockClock(mock),
  });
  return { ...report, called: { config: 'target.json' } };
}

// Takes a screenshot and writes it to docs/images/. `page`: the HTML of the page, or a function that opens the page in
// a browser tab.
async function picture(
  browser: Browser,
  name: string,
  page: string | ((tab: Page) => Promise<void>),
  { scheme, width, height }: { scheme: 'light' | 'dark'; width: number; height: number },
): Promise<void> {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width, height } });
  await (typeof page === 'string' ? tab.setContent(page) : page(tab));
  const png = await tab.screenshot({ animations: 'disabled' });
  await tab.close();
  if (png.length > LARGEST) throw new Error(`${name} has ${png.length} bytes, more than ${LARGEST}.`);
  writeFileSync(new URL(name, `file://${folder}`), png);
  console.log(`docs/images/${name}: ${Math.round(png.length / 1024)} KB`);
}
