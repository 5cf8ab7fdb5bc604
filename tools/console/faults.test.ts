// The story of the view Faults: a fault is injected, applied and removed, and the policy changes.
import { expect } from 'vitest';
import { whole } from '../testing/sampled.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

if (whole)
  story('a fault is injected, applied to a call and removed; the policy changes at once', async () => {
    const mock = await startMock();
    const page = await openConsole(mock, '#/faults');
    await page.getByText('Every call gets its usual reply.').waitFor();
    await page.getByLabel('Operation').selectOption('listCustomers');
    await page.getByLabel('Status').fill('599');
    await page.getByLabel('Number of times').fill('2');
    await page.getByRole('button', { name: 'Inject' }).click();
    await page.getByText(/^listCustomers, (?=.*status 599)(?=.*2 times)/).waitFor();
    expect((await fetch(`${mock.origin}/v1/customers`)).status).toBe(599);
    await page.getByText('applied to 1 of 1 call').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove fault_1' }).click();
    await page.getByText('Every call gets its usual reply.').waitFor();
    await page.getByLabel('Operation').selectOption('listCustomers');
    await page.getByRole('button', { name: '429 with Retry-After' }).press('Enter');
    await page.getByText(/^listCustomers, (?=.*status 429)(?=.*once)/).waitFor();
    expect((await fetch(`${mock.origin}/v1/customers`)).headers.get('retry-after')).toBe('5');
    await page.getByRole('button', { name: 'API down' }).click();
    await page.getByText('every operation, without the effect of the call').waitFor();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('every operation, without the effect of the call').waitFor();
    await page.getByLabel('422 bodies').selectOption('flat');
    await page.getByText('The policy is changed.').waitFor();
    const policy = await (await fetch(`${mock.origin}/_mock/v1/policy`)).json();
    expect(policy).toMatchObject({ error_shape: 'flat' });
  });

if (whole)
  story('a fault that the mock refuses is explained, and the form keeps its values', async () => {
    const page = await openConsole(await startMock(), '#/faults');
    await page.getByLabel('Number of times').fill('2');
    await page.getByLabel('Share of calls').fill('0.5');
    await page.getByLabel('Status').fill('503');
    await page.getByLabel('Retry-After in seconds').fill('3');
    await page.getByRole('button', { name: 'Inject' }).click();
    await page.getByText('status 503').waitFor();
  });

story('a refusal of the operation is injected, and the header tells of it and ends it', async () => {
  const mock = await startMock();
  Object.assign(mock.startedWith, { varied: ['casing=camel'], upstream: 'https://staging.example/v1' });
  const page = await openConsole(mock, '#/faults');
  await page.getByLabel('Operation').selectOption('createPayment');
  const refusal = page.getByLabel('What happens');
  await refusal.locator('option', { hasText: 'INSUFFICIENT_FUNDS' }).waitFor({ state: 'attached' });
  await refusal.selectOption('refusal PAYMENT_UNFUNDED');
  await page.getByRole('button', { name: 'Inject' }).click();
  await page.getByText('createPayment, PAYMENT_UNFUNDED').waitFor();
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: '1 fault' }).waitFor();
  await expectAccessible(page);
  await header.getByRole('button', { name: 'What varies' }).press('Enter');
  await page.getByText('The mock varies casing=camel. Start it without --vary').waitFor();
  await header.getByRole('button', { name: 'Which upstream' }).press('Enter');
  await page.getByText('https://staging.example/v1 answers').waitFor();
  await header.getByRole('button', { name: 'End all faults' }).press('Enter');
  await page.getByText('Every call gets its usual reply.').waitFor();
  await header.getByRole('button', { name: 'Let the clock run' }).press('Enter');
  await header.getByText('Clock stands').waitFor({ state: 'detached' });
});
