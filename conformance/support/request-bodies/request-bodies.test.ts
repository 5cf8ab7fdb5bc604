// Tests of how request bodies are changed.
import { expect, test } from 'vitest';
import { firstTextMember, withValueAt } from './request-bodies.ts';

test('changing a request body at one path leaves all other members and the original body as they were', () => {
  const body = { a: 1, items: [{ b: 2 }, { b: 3 }] };
  expect(withValueAt(body, 'items.1.b', 'x')).toEqual({ a: 1, items: [{ b: 2 }, { b: 'x' }] });
  expect(withValueAt(body, 'a', undefined)).toEqual({ items: [{ b: 2 }, { b: 3 }] });
  expect(body).toEqual({ a: 1, items: [{ b: 2 }, { b: 3 }] });
});

test('a text member of a request body is found only when the resource shows a member of the same name', () => {
  const body = { email: 'a@b.example', first_name: 'Ada', full_name: 'Ada B' };
  expect(firstTextMember(body, { full_name: 'Ada B' })).toBe('full_name');
  expect(firstTextMember(body, { mail: 'a@b.example' })).toBeUndefined();
});
