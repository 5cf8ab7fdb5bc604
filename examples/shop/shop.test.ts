// Tests the example shop against the mock in a real Chromium, by what a user sees and does.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../../entry/index.ts';
import { type Browser, chromiumPath, openChromium, type Page } from '../../tools/chromium.ts';
import { type Shop, serveShop } from './testing/serve.ts';

const hasChromium = chromiumPath() !== undefined;
const inBrowser = test.skipIf(!hasChromium && !process.env.CI);
if (!hasChromium) console.warn('The shop is not tried: there is no Chromium on this machine.');

let mock: Mock;
let shop: Shop;
let browser: Browser;
let page: Page;
let pageErrors: string[];

beforeAll(async () => {
  mock = await createMock({ webhooks: 'none', limits: 'off' });
  const { baseUrl } = await mock.listen();
  shop = await serveShop(baseUrl);
  if (hasChromium) browser = await openChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await shop?.close();
  await mock?.close();
});

beforeEach(async () => {
  mock.reset();
  mock.faults.clear();
  if (!hasChromium) return;
  page = await browser.newPage();
  pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await page.goto(shop.url);
});
afterEach(async () => {
  await page?.close();
  expect(pageErrors).toEqual([]);
});

async function signIn(persona: 'owner' | 'twoFactor', password?: string): Promise<void> {
  const { email = '', password: right = '' } = mock.personas[persona];
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password ?? right);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const orders = () => page.getByRole('heading', { name: /^Orders \(\d+\)$/ });

test('the shop compiles against the types of the typed client and the contract', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const run = () =>
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'examples/shop'], {
      cwd: root,
      encoding: 'utf8',
    });
  expect(run()).toBe('');
});

inBrowser('a wrong password shows a message, and the right password signs the user in', async () => {
  await signIn('owner', 'not-the-password');
  await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/password/i);
  await signIn('owner');
  await orders().waitFor();
  expect(await page.getByText(mock.personas.owner.email ?? '').isVisible()).toBe(true);
  expect(await page.getByRole('row').count()).toBe(9);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText(/Page 2 of \d+/).waitFor();
});

inBrowser('an account with 2FA must enter its TOTP code, and may try again after a wrong code', async () => {
  await signIn('twoFactor');
  const code = page.getByLabel('Code of your authenticator app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/code/i);
  await signIn('twoFactor');
  await code.fill(mock.outbox().codes.find(({ persona }) => persona === 'twoFactor')?.code ?? '');
  await page.getByRole('button', { name: 'Go on' }).click();
  await orders().waitFor();
});

inBrowser('the shop shows every message about a refused order beside its field', async () => {
  await signIn('owner');
  await page.getByLabel('Quantity').fill('0');
  await page.getByLabel('Billed').selectOption('sometimes');
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByText('Please correct what is marked.').waitFor();
  const quantity = page.getByLabel('Quantity');
  expect(await quantity.getAttribute('aria-invalid')).toBe('true');
  const message = page.locator(`[id="${await quantity.getAttribute('aria-describedby')}"]`);
  expect(await message.innerText()).toMatch(/1/);
  expect(await page.locator('[id="wrong-items.0.billing_cycle"]').innerText()).toContain('10_year');
  expect(await page.getByLabel('Customer').getAttribute('aria-invalid')).toBeNull();
});

inBrowser('placing an order shows its invoice, and the PDF opens', async () => {
  await signIn('owner');
  await page.getByLabel('Product').selectOption('hosting-business');
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByRole('heading', { name: /^Invoice / }).waitFor();
  expect(await page.getByText('Web Hosting Business').isVisible()).toBe(true);
  const link = page.getByRole('link', { name: 'Open the PDF' });
  const head = await page.evaluate(
    async (href) => (await (await fetch(href)).text()).slice(0, 5),
    (await link.getAttribute('href')) ?? '',
  );
  expect(head).toBe('%PDF-');
  const opened = page.context().waitForEvent('page');
  await link.click();
  await (await opened).close();
  await page.getByRole('button', { name: 'Back to the orders' }).click();
  await orders().waitFor();
  expect(await page.getByRole('row').nth(1).innerText()).toContain('processing');
});

inBrowser('after a reply with 429 the shop waits for Retry-After and shows the remaining time', async () => {
  mock.faults.add({ kind: 'status', status: 429, retry_after: 2, operation: 'listCustomers', times: 1 });
  await signIn('owner');
  await page
    .getByRole('status')
    .getByText(/asks us to wait: \d seconds? to go/)
    .waitFor();
  await orders().waitFor();
  expect(await page.getByRole('status').innerText()).toBe('');
});

inBrowser('a 403 of the platform is shown as a message above the unchanged page', async () => {
  await signIn('owner');
  await orders().waitFor();
  mock.faults.add({ kind: 'status', status: 403, operation: 'getInvoice' });
  await page
    .getByRole('button', { name: /^Invoice of the order/ })
    .first()
    .click();
  await expect.poll(() => page.getByRole('status').innerText()).not.toBe('');
  expect(await orders().isVisible()).toBe(true);
});
