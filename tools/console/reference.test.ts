// The story of the view Reference.
import { expect } from 'vitest';
import type { Page } from '../chromium.ts';
import { whole } from '../testing/sampled.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

// Sends the request of the page and returns the status that it shows.
async function sendAndRead(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  return page.getByRole('region', { name: 'Reply' }).locator('.badge').innerText();
}

// Waits until the input has a value, and returns it.
async function filledValue(page: Page, label: string): Promise<string> {
  const input = page.getByRole('form', { name: 'Try it' }).getByLabel(label, { exact: true });
  await expect.poll(() => input.inputValue()).not.toBe('');
  return input.inputValue();
}

if (whole)
  story(
    'a deep link shows the operation with its path id, and sends it with an id of the running world',
    async () => {
      const mock = await startMock();
      const page = await openConsole(mock, '#/reference/Customers/getCustomer');
      await page.reload();
      await page.getByRole('heading', { name: 'Get a customer' }).waitFor();
      const text = (): Promise<string> => page.locator('.operation-text').innerText();
      await expect.poll(text).toContain('/customers/{id}');
      await expect.poll(text).toContain('uuid');
      expect(await text()).not.toContain('any ()');
      const id = await filledValue(page, 'id');
      expect(await sendAndRead(page)).toBe('200');
      await expect.poll(() => page.getByRole('region', { name: 'Reply' }).innerText()).toContain(id);
      await expectAccessible(page);
    },
  );

if (whole)
  story('old addresses of operations lead to the same operation here', async () => {
    const mock = await startMock();
    const page = await openConsole(mock, '_mock/docs#/Customers/getCustomer');
    await page.getByRole('heading', { name: 'Get a customer' }).waitFor();
    await page.waitForURL(`${mock.origin}/#/reference/Customers/getCustomer`);
    await page.goto(`${mock.origin}/_mock/docs`);
    await page.getByRole('heading', { name: 'Hosting Platform API' }).waitFor();
  });

if (whole)
  story(
    'an order is placed as filled in, refused as another persona, and the refusal leads to its explanation',
    async () => {
      const mock = await startMock();
      const page = await openConsole(mock, '#/reference/Orders/createOrder');
      expect(JSON.parse(await filledValue(page, 'Body'))).toMatchObject({ payment_method: 'wallet' });
      const snippet = (): Promise<string> => page.locator('.snippet').innerText();
      await expect.poll(snippet).toContain(`curl -X POST ${mock.origin}/v1/orders`);
      expect(await sendAndRead(page)).toBe('201');
      await page.getByRole('tab', { name: 'Typed client' }).click();
      await expect.poll(snippet).toContain('await api.createOrder({');

      await page.getByLabel('Send as').selectOption('viewer');
      await filledValue(page, 'Body');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.reply .badge', { hasText: '403' }).waitFor();
      const href = await page.getByRole('link', { name: 'Why? Explain this request' }).getAttribute('href');
      expect(href).toMatch(/^#\/requests\/req_/);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'as owner', exact: true }).press('Enter');
      await expect.poll(() => page.getByLabel('Send as').inputValue()).toBe('owner');
      expect(JSON.parse(await filledValue(page, 'Body'))).toMatchObject({ payment_method: 'wallet' });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.reply .badge', { hasText: '201' }).waitFor();

      // Another operation begins with the persona that suits it, and offers another one for what is refused.
      await page.getByLabel('Send as').selectOption('viewer');
      await page.goto(`${mock.origin}/#/reference/Tenants/listTenants`);
      await expect.poll(() => page.getByLabel('Send as').inputValue()).toBe('platformAdmin');

      // A code and its challenge are used up by their reply.
      await page.goto(`${mock.origin}/#/reference/Authentication/verifyTwoFactor`);
      const challenge = async () => JSON.parse(await filledValue(page, 'Body')).challenge_token;
      const first = await challenge();
      expect(await sendAndRead(page)).toBe('200');
      await expect.poll(challenge).not.toBe(first);
    },
  );

if (whole)
  story('a file of a reply can be saved, and a request without a credential is sent as nobody', async () => {
    const mock = await startMock();
    const page = await openConsole(mock, '#/reference/Billing/downloadInvoicePdf');
    await filledValue(page, 'id');
    expect(await sendAndRead(page)).toBe('200');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Save .*\.pdf/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await page.getByLabel('Send as').selectOption('nobody');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.reply .badge', { hasText: '401' }).waitFor();
  });

story('the search is reached with / and by keyboard leads to operations, schemas and headings', async () => {
  const mock = await startMock();
  const page = await openConsole(mock, '#/reference');
  await page.getByRole('heading', { name: 'Hosting Platform API' }).waitFor();
  const searchFor = async (text: string): Promise<void> => {
    await page.locator('#main').press('/');
    await page.keyboard.type(text);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  };
  await searchFor('cancel order');
  await page.getByRole('heading', { name: 'Cancel an order' }).waitFor();
  await searchFor('DnsRecordWrite');
  await page.getByRole('heading', { name: 'DnsRecordWrite' }).waitFor();
  await page.getByLabel('One of').selectOption('DnsMxRecord');
  await page.locator('.schema-name', { hasText: 'priority' }).waitFor();
  await expectAccessible(page);
  await searchFor('rate limits');
  await page.getByRole('heading', { name: 'Rate limits' }).waitFor();
  await page.waitForURL(/#\/reference\/about\/rate-limits/);
  await expectAccessible(page);
});

if (whole)
  story(
    'the reference of another world sends to that world, and a change of the world keeps the operation',
    async () => {
      const mock = await startMock();
      const created = await fetch(`${mock.origin}/_mock/v1/worlds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"other"}',
      });
      expect(created.status).toBe(201);
      const page = await openConsole(mock, '#/reference/Billing/getWallet', { path: '/w/other/' });
      await page.getByText(`${mock.origin}/w/other/v1/wallet`).waitFor();
      expect(await sendAndRead(page)).toBe('200');
      await page.getByLabel('World').selectOption('demo');
      await page.getByText(`${mock.origin}/v1/wallet`).waitFor();
      await page.waitForURL(`${mock.origin}/#/reference/Billing/getWallet`);
    },
  );

if (whole)
  story('what the API refuses of a body stands below it', async () => {
    const page = await openConsole(await startMock(), '#/reference/Customers/createCustomer');
    const body = page.getByLabel('Body', { exact: true });
    await expect.poll(() => body.inputValue()).toContain('email');
    await body.fill('{"email": "none"}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('The first_name field is required.').waitFor();
    expect(await body.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  });
