// Tests of `conform init`: the target file that it writes, what it sends, and what it refuses.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookAround } from '../../../conformance/discovery.ts';
import { operations } from '../../contract/operations.ts';
import { loadConfig } from '../target/config.ts';
import { catalogue } from '../testing/catalogue.ts';
import { capturedIo, folder, serve } from '../testing/io.ts';
import { type InitFlags, initCommand } from './init-command.ts';
import type { Io } from './io.ts';

const ORDER = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';
/** A text of the target that would be code if it left its string or its comment. */
const HOSTILE = 'sku"\u2028};globalThis.pwned=true;//\n*/';

type Bodies = Record<string, { status: number; body?: unknown }>;

/** Serves lists of orders and customers. @param others replies that replace or extend the usual ones, by path */
async function platform(others: Bodies = {}): Promise<{ baseUrl: string; log: string[] }> {
  const log: string[] = [];
  const bodies: Bodies = {
    '/v1/auth/me': { status: 200, body: { id: 'u' } },
    '/v1/customers': {
      status: 200,
      body: [
        { id: 'gone', status: 'inactive' },
        { id: 'cust-1', status: 'active' },
      ],
    },
    '/v1/orders': {
      status: 200,
      body: {
        data: [
          { id: 'paid', status: 'completed', items: [{ sku_id: 'web-small' }] },
          { id: ORDER, status: 'pending', items: [{ sku_id: 'web-small' }] },
        ],
      },
    },
    '/v1/vps': { status: 404 },
    '/v1/tenants': { status: 403 },
    ...others,
  };
  const baseUrl = await serve((request, response) => {
    log.push(`${request.method} ${request.url}`);
    const known =
      request.headers.authorization === 'Bearer key-1' || request.headers.authorization === 'Bearer a.b.c';
    const reply =
      !known && request.method === 'GET'
        ? { status: 401 }
        : (bodies[`${request.url}`] ??
          (request.url?.startsWith('/v1/') ? { status: 200, body: [] } : { status: 404 }));
    const login = request.url === '/v1/auth/login' ? { status: 200, body: { token: 'a.b.c' } } : undefined;
    const { status, body = {} } = { body: {}, ...(login ?? reply) };
    response.writeHead(status, {
      'content-type': 'application/json',
      'ratelimit-limit': login ? '10' : '600',
      'ratelimit-remaining': '500',
      'ratelimit-reset': '60',
    });
    response.end(JSON.stringify(body));
  });
  return { baseUrl, log };
}

async function init(baseUrl: string, flags: InitFlags = {}, more: Partial<Io> = {}) {
  const out = flags.out ?? join(folder(), 'target.config.mjs');
  const { io, printed } = capturedIo(more);
  const deps = { catalogue: async () => catalogue(), look: async () => lookAround };
  const code = await initCommand(baseUrl, { ...flags, out }, io, deps);
  return {
    code,
    out,
    text: printed.out,
    err: printed.err,
    file: existsSync(out) ? readFileSync(out, 'utf8') : undefined,
  };
}

test('the file has what the target showed, loads as a target file, and contains no secret', async () => {
  const { baseUrl } = await platform();
  const { code, out, file, text } = await init(baseUrl, { apiKey: 'key-1' });
  expect(code).toBe(0);
  expect(await loadConfig(out)).toEqual({
    baseUrl,
    credentials: { tenantA: { apiKey: { env: 'HOSTING_CONTRACT_API_KEY' } } },
    values: { skuId: 'web-small', customerId: 'cust-1' },
  });
  expect(file).not.toContain('key-1');
  expect(file).toContain(`// pendingOrderIds: ["${ORDER}"],`);
  expect(file).toContain('// capabilities: { "vps": false },');
  expect(file).toContain('// Refused to tenantA: listTenants 403.');
  expect(file).toMatch(/\/\/ Rate limit: 600 requests/);
  expect(text).toContain('export HOSTING_CONTRACT_API_KEY');
});

test('a customer whose id is called uuid is proposed, after a read has shown that it is the id', async () => {
  const customer = { uuid: ORDER, email: 'ada@example.org', status: 'active' };
  const { baseUrl, log } = await platform({
    '/v1/customers': { status: 200, body: [customer] },
    [`/v1/customers/${ORDER}`]: { status: 200, body: customer },
  });
  const { out } = await init(baseUrl, { apiKey: 'key-1' });
  expect((await loadConfig(out)).values).toMatchObject({ customerId: ORDER });
  expect(log).toContain(`GET /v1/customers/${ORDER}`);
});

test('a look sends only log-ins and GET requests, each at most twice', async () => {
  const { baseUrl, log } = await platform();
  const { code } = await init(baseUrl, { email: 'a@example.org', password: 'secret' });
  expect(code).toBe(0);
  expect(log.filter((line) => !line.startsWith('GET ')).every((line) => line === 'POST /v1/auth/login')).toBe(
    true,
  );
  for (const line of new Set(log)) expect(log.filter((one) => one === line).length).toBeLessThanOrEqual(2);
});

test('the key with the fewest scopes is proposed with the scopes that it lacks', async () => {
  const all = [...new Set(operations.flatMap(({ scopes }) => scopes))];
  const keys = [
    { id: '1', name: 'wide', scopes: all },
    { id: '2', name: 'narrow', scopes: all.filter((scope) => !/^(dns|vps):write$/.test(scope)) },
    { id: '3', name: 'ended', status: 'revoked', scopes: ['dns:read'] },
  ];
  const { baseUrl } = await platform({ '/v1/api-keys': { status: 200, body: { data: keys } } });
  const { file } = await init(baseUrl, { apiKey: 'key-1' });
  expect(file).toContain('"narrow"');
  expect(file).toContain('lacks: ["dns:write","vps:write"] },');
});

test('an e-mail address stands in the file and its password does not', async () => {
  const { baseUrl } = await platform();
  const { out, file } = await init(baseUrl, { email: 'a@example.org', password: 'secret' });
  expect((await loadConfig(out)).credentials).toEqual({
    tenantA: { email: 'a@example.org', password: { env: 'HOSTING_CONTRACT_PASSWORD' } },
  });
  expect(file).not.toContain('"secret"');
  expect(file).toContain('600 requests, 10 log-ins');
});

test('texts of the target cannot become code', async () => {
  const { baseUrl } = await platform({
    '/v1/orders': { status: 200, body: [{ id: HOSTILE, status: 'pending', sku_id: HOSTILE }] },
    '/v1/customers': { status: 200, body: [{ id: HOSTILE }] },
  });
  const { out } = await init(baseUrl, { apiKey: 'key-1' });
  expect((await loadConfig(out)).values).toEqual({ skuId: HOSTILE, customerId: HOSTILE });
  expect(globalThis).not.toHaveProperty('pwned');
});

test('the location of lists is written when no list is recognised', async () => {
  const rows = { status: 200, body: { things: [{ id: 'cust-1' }], tags: ['a'] } };
  const paths = [
    'customers',
    'services',
    'orders',
    'invoices',
    'subscriptions',
    'payments',
    'domains',
    'hosting',
  ];
  const more = ['ssl', 'dns/zones', 'email', 'vps', 'support/tickets', 'webhooks', 'api-keys', 'tenants'];
  const { baseUrl } = await platform(
    Object.fromEntries([...paths, ...more].map((path) => [`/v1/${path}`, rows])),
  );
  const { out } = await init(baseUrl, { apiKey: 'key-1' });
  expect((await loadConfig(out)).lists).toEqual({ items: '/things' });
});

test('a file named .json is written as JSON', async () => {
  const { baseUrl } = await platform();
  const out = join(folder(), 'target.json');
  const { code, file } = await init(baseUrl, { apiKey: 'key-1', out });
  expect(code).toBe(0);
  expect(JSON.parse(`${file}`)).toEqual(await loadConfig(out));
});

test('an existing file is left alone before anything is sent, and replaced with --force', async () => {
  const { baseUrl, log } = await platform();
  const out = join(folder(), 'target.config.mjs');
  writeFileSync(out, 'export default {};\n');
  const refused = await init(baseUrl, { apiKey: 'key-1', out });
  expect(refused).toMatchObject({
    code: 2,
    file: 'export default {};\n',
    err: expect.stringContaining('--force'),
  });
  expect(log).toEqual([]);
  expect((await init(baseUrl, { apiKey: 'key-1', out, force: true })).file).toContain('baseUrl');
});

test('without a credential and without a terminal, the flags are named and nothing is sent', async () => {
  const { baseUrl, log } = await platform();
  const { code, err, file } = await init(baseUrl);
  expect({ code, file }).toEqual({ code: 2, file: undefined });
  for (const flag of ['--email', '--password', '--api-key', '--token', 'HOSTING_CONTRACT_API_KEY'])
    expect(err).toContain(flag);
  expect(log).toEqual([]);
});

test('on a terminal the credential is asked for, secrets without an echo', async () => {
  const { baseUrl } = await platform();
  const asked: [string, boolean][] = [];
  const answers = ['', 'key-1'];
  const { code, file } = await init(
    baseUrl,
    {},
    {
      ask: async (question, { secret = false } = {}) => {
        asked.push([question, secret]);
        return answers.shift() ?? '';
      },
    },
  );
  expect(code).toBe(0);
  expect(asked.map(([, secret]) => secret)).toEqual([false, true]);
  expect(file).toContain('HOSTING_CONTRACT_API_KEY');
});

test('a refused credential and a silent address leave no file', async () => {
  const { baseUrl } = await platform();
  const refused = await init(baseUrl, { apiKey: 'wrong' });
  expect(refused).toMatchObject({ code: 4, file: undefined });
  expect(refused.err).toContain('no file was written');
  const astray = await init(baseUrl.replace(/\/v1$/, '/nowhere/v1'), { apiKey: 'key-1' });
  expect(astray).toMatchObject({ code: 4, file: undefined });
  expect(astray.err).toContain('answered with 404');
  expect(astray.err).toContain('where the API is?');
  const silent = await init('http://127.0.0.1:9/v1', { apiKey: 'key-1' });
  expect(silent).toMatchObject({ code: 3, file: undefined });
});
