// Tests of `mock --openapi file --watch`: the mock serves the document whenever it is saved, and its state is
// unchanged.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { documentText } from '../../src/contract/document.ts';
import { whole } from '../../tools/testing/sampled.ts';
import { DocumentFile } from '../document-file.ts';
import { newFolder, replaceFile, startMock } from '../testing/processes.ts';

const NEW = { email: 'new@acme.example', first_name: 'New', last_name: 'Comer' };
let folder = '';
beforeEach(() => {
  folder = newFolder();
});

// Starts a mock that serves and watches a document.
async function watching(file: string) {
  const mock = await startMock(['--openapi', file, '--watch', '--allow', '--clock', 'frozen']);
  expect(mock.watching).toBe(file);
  const call = async (...sent: Parameters<typeof mock.send>) => {
    const response = await mock.send(...sent);
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  // Replaces the file, and returns the warning that follows.
  const warningAbout = async (path: string, text: string): Promise<string> => {
    const said = mock.output.err.length;
    replaceFile(path, text);
    await expect.poll(() => mock.output.err.slice(said)).toContain('\n');
    return mock.output.err.slice(said).trimEnd();
  };
  return { next: mock.next, call, warningAbout };
}

type Document = {
  info: { version: string };
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, { properties: Record<string, object>; type?: unknown }> };
};

test('the mock serves a saved document without a change of its state, and rejects a broken document in one line', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const { next, call, warningAbout } = await watching(file);
  expect((await call('GET', '/../_mock/docs/openapi.json')).status).toBe(200);
  const created = await call('POST', '/customers', NEW);
  expect(created.status).toBe(201);
  const customer = await call('GET', `/customers/${created.body.id}`);

  const stricter = JSON.parse(documentText()) as Document;
  const { CustomerCreate } = stricter.components.schemas;
  if (!CustomerCreate) throw new Error('There is no CustomerCreate.');
  CustomerCreate.properties.first_name = { type: 'string', maxLength: 4 };
  stricter.info.version = '9.9.9';
  replaceFile(file, JSON.stringify(stricter));
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

  // Values that do not fit the new document are replaced, also in replies about resources created before.
  if (whole) {
    const { Customer } = stricter.components.schemas;
    if (!Customer) throw new Error('There is no Customer.');
    Customer.properties.first_name = { type: 'string', maxLength: 2 };
    replaceFile(file, JSON.stringify(stricter));
    await next('reloaded');
    expect(await call('GET', `/customers/${created.body.id}`)).toMatchObject({
      status: 200,
      body: { id: created.body.id, first_name: expect.stringMatching(/^.{0,2}$/) },
    });
  }

  const dangling = structuredClone(stricter);
  dangling.components.schemas.Customer = { properties: {}, type: 'nothing' };
  for (const [broken, why] of [
    ['{"openapi": ', /openapi\.json is no JSON: .*/],
    [JSON.stringify(dangling), /The schema Customer has type: "nothing", which is no type/],
  ] as const) {
    const line = await warningAbout(file, broken);
    expect(line).toMatch(/^warning: .*openapi\.json(?::\d+:)? .* The former document is still served\.$/);
    expect(line).toMatch(why);
    expect((await call('GET', '/wallet')).status).toBe(200);
  }
  replaceFile(file, documentText());
  await next('reloaded');
  expect(await call('GET', `/customers/${created.body.id}`)).toEqual(customer);
});

if (whole)
  test('an operation that is added to the document answers when the document is saved, and a removed one is a 404', async () => {
    const file = join(folder, 'openapi.json');
    replaceFile(file, documentText());
    const { next, call } = await watching(file);
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
    const many = { type: 'array', items: { type: 'string' }, minItems: 20_000 };
    edited.paths['/offers/{offer}'] = {
      get: {
        operationId: 'getOfferPart',
        parameters: [
          { in: 'path' },
          { name: 'size', in: 'query', example: 2 ** 53 },
          { name: 'size', in: 'querry' },
        ],
        respones: {},
        responses: reply(many),
      },
    };
    delete edited.paths['/wallet'];
    const written = JSON.stringify(edited, null, 2);
    const lineOf = (text: string): string => `${file}:${written.split(text)[0]?.split('\n').length}`;
    const warning = (text: string, change: RegExp): object =>
      expect.objectContaining({
        group: 'warning',
        place: lineOf(text),
        change: expect.stringMatching(change),
      });
    replaceFile(file, written);
    expect(await next('reloaded')).toMatchObject({
      differences: expect.arrayContaining([
        expect.objectContaining({ group: 'filled in', place: '#/paths/~1offers', change: 'added' }),
        expect.objectContaining({ group: 'follows', place: '#/paths/~1wallet', change: 'removed' }),
        expect.objectContaining({
          group: 'not possible',
          place: '#/paths/~1offers/post',
          note: expect.stringMatching(/^closeOffer has no handler, .*propertyNames at \/.*add an example/),
        }),
        expect.objectContaining({
          place: '#/paths/~1offers~1{offer}/get',
          note: expect.stringMatching(
            `minItems: 20000 demands more than 10000.* See ${lineOf('"minItems": 20000')}`,
          ),
        }),
        warning('"querry"', /in: "querry" is no place of a parameter.*did you mean query\?/),
        warning('"example": 9007199254740992', /^the integer is beyond 2\^53/),
        warning('"respones"', /^respones is no member of an operation.*did you mean responses\?/),
        warning(
          '"get": {\n        "operationId": "getOfferPart"',
          /^GET \/offers\/\{offer\} has no parameter in: "path"/,
        ),
      ]),
    });
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
    replaceFile(file, documentText());
    await next('reloaded');
    expect((await call('GET', '/offers')).status).toBe(404);
    expect((await call('GET', '/wallet')).status).toBe(200);
  });

if (whole)
  test('the mock watches every file of a YAML document that consists of several files', async () => {
    cpSync(new URL('../../openapi', import.meta.url), folder, {
      recursive: true,
      filter: (path) => !/\.test\.ts$|dist/.test(path),
    });
    const { next, call, warningAbout } = await watching(join(folder, 'openapi.yaml'));
    expect((await call('GET', '/wallet')).status).toBe(200);
    const part = join(folder, 'paths/billing.yaml');
    const text = readFileSync(part, 'utf8');
    expect(await warningAbout(part, `${text}\n  }broken`)).toContain('billing.yaml');
    replaceFile(part, text.replace(/summary: .*/, 'summary: Something else'));
    expect((await next('reloaded')).changes).toHaveLength(1);
  });

test('a document that is saved between its first read and the watch counts as changed', async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, documentText());
  const source = new DocumentFile(file, { served: false });
  await source.read();
  replaceFile(file, documentText().replace('"openapi"', ' "openapi"'));
  const timer = await new Promise<NodeJS.Timeout>((resolve) => {
    const started = source.watch(async () => resolve(started));
  });
  clearInterval(timer);
});
