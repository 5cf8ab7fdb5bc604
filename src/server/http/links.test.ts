// Tests of the links of a page of a list: each link keeps the query and changes the page number.
import { expect, test } from 'vitest';
import { validateValue } from '../../contract/validation/validate.ts';
import { pageLinks } from './links.ts';

const meta = (current_page: number, last_page: number) => ({
  current_page,
  last_page,
  per_page: 25,
  total: 60,
});

test('the first page has no link to a previous page, and the last page has no link to a next page', () => {
  expect(pageLinks('/v1/orders', '', meta(1, 3))).toMatchObject({ prev: null, next: '/v1/orders?page=2' });
  expect(pageLinks('/v1/orders', '', meta(3, 3))).toMatchObject({ prev: '/v1/orders?page=2', next: null });
});

test('a page after the last one links back to the last page', () => {
  expect(pageLinks('/v1/orders', 'page=9', meta(9, 3))).toMatchObject({
    prev: '/v1/orders?page=3',
    next: null,
  });
});

test('the links of an empty list lead to one empty page', () => {
  expect(pageLinks('/v1/orders', '', meta(1, 0))).toEqual({
    first: '/v1/orders?page=1',
    last: '/v1/orders?page=1',
    prev: null,
    next: null,
  });
});

test('a page parameter whose name is percent-encoded is replaced too, and a name that cannot be decoded stays unchanged', () => {
  expect(pageLinks('/v1/orders', 'p%61ge=2&%zz=1', meta(2, 3)).first).toBe('/v1/orders?%25zz=1&page=1');
});

test.each([
  ['<b>"x"</b>', '%3Cb%3E%22x%22%3C/b%3E'],
  ['a|b^c`d', 'a%7Cb%5Ec%60d'],
  ['{[1]}', '%7B%5B1%5D%7D'],
  ['jürgen', 'j%C3%BCrgen'],
  ['100%', '100%25'],
  ['\ud83d', '%EF%BF%BD'],
])('the links for a query with %s are valid URI references', (sent, linked) => {
  const { first } = pageLinks('/v1/customers', `q=${sent}`, meta(1, 3));
  expect(first).toBe(`/v1/customers?q=${linked}&page=1`);
  expect(validateValue('PageLinks', { first, last: first, prev: null, next: null })).toEqual([]);
});

test('links that would be too long leave out the parameters that the list does not know', () => {
  const query = `status=pending&padding=${'a'.repeat(3000)}`;
  expect(pageLinks('/v1/orders', query, meta(1, 3), [{ name: 'status' }]).next).toBe(
    '/v1/orders?status=pending&page=2',
  );
  const endless = `q=${'%F0%9F%98%80'.repeat(255)}`;
  expect(pageLinks('/v1/customers', endless, meta(1, 3), [{ name: 'q' }]).next).toBeNull();
});
