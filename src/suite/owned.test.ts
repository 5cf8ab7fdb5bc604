// Whose things may be written to.
import { expect, test } from 'vitest';
import { Owned } from './owned.ts';
import { exchange } from './testing/exchange.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const C = '33333333-3333-4333-8333-333333333333';
const D = '44444444-4444-4444-8444-444444444444';

test('what a write created belongs to the run; what its request named, or only belongs to the account, does not', () => {
  const owned = new Owned();
  const request = { ...exchange().request, method: 'POST', body: JSON.stringify({ customer_id: B }) };
  owned.learn(
    exchange({ request, json: { id: A, customer_id: B, tenant_id: D, services: [C], user: { id: D } } }),
  );
  expect([A, B, C, D].map((id) => owned.has(id))).toEqual([true, false, true, false]);
});

test('a write to a stranger is refused; a read is not, nor an id that is wrong on purpose', () => {
  const owned = new Owned();
  owned.add(A);
  expect(owned.stranger('DELETE', { id: B }, false)).toBe(B);
  expect(owned.stranger('DELETE', { id: A }, false)).toBeUndefined();
  expect(owned.stranger('GET', { id: B }, false)).toBeUndefined();
  expect(owned.stranger('PUT', { id: 'not-a-uuid' }, true)).toBeUndefined();
});
