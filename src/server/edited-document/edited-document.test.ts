// Tests of the mock with an edited document: members and headers that the handlers of the package do not know.
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { sampled } from '../../../tools/testing/sampled.ts';
import { document } from '../../contract/document.ts';
import { reloadDocument } from '../../contract/edited-document/reload-document.ts';
import type { JsonSchema, OpenApiDocument } from '../../contract/openapi.ts';
import { type App, createApp } from '../app.ts';
import { sendCall } from '../testing/minimal-mock.ts';

type Members = Record<string, JsonSchema>;

// Serves the document of the package with changes, and returns a function that sends requests as the owner.
function serve(edit: (document: OpenApiDocument, members: (schema: string) => Members) => void) {
  const edited = structuredClone(document());
  edit(edited, (schema) => edited.components.schemas[schema]?.properties ?? {});
  const app: App<never> = createApp(hostingMock, { clock: 'frozen', fault: () => undefined }) as never;
  onTestFinished(reloadDocument(edited).undo);
  app.followContract();
  const token = app.personas.owner?.token;
  return (method: string, path: string, body?: object) =>
    sendCall<Record<string, unknown>>(app, method, path, { token, body });
}

const NEW = { email: 'new@acme.example', first_name: 'New', last_name: 'Comer' };

// Gives a member another name, also where it is required.
function rename({ components }: OpenApiDocument, schema: string, from: string, to: string): void {
  const { properties = {}, required = [] } = components.schemas[schema] ?? {};
  Object.assign(properties, { [to]: properties[from] });
  delete properties[from];
  components.schemas[schema] = {
    ...components.schemas[schema],
    required: required.map((name) => (name === from ? to : name)),
  };
}

test('a renamed member is read and shown by its new name, in fields of refusals too', async () => {
  const send = serve((edited) => {
    for (const schema of ['Customer', 'CustomerCreate']) rename(edited, schema, 'email', 'mail');
  });
  const { email, ...others } = NEW;
  const created = await send('POST', '/customers', { ...others, mail: email });
  expect(created.body).toMatchObject({ mail: email });
  expect(created.body).not.toHaveProperty('email');
  const again = await send('POST', '/customers', { ...others, mail: email });
  expect(again.body).toMatchObject({ error: { errors: { mail: expect.any(Array) } } });
});

test('the former name of a renamed member is an unknown member, which reaches no handler', async () => {
  const send = serve((edited) => rename(edited, 'CustomerCreate', 'first_name', 'given_name'));
  const { first_name, ...others } = NEW;
  const created = await send('POST', '/customers', { ...others, given_name: 'Ada', first_name: [1, 2] });
  expect([created.status, created.body.first_name]).toEqual([201, 'Ada']);
});

test('an added member has a made value that is the same at each read, and keeps what a request sends for it', async () => {
  const send = serve((_, members) => {
    for (const schema of ['Customer', 'CustomerCreate', 'CustomerUpdate'])
      members(schema).nickname = { type: 'string', minLength: 3, maxLength: 40 };
  });
  const list = async () => (await send('GET', '/customers')).body.data as { id: string; nickname: string }[];
  const [first] = await list();
  expect(first?.nickname).toEqual(expect.stringMatching(/^.{3,40}$/u));
  expect((await list())[0]).toEqual(first);
  const { body } = await send('POST', '/customers', { ...NEW, nickname: 'Jojo' });
  expect(body.nickname).toBe('Jojo');
  await send('PUT', `/customers/${body.id}`, { nickname: 'Joanne' });
  expect((await send('GET', `/customers/${body.id}`)).body.nickname).toBe('Joanne');
});

test('a removed member is left out, and a value that does not fit is replaced', async () => {
  const send = serve(({ components }, members) => {
    const { Customer } = components.schemas;
    if (Customer) Customer.required = Customer.required?.filter((name) => name !== 'locale') ?? [];
    delete members('Customer').locale;
    members('Customer').last_name = { type: 'string', maxLength: 2 };
  });
  const { status, body } = await send('POST', '/customers', NEW);
  expect([status, Object.keys(body).includes('locale')]).toEqual([201, false]);
  expect(String(body.last_name).length).toBeLessThan(3);
});

test('an added header has a made value, and a header that is documented no more is not sent', async () => {
  const send = serve(({ components }) => {
    const headers = components.responses?.Customer?.headers ?? {};
    delete headers['RateLimit-Limit'];
    headers['X-Shard'] = { schema: { type: 'integer', minimum: 3, maximum: 9 } };
  });
  const list = await send('GET', '/customers');
  const { id } = (list.body.data as { id: string }[])[0] ?? { id: '' };
  const { headers } = await send('GET', `/customers/${id}`);
  expect(Number(headers.get('x-shard'))).toBeGreaterThan(2);
  expect([headers.get('ratelimit-limit'), list.headers.get('ratelimit-limit')]).toEqual([
    null,
    expect.any(String),
  ]);
});

test('a header that breaks the document gives 500, and the request changes nothing', async () => {
  const send = serve(({ components }) => {
    const headers = components.responses?.CustomerCreated?.headers ?? {};
    headers['RateLimit-Limit'] = { schema: { type: 'integer', maximum: 5 } };
  });
  const total = async (): Promise<unknown> => (await send('GET', '/customers')).body.meta;
  const before = await total();
  expect((await send('POST', '/customers', NEW)).status).toBe(500);
  expect(await total()).toEqual(before);
});

test.each(sampled(['__proto__', 'constructor', 'toString', 'hasOwnProperty'], 2))(
  'a request with a member named %s is served as without it',
  async (name) => {
    const send = serve(({ info }) => Object.assign(info, { version: '9.9.9' }));
    const body = JSON.parse(`{"${name}":[1]}`) as object;
    expect(
      (
        await send(
          'POST',
          '/customers',
          Object.defineProperties({ ...NEW }, Object.getOwnPropertyDescriptors(body)),
        )
      ).status,
    ).toBe(201);
  },
);

test.each([
  [
    'a header that is no object',
    (headers: Record<string, unknown>) => Object.assign(headers, { 'X-B': null }),
  ],
  [
    'a header name with a line break',
    (headers: Record<string, unknown>) => Object.assign(headers, { 'X\r\nB': {} }),
  ],
  [
    'a header that delimits the reply',
    (headers: Record<string, unknown>) => Object.assign(headers, { 'Content-Length': {} }),
  ],
])('a document is refused at load for %s', (_, edit) => {
  expect(() => serve(({ components }) => edit(components.responses?.CustomerPage?.headers ?? {}))).toThrow(
    /in the reply 200 of listCustomers/,
  );
});

test.each([
  [
    'a figure that is none',
    (edited: OpenApiDocument) => Object.assign(edited['x-rate-limits'] ?? {}, { window_seconds: '60' }),
    /x-rate-limits\.window_seconds must be a whole number/,
  ],
  [
    'a figure that is too high',
    (edited: OpenApiDocument) =>
      Object.assign(edited['x-policies']?.invoice_terms_days ?? {}, { value: 1e9 }),
    /invoice_terms_days\.value must be a whole number from 1 to 36525/,
  ],
  [
    'a transition to no state',
    (edited: OpenApiDocument) =>
      edited.components.schemas.OrderStatus?.['x-state-machine']?.push({
        from: 'pending',
        on: 'lose',
        to: 'lost',
      }),
    /lose of OrderStatus names lost/,
  ],
  [
    'a scope that is not described',
    (edited: OpenApiDocument) =>
      Object.assign(edited.paths['/orders']?.get ?? {}, { security: [{ bearerAuth: ['odd:read'] }] }),
    /listOrders needs the scope odd:read/,
  ],
  [
    'a role that there is not',
    (edited: OpenApiDocument) => Object.assign(edited.paths['/orders']?.get ?? {}, { 'x-roles': ['king'] }),
    /listOrders has the role king/,
  ],
  [
    'a default that is not permitted',
    (edited: OpenApiDocument) =>
      Object.assign(edited.components.parameters?.PerPage?.schema ?? {}, { default: 500 }),
    /The default 500 of per_page/,
  ],
  [
    'a type that is none',
    (edited: OpenApiDocument) =>
      Object.assign(edited.components.schemas.Customer?.properties?.phone ?? {}, { type: 'int' }),
    /^The schema Customer has type: "int" at properties\.phone, which is no type of JSON Schema; did you mean integer\?$/,
  ],
  [
    'a limit that is a text',
    (edited: OpenApiDocument) =>
      Object.assign(edited.components.schemas.Customer?.properties?.phone ?? {}, { minLength: '3' }),
    /^The schema Customer has minLength: "3" at properties\.phone, where a whole number from 0 on belongs\.$/,
  ],
  [
    'limits that permit nothing',
    (edited: OpenApiDocument) =>
      Object.assign(edited.components.schemas.Customer?.properties?.phone ?? {}, { minLength: 90 }),
    /minLength: 90 at properties\.phone, so that it permits no value: maxLength is /,
  ],
])('a document is refused at load for %s', (_, edit, why) => {
  expect(() => serve((edited) => void edit(edited))).toThrow(why);
});
