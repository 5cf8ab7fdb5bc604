// Tests of the mock's process: its ready line, its errors at the start, its banner and its end.
import { exec } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../../src/server/app.ts';
import { newFolder, run, start, startMock } from '../testing/processes.ts';

test('the first line of --log json contains the address and the credentials, and the credentials work', async () => {
  const mock = await startMock(['--seed', '7']);
  const ready = mock;
  expect(ready).toMatchObject({ event: 'ready', seed: 7, world: 'demo', pid: mock.child.pid });
  expect(ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(ready.controlUrl).toBe(ready.baseUrl.replace('/v1', '/_mock/v1'));
  expect((await fetch(`${ready.controlUrl}/health`)).status).toBe(200);
  const docs = await fetch(ready.docsUrl, { headers: { accept: 'text/html' } });
  expect(docs.url).toBe(ready.baseUrl.replace('/v1', '/?view=reference'));
  expect(await docs.text()).toContain('<title>hosting-contract');
  const { token, apiKey, email, password } = ready.personas.owner ?? {};
  for (const bearer of [token, apiKey]) {
    const response = await fetch(`${ready.baseUrl}/customers`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(response.status).toBe(200);
  }
  const login = await fetch(`${ready.baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(200);
  mock.child.kill('SIGTERM');
  const { code, out, err } = await mock.ended;
  expect(code).toBe(0);
  expect(err).toBe('');
  const requests = out
    .trim()
    .split('\n')
    .slice(1)
    .map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(requests.map(({ method, url, status, operation }) => [method, url, status, operation])).toEqual([
    ['GET', '/v1/customers', 200, 'listCustomers'],
    ['GET', '/v1/customers', 200, 'listCustomers'],
    ['POST', '/v1/auth/login', 200, 'login'],
  ]);
  expect(out.slice(out.indexOf('\n'))).not.toContain(password);
});

test('the target file contains the same credentials as the ready line', async () => {
  const file = join(newFolder(), 'target.json');
  const ready = await startMock(['--target-file', file]);
  const target = JSON.parse(readFileSync(file, 'utf8')) as {
    baseUrl: string;
    credentials: Record<string, unknown>;
    values: Record<string, unknown>;
    bodies: Record<string, unknown>;
  };
  expect(target.baseUrl).toBe(ready.baseUrl);
  const { email, password, token, apiKey } = ready.personas.owner ?? {};
  expect(target.credentials.tenantA).toEqual({ email, password, token, apiKey });
  for (const name of ['tenantB', 'platformAdmin', 'limited', 'twoFactor', 'expired', 'revoked']) {
    expect(target.credentials, name).toHaveProperty(name);
  }
  expect(target.values).toHaveProperty('skuId');
  // The target file names a domain that is registered elsewhere, under a new name in each run.
  expect(target.bodies).toEqual({ transferDomain: { domain: 'elsewhere-{unique}.com' } });
});

test('a port in use gives one line that names the flag --port, and exit code 2', async () => {
  const { port } = await startMock();
  const { code, err } = await run('mock', '--port', String(port));
  expect(code).toBe(2);
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^error: Port ${port} is already in use\\. .*--port \\d+.*--port 0\\.$`),
    ),
  ]);
});

// Writes a file that has the form of an export but contains references to rows that do not exist.
function worldWithMissingRows(): string {
  const { tables, ...world } = createApp(hostingMock, { clock: 'frozen' }).world.export();
  const file = join(newFolder(), 'world.json');
  writeFileSync(file, JSON.stringify({ ...world, tables: { ...tables, customers: [] } }));
  return file;
}

test.each([
  [['mock', '--port', 'high'], /--port <number>.*'high'.*whole number from 0 to 65535/],
  [['mock', '--watch', '--port', '0'], /--watch needs a file: --world world\.json --watch, or --openapi /],
  [['mock', '--openapi', '/none.json', '--port', '0'], /\/none\.json cannot be read \(ENOENT\)/],
  [['mock', '--error-shape', 'round'], /envelope, flat, alternate/],
  [['mock', '--world', 'moon'], /no world named moon; there are: demo, empty, large, edge/],
  [['mock', '--world', 'no-such.json'], /--world no-such\.json cannot be read \(ENOENT\)/],
  [
    ['mock', '--world', fileURLToPath(new URL('../../package.json', import.meta.url))],
    /is no exported world: \/format: is missing: it must be 1\. Write one with: hosting-contract lab export/,
  ],
  [
    ['mock', '--world', worldWithMissingRows()],
    /is no exported world: \/tables\/services\/0\/customer_id: must name .*\. Write one with/,
  ],
  [['mock', '--target-file', '/no/such/folder/target.json', '--port', '0'], /cannot be written \(ENOENT\)/],
  [['mock', '--host', '192.0.2.1', '--port', '0'], /192\.0\.2\.1 is no address of this machine/],
])('the arguments %j give one line on standard error and exit code 2', async (args, message) => {
  const { code, out, err } = await run(...args);
  expect(err.trim().split('\n')).toEqual([expect.stringMatching(message)]);
  expect(code).toBe(2);
  expect(out).toBe('');
});

test('the banner has fewer than 15 lines: the address, an account, and a request that succeeds as it stands', async () => {
  const mock = start(['mock', '--port', '0']);
  await mock.until(/personas .*\n/);
  const [, command = ''] = /try +(curl .*)/.exec(mock.output.out) ?? [];
  const reply = await promisify(exec)(`${command} --silent --fail`);
  expect(JSON.parse(reply.stdout).data.length).toBeGreaterThan(0);
  mock.child.kill('SIGINT');
  const { code, out } = await mock.ended;
  expect(code).toBe(0);
  expect(out).toMatch(/API +http:\/\/127\.0\.0\.1:\d+\/v1/);
  expect(out).toContain('owner@acme.example');
  expect(out.slice(0, out.search(/GET .*customers/)).split('\n').length).toBeLessThan(15);

  const file = join(newFolder(), 'pets.json');
  const get = { responses: { 200: { description: 'x' } } };
  const paths = { '/pets/{id}': { get }, '/pets': { get } };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }));
  const other = start(['mock', '--port', '0', '--openapi', file]);
  await other.until(/personas .*\n/);
  expect(other.output.out).toMatch(/try +curl http:\S+\/v1\/pets -H/);
  other.child.kill('SIGINT');
});

test('-o env writes the address, the accounts only when asked, and keeps every other line of the file', async () => {
  const cwd = newFolder();
  const file = join(cwd, '.env.local');
  writeFileSync(file, 'MINE=1', { mode: 0o640 });
  await startMock(['-o', 'env'], { cwd });
  expect(Object.keys(parseEnv(readFileSync(file, 'utf8')))).toEqual(['MINE', 'VITE_API_URL']);
  writeFileSync(file, `${readFileSync(file, 'utf8')}LATER=2\n`);
  const flags = ['-o', 'env', '--env-prefix', 'APP_', '--env-accounts', '--vary', '7'];
  const { baseUrl, personas } = await startMock(flags, { cwd });
  const text = readFileSync(file, 'utf8');
  const { MINE, LATER, ...own } = parseEnv(text);
  expect({ MINE, LATER }).toEqual({ MINE: '1', LATER: '2' });
  expect(own).toMatchObject({ APP_API_URL: baseUrl, HOSTING_API_KEY: personas.owner?.apiKey });
  expect(text).not.toContain('VITE_');
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test('the banner of a mock with a control token shows a `lab` command that works as it stands', async () => {
  const mock = start(['mock', '--port', '0', '--control-token', 'for-this-test']);
  const command = /npx hosting-contract (lab personas .+)\n/;
  await mock.until(command);
  const lab = await run(...(command.exec(mock.output.out)?.[1] ?? '').split(' '));
  expect(lab).toMatchObject({ code: 0, out: expect.stringContaining('owner@acme.example') });
  mock.child.kill('SIGINT');
  expect((await mock.ended).code).toBe(0);
});
