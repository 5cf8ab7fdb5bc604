// A purchase in the shop in Chromium, which the tests of `cope` run as a user's command: signs in, is refused, orders,
// downloads the invoice, lists the orders and signs out.

import { openChromium } from '../../../tools/chromium.ts';
import { serveShop } from './serve.ts';

const { HOSTING_BASE_URL = '', HOSTING_EMAIL = '', HOSTING_PASSWORD = '' } = process.env;
const shop = await serveShop(HOSTING_BASE_URL);
const browser = await openChromium();
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  // Less than a run of `cope` may take, so that a failure says what was waited for.
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name }).click();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto(shop.url);
  await field('E-mail').fill(HOSTING_EMAIL);
  await field('Password').fill(HOSTING_PASSWORD);
  await press('Sign in');
  await press('Add to cart: Business');
  await page.getByText('Business is in the cart.').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart' }).click();
  await field('Quantity').fill('0');
  await field('Domain').fill('my-shop.example');
  await press('Place order');
  await page.getByText('Please correct what is marked.').waitFor();
  // The words of the platform are its own; only the mark is the shop's.
  await page.locator('[aria-invalid]').and(field('Quantity')).waitFor();
  await field('Quantity').fill('1');
  await press('Place order');
  await page.getByRole('heading', { name: /^Invoice / }).waitFor();
  await page.getByText('Web Hosting Business').first().waitFor();
  const downloading = page.waitForEvent('download');
  await press('Download the PDF');
  await downloading;
  await link('← Orders').click();
  await page.getByRole('row').nth(1).waitFor();
  await link('Older').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await press('Sign out');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
} finally {
  await browser.close();
  await shop.close();
}
