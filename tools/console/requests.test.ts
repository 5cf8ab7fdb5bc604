// The story of the view Requests: a developer sees why a request was refused, and sends it again.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { upstreamSteps, upstreamUrl } from '../../src/server/upstream/upstream.ts';
import type { Page } from '../chromium.ts';
import { whole } from '../testing/sampled.ts';
import {
  type ConsoleMock,
  copyWith,
  expectAccessible,
  openConsole,
  startMock,
  story,
} from './testing/open-console.ts';

function sender({ origin, personas }: ConsoleMock) {
  return (method: string, path: string, { as, body }: { as?: string; body?: object } = {}) => {
    const { token, apiKey } = personas[as ?? 'owner'] ?? {};
    return fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
}

// The heading of the view when it lists a number of requests.
const listed = (page: Page, count: number) =>
  page.getByRole('heading', { name: new RegExp(`^Requests ${count}(?: of|$)`) });

story('requests appear as the mock answers them, the newest first, and are filtered', async () => {
  const mock = await startMock();
  const send = sender(mock);
  const page = await openConsole(mock, '#/requests');
  await page.getByText('Waiting for the first request').waitFor();
  expect(await copyWith(page, 'Copy the URL')).toBe(`${mock.origin}/v1`);
  expect(await copyWith(page, 'Copy the password')).toBe(mock.personas.owner?.password);
  await page.getByRole('link', { name: 'Move the clock' }).waitFor();
  await expectAccessible(page);
  await send('GET', '/customers');
  await page.getByRole('row', { name: '/v1/customers' }).waitFor();
  await send('GET', '/nothing');
  await send('POST', '/customers', { body: { email: 'none' } });
  await listed(page, 3).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByText('VALIDATION_FAILED').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  const rows = async () =>
    (await page.getByRole('row').allInnerTexts())
      .slice(1)
      .map((row) => row.split('\n').slice(0, 3).join(' '));
  await expect.poll(rows).toEqual(['422 POST /v1/customers', '404 GET /v1/nothing', '200 GET /v1/customers']);
  await page.getByRole('row', { name: 'VALIDATION_FAILED' }).waitFor();
  await expectAccessible(page);

  await page.getByLabel('Status').selectOption('4xx');
  await listed(page, 2).waitFor();
  await page.getByLabel('Operation').selectOption('createCustomer');
  await listed(page, 1).waitFor();
  await expect.poll(rows).toEqual(['422 POST /v1/customers']);
  await send('POST', '/customers', { body: { email: 'still none' } });
  await send('GET', '/customers');
  await listed(page, 2).waitFor();
  await page.reload();
  await listed(page, 2).waitFor();
  await expect.poll(() => page.getByLabel('Operation').inputValue()).toBe('createCustomer');
  await page.getByLabel('Persona').selectOption('readOnly');
  await page.getByText('No request matches the filter').waitFor();
  await page.getByRole('button', { name: 'Empty the log' }).click();
  await page.getByText('The log is empty.').waitFor();
  await send('GET', '/orders');
  await page.getByRole('heading', { name: 'Requests 0 of 1' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.poll(rows).toEqual(['200 GET /v1/orders']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed(page, 6).waitFor();
  await page.getByRole('row', { name: '/v1/nothing' }).waitFor();

  // The text finds what bodies have, also in requests that come later.
  await page.getByLabel('Search the requests').fill('STILL none');
  await listed(page, 1).waitFor();
  await send('POST', '/customers', { body: { email: 'still none' } });
  await send('GET', '/customers');
  await listed(page, 2).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'HAR' }).click(),
  ]);
  const { log } = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(log.entries.map(({ comment }: { comment: string }) => comment)).toEqual([
    'createCustomer',
    'createCustomer',
  ]);
  await expectAccessible(page, [390]);
});

if (whole)
  story('a request opens to its reason and its exchange, and is sent again as another persona', async () => {
    const steps = upstreamSteps({ base: upstreamUrl('http://127.0.0.1:9/v1'), mocked: ['customers'] });
    const mock = await startMock({ steps });
    const send = sender(mock);
    await send('POST', '/customers', {
      as: 'readOnly',
      body: { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' },
    });
    const page = await openConsole(mock, '#/requests');
    await page.getByRole('row', { name: '/v1/customers' }).click();
    await page.waitForURL(/#\/requests\/req_1/);
    await page.getByText('INSUFFICIENT_SCOPE').first().waitFor();
    await page.getByText('Missing scope:').waitFor();
    await page.getByTitle('--mock names customers').first().waitFor();
    await page.getByText('The mock answered, because --mock names customers.').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByText('"new@customers.example"').waitFor();
    await page.getByText('Bearer ***').waitFor();
    await expectAccessible(page);

    const curl = await copyWith(page, 'Copy as curl');
    expect(curl).toContain(`-X POST ${mock.origin}/v1/customers `);
    expect(curl).toContain(`Bearer ${mock.personas.readOnly?.apiKey}`);

    await page.getByLabel('As', { exact: true }).selectOption('owner');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('req_2: 403 before, 201 now.').waitFor();
    await page.getByText('createCustomer was executed').waitFor();
    await page.waitForURL(/#\/requests\/req_2/);

    await page.getByLabel('With', { exact: true }).selectOption('code=503');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('A fault was injected').waitFor();
    await page.reload();
    await page.getByText('A fault was injected').waitFor();
    await page.getByRole('button', { name: 'Close the request' }).click();
    await page.waitForURL(/#\/requests$/);
  });

if (whole)
  story('a request is sent again to another world, whose console then opens', async () => {
    const mock = await startMock();
    mock.worlds.fork('second', mock.worlds.main);
    await sender(mock)('GET', '/customers');
    const page = await openConsole(mock, '#/requests/req_1');
    await page.getByLabel('To', { exact: true }).selectOption('second');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('/w/second/v1/customers').first().waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/w/second/');
    await page.getByRole('row', { name: '/w/second/v1/customers' }).waitFor();
  });

if (whole)
  story(
    'the list is read and opened with the keyboard, and stays in place while requests arrive',
    async () => {
      const mock = await startMock();
      for (const at of Array.from({ length: 60 }, (_, at) => at)) await sender(mock)('GET', `/nothing-${at}`);
      const page = await openConsole(mock, '#/requests');
      await listed(page, 60).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.locator('[role="grid"]:focus').waitFor();
      await page.keyboard.press('End');
      await page.getByRole('row', { name: '/v1/nothing-0', exact: false }).first().waitFor();
      const top = async () => (await page.getByText('/v1/nothing-1', { exact: true }).boundingBox())?.y;
      const before = await top();
      for (let at = 0; at < 5; at += 1) await sender(mock)('GET', '/wallet');
      await listed(page, 65).waitFor();
      await expect.poll(top).toBe(before);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: '404 GET /v1/nothing-1' }).waitFor();
      await page.waitForURL(/req_2/);
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Close the request' }).press('Escape');
      await page.locator('[role="grid"]:focus').waitFor();

      // On a narrow screen the request takes the place of the list, and gets its focus.
      await page.setViewportSize({ width: 390, height: 800 });
      await page.keyboard.press('Enter');
      await page.locator('h2:focus', { hasText: '404 GET /v1/nothing-1' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('[role="grid"]:focus').waitFor();
    },
  );

if (whole)
  story(
    'what the console sends by itself is hidden from the requests and the timeline until it is asked for',
    async () => {
      const mock = await startMock();
      const page = await openConsole(mock, '#/reference/Orders/getOrder');
      const id = page.getByRole('textbox', { name: 'id' });
      await expect.poll(() => id.inputValue()).not.toBe('');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.reply .badge', { hasText: '200' }).waitFor();
      await page.getByRole('link', { name: 'Timeline' }).click();
      await page.getByRole('heading', { name: 'Timeline 1', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Requests' }).click();
      await listed(page, 1).waitFor();
      await page.getByRole('row', { name: '/v1/orders/' }).waitFor();
      const shown = page.getByLabel('Show', { exact: true });
      await shown.selectOption('any');
      await page.getByRole('row', { name: 'owner (console)' }).first().waitFor();
      await expectAccessible(page);
      await page.getByRole('row', { name: 'owner (console)' }).first().click();
      await page.getByText('the console, by itself').waitFor();
      await page.reload();
      await expect.poll(() => shown.inputValue()).toBe('any');
    },
  );

if (whole)
  story('equal polls are one row, filters are cleared, and Escape closes from everywhere', async () => {
    const mock = await startMock();
    const send = sender(mock);
    const page = await openConsole(mock, '#/requests');
    await page.getByText('Waiting for the first request').waitFor();
    for (let at = 0; at < 3; at += 1) await send('GET', '/wallet');
    await page.getByRole('row', { name: '/v1/wallet 3 times' }).waitFor();
    await listed(page, 3).waitFor();
    await page.reload();
    await page.getByRole('row', { name: '/v1/wallet 3 times' }).waitFor();
    await send('GET', '/wallet');
    await page.getByRole('row', { name: '/v1/wallet 4 times' }).waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('each');
    await expect.poll(() => page.getByRole('row', { name: '/v1/wallet' }).count()).toBe(4);
    await page.getByLabel('Status').selectOption('5xx');
    await page.getByRole('heading', { name: 'Requests 0 of 4' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().press('Enter');
    await listed(page, 4).waitFor();
    const row = page.getByRole('row', { name: '/v1/wallet' }).first();
    const height = (await row.boundingBox())?.height;
    await row.click();
    const panel = page.getByRole('region', { name: 'Request req_4' });
    await panel.waitFor();
    expect((await row.boundingBox())?.height).toBe(height);
    await page.getByLabel('Persona').focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

if (whole)
  story('a request is edited and sent again, and leads to its operation', async () => {
    const mock = await startMock();
    await sender(mock)('POST', '/customers', {
      body: { email: 'none', first_name: 'New', last_name: 'Comer' },
    });
    const page = await openConsole(mock, '#/requests/req_1');
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    const body = page.getByLabel('Body', { exact: true });
    await body.fill((await body.inputValue()).replace('none', 'new@customers.example'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('req_2: 422 before, 201 now.').waitFor();
    await page.getByRole('link', { name: 'createCustomer' }).click();
    await page.getByRole('heading', { name: 'Create a customer' }).waitFor();
  });
