// Tests of the cache of row JSON.
import { expect, test } from 'vitest';
import { rowJson } from './row-json-cache.ts';

test('the cached text of a row is its JSON, however many other rows were serialized in between', () => {
  const row = Object.freeze({ id: 'a', n: 1 });
  expect(rowJson(row).text).toBe('{"id":"a","n":1}');
  for (let i = 0; i < 50_000; i += 1) rowJson({ i });
  expect(rowJson(row).text).toBe('{"id":"a","n":1}');
});

test('the cached text of a row has its UTF-8 bytes', () => {
  const row = Object.freeze({ name: 'Łódź 泽' });
  expect(Buffer.from(rowJson(row).bytes, 'latin1').toString()).toBe(JSON.stringify(row));
  expect(rowJson(row)).toBe(rowJson(row));
});
