// The programs that `npm run installs` runs in the projects in which it installs the package: each is a small session
// as a user of the package would write it.

/** A set of files of a project, by their paths. */
export type Files = Record<string, string>;

const ORDER = `{ customer_id: data[0].id, payment_method: 'wallet', items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }] }`;

/** `createMock` and the typed client, as an ES module and as a CommonJS module. */
export const MOCK: Files = {
  'mock.mjs': `import { createMock } from 'hosting-contract';
import { createClient } from 'hosting-contract/client';
const mock = await createMock({ limits: 'off' });
const { baseUrl } = await mock.listen();
const { email, password } = mock.personas.owner;
const api = createClient({ baseUrl, credential: { email, password } });
const { data } = await api.listCustomers({ query: { status: 'active' } });
const order = await api.createOrder({ body: ${ORDER} });
if (order.status !== 'processing') throw new Error('The order is ' + order.status + '.');
await mock.close();
`,
  'mock.cjs': `const { createMock } = require('hosting-contract');
createMock({ limits: 'off' }).then(async (mock) => {
  const headers = { authorization: 'Bearer ' + mock.personas.owner.token };
  const { status } = await mock.fetch('http://mock/v1/wallet', { headers });
  if (status !== 200) throw new Error('The wallet is answered with ' + status + '.');
});
`,
};

const MSW = (open: string): string => `${open}
const api = handlers('https://api.example/v1', { limits: 'off' });
setupServer(...api).listen({ onUnhandledRequest: 'error' });
const headers = { authorization: 'Bearer ' + api.mock.personas.owner.token };
const run = async () => {
  const { data } = await (await fetch('https://api.example/v1/customers?status=active', { headers })).json();
  const made = await fetch('https://api.example/v1/orders', {
    method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(${ORDER}) });
  if (made.status !== 201) throw new Error('The order is answered with ' + made.status + '.');
  process.exit();
};
run().catch((error) => { console.error(error); process.exit(1); });
`;

/** The mock behind MSW's `setupServer`, as an ES module and as a CommonJS module. */
export const MSW_SERVER: Files = {
  'server.mjs': MSW(
    `import { setupServer } from 'msw/node';\nimport { handlers } from 'hosting-contract/msw';`,
  ),
  'server.cjs': MSW(
    `const { setupServer } = require('msw/node');\nconst { handlers } = require('hosting-contract/msw');`,
  ),
};

/** A page that starts MSW's `setupWorker` and calls the API; `done` is the promise of the status. */
export const MSW_PAGE: Files = {
  'page.js': `import { setupWorker } from 'msw/browser';
import { handlers } from 'hosting-contract/msw';
const api = handlers('https://api.example/v1', { limits: 'off' });
const headers = { authorization: 'Bearer ' + api.mock.personas.owner.token };
globalThis.done = setupWorker(...api).start({ quiet: true })
  .then(() => fetch('https://api.example/v1/customers', { headers }))
  .then(({ status }) => status);
`,
};

/** A page that Vite builds and that starts the mock's service worker; `done` is the promise of the status. */
export const WORKER_PAGE: Files = {
  'index.html': '<!doctype html><title>page</title><script type="module" src="/page.js"></script>\n',
  'page.js': `import { createClient } from 'hosting-contract/client';
import { startWorker } from 'hosting-contract/worker';
globalThis.done = startWorker({ limits: 'off' })
  .then(({ baseUrl, personas }) => createClient({ baseUrl, credential: { token: personas.owner.token } }).listCustomers())
  .then(({ data }) => (data.length > 0 ? 200 : 404));
`,
};

/** Tests with `mockTest`, and a part of the suite as tests, against a mock of their own. */
export const VITEST: Files = {
  'session.test.ts': `import { expect } from 'vitest';
import { createMock } from 'hosting-contract';
import { conformanceTests, mockTest } from 'hosting-contract/vitest';

mockTest('a month later the service has renewed', async ({ client, clock, personas, mock }) => {
  const before = await client().listInvoices();
  clock.advance('P1M');
  expect((await client('readOnly').listInvoices()).meta.total).toBeGreaterThan(before.meta.total);
  expect(personas.owner.email).toContain('@');
  expect((await mock.fetch('http://mock/v1/wallet')).status).toBe(401);
});
mockTest('each test has a world of its own', async ({ clock }) => {
  expect(clock.now().now).toContain('2026-11-20');
});

const mock = await createMock({ limits: 'off', lifecycle: 'immediate' });
const { baseUrl } = await mock.listen();
const { email = '', password = '' } = mock.personas.owner;
conformanceTests({ target: { baseUrl, credentials: { tenantA: { email, password } } }, only: ['customers/'] });
`,
};

/** A page under Playwright whose API calls go to the world of the test. */
export const PLAYWRIGHT: Files = {
  'playwright.config.ts': `export default {
  testMatch: 'session.spec.ts',
  use: { launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] } },
};
`,
  'session.spec.ts': `import { expect } from '@playwright/test';
import { createMockTest } from 'hosting-contract/playwright';
const test = createMockTest({ apiUrl: 'https://api.example/v1' });
test('a page reaches the world of its test', async ({ page, signIn, clock, client }) => {
  const before = (await client().listInvoices()).meta.total;
  clock.advance('P1M');
  await page.route('https://app.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p id="n">' }));
  await signIn('owner');
  await page.goto('https://app.example/');
  const total = await page.evaluate(async () => {
    const headers = { authorization: 'Bearer ' + localStorage.token };
    return (await (await fetch('https://api.example/v1/invoices', { headers })).json()).meta.total;
  });
  expect(total).toBeGreaterThan(before);
});
`,
};

/** A strict program that uses the types of every entry point. */
export const TYPES: Files = {
  'uses.mts': `import { createMock, type Mock, type MockOptions } from 'hosting-contract';
import { ApiError, createClient, type Result } from 'hosting-contract/client';
import { conform, defineTarget } from 'hosting-contract/conformance';
import { handlers } from 'hosting-contract/msw';
import { createMockTest } from 'hosting-contract/playwright';
import type { Body, components, Success } from 'hosting-contract/types';
import { conformanceTests, mockTest } from 'hosting-contract/vitest';
import { startWorker } from 'hosting-contract/worker';
import { setupServer } from 'msw/node';
import { expect } from 'vitest';

const options: MockOptions = { clock: 'frozen', limits: 'off' };
export const mock: Mock = await createMock(options);
const { email, password } = mock.personas.owner;
const api = createClient({ baseUrl: 'http://127.0.0.1:4010/v1', credential: { email, password } });
export const order: Success<'getOrder'> = await api.getOrder({ path: { id: 'x' } });
export const total: number = order.total_amount;
export const result: Result<'getOrder'> = order;
export const body: Body<'createOrder'>['items'] = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
export const status = (one: components['schemas']['Order']): string => one.status;
for await (const invoice of api.each('listInvoices')) invoice.number.toUpperCase();
export const refused = (error: unknown): number => (error instanceof ApiError ? error.status : 0);
export const target = defineTarget({ baseUrl: 'http://127.0.0.1:4010/v1' });
export const run = () => conform({ target });
const served = handlers('https://api.example/v1', options);
setupServer(...served).listen();
mockTest('typed', async ({ client, clock }) => {
  clock.advance('P1M');
  expect((await client().getWallet()).currency).toBe('EUR');
});
conformanceTests({ target });
createMockTest({ apiUrl: 'https://api.example/v1' })('typed', async ({ page, signIn }) => {
  await signIn('owner');
  await page.goto('/');
});
export const worker = await startWorker({ limits: 'off' });
// @ts-expect-error: no such operation
api.getOrders();
// @ts-expect-error: no such option
createMock({ wrold: 'demo' });
// @ts-expect-error: the types are more exact than any
export const wrong: number = order.status;
`,
  'uses.cts': `import { createMock } from 'hosting-contract';
import { handlers } from 'hosting-contract/msw';
import { mockTest } from 'hosting-contract/vitest';
export const mock = createMock({ limits: 'off' });
export const token: Promise<string> = mock.then(({ personas }) => personas.owner.token);
export const all = [handlers('https://api.example/v1'), mockTest];
`,
};
