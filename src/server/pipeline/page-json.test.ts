// Tests of the JSON of results.
import { expect, test } from 'vitest';
import { pageJson, valueJson } from './page-json.ts';

test('the JSON of a stored row stays the same, however many other rows were serialized in between', () => {
  const row = Object.freeze({ id: 'a', name: 'Łódź 泽' });
  expect(valueJson(row).text).toBe(JSON.stringify(row));
  for (let i = 0; i < 50_000; i += 1) valueJson(Object.freeze({ i }));
  expect(valueJson(row).text).toBe(JSON.stringify(row));
});

test.each([0, 1, 3])(
  'a page of %i rows is serialized as JSON.stringify does, and encoded in UTF-8',
  (count) => {
    const data = Array.from({ length: count }, (_, at) => Object.freeze({ id: `ü${at}`, name: '泽' }));
    const meta = { current_page: 1, per_page: 20, total: count, last_page: 1 };
    const page = { data, meta, links: { first: '', last: '', prev: null, next: null } };
    const { text, bytes } = pageJson(page);
    expect(JSON.parse(text)).toEqual(page);
    expect(Buffer.from(bytes, 'latin1').toString()).toBe(text);
  },
);
