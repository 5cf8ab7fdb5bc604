// The story of the view Timeline: what happened is listed live, and a past moment is looked at and taken up again.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { whole } from '../testing/sampled.ts';
import {
  type ConsoleMock,
  copyWith,
  expectAccessible,
  openConsole,
  startMock,
  story,
} from './testing/open-console.ts';

const send = (mock: ConsoleMock, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${mock.origin}${path}`, {
    method,
    headers: {
      ...(!path.startsWith('/_mock') && { authorization: `Bearer ${mock.personas.owner?.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

// Places an order, which a timer completes later.
async function order(mock: ConsoleMock): Promise<string> {
  const customers = (await (await send(mock, 'GET', '/v1/customers?status=active')).json()) as {
    data: { id: string }[];
  };
  const items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
  const placed = await send(mock, 'POST', '/v1/orders', {
    customer_id: customers.data[0]?.id,
    payment_method: 'wallet',
    items,
  });
  expect(placed.status).toBe(201);
  return ((await placed.json()) as { id: string }).id;
}

story('changes and requests appear live; a moment shows its rows and what differs from now', async () => {
  const mock = await startMock();
  const page = await openConsole(mock, '#/timeline');
  await page.getByText('Nothing has happened yet').waitFor();
  await page.getByText('Live').waitFor();
  const id = await order(mock);
  await page.getByRole('row', { name: 'createOrder owner' }).waitFor();
  await send(mock, 'POST', '/_mock/v1/clock/advance', { by: 'PT1M' });
  await page.getByRole('row', { name: 'order provisioned' }).first().waitFor();
  await page.getByRole('heading', { name: /^Timeline \d+$/ }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Changes only').check();
  await page.getByRole('row', { name: 'listCustomers' }).waitFor({ state: 'detached' });

  // By keyboard: the last row is the oldest change, the order.
  await page.getByRole('grid', { name: 'Timeline' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Moment 1' }).waitFor();
  const changed = page.locator('details', { has: page.locator('summary').getByTitle(id, { exact: true }) });
  await changed.locator('summary').click();
  await page.getByText('after: processing').first().waitFor();
  await page.getByRole('tab', { name: 'Differs from now' }).click();
  await changed.getByText('before: processing').waitFor();
  await changed.getByText('after: completed').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Moment 1' }).waitFor({ state: 'detached' });
  await page.locator('[role="grid"]:focus').waitFor();
});

if (whole)
  story('a world, an export and a test are made from a moment', async () => {
    const mock = await startMock();
    const id = await order(mock);
    await send(mock, 'POST', '/_mock/v1/clock/advance', { by: 'P1D' });
    const page = await openConsole(mock, '#/timeline/1');
    expect(await copyWith(page, 'Copy a mockTest')).toContain(`const id = '${id}';`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('moment-1.json');
    const exported = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      tables: { orders: { id: string; status: string }[] };
    };
    expect(exported.tables.orders.find((one) => one.id === id)?.status).toBe('processing');
    await page.getByRole('button', { name: 'Make a world from it' }).click();
    await page.getByText('A new world goes on from moment 1.').waitFor();
    await page.waitForURL(`${mock.origin}/w/world-1/#/timeline`);
    const clock = (await (await send(mock, 'GET', '/w/world-1/_mock/v1/clock')).json()) as { now: string };
    expect(clock.now).toBe('2026-11-20T08:00:00Z');
  });

if (whole)
  story('a moment that is gone says so', async () => {
    const page = await openConsole(await startMock(), '#/timeline/99');
    await page.getByText('has no such moment').first().waitFor();
  });

if (whole)
  story('equal items are one row, and a text finds items', async () => {
    const mock = await startMock();
    for (let at = 0; at < 3; at += 1) await send(mock, 'GET', '/v1/wallet');
    await order(mock);
    const page = await openConsole(mock, '#/timeline');
    await page.getByRole('row', { name: 'getWallet 3 times' }).waitFor();
    await page.getByLabel('Search the timeline').fill('createorder OWNER');
    await page.getByRole('heading', { name: 'Timeline 1', exact: true }).waitFor();
    await page.getByRole('row', { name: 'createOrder' }).waitFor();
    await page.getByLabel('Search the timeline').fill('nothing such');
    await page.getByRole('button', { name: 'Clear the search' }).press('Enter');
    await page.getByLabel('Fold equal items').uncheck();
    await expect.poll(() => page.getByRole('row', { name: 'getWallet' }).count()).toBe(3);
  });
