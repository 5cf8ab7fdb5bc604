// The stories of the view Clock.
import { expect } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { whole } from '../testing/sampled.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

story('a person moves the clock, reads what happened, and opens a record that changed', async () => {
  const mock = await startMock();
  const { clock } = controlApi(mock);
  const page = await openConsole(mock, '#/clock');
  await page.getByText('Frozen', { exact: true }).waitFor();
  await page.getByText('Move the clock. Everything that comes due on the way is listed here.').waitFor();
  await page.getByRole('button', { name: 'To what comes due next' }).press('Enter');
  const happened = page.getByRole('region', { name: 'What happened' });
  await happened.getByRole('heading', { name: /2026-11-20 08:00:02: 2 came due$/ }).waitFor();
  await happened.getByText('stopping →').waitFor();
  expect(clock.now().now).toBe('2026-11-20T08:00:02Z');
  await expectAccessible(page);
  await page.getByRole('button', { name: '1 month' }).press('Enter');
  await happened.getByRole('heading', { name: /2026-12-20 08:00:02: \d+ came due$/ }).waitFor();
  await happened.getByText('Order provisioned').first().waitFor();
  await happened.getByText('service Web Hosting Pro').getByRole('link').first().press('Enter');
  await page.getByRole('region', { name: 'Record of services' }).waitFor();
  await page.goBack();
  await happened.getByText('Order provisioned').first().waitFor();
});

if (whole)
  story('the clock is frozen, resumed and set, and refuses to go back with a sentence', async () => {
    const mock = await startMock();
    const { clock } = controlApi(mock);
    const page = await openConsole(mock, '#/clock');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Running', { exact: true }).waitFor();
    expect(clock.now().frozen).toBe(false);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByText('Frozen', { exact: true }).waitFor();
    await page.getByLabel('By another duration').fill('soon');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByRole('alert').getByText('must be an ISO 8601 duration').waitFor();
    await expectAccessible(page);
    await page.getByLabel('To an instant (UTC)').fill('2027-02-03T04:05:06');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByRole('heading', { name: 'Clock 2027-02-03 04:05:06 UTC' }).waitFor();
    expect(clock.now().now).toBe('2027-02-03T04:05:06Z');
    await page.getByLabel('To an instant (UTC)').fill('2027-01-01T00:00:00');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('its clock does not go back').waitFor();
    await page.getByRole('alert').getByText('must not be before 2027-02-03T04:05:06Z').waitFor();
  });

if (whole)
  story('a move of the clock from elsewhere is shown, and a world without timers says so', async () => {
    const mock = await startMock();
    const lab = controlApi(mock);
    const page = await openConsole(mock, '#/clock');
    await page.getByText('Live', { exact: true }).waitFor();
    const next = page.getByRole('region', { name: 'What comes due next' });
    await next.getByText('VPS stops').waitFor();
    lab.clock.advance('P1D');
    await page.getByRole('heading', { name: 'Clock 2026-11-21' }).waitFor();
    await next.getByText('VPS stops').waitFor({ state: 'detached' });
    lab.clock.resume();
    await page.getByText('Running', { exact: true }).waitFor();
    lab.reset();
    await page.getByRole('heading', { name: 'Clock 2026-11-20' }).waitFor();
    lab.worlds.create({ name: 'bare', world: 'empty', clock: 'frozen' });
    await page.goto(`${mock.origin}/w/bare/#/clock`);
    await next.getByText('Nothing: no timer is scheduled.').waitFor();
    expect(await page.getByRole('button', { name: 'Nothing comes due' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });
