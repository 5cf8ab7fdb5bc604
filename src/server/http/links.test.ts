// Tests of the links of a list: they keep the query and change the page.
import { expect, test } from 'vitest';
import { validateValue } from '../../contract/validate.ts';
import { pageLinks } from './links.ts';

const meta = (current_page: number, last_page: number) => ({
  current_page,
  last_page,
  per_page: 25,
  total: 60,
});

test('a page in the middle links to its neighbours and to both ends', () => {
  expect(pageLinks('/v1/orders', 'status=pending&page=2&q=a%26b', meta(2, 3))).toEqual({
    first: '/v1/orders?status=pending&q=a%26b&page=1',
    last: '/v1/orders?status=pending&q=a%26b&page=3',
    prev: '/v1/orders?status=pending&q=a%26b&page=1',
    next: '/v1/orders?status=pending&q=a%26b&page=3',
  });
});

test('the first page has no previous page, the last no next one', () => {
  expect(pageLinks('/v1/orders', '', meta(1, 3))).toMatchObject({ prev: null, next: '/v1/orders?page=2' });
  expect(pageLinks('/v1/orders', '', meta(3, 3))).toMatchObject({ prev: '/v1/orders?page=2', next: null });
});

test('a page past the end links back to the last', () => {
  expect(pageLinks('/v1/orders', 'page=9', meta(9, 3))).toMatchObject({
    prev: '/v1/orders?page=3',
    next: null,
  });
});

test('an empty list has one empty page', () => {
  expect(pageLinks('/v1/orders', '', meta(1, 0))).toEqual({
    first: '/v1/orders?page=1',
    last: '/v1/orders?page=1',
    prev: null,
    next: null,
  });
});

test('a page number in another spelling is replaced too, and an undecodable name stays unchanged', () => {
  expect(pageLinks('/v1/orders', 'p%61ge=2&%zz=1', meta(2, 3)).first).toBe('/v1/orders?%25zz=1&page=1');
});

test.each([
  ['<b>"x"</b>', '%3Cb%3E%22x%22%3C/b%3E'],
  ['a|b^c`d', 'a%7Cb%5Ec%60d'],
  ['{[1]}', '%7B%5B1%5D%7D'],
  ['jürgen', 'j%C3%BCrgen'],
  ['100%', '100%25'],
  ['\ud83d', '%EF%BF%BD'],
])('a query with %s gives links that are valid references', (sent, linked) => {
  const { first } = pageLinks('/v1/customers', `q=${sent}`, meta(1, 3));
  expect(first).toBe(`/v1/customers?q=${linked}&page=1`);
  expect(validateValue('PageLinks', { first, last: first, prev: null, next: null })).toEqual([]);
});

test('parameters unknown to the list are left out of links that would be too long', () => {
  const query = `status=pending&padding=${'a'.repeat(3000)}`;
  expect(pageLinks('/v1/orders', query, meta(1, 3), [{ name: 'status' }]).next).toBe(
    '/v1/orders?status=pending&page=2',
  );
  const endless = `q=${'%F0%9F%98%80'.repeat(255)}`;
  expect(pageLinks('/v1/customers', endless, meta(1, 3), [{ name: 'q' }]).next).toBeNull();
});
