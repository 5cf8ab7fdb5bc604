// Tests which ids the run owns and which writes it may send.
import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { OwnedIds } from './owned-ids.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const C = '33333333-3333-4333-8333-333333333333';
const D = '44444444-4444-4444-8444-444444444444';

test('the run owns the ids that a write created, but not the ids that its request names or that belong to the account', () => {
  const ownedIds = new OwnedIds();
  const request = { ...exchange().request, method: 'POST', body: JSON.stringify({ customer_id: B }) };
  ownedIds.addCreated(
    exchange({ request, json: { id: A, customer_id: B, tenant_id: D, services: [C], user: { id: D } } }),
  );
  expect([A, B, C, D].map((id) => ownedIds.has(id))).toEqual([true, false, true, false]);
});

test('a write does not make the run own an id that a reply showed before, although its reply names the id', () => {
  const ownedIds = new OwnedIds();
  const request = { ...exchange().request, method: 'POST', body: '{}' };
  ownedIds.noteShown(exchange({ json: { data: [{ id: B, account_manager_id: D }] } }));
  ownedIds.addCreated(exchange({ request, json: { id: B, reference_id: A, account_manager_id: D } }));
  expect([A, B, D].map((id) => ownedIds.has(id))).toEqual([true, false, false]);
  expect([A, B, D].map((id) => ownedIds.isForeign(id))).toEqual([false, true, true]);
});

test('an id that the run owns stays its own when further replies show it', () => {
  const ownedIds = new OwnedIds();
  const request = { ...exchange().request, method: 'POST', body: '{}' };
  ownedIds.addCreated(exchange({ request, json: { id: A } }));
  ownedIds.noteShown(exchange({ json: [{ id: A }] }));
  ownedIds.addCreated(exchange({ request, json: { id: A } }));
  expect([ownedIds.has(A), ownedIds.isForeign(A)]).toEqual([true, false]);
});

test('a short number is not taken for the id of another kind of resource', () => {
  const ownedIds = new OwnedIds();
  const request = { ...exchange().request, method: 'POST', body: '{}' };
  ownedIds.noteShown(exchange({ json: [{ id: 7 }] }));
  ownedIds.addCreated(exchange({ request, json: { id: 7 } }));
  expect(ownedIds.has('7')).toBe(true);
});
