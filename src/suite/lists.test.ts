// Lists in the shapes that servers give them.
import { expect, test } from 'vitest';
import { at, itemsOf, nextPage } from './lists.ts';

test.each([
  ['a bare array', [1, 2], {}],
  ['data', { data: [1, 2], meta: {} }, {}],
  ['items', { items: [1, 2] }, {}],
  ['results', { results: [1, 2] }, {}],
  ['the place the target file names', { payload: { rows: [1, 2] } }, { items: '/payload/rows' }],
])('the elements are found in %s', (_, body, adapter) => {
  expect(itemsOf(body, adapter)).toEqual([1, 2]);
});

test('no list is no list', () => {
  for (const body of [undefined, {}, { data: {} }, 'x']) expect(itemsOf(body)).toBeUndefined();
});

test.each([
  [
    'a link',
    { links: { next: 'http://elsewhere.example/v1/orders?page=2&per_page=5' } },
    { page: '2', per_page: '5' },
  ],
  ['a relative link', { next: '/v1/orders?cursor=abc' }, { cursor: 'abc' }],
  ['a cursor', { next: 'abc' }, { cursor: 'abc' }],
  ['a null link', { links: { next: null }, meta: { current_page: 1, last_page: 2 } }, null],
  ['page numbers', { meta: { current_page: 1, last_page: 2 } }, { page: '2' }],
  ['the last page', { meta: { current_page: 2, last_page: 2 } }, null],
  ['a total', { meta: { page: 3, total: 100 } }, { page: '4' }],
  ['nothing', {}, null],
])('the next page is told by %s', (_, body, expected) => {
  expect(nextPage(body, {}, 30)).toEqual(expected);
});

test('the query of the first page is kept', () => {
  expect(nextPage({ next: '?page=2' }, { status: 'active', page: '1' }, 1)).toEqual({
    status: 'active',
    page: '2',
  });
});

test('pointers are read with their escapes', () => {
  expect(at({ 'a/b': { '~': [5] } }, '/a~1b/~0/0')).toBe(5);
  expect(at({ a: 1 }, '/a/b')).toBeUndefined();
  expect(at({ a: 1 }, '')).toEqual({ a: 1 });
});
