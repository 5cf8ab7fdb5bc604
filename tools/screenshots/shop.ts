// Opens the example shop on a mock in a browser tab, with a refused order.
import { createMock } from '../../entry/index.ts';
import { serveShop } from '../../examples/shop/testing/serve.ts';
import type { Page } from '../chromium.ts';
import { serveToTab } from './served.ts';

/** Opens the example shop in a browser tab and places an order that the mock refuses. */
export async function shopPage(tab: Page): Promise<void> {
  const mock = await createMock({ seed: 1, world: 'demo', clock: 'frozen', webhooks: 'none' });
  await serveToTab(tab, mock);
  const shop = await serveShop();
  await tab.goto(shop.url);
  await tab.getByLabel('E-mail').fill(mock.personas.owner.email ?? '');
  await tab.getByLabel('Password').fill(mock.personas.owner.password ?? '');
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
}
