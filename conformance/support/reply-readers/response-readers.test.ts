// Tests of the functions that read replies whose shape the specification leaves open.
import { expect, test } from 'vitest';
import { looksLikeJwt, tokenIn } from './jwt.ts';
import { idIn, idOf, mentions, stableFields } from './response-readers.ts';
import { isUtcTime, latestTime } from './times.ts';

const jwt = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.c2ln`;

test.each([
  ['2026-11-20T08:00:00Z', true],
  ['2026-11-20T08:00:00.123456789Z', true],
  ['2026-11-20T08:00:00+00:00', true],
  ['20261120T080000Z', true],
  ['2026-11-20T08:00:00+02:00', false],
  ['2026-11-20T08:00:00', false],
  ['2026-11-20 08:00:00Z', false],
  ['Fri, 20 Nov 2026 08:00:00 GMT', false],
  [1795161600, false],
])('the text %s is recognized as an ISO 8601 timestamp in UTC: %s', (value, is) => {
  expect(isUtcTime(value)).toBe(is);
});

test('the id of a resource is the member called `id`, and that of a creation is not the one in its path', () => {
  expect([idIn({ id: 'a' }), idIn({ id: 7 }), idIn([{ id: 'c' }]), idIn({ id: null }), idIn(null)]).toEqual([
    'a',
    '7',
    ...[undefined, undefined, undefined],
  ]);
  const asked = { request: { params: { id: 'zone-1' } } };
  expect(idOf({ ...asked, json: { id: 'a' } })).toBe('a');
  expect(idOf({ ...asked, json: { id: 'zone-1' } })).toBeUndefined();
});

test('a JWT is found in a body under any member name, and an API key is not taken for a JWT', () => {
  expect(tokenIn({ session: { jwt } })).toBe(jwt);
  expect([jwt, 'a.b.c', 'hpk_0123', 42].map(looksLikeJwt)).toEqual([true, false, false, false]);
});

test('a text counts as mentioned in a body only when it is a whole value, whatever its letter case', () => {
  const body = { items: [{ owner: 'ABC' }] };
  expect([mentions(body, 'abc'), mentions(body, 'ab')]).toEqual([true, false]);
});

test('two reads of a resource are equal when only `updated_at` differs', () => {
  expect(stableFields({ id: 1, updated_at: 'now' })).toBe(stableFields({ id: 1, updated_at: 'then' }));
  expect(stableFields({ id: 1 })).not.toBe(stableFields({ id: 2 }));
});

test('the latest time in a service is its next due date, which a renewal moves, and is undefined without times', () => {
  const due = { created_at: '2026-01-01T00:00:00Z', next_due_at: '2026-02-01T00:00:00Z', note: null };
  expect(latestTime(due)).toBe(due.next_due_at);
  expect(latestTime({})).toBeUndefined();
});

test('a numeric id is found only in members whose name is that of an id, and in lists of ids', () => {
  const body = { id: 4711, zone_id: 12, services: [31], price: 99, port: '25' };
  expect(['4711', '12', '31', '25', '99'].map((id) => mentions(body, id))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
