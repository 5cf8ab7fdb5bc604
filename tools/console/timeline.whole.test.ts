// The story of the view Timeline with 100,000 changes.
import { expect } from 'vitest';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

story('100,000 changes are listed, and any of them is reached by keyboard', async () => {
  const mock = await startMock({ timeline: { count: 100_001, bytes: 1_000_000_000 } });
  const { world } = mock.worlds.main;
  for (let times = 0; times < 100_000; times += 1) world.transact(null, (store) => store.random('dice'));
  const page = await openConsole(mock, '#/timeline');
  await page.getByRole('heading', { name: 'Timeline 100,000' }).waitFor();
  await page.getByText('Live').waitFor();
  await page.getByRole('grid', { name: 'Timeline' }).focus();
  await page.keyboard.press('End');
  await page.locator('[aria-rowindex="100001"] .cell:last-child', { hasText: /^1$/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(100);
  // A new change stays out of sight, and the rows in sight stay in place.
  world.transact(null, (store) => store.random('dice'));
  await page.getByRole('heading', { name: 'Timeline 100,001' }).waitFor();
  await page.locator('[aria-rowindex="100002"] .cell:last-child', { hasText: /^1$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Moment 1', exact: true }).waitFor();
  await expectAccessible(page);
});
