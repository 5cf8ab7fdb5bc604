// The story of the view Worlds: a world is made, a snapshot taken and restored, a world exported and imported.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { whole } from '../testing/sampled.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

const now = async (origin: string, world: string): Promise<string> =>
  ((await (await fetch(`${origin}/w/${world}/_mock/v1/clock`)).json()) as { now: string }).now;

const advance = (origin: string, world: string): Promise<Response> =>
  fetch(`${origin}/w/${world}/_mock/v1/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"by":"P1D"}',
  });

story('a world is made, shown, changed, restored from a snapshot and deleted', async () => {
  const { origin, ...mock } = await startMock();
  const page = await openConsole({ ...mock, origin }, '#/worlds');
  await page.getByLabel('Name', { exact: true }).fill('second');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('heading', { name: 'Snapshots of second' }).waitFor();
  await page.waitForURL(({ pathname }) => pathname === '/w/second/');
  await page.getByLabel('Name of the snapshot').fill('before');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await page.getByRole('button', { name: 'Restore before' }).waitFor();
  await expectAccessible(page);
  const start = await now(origin, 'second');
  await advance(origin, 'second');
  await page.getByRole('button', { name: 'Restore before' }).click();
  await page.getByText('The world is as it was at before.').waitFor();
  expect(await now(origin, 'second')).toBe(start);
  await advance(origin, 'second');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText(/Takes back: restore; discards \d+ changes since: .*the timer/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Taken back: restore.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Taken back: undo.').waitFor();
  expect(await now(origin, 'second')).not.toBe(start);
  await page.getByRole('button', { name: 'Delete second' }).click();
  await page.getByRole('heading', { name: 'Snapshots of demo' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Show second' }).waitFor();
});

if (whole)
  story('a world is exported to a file, and the file is imported', async () => {
    const { origin, ...mock } = await startMock();
    const page = await openConsole({ ...mock, origin }, '#/worlds');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const file = await download.path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 1 });
    const start = await now(origin, 'demo');
    await advance(origin, 'demo');
    await page.getByLabel('Import…').setInputFiles(file);
    await page.getByText('The world is now what').waitFor();
    expect(await now(origin, 'demo')).toBe(start);
    await page.getByLabel('Import…').setInputFiles({
      name: 'broken.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"format":1}'),
    });
    await page.locator('.toast-error').waitFor();
    expect(await now(origin, 'demo')).toBe(start);
  });
