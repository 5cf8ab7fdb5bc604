// Texts of rows.
import { expect, test } from 'vitest';
import { textOf } from './text.ts';

test('the text of a row is its JSON, however many rows were asked for in between', () => {
  const row = Object.freeze({ id: 'a', n: 1 });
  expect(textOf(row)).toBe('{"id":"a","n":1}');
  for (let i = 0; i < 50_000; i += 1) textOf({ i });
  expect(textOf(row)).toBe('{"id":"a","n":1}');
});
