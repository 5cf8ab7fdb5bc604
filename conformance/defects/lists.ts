// Planted faults: pages, filters and orders of lists.

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

const parameter = (query: string, name: string): string | null => new URLSearchParams(query).get(name);

export const lists: readonly Mutant[] = [
  chosen(
    'PG01',
    'the page size is ignored',
    ['endpoints/list-paging', 'endpoints/list-envelope'],
    'lists/page-size',
    (p) => editQuery(p, (query) => query.delete('per_page')),
  ),
  chosen(
    'PG01[page]',
    'the page number is ignored',
    'endpoints/list-paging',
    'lists/pages-do-not-overlap',
    (p) => editQuery(p, (query) => query.delete('page')),
  ),
  chosen(
    'PG02',
    'a page holds one row more than was asked for',
    'endpoints/list-paging',
    'lists/page-size',
    (p) =>
      p.reply(LISTS, (reply, { query }) => {
        if (!isSuccess(reply) || parameter(query, 'per_page') === null) return;
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) && data.length > 0 ? [...data, data[0]] : data,
        );
      }),
  ),
  chosen(
    'PG03',
    'a row comes again on the next page',
    'endpoints/list-paging',
    'lists/pages-do-not-overlap',
    (p) => {
      let last: unknown;
      p.reply(LISTS, (reply, { query }) => {
        const data = listAt(reply.json, 'data');
        if (Number(parameter(query, 'page') ?? 1) > 1 && last !== undefined && data.length > 0)
          data[0] = last;
        last = data.at(-1);
      });
    },
  ),
  chosen(
    'PG06',
    'the total of a list is wrong',
    ['endpoints/list-paging', 'endpoints/list-envelope'],
    'lists/total',
    (p) => p.reply(LISTS, (reply) => changeAt(reply.json, 'meta.total', (total) => Number(total) + 3)),
  ),
  ...each(Object.entries(SIZES), ([value, check]) =>
    follows(
      `PG07[${value}]`,
      `the page size ${value} is a server error`,
      'endpoints/list-odd-query-no-crash',
      check,
      (p) =>
        p.request(LISTS, (_asking, { query }) =>
          parameter(query, 'per_page') === value ? serverError() : undefined,
        ),
    ),
  ),
  follows(
    'PG07[any]',
    'a page size that makes no sense is a server error',
    'endpoints/list-odd-query-no-crash',
    'lists/survives-a-page-size-of-zero',
    (p) =>
      p.request(LISTS, (_asking, { query }) => {
        const size = parameter(query, 'per_page');
        return size !== null && !/^([1-9]\d?|100)$/.test(size) ? serverError() : undefined;
      }),
  ),
  follows(
    'PG07[page]',
    'a page that is no number is a server error',
    'endpoints/list-odd-query-no-crash',
    'lists/survives-a-page-that-is-no-number',
    (p) =>
      p.request(LISTS, (_asking, { query }) =>
        /[a-z]/i.test(parameter(query, 'page') ?? '') ? serverError() : undefined,
      ),
  ),
  stated(
    'PG10',
    'a filter reaches the orders of other tenants',
    ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
    'isolation/filtered-list/listOrders',
    (p) =>
      p.readAcrossTenants(
        ({ operation, query }) => operation === 'listOrders' && parameter(query, 'customer_id') !== null,
      ),
  ),
  ...each(['status', 'customer_id'], (name) =>
    chosen(
      `PG09[${name}]`,
      `the filter \`${name}\` is ignored`,
      'endpoints/list-filters',
      name === 'status' ? 'lists/filter-status' : 'lists/filter',
      (p) => editQuery(p, (query) => query.delete(name)),
    ),
  ),
  chosen(
    'PG12',
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
    'PG11',
    'a page past the end is a server error',
    ['endpoints/list-odd-query-no-crash', 'endpoints/list-paging'],
    'lists/survives-a-page-past-the-end',
    (p) =>
      p.reply(LISTS, (reply, { query }) => {
        if (!(Number(parameter(query, 'page') ?? 1) > 1) || listAt(reply.json, 'data').length > 0) return;
        reply.status = 500;
        reply.json = serverError().json;
      }),
  ),
  follows(
    'PG13',
    'an unknown query parameter is a server error',
    'endpoints/list-odd-query-no-crash',
    'lists/survives-an-unknown-parameter',
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
