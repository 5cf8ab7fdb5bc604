// The story of the view Requests.
import { expect } from 'vitest';
import { expectAccessible, openConsole, startMock, story } from '../../testing/open-console.ts';

story('requests appear as the mock answers them, the newest first', async () => {
  const mock = await startMock();
  const send = (path: string) =>
    fetch(`${mock.origin}/v1${path}`, { headers: { authorization: `Bearer ${mock.personas.owner?.token}` } });
  await send('/customers');
  const page = await openConsole(mock, '#/requests');
  await page.getByRole('row', { name: '/v1/customers' }).waitFor();
  await page.getByText('Live').waitFor();
  await send('/nothing');
  await page.getByRole('row', { name: '/v1/nothing' }).waitFor();
  const rows = await page.getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => row.split('\n').slice(0, 3))).toEqual([
    ['404', 'GET', '/v1/nothing'],
    ['200', 'GET', '/v1/customers'],
  ]);
  await expectAccessible(page);
});
