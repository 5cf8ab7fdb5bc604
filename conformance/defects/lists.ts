// Planted faults: pages, filters and orders of lists.

import { queryParameter } from './request-edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Injector, Mutant, RequestMatcher } from './mutant.ts';
import { changeAt, each, isSuccess, listAt, serverError } from './response-edits.ts';

const LISTS: RequestMatcher = [
  'listCustomers',
  'listServices',
  'listOrders',
  'listInvoices',
  'listPayments',
  'listSubscriptions',
  'listCustomerServices',
];

/** Page sizes that make no sense, and the checks that ask for them. */
const SIZES = {
  '0': 'lists/survives-a-page-size-of-zero',
  '-1': 'lists/survives-a-page-size-below-zero',
  '1000000': 'lists/survives-a-page-size-of-a-million',
  abc: 'lists/survives-a-page-size-that-is-no-number',
};

/** Changes what a list is asked for. */
const editQuery = (p: Injector, edit: (query: URLSearchParams) => void): void =>
  p.request(LISTS, (change) => {
    const query = new URLSearchParams(change.query);
    edit(query);
    change.query = query.toString();
    return undefined;
  });


export const lists: readonly Mutant[] = [
  chosen(
    'lists/paging-ignored',
    'the page size is ignored',
    ['endpoints/list-paging', 'endpoints/list-envelope'],
    'lists/page-size',
    (p) => editQuery(p, (query) => query.delete('per_page')),
  ),
  chosen(
    'lists/paging-ignored[page]',
    'the page number is ignored',
    'endpoints/list-paging',
    'lists/pages-do-not-overlap',
    (p) => editQuery(p, (query) => query.delete('page')),
  ),
  chosen(
    'lists/page-too-long',
    'a page holds one row more than was asked for',
    'endpoints/list-paging',
    'lists/page-size',
    (p) =>
      p.reply(LISTS, (reply, { query }) => {
        if (!isSuccess(reply) || queryParameter(query, 'per_page') === null) return;
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) && data.length > 0 ? [...data, data[0]] : data,
        );
      }),
  ),
  chosen(
    'lists/row-repeated-on-next-page',
    'a row comes again on the next page',
    'endpoints/list-paging',
    'lists/pages-do-not-overlap',
    (p) => {
      let last: unknown;
      p.reply(LISTS, (reply, { query }) => {
        const data = listAt(reply.json, 'data');
        if (Number(queryParameter(query, 'page') ?? 1) > 1 && last !== undefined && data.length > 0)
          data[0] = last;
        last = data.at(-1);
      });
    },
  ),
  chosen(
    'lists/total-wrong',
    'the total of a list is wrong',
    ['endpoints/list-paging', 'endpoints/list-envelope'],
    'lists/total',
    (p) => p.reply(LISTS, (reply) => changeAt(reply.json, 'meta.total', (total) => Number(total) + 3)),
  ),
  ...each(Object.entries(SIZES), ([value, check]) =>
    follows(
      `lists/odd-query-500[${value}]`,
      `the page size ${value} is a server error`,
      'endpoints/list-odd-query-no-crash',
      check,
      (p) =>
        p.request(LISTS, (_asking, { query }) =>
          queryParameter(query, 'per_page') === value ? serverError() : undefined,
        ),
    ),
  ),
  follows(
    'lists/odd-query-500[any]',
    'a page size that makes no sense is a server error',
    'endpoints/list-odd-query-no-crash',
    'lists/survives-a-page-size-of-zero',
    (p) =>
      p.request(LISTS, (_asking, { query }) => {
        const size = queryParameter(query, 'per_page');
        return size !== null && !/^([1-9]\d?|100)$/.test(size) ? serverError() : undefined;
      }),
  ),
  follows(
    'lists/odd-query-500[page]',
    'a page that is no number is a server error',
    'endpoints/list-odd-query-no-crash',
    'lists/survives-a-page-that-is-no-number',
    (p) =>
      p.request(LISTS, (_asking, { query }) =>
        /[a-z]/i.test(queryParameter(query, 'page') ?? '') ? serverError() : undefined,
      ),
  ),
  stated(
    'isolation/filter-shows-foreign',
    'a filter reaches the orders of other tenants',
    ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
    'isolation/filtered-list/listOrders',
    (p) =>
      p.readAcrossTenants(
        ({ operation, query }) => operation === 'listOrders' && queryParameter(query, 'customer_id') !== null,
      ),
  ),
  ...each(['status', 'customer_id'], (name) =>
    chosen(
      `lists/filter-ignored[${name}]`,
      `the filter \`${name}\` is ignored`,
      'endpoints/list-filters',
      name === 'status' ? 'lists/filter-status' : 'lists/filter',
      (p) => editQuery(p, (query) => query.delete(name)),
    ),
  ),
  chosen(
    'lists/next-page-on-other-host',
    'the link to the next page leads to another host',
    'endpoints/next-page-on-this-host',
    'lists/next-page-on-this-host',
    (p) =>
      p.reply(LISTS, (reply) =>
        changeAt(reply.json, 'links.next', (next) =>
          typeof next === 'string' ? `https://pages.example.net${new URL(next, 'http://x').pathname}` : next,
        ),
      ),
  ),
  follows(
    'lists/page-past-end-500',
    'a page past the end is a server error',
    ['endpoints/list-odd-query-no-crash', 'endpoints/list-paging'],
    'lists/survives-a-page-past-the-end',
    (p) =>
      p.reply(LISTS, (reply, { query }) => {
        if (!(Number(queryParameter(query, 'page') ?? 1) > 1) || listAt(reply.json, 'data').length > 0) return;
        reply.status = 500;
        reply.json = serverError().json;
      }),
  ),
  follows(
    'lists/unknown-parameter-500',
    'an unknown query parameter is a server error',
    'endpoints/list-odd-query-no-crash',
    'lists/survives-a-parameter-nobody-knows',
    (p) => {
      const known = [
        'page',
        'per_page',
        'sort',
        'q',
        'status',
        'type',
        'method',
        'email',
        'external_id',
        'sku_id',
        'customer_id',
        'invoice_id',
        'service_id',
      ];
      p.request(LISTS, (_asking, { query }) =>
        [...new URLSearchParams(query).keys()].some(
          (name) => !known.includes(name) && !/_(from|to|before)$/.test(name),
        )
          ? serverError()
          : undefined,
      );
    },
  ),
];
