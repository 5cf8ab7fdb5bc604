// Tests what is said of the differences of an edited document.
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { sampled } from '../../../tools/testing/sampled.ts';
import { createApp } from '../../server/app.ts';
import { sendCall } from '../../server/testing/minimal-mock.ts';
import { document, packageDocument } from '../document.ts';
import type { JsonSchema, OpenApiDocument, OperationObject } from '../openapi.ts';
import { withoutProvenance } from '../provenance-overlay.ts';
import { documentDifferences } from './differences.ts';
import { reloadDocument } from './reload-document.ts';

type Edit = (document: OpenApiDocument, schemas: Record<string, JsonSchema>) => unknown;

// Serves an edited document.
function serve(edit: Edit): void {
  const copy = structuredClone(packageDocument());
  onTestFinished(reloadDocument((edit(copy, copy.components.schemas) ?? copy) as OpenApiDocument).undo);
}

// Sends a request to a mock of the document in use.
async function send(path: string, body: object) {
  const app = createApp(hostingMock, { clock: 'frozen' });
  app.followContract();
  onTestFinished(() => app.close());
  return sendCall(app, 'POST', path, { token: app.personas.owner?.token, body });
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const member = (schema: JsonSchema | undefined, name: string): JsonSchema => schema?.properties?.[name] ?? {};

const servable: Record<string, Edit> = {
  'a member of requests that is writeOnly': (_, { LoginRequest, CustomerCreate, Address }) => {
    member(Address, 'line1').writeOnly = true;
    member(LoginRequest, 'password').writeOnly = true;
    member(CustomerCreate, 'metadata').writeOnly = true;
  },
  'the same schema written otherwise': (_, schemas) => {
    const { OrderCreate, CustomerCreate, Customer } = schemas;
    schemas.NullableAddress = member(Customer, 'address');
    for (const customer of [Customer, CustomerCreate])
      Object.assign(customer?.properties ?? {}, { address: ref('NullableAddress') });
    Object.assign(CustomerCreate?.properties ?? {}, { email: { allOf: [ref('Email')] } });
    Object.assign(OrderCreate?.properties ?? {}, { customer_id: schemas.Uuid });
  },
  'ids of replies that may be null': (_, { Invoice, Subscription, Order }) => {
    const orNull = (name: string) => ({ anyOf: [ref(name), { type: 'null' }] });
    Object.assign(Invoice?.properties ?? {}, { customer_id: orNull('Uuid') });
    Object.assign(Subscription?.properties ?? {}, { sku_id: orNull('SkuId') });
    Object.assign(Order?.properties ?? {}, { customer_id: orNull('NullableUuid') });
  },
  'a parameter moved from the path to its operations': ({ paths }) => {
    const { parameters = [], ...item } = paths['/customers/{id}'] ?? {};
    for (const operation of Object.values(item) as OperationObject[])
      operation.parameters = [...parameters, ...(operation.parameters ?? [])];
    paths['/customers/{id}'] = item;
  },
  'errors by class and by default': ({ paths }) => {
    for (const [path, key] of [
      ['/customers/{id}', '4XX'],
      ['/orders/{id}', 'default'],
    ] as const) {
      const { responses = {} } = paths[path]?.get ?? {};
      const [error] = Object.entries(responses).filter(([status]) => status === '404');
      for (const status of Object.keys(responses)) if (status.startsWith('4')) delete responses[status];
      Object.assign(responses, { [key]: error?.[1] });
    }
  },
  'the plain document, which has no figures and refusals': withoutProvenance,
};

test.each(sampled(Object.entries(servable), 8))('is possible: %s', (_, edit) => {
  serve(edit);
  const differences = documentDifferences(packageDocument(), document());
  expect(differences.filter(({ group }) => group === 'not possible')).toEqual([]);
  expect(Object.keys(document().components.schemas)).not.toContain('LoginRequestRequest');
});

test('a writeOnly member of a request is read', async () => {
  serve((_, { LoginRequest }) => {
    member(LoginRequest, 'password').writeOnly = true;
  });
  expect(await send('/auth/login', { email: 'owner@example.org' })).toMatchObject({
    status: 422,
    body: { error: { errors: { password: expect.anything() } } },
  });
});

test('a success that is described by class has the status of the package', async () => {
  serve(({ paths }) => {
    const { responses = {} } = paths['/customers']?.post ?? {};
    Object.assign(responses, { '2XX': responses[201] });
    delete responses[201];
  });
  const body = { email: 'a-new@example.org', first_name: 'A', last_name: 'B' };
  expect(await send('/customers', body)).toMatchObject({ status: 201, body: { email: body.email } });
});

test.each(['additionalProperties', 'unevaluatedProperties'])(
  '%s: false names the unknown members',
  async (keyword) => {
    serve((_, { CustomerCreate }) => {
      delete CustomerCreate?.additionalProperties;
      Object.assign(CustomerCreate ?? {}, { [keyword]: false });
    });
    const body = { email: 'a-new@example.org', first_name: 'A', last_name: 'B', colour: 'red', 'a/b': 1 };
    expect(await send('/customers', body)).toMatchObject({
      status: 422,
      body: {
        error: {
          errors: {
            colour: ['The colour field is not permitted here.'],
            'a/b': ['The a/b field is not permitted here.'],
          },
        },
      },
    });
  },
);

test('another schema in the place of an id is not possible', () => {
  serve((_, { Invoice }) => {
    Object.assign(Invoice?.properties ?? {}, { customer_id: { anyOf: [ref('SkuId'), { type: 'null' }] } });
  });
  expect(documentDifferences(packageDocument(), document())).toContainEqual(
    expect.objectContaining({ group: 'not possible', note: 'the ids of the mock are UUIDs' }),
  );
});

test('a query parameter that no handler reads is not possible, also where it is the first parameter', () => {
  const edited = structuredClone(packageDocument());
  const operation = edited.paths['/customers']?.post;
  expect(operation).toBeDefined();
  Object.assign(operation ?? {}, {
    parameters: [{ name: 'added', in: 'query', schema: { type: 'string' } }],
  });
  expect(documentDifferences(packageDocument(), edited)).toContainEqual(
    expect.objectContaining({ group: 'not possible', note: 'no handler reads this parameter' }),
  );
});
