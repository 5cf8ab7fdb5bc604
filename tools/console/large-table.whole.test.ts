// The story of the view Data with a table of 100,000 rows.
import { expect } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

story('a table of 100,000 rows shows its first and last rows, a search and a record', async () => {
  const mock = await startMock({ world: 'large' });
  const { tables } = controlApi(mock);
  const labelAt = (offset: number) => tables.rows('customers', { offset, limit: 1 }).rows[0]?.label ?? '';
  const page = await openConsole(mock, '#/data/customers');
  const grid = page.getByRole('grid', { name: 'customers' });
  await grid.getByText(labelAt(0)).first().waitFor();
  await page.getByText('100,000', { exact: true }).last().waitFor();
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80);
  await grid.focus();
  await page.keyboard.press('End');
  await grid.getByText(labelAt(99_999)).first().waitFor();
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('Enter');
  const record = page.getByRole('region', { name: 'Record of customers' });
  await record.getByRole('heading', { name: labelAt(99_999) }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Search the rows').fill(labelAt(50_000));
  await page.getByText(/ of 100,000$/).waitFor();
  await grid.getByText(labelAt(50_000)).first().waitFor();
});
