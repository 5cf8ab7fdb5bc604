// Tests the fixtures of hosting-contract/playwright: Playwright runs them in a separate project with a real browser.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHROMIUM_FLAGS, chromiumPath } from '../tools/chromium.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { listen } from '../tools/testing/servers.ts';
import { createBuiltProject } from './testing/packed.ts';

const executablePath = chromiumPath();
const noBrowser = executablePath === undefined && !process.env.CI;
const browserTest = test.skipIf(noBrowser);

let project = '';
let port = 0;

/** A page that shows how many customers its session may read. */
const PAGE = `<!doctype html><title>app</title><p id="who"></p><p id="n"></p><button>add</button><script>
const API = 'https://api.example/v1';
const headers = { authorization: 'Bearer ' + localStorage.getItem('session'), 'content-type': 'application/json' };
const show = async () => { document.querySelector('#n').textContent = (await (await fetch(API + '/customers', { headers })).json()).meta?.total ?? 'signed out'; };
document.querySelector('button').onclick = async () => {
  const body = JSON.stringify({ email: 'mona@example.org', first_name: 'Mona', last_name: 'Lisa' });
  await fetch(API + '/customers', { method: 'POST', headers, body });
  await show();
};
show();
</script>`;

const TESTS = (pageUrl: string) => `
import { expect } from '@playwright/test';
import { createMockTest } from 'hosting-contract/playwright';

const test = createMockTest({ apiUrl: 'https://api.example/v1' });
for (const time of ['one', 'two'])
  test('a page reaches the world of its own test: ' + time, async ({ page, signIn, client }) => {
    const { meta } = await client().listCustomers();
    await signIn('owner', { key: 'session' });
    await page.goto('${pageUrl}');
    await expect(page.locator('#n')).toHaveText(String(meta.total));
    await page.getByRole('button').click();
    await expect(page.locator('#n')).toHaveText(String(meta.total + 1));
    expect((await client().listCustomers()).meta.total).toBe(meta.total + 1);
  });

test('a page without a session shows that nobody is signed in', async ({ page }) => {
  await page.goto('${pageUrl}');
  await expect(page.locator('#n')).toHaveText('signed out');
});

test('requests reach the world of the test by its base URL and by the HTTP header that names the world', async ({ api, mock, clock, personas, request, page }) => {
  const headers = { authorization: 'Bearer ' + personas.owner.token };
  clock.advance('P1D');
  const made = await api.post('customers', { headers, data: { email: 'mona@example.org', first_name: 'Mona', last_name: 'Lisa' } });
  expect((await mock.webhooks.next('customer.created')).data.email).toBe('mona@example.org');
  expect((await made.json()).created_at).toBe('2026-11-21T08:00:00Z');
  const { id } = await made.json();
  expect((await request.get(mock.baseUrl + '/customers/' + id, { headers })).status()).toBe(200);
  const main = new URL(mock.baseUrl).origin + '/v1';
  expect((await request.get(main + '/customers/' + id, { headers })).status()).toBe(404);
  await page.goto('${pageUrl}');
  const status = await page.evaluate(async ([url, headers]) => (await fetch(url, { headers })).status, [main + '/customers/' + id, headers]);
  expect(status).toBe(200);
});
`;

beforeAll(async () => {
  if (noBrowser) return;
  project = createBuiltProject(['@playwright/test', 'playwright', 'playwright-core']);
  const pages = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(PAGE));
  port = await listen(pages);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

type PlaywrightResults = { stats: { expected: number; unexpected: number; flaky: number } };

async function playwright(
  type: 'module' | 'commonjs',
  tests: string,
): Promise<{ results: PlaywrightResults; text: string }> {
  const reporter = [['list'], ['json', { outputFile: 'results.json' }]];
  const config = {
    testDir: '.',
    workers: whole ? 2 : 1,
    reporter,
    timeout: 250_000,
    expect: { timeout: 100_000 },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type }));
  writeFileSync(
    join(project, 'playwright.config.mjs'),
    `export default ${JSON.stringify({ ...config, use: { launchOptions: { executablePath, args: CHROMIUM_FLAGS } } })};\n`,
  );
  writeFileSync(join(project, 'app.spec.ts'), tests);
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  const args = [join(project, 'node_modules/@playwright/test/cli.js'), 'test'];
  const text = await new Promise<string>((done) => {
    const child = spawn(process.execPath, args, { cwd: project, env });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', () => done(output));
  });
  return {
    results: JSON.parse(readFileSync(join(project, 'results.json'), 'utf8')) as PlaywrightResults,
    text,
  };
}

browserTest.each(sampled(['module', 'commonjs'] as const, 1))(
  'every test has its own world, in pages and over HTTP, in a project of type %s',
  async (type) => {
    const { results, text } = await playwright(type, TESTS(`http://127.0.0.1:${port}/`));
    expect(results.stats, text).toMatchObject({ expected: 4, unexpected: 0, flaky: 0 });
  },
);
