// The stories of the view Data.
import { expect } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { whole } from '../testing/sampled.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

story('a person finds a record with the keyboard alone, and follows its links', async () => {
  const mock = await startMock();
  const { tables } = controlApi(mock);
  const rowsOf = (name: string) => tables.list().find((table) => table.name === name)?.rows;
  const page = await openConsole(mock, '#/data');
  await page.getByRole('heading', { name: 'Choose a table' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Orders/ }).press('Enter');
  await page.getByLabel('Filter by member').selectOption('status');
  await page.getByLabel('Value of status').fill('processing');
  await page.keyboard.press('Enter');
  await page.getByText(`1 of ${rowsOf('orders')}`, { exact: true }).waitFor();
  await page.getByRole('grid', { name: 'orders' }).focus();
  await page.keyboard.press('Enter');
  const record = page.getByRole('region', { name: /^Record of orders$/i });
  await record.getByText('processing').first().waitFor();
  await expectAccessible(page);
  await record.getByRole('link', { name: 'Web Hosting Pro' }).first().press('Enter');
  const service = page.getByRole('region', { name: /^Record of services$/i });
  await service.getByRole('heading', { name: 'Web Hosting Pro' }).waitFor();
  await service.getByRole('link', { name: '1 invoice' }).press('Enter');
  await page.getByText(`1 of ${rowsOf('invoices')}`, { exact: true }).waitFor();
  const invoices = page.getByRole('grid', { name: 'invoices' });
  // On a narrow screen a row has a second line, in which amount and time are in sight; between, the time is left out.
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const row = await invoices
      .getByRole('row', { name: /ACME-2026-.*Nuria Martínez.*€117.81/ })
      .boundingBox();
    const shown = ['€117.81', ...(width === 768 ? [] : ['2026-11-20 08:00:00'])];
    const cells = shown.map((text) => invoices.getByText(text).last().boundingBox());
    for (const cell of await Promise.all(cells))
      expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();
  await service.waitFor();
  await page.getByRole('grid', { name: 'services' }).waitFor();
  await page.keyboard.press('Tab');
  await service.getByRole('button', { name: 'Close the record' }).press('Escape');
  await service.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
});

if (whole)
  story('a lever shows its outcome, and a change from elsewhere appears at once', async () => {
    const mock = await startMock();
    const lab = controlApi(mock);
    const [order] = lab.tables.rows('orders', { where: { status: 'processing' } }).rows;
    const page = await openConsole(mock, `#/data/orders/${order?.id}`);
    const record = page.getByRole('region', { name: /^Record of orders$/i });
    await record.getByRole('button', { name: 'complete' }).click();
    await record.getByText('complete: processing → completed').waitFor();
    await record.getByRole('button', { name: 'fail', disabled: true }).waitFor();
    const row = page.getByRole('row', { name: 'completed' }).first();
    await row.waitFor();
    await expectAccessible(page);

    const [invoice] = lab.tables.rows('invoices', { where: { status: 'unpaid' } }).rows;
    await page.goto(`${mock.origin}/#/data/invoices/${invoice?.id}`);
    const open = page.getByRole('region', { name: /^Record of invoices$/i });
    await open.getByText('unpaid').first().waitFor();
    lab.resources.pull('invoices', invoice?.id ?? '', 'mark-overdue');
    await open.getByText('overdue').first().waitFor();
    await page.getByRole('row', { name: /Changed: ACME/ }).waitFor();
    lab.reset();
    await open.getByText('unpaid').first().waitFor();
  });

if (whole)
  story('a record is changed through the API as a persona, and a refusal stands at its field', async () => {
    const mock = await startMock();
    const owner = mock.personas.owner?.tenantId ?? '';
    const [customer] = controlApi(mock).tables.rows('customers', { where: { tenant_id: owner } }).rows;
    const page = await openConsole(mock, `#/data/customers/${customer?.id}?tab=change`);
    const record = page.getByRole('region', { name: /^Record of customers$/i });
    await record.getByLabel('email').fill('nonsense');
    await record.getByRole('button', { name: 'Send updateCustomer' }).click();
    await record.getByText('The email field must be an e-mail address.', { exact: true }).waitFor();
    const isInvalid = () => record.getByLabel('email').getAttribute('aria-invalid');
    await expect.poll(isInvalid).toBe('true');
    await expectAccessible(page);
    await record.getByLabel('email').fill('new@example.org');
    await record.getByRole('button', { name: 'Send updateCustomer' }).click();
    await record.getByText('200', { exact: true }).waitFor();
    await expect.poll(isInvalid).toBe('false');
    await record.getByRole('tab', { name: 'Record' }).click();
    await record.getByText('new@example.org').waitFor();
    await record.getByRole('tab', { name: 'What a client sees' }).click();
    await record.getByText('"new@example.org"').waitFor();
    await record.getByLabel('as').selectOption('otherOwner');
    await record.getByText('404', { exact: true }).waitFor();
    await expectAccessible(page);
  });

if (whole)
  story('an id alone leads to its record, and an unknown id says so', async () => {
    const mock = await startMock();
    const [domain] = controlApi(mock).tables.rows('domains', { limit: 1 }).rows;
    const page = await openConsole(mock, '#/data');
    await page.goto(`${mock.origin}/#/data/-/${domain?.id}`);
    await page.getByRole('region', { name: /^Record of domains$/i }).waitFor();
    await page.waitForURL(({ hash }) => hash.startsWith(`#/data/domains/${domain?.id}`));
    await page.goto(`${mock.origin}/#/data/-/nothing`);
    await page.getByText('The world demo has no record with the id nothing.').waitFor();
  });

if (whole)
  story('a record that is deleted through the API stays in sight, and is called removed', async () => {
    const mock = await startMock();
    const owner = mock.personas.owner?.tenantId ?? '';
    const { tables } = controlApi(mock);
    const [row] = tables.rows('dns_records', { where: { tenant_id: owner, type: 'TXT' } }).rows;
    const page = await openConsole(mock, `#/data/dns_records/${row?.id}?tab=change`);
    const record = page.getByRole('region', { name: /^Record of dns records$/i });
    await record.getByLabel('Operation').selectOption('deleteDnsRecord');
    await record.getByRole('button', { name: 'Send deleteDnsRecord' }).click();
    await record.getByText('This record was removed. What you see is how it was.').waitFor();
    await record.getByText('See it in Requests').waitFor();
    expect(() => tables.get('dns_records', row?.id ?? '')).toThrow('has no dns_records with the id');
    await expectAccessible(page);
  });

if (whole)
  story(
    'a record is created as a persona with what is filled in, and a refusal stands beside its member',
    async () => {
      const mock = await startMock();
      const { tables } = controlApi(mock);
      const before = tables.list().find(({ name }) => name === 'customers')?.rows ?? 0;
      const page = await openConsole(mock, '#/data/customers');
      await page.getByRole('button', { name: 'New customer' }).press('Enter');
      const form = page.getByRole('region', { name: 'New record of customers' });
      const email = form.getByLabel('email');
      await expect.poll(() => email.inputValue()).toContain('@');
      await expectAccessible(page);
      await email.fill('nonsense');
      await form.getByRole('button', { name: 'Send createCustomer' }).click();
      await form.getByText('The email field must be an e-mail address.', { exact: true }).waitFor();
      await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
      await expectAccessible(page);
      await form.getByLabel('Send as').selectOption('readOnly');
      await expect.poll(() => email.inputValue()).toContain('@');
      await form.getByRole('button', { name: 'Send createCustomer' }).click();
      await form.getByText('403', { exact: true }).waitFor();
      await form.getByLabel('Send as').selectOption('owner');
      await page.reload();
      await expect.poll(() => email.inputValue()).toContain('@');
      await email.fill('brand-new@example.org');
      await form.getByRole('button', { name: 'Send createCustomer' }).press('Enter');
      const record = page.getByRole('region', { name: /^Record of customers$/i });
      await record.locator('dd', { hasText: 'brand-new@example.org' }).waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H2');
      await page
        .getByText(String(before + 1), { exact: true })
        .first()
        .waitFor();
      const [newest] = tables.rows('customers', { where: { email: 'brand-new@example.org' } }).rows;
      await page.waitForURL(({ hash }) => hash === `#/data/customers/${newest?.id}`);
      await expectAccessible(page);
    },
  );

if (whole)
  story('a record below another one is created, with other values when they are taken', async () => {
    const mock = await startMock();
    const page = await openConsole(mock, '#/data/dns_records?new=createDnsRecord');
    const form = page.getByRole('region', { name: 'New record of dns records' });
    await expect.poll(() => form.getByLabel('id', { exact: false }).first().inputValue()).not.toBe('');
    const send = form.getByRole('button', { name: 'Send createDnsRecord' });
    await send.click();
    const record = page.getByRole('region', { name: /^Record of dns records$/i });
    await record.getByText('Created by createDnsRecord').waitFor();

    // The examples of an order have long names, which must not make the form wider than its panel.
    await page.goto(`${mock.origin}/#/data/orders?new=createOrder`);
    await page.getByRole('region', { name: 'New record of orders' }).getByLabel('Example').waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.panel'))";
      await expect.poll(() => page.evaluate(overflow), { message: `${width} pixels` }).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.goto(`${mock.origin}/#/data/customers?new=createCustomer`);
    const customer = page.getByRole('region', { name: 'New record of customers' });
    const create = customer.getByRole('button', { name: 'Send createCustomer' });
    const email = customer.getByLabel('email');
    await expect.poll(() => email.inputValue()).toContain('@');
    const taken = await email.inputValue();
    await create.click();
    await page.getByRole('region', { name: /^Record of customers$/i }).waitFor();
    await page.getByRole('button', { name: 'New customer' }).click();
    await expect.poll(() => email.inputValue()).toBe(taken);
    await create.click();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    await customer.getByRole('button', { name: 'Fill in other values' }).click();
    await expect.poll(() => email.inputValue()).not.toBe(taken);
    await create.click();
    await page.getByRole('region', { name: /^Record of customers$/i }).waitFor();
  });

if (whole)
  story(
    'the key that only the reply to its creation shows stays in sight, and an instance shows its own choice',
    async () => {
      const mock = await startMock();
      const page = await openConsole(mock, '#/data/api_keys?new=createApiKey');
      await page.getByRole('button', { name: 'Send createApiKey' }).click();
      const record = page.getByRole('region', { name: /^Record of api keys$/i });
      await record.getByText('Created by createApiKey').click();
      await record.getByText('"key"').waitFor();
      await page.goto(`${mock.origin}/#/data/domains?new=transferDomain`);
      const form = page.getByRole('region', { name: 'New record of domains' });
      await expect
        .poll(() => form.getByLabel('Operation', { exact: true }).inputValue())
        .toBe('transferDomain');
      await form.getByLabel('Operation', { exact: true }).selectOption('registerDomain');
      await form.getByRole('button', { name: 'Send registerDomain' }).waitFor();
      await page.goto(`${mock.origin}/#/data/invoices`);
      await page.getByRole('grid', { name: 'invoices' }).waitFor();
      expect(await page.getByRole('button', { name: /^New/ }).count()).toBe(0);
    },
  );

if (whole)
  story('a record is set back to a moment of its history', async () => {
    const mock = await startMock();
    const lab = controlApi(mock);
    const [order] = lab.tables.rows('orders', { where: { status: 'processing' } }).rows;
    lab.clock.advance('PT1M');
    const page = await openConsole(mock, `#/data/orders/${order?.id}?tab=history`);
    const record = page.getByRole('region', { name: /^Record of orders$/i });
    await record.getByText('order provisioned').waitFor();
    await record.getByRole('button', { name: 'Set back to moment 0' }).press('Enter');
    await record.getByText('lever set back orders').waitFor();
    expect(lab.tables.get('orders', order?.id ?? '').row.status).toBe('processing');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Taken back: record.').waitFor();
    expect(lab.tables.get('orders', order?.id ?? '').row.status).toBe('completed');
    await expectAccessible(page);
  });
