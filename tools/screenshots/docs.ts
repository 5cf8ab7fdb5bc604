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
  await tab.goto(`${origin}/#/reference/Customers/getCustomer`);
  await tab.locator('.operation-side form input:not(:placeholder-shown)').waitFor();
  await tab.getByRole('button', { name: 'Send', exact: true }).click();
  await tab.locator('.reply .badge').waitFor();
  await tab.mouse.move(0, 0);
}
