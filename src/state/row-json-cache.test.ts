// Tests of the cache of row JSON.
import { expect, test } from 'vitest';
import { rowJson } from './row-json-cache.ts';

test('the cached text of a row is its JSON, however many other rows were serialized in between', () => {
  const row = Object.freeze({ id: 'a', n: 1 });
  expect(rowJson(row)).toBe('{"id":"a","n":1}');
  for (let i = 0; i < 50_000; i += 1) rowJson({ i });
  expect(rowJson(row)).toBe('{"id":"a","n":1}');
});
