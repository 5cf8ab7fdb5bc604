// Tests of the views that the learned mapping gives of replies.
import { expect, test } from 'vitest';
import type { OperationId } from '../../contract/operations.ts';
import { itemsInPage } from '../lists/pagination.ts';
import { exchange } from '../testing/exchange.ts';
import { ResponseMapping } from './learned-names.ts';

const ID = '00000000-0000-4000-8000-000000000001';

let calls = 0;

/** Builds the exchange of a call with a JSON body. */
const call = (
  operation: OperationId,
  received: unknown,
  { sent, params = {} }: { sent?: unknown; params?: Record<string, string> } = {},
) =>
  exchange({
    id: `x${++calls}`,
    operation,
    json: received,
    request: { ...exchange().request, method: sent === undefined ? 'GET' : 'POST', json: sent, params },
  });

/** Creates a mapping that has seen the creation of a customer. */
function mappingAfter(sent: Record<string, unknown>, received: unknown): ResponseMapping {
  const mapping = new ResponseMapping();
  mapping.noteCreated(call('createCustomer', received, { sent }), 'Customer', ID);
  return mapping;
}

const SENT = { email: 'hc-1@example.org', first_name: 'Zoë 漢字', company_name: 'Conformance hc-1' };

test('a body in the names of the contract is returned itself', () => {
  const mapping = mappingAfter(SENT, { id: ID, ...SENT });
  const read = call('getCustomer', { id: ID, ...SENT, tags: [{ id: 1 }] }, { params: { id: ID } });
  expect(mapping.view(read)).toBe(read.received);
  expect(mapping.learned).toEqual({});
});

test('names in another letter case and references get the names of the contract beside their own', () => {
  const mapping = new ResponseMapping();
  const received = {
    createdAt: 'x',
    'customer-id': 7,
    order: { id: ID },
    invoice: ID,
    EUR: 5,
    a: [{ ownName: 1 }],
  };
  expect(mapping.view(call('getService', received))).toEqual({
    ...received,
    created_at: 'x',
    customer_id: 7,
    order_id: ID,
    invoice_id: ID,
    a: [{ ownName: 1, own_name: 1 }],
  });
});

test('a member that returns a sent value gets its name, in a read and in a row of the list', () => {
  const mapping = mappingAfter(SENT, {
    result: { uuid: ID, mail: 'HC-1@example.org', firm: SENT.company_name },
  });
  const other = { uuid: 'b', mail: 'b@example.org', firm: 'B' };
  expect(mapping.view(call('getCustomer', { result: other }))).toMatchObject({
    id: 'b',
    email: 'b@example.org',
    company_name: 'B',
    result: other,
  });
  expect(mapping.view(call('listCustomers', { data: [other] }))).toMatchObject({
    data: [{ id: 'b', email: 'b@example.org' }],
  });
});

test.each<[string, (row: unknown) => unknown]>([
  ['an array named after the resource', (row) => ({ customers: [row], total: 1 })],
  ['a HAL list', (row) => ({ _embedded: { customers: [row] } })],
  ['the edges of a GraphQL list', (row) => ({ edges: [{ node: row, cursor: 'x' }] })],
])('the rows of %s get the names of the contract', (_, listOf) => {
  const mapping = mappingAfter(SENT, { uuid: ID, mail: SENT.email });
  const view = mapping.view(call('listCustomers', listOf({ uuid: 'b', mail: 'b@example.org' })));
  expect(itemsInPage(view)).toEqual([{ uuid: 'b', mail: 'b@example.org', id: 'b', email: 'b@example.org' }]);
});

test('a member of the same name is never replaced, except a wrong id', () => {
  const mapping = mappingAfter(SENT, { id: 9, uuid: ID, mail: SENT.email });
  const view = mapping.view(call('getCustomer', { id: 10, uuid: 'c', mail: 'shown', email: 'own' }));
  expect(view).toEqual({ id: 'c', uuid: 'c', mail: 'shown', email: 'own' });
});

test.each<[string, Record<string, unknown>, unknown]>([
  [
    'shown in two members',
    { note: 'Conformance hc-1' },
    { id: ID, a: 'Conformance hc-1', b: 'Conformance hc-1' },
  ],
  [
    'sent in two members',
    { note: 'Conformance hc-1', title: 'Conformance hc-1' },
    { id: ID, a: 'Conformance hc-1' },
  ],
  [
    'joined with another one',
    { first: 'Ada hc-1', last: 'Byron hc-1' },
    { id: ID, full: 'Ada hc-1 Byron hc-1' },
  ],
  ['too short to be found', { unit: 'kg' }, { id: ID, a: 'kg' }],
])('a value that is %s names no member', (_, sent, received) => {
  const mapping = mappingAfter(sent, received);
  expect(mapping.learned).toEqual({});
  expect(mapping.view(call('getCustomer', received))).toEqual(received);
});

test('stated replies and error bodies are returned as received', () => {
  const mapping = new ResponseMapping();
  const order = { orderId: ID, invoiceId: ID };
  expect(mapping.view(call('createOrder', order, { sent: {} }))).toBe(order);
  const session = { accessToken: 'x' };
  expect(mapping.view(call('login', session, { sent: {} }))).toBe(session);
  const error = { errorCode: 'X' };
  expect(mapping.view(exchange({ operation: 'getCustomer', status: 404, json: error }))).toBe(error);
});

test('an id is found beside the object in which the first known member stands', () => {
  const mapping = new ResponseMapping();
  const machine = { lopi: 25, seat: { mita: 'hc-1.example.org' } };
  const creation = call('createVps', machine, { sent: { hostname: 'hc-1.example.org' } });
  mapping.learn(creation);
  mapping.noteCreated(creation, 'Vps', '25');
  expect(mapping.view(call('getVps', { ...machine, lopi: 26 }))).toMatchObject({
    id: '26',
    hostname: 'hc-1.example.org',
  });
});
