// Tests of the snippets: they are run, against a mock that listens.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../../bin/testing/processes.ts';
import { createClient } from '../../src/client/client.ts';
import { choosePersona, fillIn } from '../../src/console/views/reference/fill-in/fill-in.ts';
import type { Operation } from '../../src/console/views/reference/model/document.ts';
import {
  callSnippet,
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

// Runs the client snippet; returns null, or the status with which it was refused.
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
  const folder = newFolder();
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
});

// A request whose body has what languages write differently.
async function specialRequest(world: TestWorld): Promise<SnippetRequest> {
  const customer = await requestOf(world, operation('createCustomer'));
  const special = { last_name: `O'Hara "$HOME" \\ {x}\n`, company: null };
  return { ...customer, body: JSON.stringify({ ...(JSON.parse(customer.body) as object), ...special }) };
}

test('the fetch snippet runs', async () => {
  const request = await specialRequest(await copyWorld('fetch'));
  const code = `return (async () => { ${callSnippet(request, 'fetch')} return result; })()`;
  expect(await (new Function(code) as () => Promise<unknown>)()).toMatchObject({
    last_name: `O'Hara "$HOME" \\ {x}\n`,
  });
});

const run = promisify(execFile);
const hasPython = await run('python3', ['-c', 'import requests']).then(
  () => true,
  () => false,
);

test.skipIf(!hasPython)('the Python snippet runs', async () => {
  const request = await specialRequest(await copyWorld('python'));
  const code = `${callSnippet(request, 'python')}import json\nprint(json.dumps(result))`;
  expect(JSON.parse((await run('python3', ['-c', code])).stdout)).toMatchObject({
    last_name: `O'Hara "$HOME" \\ {x}\n`,
  });
});

test('the PHP snippet escapes texts, and writes an empty object as one', () => {
  const request: SnippetRequest = {
    ...{ baseUrl: 'http://127.0.0.1:4010/v1', operation: operation('createOrder') },
    ...{ path: {}, query: {}, headers: {}, credential: { token: 'hpk_1', isApiKey: true } },
    body: JSON.stringify({ note: "it's \\ $x", items: [{}, null, true] }),
  };
  expect(callSnippet(request, 'php')).toBe(`<?php
$response = file_get_contents('http://127.0.0.1:4010/v1/orders', false, stream_context_create(['http' => [
  'method' => 'POST',
  'header' => ['Authorization: Bearer hpk_1', 'Content-Type: application/json'],
  'ignore_errors' => true,
  'content' => json_encode(['note' => 'it\\'s \\\\ $x', 'items' => [new stdClass(), null, true]]),
]]));
$result = json_decode($response, true);
`);
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
