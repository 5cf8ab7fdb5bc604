// Tests the example shop against the mock in a real Chromium, by what a user sees and does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../../entry/index.ts';

import { expectAccessible } from '../../tools/console/testing/open-console.ts';
import { type Browser, chromiumPath, type Page, testChromium } from '../../tools/testing/chromium.ts';
import { whole } from '../../tools/testing/sampled.ts';
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
  if (hasChromium) browser = await testChromium();
});
afterAll(async () => {
  await shop?.close();
  await mock?.close();
});

beforeEach(async () => {
  mock.reset();
  // An order stays as it was placed, however long the browser takes.
  mock.clock.freeze();
  mock.faults.clear();
  if (!hasChromium) return;
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await page.goto(shop.url);
});
afterEach(async () => {
  await page?.context().close();
  expect(pageErrors).toEqual([]);
});

async function signIn(persona: 'owner' | 'twoFactor', password?: string): Promise<void> {
  const { email = '', password: right = '' } = mock.personas[persona];
  await field('E-mail').fill(email);
  await field('Password').fill(password ?? right);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// Finds a field by its whole label: a part would also match other elements of the page before.
const field = (label: string) => page.getByLabel(label, { exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const add = (name: string) => page.getByRole('button', { name: `Add to cart: ${name}` }).click();
const place = () => page.getByRole('button', { name: 'Place order' }).click();
// Returns the message that a screen reader reads with a field.
const messageOf = async (label: string): Promise<string> => {
  const id = await field(label).getAttribute('aria-describedby');
  return page.locator(`[id="${id}"]`).innerText();
};

test('the shop compiles against the types of the typed client and the contract', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const run = () =>
    execFileSync(
      process.execPath,
      ['node_modules/typescript-7/bin/tsc', '--checkers', '1', '-p', 'examples/shop'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
  expect(run()).toBe('');
});

if (whole)
  inBrowser('a wrong password shows a message, and the right password signs the user in', async () => {
    await signIn('owner', 'not-the-password');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/password/i);
    await signIn('owner');
    await heading('Products').waitFor();
    await page.getByText(mock.personas.owner.email).waitFor();
    await link('Orders').click();
    await page.getByRole('row').nth(8).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(9);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText(/Page 2 of \d+/).waitFor();
  });

if (whole)
  inBrowser(
    'an account with 2FA must enter its TOTP code, and may try again after a wrong code',
    async () => {
      await signIn('twoFactor');
      const code = field('Code of your authenticator app');
      await code.fill('000000');
      await page.getByRole('button', { name: 'Go on' }).click();
      await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/code/i);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await code.fill(mock.outbox().codes.find(({ persona }) => persona === 'twoFactor')?.code ?? '');
      await page.getByRole('button', { name: 'Go on' }).click();
      await heading('Products').waitFor();
    },
  );

if (whole)
  inBrowser('a reload keeps the session, the cart and the page; signing out ends the session', async () => {
    await signIn('owner');
    await add('VPS M');
    await link('Cart').click();
    await field('Quantity').fill('3');
    await page.reload();
    await expect.poll(() => field('Quantity').inputValue()).toBe('3');
    const stored = await page.evaluate<string>('JSON.stringify(Object.values(sessionStorage))');
    expect(stored).not.toContain(mock.personas.owner.password);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await page.reload();
    await heading('Sign in').waitFor();
  });

if (whole)
  inBrowser(
    'an expired token is refreshed; a session that the platform ended asks to sign in again',
    async () => {
      await signIn('owner');
      await heading('Products').waitFor();
      mock.clock.advance('PT30M');
      await link('Orders').click();
      await page.getByRole('row').nth(1).waitFor();
      await page.reload();
      await page.getByRole('row').nth(1).waitFor();
      const { token } = await page.evaluate<{ token: string }>(
        "JSON.parse(sessionStorage['hosting-shop session'])",
      );
      const headers = { authorization: `Bearer ${token}` };
      const ended = await mock.fetch('http://mock/v1/auth/logout', { method: 'POST', headers });
      expect(ended.status).toBe(200);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await heading('Sign in').waitFor();
      await expect
        .poll(() => page.getByRole('status').innerText())
        .toBe('Your session has ended. Please sign in again.');
      await signIn('owner');
      await heading('Orders').waitFor();
    },
  );

inBrowser('a refused order marks its fields with the labels of the page, and focuses the first', async () => {
  await signIn('owner');
  await add('Pro');
  await add('Domain .com');
  await link('Cart').click();
  await field('Quantity').first().fill('0');
  await field('Domain').fill('my-shop.example');
  await field('Domain to register').fill('not a name');
  await place();
  await page.getByText('Please correct what is marked.').waitFor();
  await expect.poll(() => messageOf('Domain to register')).toBe('Domain must be a domain name.');
  await expect.poll(() => page.getByText('Quantity must be at least 1.').count()).toBe(1);
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('items.0.quantity');
  expect(await field('Domain').getAttribute('aria-invalid')).toBeNull();
  expect(await page.locator('main').innerText()).not.toMatch(/items\.\d|config\./);
  await expectAccessible(page);
});

if (whole)
  inBrowser('a message about a member that the form does not show is readable without its name', async () => {
    await signIn('owner');
    await add('VPS S');
    await link('Cart').click();
    await page.route('**/v1/orders', async (route) => {
      const body = route.request().postDataJSON();
      await route.continue({
        postData: JSON.stringify({ ...body, items: [{ ...body.items[0], sku_id: 7 }] }),
      });
    });
    await place();
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/^Product must be /);
    expect(await page.locator('main').innerText()).not.toMatch(/items\.|_id\b/);
  });

inBrowser('placing an order by keyboard shows its invoice, and the PDF is downloaded', async () => {
  await signIn('owner');
  await page.getByRole('button', { name: 'Add to cart: Business' }).press('Enter');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('Business is in the cart.');
  await link('Cart').press('Enter');
  await field('Domain').fill('my-shop.example');
  await page.keyboard.press('Enter');
  await heading(/^Invoice /).waitFor();
  await page.getByText('Web Hosting Business').first().waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.getByRole('link', { name: '← Orders' }).click();
  await page.getByRole('row').nth(1).getByText('processing').waitFor();
  await link('Cart').click();
  await page.getByText('The cart is empty.').waitFor();
});

inBrowser('after a reply with 429 the shop waits for Retry-After and shows the remaining time', async () => {
  await signIn('owner');
  await heading('Products').waitFor();
  mock.faults.add({ kind: 'status', status: 429, retry_after: 2, operation: 'listOrders', times: 1 });
  // The page records what it shows, because the message is gone when the wait is over.
  await page.evaluate(`globalThis.shown = [];
    new MutationObserver(() => shown.push(document.querySelector('[role="status"]')?.innerText ?? ''))
      .observe(document.body, { childList: true, subtree: true, characterData: true });`);
  await link('Orders').click();
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.evaluate<string[]>('shown')).toContainEqual(
    expect.stringMatching(/asks us to wait: \d seconds? to go/),
  );
  await expect.poll(() => page.getByRole('status').innerText()).toBe('');
});

if (whole)
  inBrowser('a refused load shows its message and a button that tries again', async () => {
    await signIn('owner');
    mock.faults.add({ kind: 'status', status: 403, operation: 'listOrders', times: 1 });
    await link('Orders').click();
    await expect.poll(() => page.getByRole('alert').innerText()).not.toBe('');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });

inBrowser('every page is accessible in both colour schemes, at 1280 and at 390 pixels', async () => {
  await heading('Sign in').waitFor();
  await expectAccessible(page);
  await signIn('owner');
  await heading('Products').waitFor();
  await expectAccessible(page);
  await link('Cart').click();
  await page.getByText('The cart is empty.').waitFor();
  await expectAccessible(page, [390]);
  await link('Orders').click();
  await page.getByRole('row').nth(1).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /^Show the invoice of the order/ })
    .first()
    .click();
  await heading(/^Invoice /).waitFor();
  await expectAccessible(page);
});
