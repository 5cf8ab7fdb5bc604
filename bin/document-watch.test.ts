// Tests of `mock --openapi file --watch`: the mock serves the document whenever it is saved, and its state is
// unchanged.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentText } from '../src/contract/document.ts';
import { DocumentFile } from './document-file.ts';

const entry = fileURLToPath(new URL('./hosting-contract.ts', import.meta.url));
const NEW = { email: 'new@acme.example', first_name: 'New', last_name: 'Comer' };
let child: ChildProcess | undefined;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces a file atomically, so that the mock never reads a half-written document. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** Starts a mock that serves and watches a document. */
async function startMock(file: string) {
  const args = ['mock', '--openapi', file, '--watch', '--port', '0', '--log', 'json', '--clock', 'frozen'];
  const mock = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child = mock;
  const out = createInterface(mock.stdout)[Symbol.asyncIterator]();
  const err = createInterface(mock.stderr);
  const next = async (event: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const line = JSON.parse(String((await out.next()).value)) as Record<string, unknown>;
      if (line.event === event) return line;
    }
  };
  const { baseUrl, personas, watching } = (await next('ready')) as {
    baseUrl: string;
    watching: string;
    personas: Record<string, { token?: string }>;
  };
  expect(watching).toBe(file);
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${personas.owner?.token}`,
      'content-type': 'application/json',
    };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const nextWarning = async (): Promise<string> => ((await once(err, 'line')) as [string])[0];
  return { next, call, nextWarning };
}

type Document = {
  info: { version: string };
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, { properties: Record<string, object>; type?: unknown }> };
};

test('the mock serves a saved document without a change of its state, and rejects a broken document in one line', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const { next, call, nextWarning } = await startMock(file);
  expect((await call('GET', '/../_mock/docs/openapi.json')).status).toBe(200);
  const created = await call('POST', '/customers', NEW);
  expect(created.status).toBe(201);
  const customer = await call('GET', `/customers/${created.body.id}`);

  const stricter = JSON.parse(documentText()) as Document;
  const { CustomerCreate } = stricter.components.schemas;
  if (!CustomerCreate) throw new Error('There is no CustomerCreate.');
  CustomerCreate.properties.first_name = { type: 'string', maxLength: 4 };
  stricter.info.version = '9.9.9';
  replace(file, JSON.stringify(stricter));
  expect(await next('reloaded')).toMatchObject({
    openapi: file,
    changes: ['about', 'schema CustomerCreate'],
  });
  const refused = await call('POST', '/customers', {
    ...NEW,
    first_name: 'Newcomer',
    email: 'b@acme.example',
  });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { errors: { first_name: [expect.stringContaining('4')] } } },
  ]);
  expect(await call('GET', `/customers/${created.body.id}`)).toEqual(customer);
  for (const path of ['/openapi.json', '/../_mock/docs/openapi.json'])
    expect((await call('GET', path)).body.info, path).toMatchObject({ version: '9.9.9' });

  // The mock reports replies that violate the new document, also replies about resources created before.
  const { Customer } = stricter.components.schemas;
  if (!Customer) throw new Error('There is no Customer.');
  Customer.properties.first_name = { type: 'string', maxLength: 2 };
  replace(file, JSON.stringify(stricter));
  await next('reloaded');
  expect(await call('GET', `/customers/${created.body.id}`)).toMatchObject({
    status: 500,
    body: { error: { message: expect.stringContaining('/first_name') } },
  });

  const dangling = structuredClone(stricter);
  dangling.components.schemas.Customer = { properties: {}, type: 'nothing' };
  const circle = { $ref: '#/components/schemas/Customer' };
  const circular = {
    ...stricter,
    components: {
      ...stricter.components,
      schemas: { ...stricter.components.schemas, Customer: circle },
    },
  };
  for (const [broken, why] of [
    ['{"openapi": ', /openapi\.json is no JSON: .*/],
    ['{"openapi": "3.0.3"}', /It is no OpenAPI 3\.1 document/],
    [JSON.stringify(dangling), /The schema .* cannot be used: .*/],
    [JSON.stringify(circular), /#\/components\/schemas\/Customer leads back to itself/],
    [JSON.stringify({ ...stricter, paths: { '/wallet': null } }), /The path \/wallet is null/],
  ] as const) {
    const line = nextWarning();
    replace(file, broken);
    expect(await line).toMatch(/^warning: .*openapi\.json .* The former document is still served\.$/);
    expect(await line).toMatch(why);
    expect((await call('GET', '/wallet')).status).toBe(200);
  }
  replace(file, documentText());
  await next('reloaded');
  expect(await call('GET', `/customers/${created.body.id}`)).toEqual(customer);
});

test('an operation that is added to the document answers when the document is saved, and a removed one is a 404', async () => {
  const file = join(folder, 'openapi.json');
  replace(file, documentText());
  const { next, call } = await startMock(file);
  expect((await call('GET', '/offers')).status).toBe(404);
  const edited = JSON.parse(documentText()) as Document;
  const reply = (schema: object) => ({
    200: { description: 'Done.', content: { 'application/json': { schema } } },
  });
  edited.paths['/offers'] = {
    get: {
      operationId: 'getOffer',
      responses: reply({
        type: 'object',
        required: ['customer_id', 'title'],
        properties: { customer_id: { type: 'string', format: 'uuid' }, title: { type: 'string' } },
      }),
    },
    post: {
      operationId: 'closeOffer',
      responses: reply({
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' } },
        propertyNames: { pattern: '^[b-z]+$' },
      }),
    },
  };
  delete edited.paths['/wallet'];
  replace(file, JSON.stringify(edited));
  const { notes } = (await next('reloaded')) as { notes: string[] };
  expect(notes).toEqual([
    'Without a handler, replies are generated: getOffer (GET /offers), closeOffer (POST /offers).',
    'No longer documented, answered with 404: getWallet (GET /wallet).',
    expect.stringMatching(
      /^closeOffer has no handler, .*propertyNames at \/.*add an example to its reply 200/,
    ),
  ]);
  const offer = await call('GET', '/offers');
  expect([offer.status, offer.body]).toEqual([
    200,
    { customer_id: expect.any(String), title: expect.any(String) },
  ]);
  expect(await next('request')).toMatchObject({
    operation: 'getOffer',
    generated: 'a value of the schema getOffer.200',
  });
  expect((await call('GET', `/customers/${offer.body.customer_id}`)).status).toBe(200);
  expect((await call('GET', '/wallet')).status).toBe(404);
  expect(await call('POST', '/offers')).toMatchObject({
    status: 500,
    body: { error: { message: expect.stringContaining('propertyNames') } },
  });
  replace(file, documentText());
  await next('reloaded');
  expect((await call('GET', '/offers')).status).toBe(404);
  expect((await call('GET', '/wallet')).status).toBe(200);
});

test('the mock watches every file of a YAML document that consists of several files', async () => {
  cpSync(new URL('../openapi', import.meta.url), folder, {
    recursive: true,
    filter: (path) => !/\.test\.ts$|dist/.test(path),
  });
  const { next, call, nextWarning } = await startMock(join(folder, 'openapi.yaml'));
  expect((await call('GET', '/wallet')).status).toBe(200);
  const part = join(folder, 'paths/billing.yaml');
  const text = readFileSync(part, 'utf8');
  const line = nextWarning();
  replace(part, `${text}\n  }broken`);
  expect(await line).toContain('billing.yaml');
  replace(part, text.replace(/summary: .*/, 'summary: Something else'));
  expect((await next('reloaded')).changes).toHaveLength(1);
});

test('an unusable document stops the start of the mock with one line', () => {
  const file = join(folder, 'none.json');
  const run = spawnSync(process.execPath, [entry, 'mock', '--openapi', file, '--port', '0'], {
    encoding: 'utf8',
  });
  expect([run.status, run.stdout, run.stderr]).toEqual([2, '', `error: ${file} cannot be read (ENOENT).\n`]);
});

test('a document that is saved between its first read and the watch counts as changed', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const source = new DocumentFile(file, { served: false });
  await source.read();
  replace(file, documentText().replace('"openapi"', ' "openapi"'));
  const timer = await new Promise<NodeJS.Timeout>((resolve) => {
    const started = source.watch(async () => resolve(started));
  });
  clearInterval(timer);
});
