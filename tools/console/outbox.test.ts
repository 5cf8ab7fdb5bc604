// The story of the view Outbox: a TOTP code is copied, and a delivery opens to its body.
import { expect } from 'vitest';
import { whole } from '../testing/sampled.ts';
import { copyWith, expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

story('a TOTP code is copied, and a delivery opens to its body', async () => {
  const mock = await startMock();
  const page = await openConsole(mock, '#/outbox');
  const copied = await copyWith(page, 'Copy the code of twoFactor');
  const { codes } = (await (await fetch(`${mock.origin}/_mock/v1/outbox`)).json()) as {
    codes: { code: string }[];
  };
  expect(copied).toBe(codes[0]?.code);
  await expectAccessible(page);
  await page
    .getByRole('row', { name: /customer\.created/ })
    .first()
    .click();
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await delivery.getByRole('heading', { name: /customer\.created, attempt \d+/ }).waitFor();
  await delivery.getByText('first_name', { exact: true }).waitFor();
  await delivery.getByText('The whole delivery').click();
  await delivery.getByText('"request_body"').waitFor();
  const attempts = delivery.getByRole('list', { name: 'Attempts to deliver the event' });
  await attempts
    .getByRole('link', { name: /^Attempt \d/ })
    .first()
    .waitFor();
  await expectAccessible(page, [390]);
  await page.reload();
  await delivery.waitFor();
  await page.keyboard.press('Escape');
  await delivery.waitFor({ state: 'detached' });
});

if (whole)
  story('a delivery is sent again as a new event, and an event is triggered', async () => {
    const mock = await startMock();
    const page = await openConsole(mock, '#/outbox');
    const messages = (count: number) =>
      page.getByRole('heading', { name: `Outbox ${count}`, exact: true }).waitFor();
    await messages(9);
    await page
      .getByRole('row', { name: /customer\.created/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByText('It is sent again, as a new event.').waitFor();
    await messages(10);
    await page.getByLabel('Event', { exact: true }).selectOption('order.completed');
    await page.getByRole('button', { name: 'Trigger' }).press('Enter');
    await page.getByText('order.completed is sent to').waitFor();
    await messages(11);
  });
