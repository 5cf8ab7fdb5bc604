// Tests of the console's page: who gets it, its security headers, its size, and the frame around the views.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { controlApi } from '../../src/control/control-api.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { buildConsole } from '../console-build.ts';
import { whole } from '../testing/sampled.ts';
import { expectAccessible, openConsole, startMock, story } from './testing/open-console.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('/ is the console for a browser, and /_mock and /_mock/ redirect a browser to it', async () => {
  const { origin } = await startMock();
  const page = await fetch(`${origin}/`, { headers: BROWSER });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toBe('Accept');
  expect(await page.text()).toContain('<title>hosting-contract</title>');
  for (const [from, to] of [
    ['/_mock', '/'],
    ['/_mock/', '/'],
    ['/w/demo/_mock/', '/w/demo/'],
  ]) {
    const reply = await fetch(`${origin}${from}`, { headers: BROWSER, redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')], from).toEqual([302, to]);
  }
});

test('/, /_mock and /v1 tell other clients what this server is, and where the document lies', async () => {
  const { origin } = await startMock();
  for (const path of ['/', '/_mock', '/_mock/', '/v1', '/v1/']) {
    const reply = await fetch(`${origin}${path}`);
    expect([path, reply.status, await reply.json()]).toEqual([
      path,
      200,
      {
        name: 'hosting-contract mock',
        version: expect.stringMatching(/^\d/),
        description: expect.stringContaining('Send requests to baseUrl'),
        baseUrl: `${origin}/v1`,
        document: `${origin}/v1/openapi.json`,
        console: `${origin}/`,
        reference: `${origin}/#/reference`,
        control: `${origin}/_mock/v1`,
      },
    ]);
  }
  const inWorld = (await (await fetch(`${origin}/w/demo/v1`)).json()) as {
    document: string;
    console: string;
  };
  expect([inWorld.document, inWorld.console]).toEqual([
    `${origin}/w/demo/v1/openapi.json`,
    `${origin}/w/demo/`,
  ]);
  expect((await fetch(inWorld.document)).status).toBe(200);
});

test('every file of the console has a policy without inline and evaluated scripts, and is refused to other origins', async () => {
  const { origin } = await startMock();
  for (const file of ['/', '/_mock/console/console.js', '/_mock/console/console.css']) {
    const { headers, status } = await fetch(`${origin}${file}`, { headers: BROWSER });
    expect(status, file).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe/);
    const again = await fetch(`${origin}${file}`, {
      headers: { ...BROWSER, 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const foreign = { ...BROWSER, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await fetch(`${origin}${file}`, { headers: foreign })).status, file).toBe(403);
  }
  for (const file of [
    'console/index.ts',
    'console/main.tsx',
    'console/../console.ts',
    'console/%2e%2e/package.json',
  ])
    expect((await fetch(`${origin}/_mock/${file}`)).status, file).toBe(404);
});

test('all files of the console together have at most 90 KB with gzip', async () => {
  const sizes = [...(await buildConsole())].map(([, text]) => gzipSync(text).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(90_000);
});

test('neither the start of the mock nor a request loads a module of the console', async () => {
  const entry = fileURLToPath(new URL('../../bin/hosting-contract.ts', import.meta.url));
  // Prints the URL of every module that the process loads.
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { process.stderr.write('load ' + url + '\\n'); return next(url, context); } });`;
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hooks)}`,
      entry,
      'mock',
      '--port',
      '0',
      '--log',
      'json',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  try {
    let modules = '';
    child.stderr.on('data', (chunk) => {
      modules += chunk;
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { baseUrl, consoleUrl } = JSON.parse(line) as { baseUrl: string; consoleUrl: string };
    await (await fetch(`${baseUrl}/customers`)).text();
    await (await fetch(consoleUrl)).text();
    const ofConsole = /src\/(?:control\/)?console\/|rolldown|preact/;
    await expect.poll(() => modules).toContain('/mocks/index.ts');
    expect(modules).not.toMatch(ofConsole);
    await (await fetch(consoleUrl, { headers: BROWSER })).text();
    await expect.poll(() => modules).toMatch(ofConsole);
  } finally {
    child.kill();
  }
});

story('a mock that requires a control token asks for it once', async () => {
  const mock = await startMock({}, { token: 'open-sesame', loopback: false });
  const page = await openConsole(mock, '');
  await page.getByLabel('Control token').fill('guessed');
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByText('The mock refuses this token.').waitFor();
  await expectAccessible(page, [390]);
  await page.getByLabel('Control token').fill('open-sesame');
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByText('Live').waitFor();
  await page.reload();
  await page.getByText('Live').waitFor();
});

if (whole)
  story('the header switches between worlds, and the address keeps the world', async () => {
    const mock = await startMock();
    await fetch(`${mock.origin}/_mock/v1/worlds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'second' }),
    });
    const page = await openConsole(mock, '');
    await page.getByText('Live').waitFor();
    await expect.poll(() => page.title()).toBe('Requests · demo · hosting-contract');
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Go to a view').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('2');
    await expect.poll(() => page.title()).toBe('Data · demo · hosting-contract');
    await page.getByRole('heading', { name: 'Choose a table' }).waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Search and act' });
    await search.waitFor();
    await page.keyboard.type('1?');
    await expect.poll(() => search.inputValue()).toBe('1?');
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(15, 17, 21)');
    await page.goto(mock.origin);
    await page.getByLabel('World').selectOption('second');
    await page.waitForURL(({ pathname }) => pathname === '/w/second/');
    await page.getByRole('banner').getByText(`${mock.origin}/w/second/v1`).waitFor();
    await fetch(`${mock.origin}/w/second/v1/customers`);
    await page.getByRole('row', { name: '/w/second/v1/customers' }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: '/w/second/v1/customers' }).waitFor();
    await page.getByLabel('World').selectOption('demo');
    await page.waitForURL(({ pathname }) => pathname === '/');
  });

if (whole)
  story('the palette goes to what it finds and acts, by keyboard alone', async () => {
    const mock = await startMock();
    await fetch(`${mock.origin}/v1/nothing`);
    const page = await openConsole(mock, '#/clock');
    await page.getByText('Live', { exact: true }).waitFor();
    const palette = page.getByRole('combobox', { name: 'Search and act' });
    const choose = async (text: string, option: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(text);
      await page.getByRole('option', { name: option }).first().waitFor();
      while ((await page.locator('[aria-selected="true"]', { hasText: option }).count()) === 0)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'hidden' });
    };
    await page.getByRole('button', { name: 'Search' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => palette.getAttribute('aria-activedescendant')).toBe('command-0');
    await expectAccessible(page);
    await page.keyboard.type('xyzzy');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Search');

    await choose('advance day', 'Advance the clock by a day');
    await page.getByText('Done: Advance the clock by a day.').waitFor();
    await choose('nothing', '404 GET /v1/nothing');
    await page.waitForURL(/#\/requests\/req_1/);
    await choose('cancel order', 'Cancel an order');
    await page.waitForURL(/#\/reference\/Orders\/cancelOrder/);
    const name = controlApi(mock).tables.rows('customers', { limit: 1 }).rows[0]?.label ?? '';
    await choose(name, name);
    await page.waitForURL(/#\/data\/customers\/./);
    await choose('action reset', 'Reset the world');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await choose('undo', 'Undo the last reset');
    await page.getByText('Taken back: reset.').waitFor();
    await choose('api down', 'Inject a fault: API down');
    await choose('page faults', 'Faults');
    await page.getByText('Connection cut').first().waitFor();
    // Tab goes on in the view.
    await page.keyboard.press('Tab');
    await page.locator('main button:focus', { hasText: 'Remove' }).waitFor();
  });

if (whole)
  story('a narrow screen shows five views and a menu of the others, which works by keyboard', async () => {
    const page = await openConsole(await startMock(), '', { width: 390 });
    await page.getByText('Live').waitFor();
    const links = page.getByRole('navigation').getByRole('link');
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual(['Requests', 'Data', 'Clock', 'Timeline', 'Faults']);
    const overflow =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('nav'))";
    await expect.poll(() => page.evaluate(overflow)).toBe(0);

    const more = page.getByRole('button', { name: 'More' });
    await more.focus();
    await page.keyboard.press('Enter');
    const personas = page.getByRole('link', { name: 'Personas', exact: true });
    await personas.waitFor();
    await expect.poll(() => links.count()).toBe(9);
    await expectAccessible(page, [390]);
    await page.keyboard.press('Escape');
    await personas.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('More');

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Worlds', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Worlds' }).waitFor({ state: 'hidden' });
    await expect.poll(() => more.getAttribute('aria-current')).toBe('true');

    await more.click();
    await page.getByRole('link', { name: 'Worlds' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await more.waitFor({ state: 'hidden' });
    const linksBelowEachOther = async (): Promise<number> => {
      const tops = await Promise.all(
        (await links.all()).map(async (link) => (await link.boundingBox())?.y ?? 0),
      );
      return tops.filter((top, at) => top > (tops[at - 1] ?? 0)).length;
    };
    await expect.poll(linksBelowEachOther).toBe(9);
  });

if (whole)
  story(
    'the address of an unknown world or view shows an error that names the worlds, and a way back',
    async () => {
      const page = await openConsole(await startMock(), '', { path: '/w/nowhere/' });
      await page.getByRole('alert').getByText('nowhere').waitFor();
      await expectAccessible(page, [1280]);
      await page.getByRole('link', { name: 'Go to the main world' }).click();
      await page.getByText('Waiting for the first request').waitFor();
      await page.evaluate("location.hash = '#/rquests/req_7'");
      await page.getByRole('heading', { name: 'The console has no page #/rquests' }).waitFor();
      await expectAccessible(page, [390]);
      await page.getByRole('link', { name: 'Go to the requests' }).click();
      await page.getByText('Waiting for the first request').waitFor();
    },
  );

test('a class is styled by one style sheet only, because all of them apply to every view', () => {
  const folder = fileURLToPath(new URL('../../src/console/', import.meta.url));
  const sheets = globSync('{styles,components,views}/**/*.css', { cwd: folder });
  // The class that each rule begins with, such as `requests` of `.requests .select {`.
  const definitions = sheets.flatMap((sheet) => {
    const css = readFileSync(join(folder, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
    const names = selectors.flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? []);
    return [...new Set(names)].map((name) => ({ name, sheet }));
  });
  const clashes = definitions.filter(({ name, sheet }) =>
    definitions.some((other) => other.name === name && other.sheet !== sheet),
  );
  expect(clashes).toEqual([]);
});

if (whole)
  story('a hidden page gets no events, and shows what it has missed when it is seen again', async () => {
    const mock = await startMock();
    const page = await openConsole(mock, '#/requests');
    await page.getByText('Live').waitFor();
    const { requests } = mock.worlds.main.deps;
    const show = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    expect(requests.listenerCount).toBe(1);
    await show('hidden');
    await expect.poll(() => requests.listenerCount, { timeout: 30_000 }).toBe(0);
    await fetch(`${mock.origin}/v1/customers`);
    await show('visible');
    await page.getByRole('row', { name: '/v1/customers' }).waitFor();
    await fetch(`${mock.origin}/v1/orders`);
    await page.getByRole('row', { name: '/v1/orders' }).waitFor();
  });

if (whole)
  story(
    'views load again by themselves when the mock was started anew, also one that was opened meanwhile',
    async () => {
      const mock = await startMock();
      const { port } = new URL(mock.origin);
      const page = await openConsole(mock, '#/clock');
      await page.getByRole('heading', { name: 'Clock 2026-11-20' }).waitFor();
      await mock.close();
      await page.getByText('Mock not reachable').waitFor();
      await page.getByRole('link', { name: 'Outbox' }).click();
      await page.getByText('Outbox cannot be shown while the mock does not answer.').waitFor();
      const second = createApp(hostingMock, { clock: '2027-01-01T00:00:00Z' }) as unknown as App;
      mountControl(second, { token: null, loopback: true });
      onTestFinished(() => second.close());
      await second.listen({ port: Number(port) });
      await page.getByRole('heading', { name: 'Outbox 9' }).waitFor();
      await page.getByRole('link', { name: 'Clock', exact: true }).click();
      await page.getByRole('heading', { name: 'Clock 2027-01-01' }).waitFor();
    },
  );
