// Tests of `types --client`: the client of an edited document type-checks, and works against the mock that serves the
// document.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { type Editor, linesOf, openEditor } from '../entry/testing/editor.ts';
import { document, documentText } from '../src/contract/document.ts';
import { newFolder, runIn, startMock } from './testing/processes.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const CLIENT = path('../entry/client.ts');
const folder = newFolder();
let editor: Editor;

const SCHEMAS = {
  Backup: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
  },
  BackupPage: {
    type: 'object',
    required: ['data', 'meta', 'links'],
    properties: {
      data: { type: 'array', items: { $ref: '#/components/schemas/Backup' } },
      meta: { $ref: '#/components/schemas/PageMeta' },
      links: { $ref: '#/components/schemas/PageLinks' },
    },
  },
  // The file of the client declares this name itself.
  Client: { type: 'object', properties: { backups: { type: 'integer' } } },
};
const json = (name: string) => ({
  description: 'Done.',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const EXAMPLE = { id: '0b8a1c6e-3f5d-4d0e-9a7b-6c2d1e4f5a60', name: 'nightly' };

// Returns the document with added operations, and without the operation that reads the wallet.
function edited() {
  const copy = structuredClone(document()) as ReturnType<typeof document>;
  const invalid = copy.paths['/orders']?.post?.responses['422'];
  const page = {
    data: [EXAMPLE],
    meta: { current_page: 1, per_page: 25, total: 1, last_page: 1 },
    links: {
      first: 'https://api.example/v1/backups?page=1',
      last: 'https://api.example/v1/backups?page=1',
      prev: null,
      next: null,
    },
  };
  const list = json('BackupPage');
  Object.assign(list.content['application/json'], { example: page });
  Object.assign(copy.components.schemas, SCHEMAS);
  const id = { name: 'backup-id', in: 'path', required: true, schema: { type: 'integer' } };
  Object.assign(copy.paths, {
    '/backups': {
      get: {
        operationId: 'listBackups',
        summary: 'List backups',
        description: 'Every backup of */ the tenant.',
        responses: { 200: list },
      },
      post: {
        operationId: 'createBackup',
        summary: 'Create a backup',
        'x-idempotency': { tier: 'A' },
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string', minLength: 3 } },
              },
            },
          },
        },
        responses: { 201: json('Backup'), 422: invalid },
      },
    },
    '/backups/{backup-id}': {
      delete: { parameters: [id], responses: { 204: { description: 'Deleted.' } } },
    },
    '/backups/clients': { get: { operationId: 'backup-clients', responses: { 200: json('Client') } } },
  });
  delete copy.paths['/wallet']?.get;
  return copy;
}

const run = (...args: string[]) => runIn(folder, 'types', ...args);
const ARGS = ['--openapi', 'edited.json', '--client', '--out', 'api.ts'];

beforeAll(async () => {
  writeFileSync(join(folder, 'edited.json'), JSON.stringify(edited()));
  expect(await run(...ARGS)).toMatchObject({ code: 0 });
  editor = openEditor({ paths: { 'hosting-contract/*': [path('../entry/*.ts')] } });
});

// Returns the source of a module that uses the written client.
const using = (code: string): string => `
import { ApiError, createClient, type Arguments, type Backup, type Client, type Order } from '${folder}/api.js';
import { createQueries } from '../tanstack-query.ts';
const api: Client = createClient({ baseUrl: 'https://api.example/v1', credential: { token: 'x' } });
const queries = createQueries(api);
${code}
export { api, ApiError, queries };
export type { Arguments, Backup, Order };
`;

test('the client has typed functions for exactly the operations of the edited document', () => {
  const right = `
const page = await api.listBackups();
const first: Backup | undefined = page.data[0];
for await (const backup of api.each('listBackups')) backup.name.toUpperCase();
const args: Arguments<'createBackup'> = { body: { name: 'nightly' }, idempotencyKey: 'one' };
const made: Backup = await api.createBackup(args);
const nothing: undefined = await api['DELETE /backups/{backup-id}']({ path: { 'backup-id': 7 } });
const clients: number | undefined = (await api['backup-clients']()).backups;
const order: Order = await api.getOrder({ path: { id: '' } });
const file: Blob = await api.downloadInvoicePdf({ path: { id: '' } });
queries.infinite('listBackups').getNextPageParam(page);
queries.mutation('createBackup').mutationFn(args);
export { clients, file, first, made, nothing, order };`;
  expect(editor.problems(using(right))).toEqual([]);
  const wrong = [
    'await api.getWallet();',
    'await api.createBackup({ body: {} });',
    'await api.listBackups({ idempotencyKey: "no" });',
    'await api["DELETE /backups/{backup-id}"]();',
    "queries.query('getWallet');",
    "queries.query('createBackup');",
    "for await (const one of api.each('createBackup')) one;",
  ];
  expect(linesOf(editor.problems(using(wrong.join('\n'))))).toHaveLength(wrong.length);
});

test('the editor shows the documentation of an added operation, and its result by name', () => {
  const { signature, documentation } = editor.hover(using('const page = await api.list|Backups();'));
  expect(signature).toMatch(/Promise<BackupPage>$/);
  expect(documentation).toBe('List backups.\n\nEvery backup of *\\/ the tenant.\n\n`GET /backups`');
  const created = editor.hover(using("const one| = await api.createBackup({ body: { name: '' } });"));
  expect(created.signature).toBe('const one: Backup');
  expect(editor.hover(using('api.create|Backup;')).documentation).toContain(
    '@throws ApiError 422 `VALIDATION_FAILED`',
  );
});

test('the client of the edited document works against the mock that serves it', async () => {
  const { baseUrl, personas } = await startMock(['--openapi', 'edited.json'], { cwd: folder });
  const text = readFileSync(join(folder, 'api.ts'), 'utf8');
  writeFileSync(
    join(folder, 'runnable.ts'),
    text.replaceAll("'hosting-contract/client'", `'${pathToFileURL(CLIENT)}'`),
  );
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createClient, formErrors } from './runnable.ts';
const { baseUrl, owner: { email, password } } = JSON.parse(process.argv[2]);
const sent = [];
let lost = 0;
const api = createClient({ baseUrl, credential: { email, password }, wait: async () => {}, fetch: async (request) => {
  sent.push([request.method, new URL(request.url).pathname, request.headers.get('idempotency-key')]);
  // The first reply to a purchase is lost.
  const response = await fetch(request);
  if (request.method === 'POST' && request.url.endsWith('/backups') && lost++ === 0) throw new TypeError('lost');
  return response;
} });
const names = [];
for await (const { name } of api.each('listBackups')) names.push(name);
const made = await api.createBackup({ body: { name: 'nightly' } });
const keys = sent.filter(([, path]) => path.endsWith('/backups')).map(([, , key]) => key).filter((key) => key !== null);
const refused = await api.createBackup({ body: { name: 'x' } }).catch((error) => [error.status, error.code, Object.keys(formErrors(error))]);
const deleted = await api['DELETE /backups/{backup-id}']({ path: { 'backup-id': 7 } });
const customers = (await api.listCustomers()).data.length;
console.log(JSON.stringify({ names, made: typeof made.name, keys, refused, deleted: deleted === undefined, customers, wallet: 'getWallet' in api }));
`,
  );
  const out = execFileSync(process.execPath, ['use.ts', JSON.stringify({ baseUrl, owner: personas.owner })], {
    cwd: folder,
    encoding: 'utf8',
  });
  const result = JSON.parse(out) as { keys: string[] };
  expect(result).toEqual({
    names: ['nightly'],
    made: 'string',
    keys: [expect.any(String), result.keys[0]],
    refused: [422, 'VALIDATION_FAILED', ['name']],
    deleted: true,
    customers: expect.any(Number),
    wallet: false,
  });
});

test('--check accepts the written client until the document changes, and the message holds the command', async () => {
  expect(await run(...ARGS, '--check')).toMatchObject({ code: 0, err: '' });
  expect(await run('--client', '--out', 'api.ts', '--check')).toMatchObject({
    code: 1,
    err: 'api.ts differs from the contract. Run: hosting-contract types --client --out api.ts\n',
  });
});

test('the client of the package itself is the same as that of its document in a file', async () => {
  writeFileSync(join(folder, 'own.json'), documentText());
  expect(await run('--client', '--out', 'own.ts')).toMatchObject({ code: 0 });
  expect(await run('--client', '--openapi', 'own.json', '--out', 'other.ts')).toMatchObject({ code: 0 });
  const [own, other] = ['own.ts', 'other.ts'].map((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n').slice(1),
  );
  expect(own).toEqual(other);
});

test('an operation with a name of the client itself stops the command with one line', async () => {
  const copy = edited();
  Object.assign(copy.paths, {
    '/each': { get: { operationId: 'each', responses: { 200: json('Backup') } } },
  });
  writeFileSync(join(folder, 'bad.json'), JSON.stringify(copy));
  expect(await run('--openapi', 'bad.json', '--client', '--out', 'bad.ts')).toMatchObject({
    code: 2,
    err: "error: bad.json has no client: GET /each has the operationId each, which is a name of the client's own; choose another. See: hosting-contract types --help\n",
  });
});
