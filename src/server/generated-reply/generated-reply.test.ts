// Tests of operations that an edited document adds: they pass the whole pipeline, and their replies are generated.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { document } from '../../contract/document.ts';
import { type ReloadedDocument, reloadDocument } from '../../contract/edited-document/reload-document.ts';
import type { JsonSchema, OpenApiDocument } from '../../contract/openapi.ts';
import { controlApi } from '../../control/control-api.ts';
import { type App, createApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import { sendCall } from '../testing/minimal-mock.ts';
import { upstreamSteps } from '../upstream/upstream.ts';

type Body = Record<string, never> & { data: Record<string, string>[] };
type Paths = Record<string, Record<string, unknown>>;

const JANE = '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17';
const NOTE = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';
const uuid = { type: 'string', format: 'uuid' };
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const described = (schema: JsonSchema, examples?: object) => ({
  description: 'Done.',
  content: { 'application/json': { schema, ...(examples && { examples }) } },
});
const operationOf = (operationId: string, schema: JsonSchema, more: object = {}) => ({
  operationId,
  security: [{ bearerAuth: ['customers:read'] }],
  responses: { 200: described(schema) },
  ...more,
});

const SCHEMAS: Record<string, JsonSchema> = {
  NoteCreate: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', minLength: 3 } },
  },
  Note: {
    type: 'object',
    required: ['id', 'customer_id', 'orderId', 'text', 'customer', 'created_at'],
    properties: {
      id: uuid,
      customer_id: uuid,
      orderId: uuid,
      text: { type: 'string', minLength: 3 },
      priority: { type: 'integer', minimum: 1, maximum: 5 },
      customer: ref('Customer'),
      created_at: { type: 'string', format: 'date-time' },
    },
  },
  NotePage: {
    type: 'object',
    required: ['data', 'meta', 'links'],
    properties: {
      data: { type: 'array', items: ref('Note') },
      meta: ref('PageMeta'),
      links: ref('PageLinks'),
    },
  },
};

let app: App;
let reloaded: ReloadedDocument | undefined;

// Starts a mock that serves the package's document after `edit` has changed it.
function serve(edit: (paths: Paths, edited: OpenApiDocument) => void, options: AppOptions = {}): void {
  reloaded?.undo();
  const edited = structuredClone(document());
  Object.assign(edited.components.schemas, structuredClone(SCHEMAS));
  edit(edited.paths as unknown as Paths, edited);
  app = createApp(hostingMock, { clock: 'frozen', ...options }) as unknown as App;
  reloaded = reloadDocument(edited);
  app.followContract();
}

beforeEach(() => {
  reloaded = undefined;
});
afterEach(() => reloaded?.undo());

async function call(method: string, path: string, sent: { body?: object; headers?: object } = {}) {
  const headers = { origin: 'http://localhost:5173', ...sent.headers };
  const token = app.personas.owner?.token;
  const { text, ...reply } = await sendCall(app, method, path, { token, ...sent, headers });
  return {
    ...reply,
    generated: reply.headers.get('x-mock-generated'),
    body: (text === '' ? null : JSON.parse(text)) as Body,
  };
}

const addNotes = (paths: Paths): void => {
  const { get, post } = paths['/customers'] as {
    get: { parameters: object[] };
    post: { responses: Record<number, object> };
  };
  const parameters = paths['/customers/{id}']?.parameters;
  paths['/customers/{id}/notes'] = {
    parameters,
    get: operationOf('listNotes', ref('NotePage'), { parameters: get.parameters }),
    post: operationOf('createNote', ref('Note'), {
      security: [{ bearerAuth: ['customers:write'] }],
      'x-idempotency': { tier: 'A' },
      requestBody: { required: true, content: { 'application/json': { schema: ref('NoteCreate') } } },
      responses: { 201: described(ref('Note')), 422: post.responses[422] },
    }),
  };
  // Another name of the parameter, within its segment.
  paths['/customers/{customer}:block'] = {
    parameters: [{ name: 'customer', in: 'path', required: true, schema: uuid }],
    post: operationOf('blockCustomer', ref('Customer')),
  };
  paths['/customers/{id}/notes/{note_id}'] = {
    parameters,
    get: operationOf('getNote', ref('Note')),
    patch: operationOf('updateNote', ref('Note')),
    delete: { operationId: 'deleteNote', responses: { 204: { description: 'Deleted.' } } },
  };
};

test('an added operation answers with values of its schema and ids of the world, the same for the same request', async () => {
  serve(addNotes);
  const first = await call('GET', `/customers/${JANE}/notes/${NOTE}`);
  expect([first.status, first.generated]).toEqual([200, 'true']);
  expect(first.headers.get('access-control-expose-headers')).toContain('X-Mock-Generated');
  expect(first.body).toMatchObject({
    id: NOTE,
    customer_id: JANE,
    customer: { id: JANE, first_name: 'Jane', email: 'jane@example.org' },
  });
  expect((await call('GET', `/orders/${first.body.orderId}`)).status).toBe(200);
  expect((await call('GET', `/customers/${JANE}/notes/${NOTE}`)).body).toEqual(first.body);
  serve(addNotes);
  expect((await call('GET', `/customers/${JANE}/notes/${NOTE}`)).body).toEqual(first.body);
  serve(addNotes, { seed: 2 });
  expect((await call('GET', `/customers/${JANE}/notes/${NOTE}`)).body).not.toEqual(first.body);
  expect((await call('PATCH', `/customers/${JANE}/notes/${NOTE}`)).body).toMatchObject({ id: NOTE });
  expect(await call('DELETE', `/customers/${JANE}/notes/${NOTE}`)).toMatchObject({ status: 204, body: null });
});

test('a list of an added operation is a page with counts and links, and its pages divide the same rows', async () => {
  serve(addNotes);
  const { body } = await call('GET', `/customers/${JANE}/notes`);
  const { length } = body.data;
  expect(length).toBeGreaterThan(0);
  expect(body.meta).toEqual({ current_page: 1, per_page: 25, total: length, last_page: 1 });
  expect(new Set(body.data.map(({ id }) => id)).size).toBe(length);
  const last = await call('GET', `/customers/${JANE}/notes?per_page=1&page=${length}`);
  expect(last.body.data).toEqual([body.data[length - 1]]);
  expect(last.body.meta).toMatchObject({
    current_page: length,
    per_page: 1,
    total: length,
    last_page: length,
  });
});

test('a list whose rows a table holds has the rows that belong to the record in the path', async () => {
  serve((paths) => {
    paths['/customers/{id}/invoices'] = { get: operationOf('listInvoicesOf', ref('InvoicePage')) };
  });
  const { body, generated } = await call('GET', `/customers/${JANE}/invoices`);
  expect(generated).toBe('true');
  const real = await call('GET', `/invoices?customer_id=${JANE}&per_page=100`);
  expect(body.data).toEqual(real.body.data);
  expect(body.meta).toEqual(real.body.meta);
});

test('an added operation passes the whole pipeline: credential, scope, record, fields, idempotency', async () => {
  serve(addNotes);
  const path = `/customers/${JANE}/notes`;
  const anonymous = await call('GET', path, { headers: { authorization: '' } });
  expect([anonymous.status, anonymous.generated]).toEqual([401, null]);
  const readOnly = { authorization: `Bearer ${app.personas.readOnly?.apiKey}` };
  expect((await call('POST', path, { headers: readOnly, body: { text: 'Call back' } })).status).toBe(403);
  expect((await call('GET', `/customers/${NOTE}/notes`)).status).toBe(404);
  expect((await call('POST', `/customers/${NOTE}:block`)).status).toBe(404);
  expect(await call('POST', `/customers/${JANE}:block`)).toMatchObject({
    status: 200,
    body: { id: JANE, first_name: 'Jane', email: 'jane@example.org' },
  });
  const invalid = await call('POST', path, { body: { text: 'a' } });
  expect([invalid.status, invalid.body]).toMatchObject([
    422,
    { error: { errors: { text: [expect.any(String)] } } },
  ]);
  const sent = { body: { text: 'Call back' }, headers: { 'idempotency-key': 'note-1' } };
  const created = await call('POST', path, sent);
  expect([created.status, created.body]).toMatchObject([201, { text: 'Call back', customer_id: JANE }]);
  const again = await call('POST', path, sent);
  expect(again.body).toEqual(created.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(created.headers.get('ratelimit-limit')).not.toBeNull();
  serve(addNotes, { errorShape: 'flat' });
  expect((await call('POST', path, { body: {} })).body).toMatchObject({
    errors: { text: [expect.any(String)] },
  });
});

test('the only example of a reply, which has no name, is the reply', async () => {
  const reply = described(ref('NoteCreate'));
  Object.assign(reply.content['application/json'], { example: { text: 'Only' } });
  serve((paths) => {
    paths['/news'] = { get: operationOf('getNews', ref('NoteCreate'), { responses: { 200: reply } }) };
  });
  expect(await call('GET', '/news')).toMatchObject({ status: 200, body: { text: 'Only' } });
});

test('the first documented example is the reply, and another one by name', async () => {
  const example = (text: string) => ({ value: { text } });
  serve((paths) => {
    paths['/news'] = {
      get: operationOf('getNews', ref('NoteCreate'), {
        responses: {
          200: described(ref('NoteCreate'), { first: example('First'), second: example('Second') }),
        },
      }),
    };
  });
  expect(await call('GET', '/news')).toMatchObject({
    status: 200,
    generated: 'true',
    body: { text: 'First' },
  });
  expect(await call('GET', '/news', { headers: { prefer: 'example=second' } })).toMatchObject({
    generated: 'true',
    body: { text: 'Second' },
  });
});

test('a schema with keywords that cannot be made gets a 500 that names them', async () => {
  serve((paths) => {
    const schema = {
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'string' } },
      propertyNames: { pattern: '^[a-z]{3}$' },
    };
    paths['/odd'] = { get: operationOf('getOdd', schema, { operationId: undefined }) };
  });
  const { status, generated, body } = await call('GET', '/odd');
  expect([status, generated]).toEqual([500, null]);
  expect(body).toMatchObject({
    error: { message: expect.stringMatching(/^GET \/odd has no handler, .*propertyNames.*add an example/) },
  });
});

test('a removed operation is a 404, and renamed parameters and operations keep their handler', async () => {
  serve((paths) => {
    delete paths['/wallet'];
    const { '/customers/{id}': item } = paths;
    delete paths['/customers/{id}'];
    paths['/customers/{customer_id}'] = {
      ...item,
      parameters: [{ name: 'customer_id', in: 'path', required: true, schema: uuid }],
      get: { ...(item?.get as object), operationId: 'readCustomer' },
    };
  });
  expect((await call('GET', '/wallet')).status).toBe(404);
  const customer = await call('GET', `/customers/${JANE}`);
  expect([customer.status, customer.generated, customer.body.id]).toEqual([200, null, JANE]);
  expect((await call('GET', `/customers/${NOTE}`)).status).toBe(404);
});

test('the request log and its explanation say that a reply is generated', async () => {
  serve(addNotes);
  await call('GET', `/customers/${JANE}/notes`);
  await call('GET', `/customers/${JANE}`);
  const log = controlApi(app).requests;
  const [generated, handled] = log.list().requests;
  expect(generated).toMatchObject({ operation: 'listNotes', generated: 'a value of the schema NotePage' });
  expect(handled).toMatchObject({ operation: 'getCustomer', generated: null });
  expect(log.explain(generated?.id ?? '').sentence).toContain('listNotes has no handler');
});

test('a header that breaks the document is an error of the mock, which names it', async () => {
  serve((_, { components }) => {
    Object.assign(components.headers?.['RateLimit-Limit'] ?? {}, {
      schema: { type: 'integer', maximum: 10 },
    });
  });
  const { status, body } = await call('GET', '/customers');
  expect(status).toBe(500);
  expect(JSON.stringify(body)).toContain('headers that break the document: The RateLimit-Limit field');
});

test('where the mock answers for an upstream, the record in the path may be one of the upstream', async () => {
  const customer = '11111111-2222-4333-8444-555555555555';
  serve(addNotes, {
    steps: upstreamSteps({ base: new URL('http://127.0.0.1:9/v1'), mocked: ['createNote'] }),
  });
  const { status, body } = await call('POST', `/customers/${customer}/notes`, {
    body: { text: 'To be called' },
    headers: { authorization: 'Bearer of-the-upstream' },
  });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ customer_id: customer, text: 'To be called' }),
  ]);
});
