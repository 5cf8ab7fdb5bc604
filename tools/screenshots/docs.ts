// The API reference of a mock, with an operation tried out.
import { content } from '../../mocks/index.ts';
import { mountControl } from '../../src/control/control.ts';
import { createApp } from '../../src/server/app.ts';
import type { Page } from '../chromium.ts';
import { serveWithin } from './served.ts';

/** Brings a tab to it. */
export async function docsPage(tab: Page): Promise<void> {
  const app = createApp(content, { seed: 1, world: 'demo', clock: 'frozen' });
  mountControl(app, { token: null, loopback: true });
  const origin = await serveWithin(tab, app);
  await tab.goto(`${origin}/_mock/docs`);
  await tab.getByText('Signed in as owner.').waitFor();
  const wallet = tab.locator('.opblock[id$="-getWallet"]');
  await wallet.locator('.opblock-summary').click();
  await wallet.locator('.execute').click();
  await wallet.locator('.live-responses-table .microlight').first().waitFor();
  await wallet.evaluate((block) => block.scrollIntoView());
  await tab.mouse.move(0, 0);
}
