// Compiles the app of docs/react.md as it is printed, and uses it in a real Chromium: sign-in, second factor, reload,
// errors of a form, and the ends of a session.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type PreviewServer, preview } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../entry/index.ts';
import { snippets } from '../entry/testing/snippets.ts';
import { type Browser, chromiumPath, openChromium, type Page } from './chromium.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const hasChromium = chromiumPath() !== undefined;
const inBrowser = test.skipIf(!hasChromium && !process.env.CI);
const entries = {
  'hosting-contract-client': 'entry/client.ts',
  'hosting-contract-client/tanstack-query': 'entry/tanstack-query.ts',
};

let mock: Mock;
let folder: string;
let server: PreviewServer;
let browser: Browser;
let page: Page;
let pageErrors: string[];
beforeAll(async () => {
  mock = await createMock({ clock: 'frozen', limits: 'off', webhooks: 'none' });
  const { baseUrl } = await mock.listen();
  // Below the checkout, so that React is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/react-'));
  for (const { info, text } of snippets('docs/react.md')) {
    const [, file] = /file=(\S+)/.exec(info) ?? [];
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  );
  const config: InlineConfig = {
    ...{ root: folder, configFile: false, logLevel: 'error' },
    resolve: {
      alias: Object.entries(entries).map(([name, file]) => ({
        find: new RegExp(`^${name}$`),
        replacement: join(root, file),
      })),
    },
    define: { 'import.meta.env.VITE_API_URL': JSON.stringify(baseUrl) },
  };
  await build(config);
  server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } });
  if (hasChromium) browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await mock?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  mock.reset();
  if (!hasChromium) return;
  page = await (await browser.newContext()).newPage();
  pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
});
afterEach(async () => {
  await page?.context().close();
  expect(pageErrors ?? []).toEqual([]);
});

const press = (name: string) => page.getByRole('button', { name }).click();
const field = (label: string) => page.getByLabel(label, { exact: true });
const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
const alerts = () => page.getByRole('alert').allInnerTexts();
async function signIn(persona: 'owner' | 'twoFactor', wrong?: string): Promise<void> {
  const { email = '', password = '' } = mock.personas[persona];
  await field('E-mail').fill(email);
  await field('Password').fill(wrong ?? password);
  await press('Sign in');
}

test('the app compiles with strict types', () => {
  const paths = Object.entries(entries).map(([name, file]) => [name, [join(root, file)]]);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, exactOptionalPropertyTypes: true, target: 'es2024' },
    ...{ lib: ['es2024', 'dom', 'dom.iterable'], module: 'esnext', moduleResolution: 'bundler' },
    ...{ jsx: 'react-jsx', types: ['vite/client'], allowImportingTsExtensions: true },
    paths: Object.fromEntries(paths),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const args = [join(root, 'node_modules/typescript-7/bin/tsc'), '--checkers', '1', '-p', folder];
  expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe('');
});

inBrowser('a wrong password says so, the right one signs in, and a reload keeps the session', async () => {
  await signIn('owner', 'not-the-password');
  await expect.poll(alerts).toEqual([expect.stringMatching(/password is wrong/)]);
  await signIn('owner');
  await heading('Customers');
  await expect.poll(() => page.getByRole('listitem').count()).toBe(5);
  await page.reload();
  await heading('Customers');
  const stored = await page.evaluate<string>('JSON.stringify(Object.values(sessionStorage))');
  expect(stored).not.toContain(mock.personas.owner.password);
});

inBrowser('an account with a second factor signs in with its code', async () => {
  await signIn('twoFactor');
  await field('Code of your app').fill('000000');
  await press('Go on');
  await expect.poll(alerts).toEqual([expect.stringMatching(/code/i)]);
  await field('Code of your app').fill(
    mock.outbox().codes.find(({ persona }) => persona === 'twoFactor')?.code ?? '',
  );
  await press('Go on');
  await heading('Customers');
});

inBrowser('a 422 stands beside its field, and what was created is in the list', async () => {
  await signIn('owner');
  await heading('Customers');
  await field('E-mail').fill('no address');
  await field('First name').fill('Mona');
  await field('Last name').fill('Lisa');
  await press('Create');
  await expect.poll(() => page.locator('#email-error').innerText()).toMatch(/email/);
  await field('E-mail').fill('mona@example.org');
  await press('Create');
  await page.getByRole('listitem').filter({ hasText: 'mona@example.org' }).waitFor();
  expect(await field('Last name').inputValue()).toBe('');
});

inBrowser('signing out ends the session, also for a reload', async () => {
  await signIn('owner');
  await heading('Customers');
  await press('Sign out');
  await heading('Sign in');
  await page.reload();
  await heading('Sign in');
});

inBrowser(
  'an expired token is refreshed, and a session that the platform has ended leads to the sign-in',
  async () => {
    await signIn('owner');
    await heading('Customers');
    mock.clock.advance('PT30M');
    await page.reload();
    await expect.poll(() => page.getByRole('listitem').count()).toBe(5);
    const { token } = await page.evaluate<{ token: string }>('JSON.parse(sessionStorage.session)');
    const headers = { authorization: `Bearer ${token}` };
    expect((await mock.fetch('http://mock/v1/auth/logout', { method: 'POST', headers })).status).toBe(200);
    await page.reload();
    await heading('Sign in');
  },
);
