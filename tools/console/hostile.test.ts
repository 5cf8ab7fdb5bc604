// Tests what requests, imported rows and wide values can do to the console: a developer looks at them and nothing runs,
// nothing is sent elsewhere, and the page stays usable.
import { expect } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { whole } from '../testing/sampled.ts';
import { copyWith, openConsole, startMock, story } from './testing/open-console.ts';

const MARKUP = `"><img src=x onerror="globalThis.ran = true"><script>globalThis.ran = true</script>`;

story('markup in a URL, a header, a body and a name is text, and the browser would run none', async () => {
  const mock = await startMock();
  const { apiKey } = mock.personas.owner ?? {};
  await fetch(`${mock.origin}/v1/customers?search=${encodeURIComponent(MARKUP)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'x-markup': MARKUP,
      referer: 'javascript:alert(1)//',
    },
    body: JSON.stringify({
      email: 'm@customers.example',
      first_name: MARKUP,
      last_name: MARKUP,
      [MARKUP]: MARKUP,
    }),
  });
  const page = await openConsole(mock, '#/requests/last');
  await page.getByText('onerror').first().waitFor();
  for (const tab of await page.getByRole('tab').all()) await tab.click();
  for (const hash of [
    `#/data/customers/${encodeURIComponent(MARKUP)}`,
    '#/data/__proto__',
    '#/reference/x/y',
  ]) {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator('main').waitFor();
  }
  expect(await page.evaluate('globalThis.ran')).toBe(undefined);
  expect(await page.locator('main :is(img, script)').count()).toBe(0);
  // Even a defect of the console could not turn a text into elements.
  const { headers } = await fetch(mock.origin, { headers: { accept: 'text/html' } });
  expect(headers.get('content-security-policy')).toMatch(
    /require-trusted-types-for 'script'; trusted-types 'none'/,
  );
});

if (whole)
  story('the curl line of a request names this mock, and is one request, whatever its path is', async () => {
    const mock = await startMock();
    await fetch(`${mock.origin}//evil.example/v1/customers?x=[1-9]&y={a,b}`, {
      headers: { authorization: `Bearer ${mock.personas.owner?.apiKey}` },
    });
    const page = await openConsole(mock, '#/requests/last');
    expect(await copyWith(page, 'Copy as curl')).toContain(
      `curl --globoff '${mock.origin}//evil.example/v1/customers?`,
    );
  });

if (whole)
  story('a body of 270,000 values is shown in parts', async () => {
    const mock = await startMock();
    const wide = Array.from({ length: 30 }, () => Array.from({ length: 90 }, () => Array(100).fill(1)));
    await fetch(`${mock.origin}/v1/customers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.personas.owner?.apiKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ metadata: wide }),
    });
    const page = await openConsole(mock, '#/requests/last');
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByText('"metadata"').waitFor();
    expect(await page.locator('.json-line').count()).toBeLessThan(1500);
    await page.getByRole('button', { name: 'Unfold 90 elements' }).first().click();
    await page.getByRole('button', { name: 'Unfold 100 elements' }).first().waitFor();
  });

if (whole)
  story('a row whose id is half a character is listed', async () => {
    const mock = await startMock();
    const lab = controlApi(mock);
    const world = JSON.parse(JSON.stringify(lab.export())) as { tables: { sessions: { id: string }[] } };
    const [session] = world.tables.sessions;
    if (session) session.id = '\ud800';
    lab.import(world);
    const page = await openConsole(mock, '#/data/sessions');
    await page.getByRole('row').nth(1).waitFor();
    for (const row of (await page.getByRole('row').all()).slice(1)) await row.click();
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  });

story('an address that names .. calls no other path of the control API', async () => {
  const mock = await startMock();
  const page = await openConsole(mock, '#/requests/..');
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  await page.getByText('There is nothing with the name ..').waitFor();
  for (const hash of ['#/requests/%2e%2e', '#/data/orders/..', '#/timeline/..']) {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator('main').waitFor();
  }
  await page.reload();
  await page.locator('.app').waitFor();
  expect(called.filter((path) => path.endsWith('/v1/') || path.endsWith('/rows/'))).toEqual([]);
});
