// Tests that the elements and the next page of a list are found in the shapes that servers use.
import { expect, test } from 'vitest';
import { valueAtPointer } from '../../contract/json/pointer.ts';
import {
  hasPaginationInfo,
  hasUnreadItems,
  itemsInPage,
  type ListPage,
  mayHaveNextPage,
  nextPageQueries,
} from './pagination.ts';

const page = (json: unknown, headers: Record<string, string> = {}): ListPage => ({
  json,
  header: (name) => headers[name] ?? null,
});

test.each([
  ['a bare array', [1, 2], {}],
  ['data', { data: [1, 2], meta: {} }, {}],
  ['items', { items: [1, 2] }, {}],
  ['results', { results: [1, 2] }, {}],
  ['the only array', { customers: [1, 2], meta: {}, errors: [] }, {}],
  ['HAL', { _embedded: { customers: [1, 2] }, _links: { next: { href: 'x' } } }, {}],
  ['the array at the pointer of the target file', { payload: { rows: [1, 2] } }, { items: '/payload/rows' }],
])('the elements of a page are found in %s', (_, body, adapter) => {
  expect(itemsInPage(body, adapter)).toEqual([1, 2]);
});

test('the array with a known element is preferred, and the parts of a resource are no list', () => {
  const body = { featured: [{ id: 'a' }], customers: [{ id: 'b' }] };
  expect(itemsInPage(body)).toBeUndefined();
  expect(itemsInPage(body, {}, (item) => JSON.stringify(item).includes('"b"'))).toEqual([{ id: 'b' }]);
  expect(itemsInPage({ data: { customers: [{ id: 'b' }] }, pagination: { page: 1 } })).toEqual([{ id: 'b' }]);
  expect(itemsInPage({ data: { id: 'x', lines: [{ id: 'y' }] } })).toBeUndefined();
});

test('null in place of the elements is an empty list', () => {
  for (const body of [null, { data: null, meta: { total: 0 } }, { items: null }])
    expect(itemsInPage(body)).toEqual([]);
  expect(itemsInPage({ payload: { rows: null } }, { items: '/payload/rows' })).toEqual([]);
});

test('null beside an array, or in a member that is no list, is not an empty list', () => {
  expect(itemsInPage({ data: null, customers: [1] })).toEqual([1]);
  for (const body of [{ id: null }, { data: null, items: null }]) expect(itemsInPage(body)).toBeUndefined();
});

test('a body without an array is not recognised as a list', () => {
  for (const body of [undefined, {}, { data: {} }, 'x']) expect(itemsInPage(body)).toBeUndefined();
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
  ['a link in an object', { _links: { next: { href: '/v1/orders?page=2' } } }, { page: '2' }],
  ['a cursor beside the elements', { meta: { next_cursor: 'abc' } }, { cursor: 'abc' }],
  ['a page token', { next_page_token: 'abc' }, { page_token: 'abc' }],
  ['a link in kebab case', { 'next-page-url': '/v1/orders?p=2' }, { p: '2' }],
  ['a link in Pascal case', { NextPageUrl: '/v1/orders?P=2' }, { P: '2' }],
  ['page numbers in kebab case', { meta: { 'current-page': 1, 'last-page': 2 } }, { page: '2' }],
  ['a total in Pascal case', { Meta: { Page: 3, TotalCount: 100 } }, { page: '4' }],
  ['a cursor in Pascal case', { Paging: { Cursors: { After: 'abc' } } }, { cursor: 'abc' }],
  ['a page without pagination information', {}, null],
])('the query of the next page is derived from %s', (_, body, expected) => {
  expect(nextPageQueries(page(body), {}, 30)[0] ?? null).toEqual(expected);
});

test.each([
  ['next_page_token', ['page_token', 'cursor']],
  ['next-page-token', ['page_token', 'page-token']],
  ['nextPageToken', ['page_token', 'pageToken']],
  ['NextPageToken', ['page_token', 'pageToken']],
])('a list continues with the parameters that %s may be named after', (name, expected) => {
  const queries = nextPageQueries(page({ [name]: 'abc' }), {}, 30);
  expect(queries.slice(0, 2).flatMap((query) => Object.keys(query))).toEqual(expected);
});

test('the query for the next page keeps the parameters of the first page’s query', () => {
  expect(nextPageQueries(page({ next: '?page=2' }), { status: 'active', page: '1' }, 1)[0]).toEqual({
    status: 'active',
    page: '2',
  });
});

test('a JSON Pointer with escapes is resolved', () => {
  expect(valueAtPointer({ 'a/b': { '~': [5] } }, '/a~1b/~0/0')).toBe(5);
  expect(valueAtPointer({ a: 1 }, '/a/b')).toBeUndefined();
  expect(valueAtPointer({ a: 1 }, '')).toEqual({ a: 1 });
});

test('the URL of the next page is found in a Link header', () => {
  const link = '<https://h/v1/o?page=1>; rel="prev", <https://h/v1/o?page=3>; rel="next"';
  expect(nextPageQueries(page([], { link }), {}, 2)[0] ?? null).toEqual({ page: '3' });
});

test.each([
  ['a flag', { data: [], has_more: true }, 2, true],
  ['a false flag', { data: [], meta: { has_more: false } }, 20, false],
  ['a total', { items: [], total: 9 }, 2, true],
  [
    'the number of the last page, which overrides a total',
    { data: [], meta: { current_page: 2, last_page: 2, total: 9 } },
    2,
    false,
  ],
  ['a reached total', { items: [], total: 2 }, 2, false],
  ['a common page size without pagination information', [], 20, true],
  ['another number of elements', [], 7, false],
])('%s determines whether elements of the list remain unread', (_, body, seen, expected) => {
  expect(hasUnreadItems(page(body), seen)).toBe(expected);
});

test('a Link header counts as pagination information, a bare array does not', () => {
  expect(hasPaginationInfo(page([]))).toBe(false);
  expect(hasPaginationInfo(page([], { link: '<x>; rel="first"' }))).toBe(true);
});

test.each([
  [{ belu_mora: [1, 2], suna: '/v1/customers?gipo=2', tofa: null }, { gipo: '2' }],
  [{ belu_mora: [1, 2], suna: { a: 1, b: 3, c: 5 } }, { page: '2' }],
  [{ belu_mora: [1, 2], a: 0, b: 2, c: 5 }, { offset: '2' }],
  [{ belu_mora: [1, 2], suna: 'cGFnZSAy' }, { suna: 'cGFnZSAy' }],
  [{ belu_mora: [1, 2], docs: 'https://example.org/docs?of=lists' }, undefined],
  [{ belu_mora: [1, 2], request_id: 'cGFnZSAy', a: 1, b: 5, c: 7 }, undefined],
])('the form of the values tells the next page where no name does: %o', (json, query) => {
  const page = { json, header: () => null, request: { path: '/customers' } };
  expect(nextPageQueries(page, {}, 2)[0]).toEqual(query);
});

test('a flag of an object beside the elements does not say that there is a next page', () => {
  const body = { rows: [{ a: 1 }], extra: { flag: true } };
  expect(mayHaveNextPage(page(body), {})).toBe(false);
  expect(mayHaveNextPage(page({ rows: [{ a: 1 }], lopi: true }), {})).toBe(true);
});
