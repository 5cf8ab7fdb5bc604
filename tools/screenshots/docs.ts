// Opens the API reference of a mock in a browser tab, with one operation called.
import { hostingMock } from '../../mocks/index.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { createApp } from '../../src/server/app.ts';
import type { Page } from '../chromium.ts';
import { serveToTab } from './served.ts';

/** Opens the API reference in a browser tab and calls one operation. */
export async function docsPage(tab: Page): Promise<void> {
  const app = createApp(hostingMock, { seed: 1, world: 'demo', clock: 'frozen' });
  mountControl(app, { token: null, loopback: true });
  const origin = await serveToTab(tab, app);
  await tab.goto(`${origin}/_mock/docs`);
  await tab.getByText('Signed in as owner.').waitFor();
  const wallet = tab.locator('.opblock[id$="-getWallet"]');
  await wallet.locator('.opblock-summary').click();
  await wallet.locator('.execute').click();
  await wallet.locator('.live-responses-table .microlight').first().waitFor();
  await wallet.evaluate((block) => block.scrollIntoView());
  await tab.mouse.move(0, 0);
}
