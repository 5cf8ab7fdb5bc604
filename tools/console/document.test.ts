// Tests of what the console reads from the document: schemas in words, the search, which operations create a
// row of a table, and the kinds of states.
import { afterAll, expect, test } from 'vitest';
import { createOperations, stateKinds } from '../../src/console/views/data/tables.ts';
import { readDocument } from '../../src/console/views/reference/model/document.ts';
import { describeSchema, insideOf } from '../../src/console/views/reference/model/schema-text.ts';
import { createSearch } from '../../src/console/views/reference/model/search.ts';
import { controlApi } from '../../src/control/control-api.ts';
import { fillInMock, reference } from './testing/fill-in-worlds.ts';

const { app } = fillInMock();
afterAll(() => app.close());

test('a schema is described in words', () => {
  const { properties = {} } = reference.resolve({ $ref: '#/components/schemas/OrderCreate' });
  const describe = (name: string) => describeSchema(reference, properties[name] ?? {});
  expect(describe('items')).toMatchObject({ type: 'array of OrderItem', limits: ['1 to 50 elements'] });
  expect(describe('customer_id')).toMatchObject({ type: 'string', limits: ['uuid', '36 characters'] });
  expect(describeSchema(reference, { $ref: '#/components/schemas/OrderStatus' }).values).toContain('pending');
  expect(describeSchema(reference, { type: ['string', 'null'], maxLength: 1 })).toMatchObject({
    type: 'string or null',
    limits: ['at most 1 character'],
  });
});

test('what is inside a schema: members of arrays, forms of a choice, members of allOf', () => {
  const members = insideOf(reference, { $ref: '#/components/schemas/OrderCreate' }).members;
  const items = members.find(({ name }) => name === 'items');
  expect(items?.required).toBe(true);
  expect(insideOf(reference, items?.schema ?? {}).members.map(({ name }) => name)).toContain('sku_id');
  expect(insideOf(reference, { $ref: '#/components/schemas/DnsRecordWrite' })).toMatchObject({
    formsTitle: 'One of',
  });
  const own = { properties: { b: {} } };
  const both = insideOf(reference, { allOf: [{ properties: { a: {} }, required: ['a'] }], ...own });
  expect(both.members.map(({ name, required }) => [name, required])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test('references that lead to themselves or nowhere do not hang', () => {
  const broken = readDocument({
    ...{ ...reference.document, paths: {}, webhooks: {} },
    components: {
      schemas: { A: { $ref: '#/components/schemas/A' }, B: { $ref: '#/components/schemas/Gone' } },
    },
  });
  expect(describeSchema(broken, { $ref: '#/components/schemas/A' }).type).toBe('any');
  expect(describeSchema(broken, { $ref: '#/components/schemas/B' }).type).toBe('any');
});

test('the search finds operations, events, schemas, their members, and headings', () => {
  const find = createSearch(reference);
  const search = (query: string) => find(query, 30);
  const first = (query: string) =>
    search(query)
      .slice(0, 1)
      .map(({ kind, path }) => [kind, ...path]);
  expect(first('place order')).toEqual([['operation', 'Orders', 'createOrder']]);
  expect(first('cancelOrder')).toEqual([['operation', 'Orders', 'cancelOrder']]);
  expect(first('/orders/{id}/cancel')).toEqual([['operation', 'Orders', 'cancelOrder']]);
  expect(first('OrderCreate')).toEqual([['schema', 'schemas', 'OrderCreate']]);
  expect(search('billing_cycle').map(({ kind }) => kind)).toContain('member');
  expect(first('idempotency')).toEqual([['heading', 'about', 'idempotency']]);
  expect(search('customer event').map(({ kind }) => kind)).toContain('event');
  expect(search('  ')).toEqual([]);
  expect(search('zzzz')).toEqual([]);
});

test('a table is created by the operations that reply 201 with its rows, or at their collection', () => {
  const found = controlApi(app)
    .tables.list()
    .flatMap((table) => {
      const ids = createOperations(reference, table).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${table.name}: ${ids.join(', ')}`];
    });
  expect(found).toContain('customers: createCustomer');
  // The reply has more members than a row.
  expect(found).toContain('api_keys: createApiKey');
  expect(found).toContain('domains: registerDomain, transferDomain');
  // No operation reads one mailbox.
  expect(found).toContain('mailboxes: createMailbox');
  expect(found.filter((one) => /^(?:invoices|services|users|sessions):/.test(one))).toEqual([]);
});

test('a state is a problem by the document, final when nothing leads on, and ongoing otherwise', () => {
  expect(Object.fromEntries(stateKinds(reference, 'Invoice'))).toEqual({
    draft: 'ongoing',
    unpaid: 'ongoing',
    overdue: 'problem',
    paid: 'ongoing',
    cancelled: 'final',
    refunded: 'final',
  });
  // A renewal leads from active to active, which is no other state.
  expect(stateKinds(reference, 'Subscription').get('expired')).toBe('final');
  expect(stateKinds(reference, 'User').size).toBe(0);
  expect(stateKinds(reference, null).size).toBe(0);
});
