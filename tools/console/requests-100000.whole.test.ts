// The view Requests with 100,000 requests in the log.
import { expect } from 'vitest';
import { openConsole, startMock, story } from './testing/open-console.ts';

const COUNT = 100_000;

story(
  'a log of 100,000 requests is shown, scrolled and filtered, and only what is in sight is loaded',
  async () => {
    const mock = await startMock({ limits: 'off', requests: { count: COUNT, bytes: 1_000_000_000 } });
    const headers = { authorization: `Bearer ${mock.personas.owner?.token}`, host: '127.0.0.1' };
    const send = (path: string) =>
      mock.handle({ method: 'GET', path, query: '', headers, body: null, address: '127.0.0.1' });
    for (let at = 1; at <= COUNT; at += 1) await send(at % 1000 === 0 ? '/v1/wallet' : `/v1/nothing-${at}`);

    const page = await openConsole(mock, '#/requests');
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/_mock/v1/requests')) loaded.push(new URL(request.url()).search);
    });
    await page.getByRole('heading', { name: 'Requests 100,000' }).waitFor();
    await page.getByRole('row', { name: '/v1/nothing-99999' }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page
      .getByRole('row', { name: '/v1/nothing-1', exact: true })
      .or(page.getByText('/v1/nothing-1', { exact: true }))
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(80);

    // The requests in sight stay where they are while others arrive at the top.
    const shown = await page.getByRole('row').last().innerText();
    for (let at = 0; at < 5000; at += 1) await send('/v1/orders');
    await page.keyboard.press('Home');
    await page.getByRole('row', { name: '/v1/orders' }).first().waitFor();
    expect(shown).toContain('/v1/nothing-1');
    await page.getByLabel('Operation').selectOption('listOrders');
    await page.getByRole('heading', { name: 'Requests 5000 of' }).waitFor();
    await page.getByLabel('Operation').selectOption('');
    await page.getByLabel('Status').selectOption('2xx');
    await page.getByRole('heading', { name: 'Requests 5095 of' }).waitFor();
    // A page has 200 requests: this many pages are far less than the log.
    expect(loaded.length).toBeLessThan(12);
  },
);
