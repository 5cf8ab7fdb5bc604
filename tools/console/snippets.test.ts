// Tests of the snippets: they are run, against a mock that listens.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { choosePersona, fillIn } from '../../src/console/views/reference/fill-in/fill-in.ts';
import type { Operation } from '../../src/console/views/reference/model/document.ts';
import {
  clientSnippet,
  curlSnippet,
  type SnippetRequest,
} from '../../src/console/views/reference/model/snippets.ts';
import { fillInMock, operation, reference, type TestWorld } from './testing/fill-in-worlds.ts';

const { app, copyWorld } = fillInMock();
let origin = '';
beforeAll(async () => {
  ({ origin } = await app.listen());
});
afterAll(() => app.close());

async function requestOf(world: TestWorld, one: Operation): Promise<SnippetRequest> {
  const persona = choosePersona(reference, one, world);
  const { path, query, body, bearer } = await fillIn(reference, one, world, { persona });
  return {
    baseUrl: `${origin}/w/${world.name}/v1`,
    operation: one,
    path,
    query,
    headers: {},
    body: body === null ? '' : JSON.stringify(body, null, 2),
    credential: bearer === null ? null : { token: bearer, isApiKey: false },
  };
}

/** Runs the client snippet; returns null, or the status with which it was refused. */
async function runClient(snippet: string): Promise<number | null> {
  const lines = snippet.split('\n');
  expect(lines[0]).toBe("import { createClient } from 'hosting-contract/client';");
  const code = `return (async () => { ${lines.slice(1).join('\n')} })()`;
  const run = new Function('createClient', code) as (create: unknown) => Promise<void>;
  return run((options: Parameters<typeof createClient>[0]) => createClient({ ...options, retries: 0 })).then(
    () => null,
    (error: { status?: number }) => error.status ?? 0,
  );
}

test('the client snippet of every operation succeeds', async () => {
  const refused: string[] = [];
  for (const one of reference.operations.filter(({ event }) => !event)) {
    const world = await copyWorld(one.id.toLowerCase());
    const status = await runClient(clientSnippet(await requestOf(world, one)));
    if (status !== null) refused.push(`${one.id}: ${status}`);
  }
  expect(refused).toEqual([]);
});

test('the curl snippet runs in a shell, also with quotes in the body, and saves a download', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'curl-'));
  // The mock answers in this process, so it must not wait for the shell.
  const run = async (snippet: string) =>
    (await promisify(execFile)('sh', ['-c', snippet], { cwd: folder })).stdout;
  const world = await copyWorld('curl');
  const customer = await requestOf(world, operation('createCustomer'));
  const body = JSON.stringify({ ...(JSON.parse(customer.body) as object), last_name: `O'Hara "$HOME" \\` });
  expect(JSON.parse(await run(curlSnippet({ ...customer, body })))).toMatchObject({
    last_name: `O'Hara "$HOME" \\`,
  });
  const orders = {
    ...(await requestOf(world, operation('listOrders'))),
    query: { per_page: '1', status: '' },
  };
  expect(JSON.parse(await run(curlSnippet(orders)))).toMatchObject({ meta: { per_page: 1 } });
  await run(curlSnippet(await requestOf(world, operation('downloadInvoicePdf'))));
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.pdf$/)]);
  rmSync(folder, { recursive: true });
});

test('the client snippet is a literal call: short objects in one line, quotes escaped', () => {
  const snippet = clientSnippet({
    baseUrl: 'http://127.0.0.1:4010/v1',
    operation: operation('listOrders'),
    path: {},
    query: { per_page: '10', status: 'pending' },
    headers: { 'X-Note': "it's" },
    body: '',
    credential: { token: 'hpk_1', isApiKey: true },
  });
  expect(snippet).toBe(`import { createClient } from 'hosting-contract/client';

const api = createClient({ baseUrl: 'http://127.0.0.1:4010/v1', credential: { apiKey: 'hpk_1' } });
const result = await api.listOrders({ query: { per_page: 10, status: 'pending' }, headers: { 'X-Note': 'it\\'s' } });
`);
});
