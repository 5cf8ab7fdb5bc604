// Defects of lists: pages, totals, filters, and records that are missing or repeated.
import type { OperationId } from '../../src/contract/operations.ts';
import type { RequirementId } from '../requirements.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { queryParameter } from './edits/request-edits.ts';
import {
  changeAt,
  each,
  hideRows,
  isSuccess,
  listAt,
  onSuccess,
  serverError,
  valueAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant, RequestMatcher } from './mutant.ts';

/**
 * The lists of each area: list operation, broken requirement, area of the checks, operation that reads one record,
 * operation that creates one record.
 */
export const areaLists = [
  ['listDomains', 'endpoints/list-domains', 'domains', 'getDomain', 'registerDomain'],
  ['listHostingAccounts', 'endpoints/list-hosting', 'hosting', 'getHostingAccount', 'createHostingAccount'],
  ['listCertificates', 'endpoints/list-certificates', 'ssl', 'getCertificate', 'createCertificate'],
  ['listDnsZones', 'endpoints/list-zones', 'dns', 'getDnsZone', 'createDnsZone'],
  ['listEmailServices', 'endpoints/list-email', 'email', 'getEmailService', 'createEmailService'],
  ['listVps', 'endpoints/list-vps', 'vps', 'getVps', 'createVps'],
  ['listTickets', 'endpoints/list-tickets', 'support', 'getTicket', 'createTicket'],
  ['listWebhooks', 'endpoints/list-webhooks', 'webhooks', 'getWebhook', 'createWebhook'],
  ['listApiKeys', 'endpoints/list-api-keys', 'api-keys', 'getApiKey', 'createApiKey'],
] as const satisfies readonly (readonly [OperationId, RequirementId, string, OperationId, OperationId])[];

const LISTS: RequestMatcher = [
  'listCustomers',
  'listServices',
  'listOrders',
  'listInvoices',
  'listPayments',
  'listSubscriptions',
  'listCustomerServices',
];

/** Invalid value of `per_page` → the checks that send the value. */
const SIZES = {
  '0': 'lists/survives-a-page-size-of-zero',
  '-1': 'lists/survives-a-page-size-below-zero',
  '1000000': 'lists/survives-a-page-size-of-a-million',
  abc: 'lists/survives-a-page-size-that-is-no-number',
};

/** Changes the query string of list requests before the mock reads it. */
const editQuery = (p: Injector, edit: (query: URLSearchParams) => void): void =>
  p.request(LISTS, (change) => {
    const query = new URLSearchParams(change.query);
    edit(query);
    change.query = query.toString();
    return undefined;
  });

export const lists: readonly Mutant[] = [
  ...each(areaLists, ([operation, requirement, area, , create]) =>
    (['vps', 'support', 'webhooks', 'api-keys'].includes(area) ? stated : follows)(
      `lists/new-record-missing[${operation}]`,
      `what is created is not in ${operation}`,
      ['vps', 'support', 'webhooks', 'api-keys'].includes(area)
        ? [requirement, 'endpoints/list-shows-all']
        : ['endpoints/list-shows-all', requirement],
      `${area}/in-list`,
      (p) => {
        const created = new Set<unknown>();
        p.reply(create, (reply) => {
          if (isSuccess(reply)) created.add(valueAt(reply.json, 'id'));
        });
        p.reply(operation, (reply) =>
          changeAt(reply.json, 'data', (data) =>
            Array.isArray(data) ? data.filter((row) => !created.has(valueAt(row, 'id'))) : data,
          ),
        );
      },
    ),
  ),
  ...each(
    [
      ['createOrder', 'listOrders', 'endpoints/list-orders', 'orders/in-list'],
      ['createCustomer', 'listCustomers', 'endpoints/list-customers', 'customers/in-list'],
    ] as const,
    ([create, list, requirement, check]) =>
      follows(
        `lists/new-record-missing[${list}]`,
        `what ${create} created is not in ${list}`,
        ['endpoints/list-shows-all', requirement],
        check,
        (p) => {
          const created = new Set<unknown>();
          p.reply(create, (reply) => {
            if (isSuccess(reply)) created.add(valueAt(reply.json, 'id'));
          });
          p.reply(list, (reply) => hideRows(reply, (row) => created.has(valueAt(row, 'id'))));
        },
      ),
  ),
  follows(
    'lists/new-record-missing[listServices]',
    'the services of new orders are not in listServices',
    ['endpoints/list-shows-all', 'endpoints/list-services'],
    'services/in-list',
    (p) => {
      const created = new Set<unknown>();
      p.reply('createOrder', (reply) => {
        for (const id of listAt(reply.json, 'services')) created.add(id);
      });
      p.reply('listServices', (reply) => hideRows(reply, (row) => created.has(valueAt(row, 'id'))));
    },
  ),
  follows(
    'lists/new-record-missing[listInvoices]',
    'the invoices of new orders are not in listInvoices',
    ['endpoints/list-shows-all', 'endpoints/list-invoices'],
    'billing/invoice-listed',
    (p) => {
      const created = new Set<unknown>();
      p.reply('createOrder', (reply) => {
        if (isSuccess(reply)) created.add(valueAt(reply.json, 'invoice_id'));
      });
      p.reply('listInvoices', (reply) => hideRows(reply, (row) => created.has(valueAt(row, 'id'))));
    },
  ),
  ...each(
    [
      ['listDomains', 'domains', 'name'],
      ['listHostingAccounts', 'hosting', 'domain'],
      ['listCertificates', 'ssl', 'common_name'],
      ['listDnsZones', 'dns', 'name'],
      ['listEmailServices', 'email', 'domain'],
      ['listVps', 'vps', 'hostname'],
      ['listTickets', 'support', 'subject'],
      ['listWebhooks', 'webhooks', 'description'],
    ] as const,
    ([operation, area, member]) =>
      follows(
        `lists/values-differ-from-detail[${operation}]`,
        `${operation} shows another \`${member}\` than the detail`,
        'endpoints/list-and-detail-agree',
        `${area}/list-agrees`,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) changeAt(reply.json, `data.*.${member}`, (value) => `x${String(value)}`);
          }),
      ),
  ),
  ...each(
    [
      ['listCustomers', 'customers/list-agrees', 'data.*.last_name', () => 'Nobody'],
      ['listOrders', 'orders/list-agrees', 'data.*.total_amount', (amount: unknown) => Number(amount) + 1],
      ['listServices', 'services/list-agrees', 'data.*.sku_id', () => 'another-sku'],
      [
        'listInvoices',
        'billing/invoice-list-agrees',
        'data.*.total_amount',
        (amount: unknown) => Number(amount) + 1,
      ],
    ] as const,
    ([operation, check, path, edit]) =>
      follows(
        `lists/values-differ-from-detail[${operation}]`,
        `${operation} shows other values than the detail`,
        'endpoints/list-and-detail-agree',
        check,
        (p) => onSuccess(p, operation, (json) => changeAt(json, path, edit)),
      ),
  ),
  chosen('lists/bare-array', 'lists are bare arrays', 'endpoints/list-envelope', 'lists/envelope', (p) =>
    p.reply('everything', (reply) => {
      if (isSuccess(reply) && Array.isArray(valueAt(reply.json, 'data')))
        reply.json = valueAt(reply.json, 'data');
    }),
  ),
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
    'a page holds one row more than the page size',
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
        p.request(LISTS, (_edit, { query }) =>
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
      p.request(LISTS, (_edit, { query }) => {
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
      p.request(LISTS, (_edit, { query }) =>
        /[a-z]/i.test(queryParameter(query, 'page') ?? '') ? serverError() : undefined,
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
        if (!(Number(queryParameter(query, 'page') ?? 1) > 1) || listAt(reply.json, 'data').length > 0)
          return;
        reply.status = 500;
        reply.json = serverError().json;
      }),
  ),
  follows(
    'lists/unknown-parameter-500',
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
      p.request(LISTS, (_edit, { query }) =>
        [...new URLSearchParams(query).keys()].some(
          (name) => !known.includes(name) && !/_(from|to|before)$/.test(name),
        )
          ? serverError()
          : undefined,
      );
    },
  ),
  follows(
    'lists/new-customer-twice',
    'a new customer appears a second time in the list',
    'endpoints/list-shows-all',
    'lists/page-size',
    (p) =>
      p.reply('listCustomers', (reply) =>
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) && data.length > 0 ? [data[0], ...data] : data,
        ),
      ),
  ),
  chosen(
    'lists/oldest-first-pages-overlap',
    'the customer list is sorted oldest first and its pages overlap',
    'endpoints/list-paging',
    'lists/pages-do-not-overlap',
    (p) =>
      p.request('listCustomers', (change) => {
        const query = new URLSearchParams(change.query);
        const page = Number(query.get('page') ?? 1);
        if (page > 1) query.set('page', String(page - 1));
        change.query = query.toString();
        return undefined;
      }),
  ),
  stated(
    'lists/ends-after-ten',
    'the list of customers ends after ten',
    ['endpoints/list-customers', 'endpoints/list-shows-all'],
    'customers/list-complete',
    (p) =>
      p.reply('listCustomers', (reply) => {
        changeAt(reply.json, 'data', (data) => (Array.isArray(data) ? data.slice(0, 10) : data));
        changeAt(reply.json, 'links.next', () => null);
        changeAt(reply.json, 'meta', () => ({ current_page: 1, per_page: 10, total: 10, last_page: 1 }));
      }),
  ),
  stated(
    'lists/ends-after-two-pages',
    'the list of customers has pages of ten and ends after the second',
    ['endpoints/list-customers', 'endpoints/list-shows-all'],
    'customers/list-complete',
    (p) => {
      p.request('listCustomers', (change) => {
        const query = new URLSearchParams(change.query);
        query.set('per_page', '10');
        change.query = query.toString();
        return undefined;
      });
      p.reply('listCustomers', (reply, { query }) => {
        const page = Number(new URLSearchParams(query).get('page') ?? 1);
        if (page > 1) changeAt(reply.json, 'links.next', () => null);
        changeAt(reply.json, 'links.last', () => null);
        changeAt(reply.json, 'meta', () => ({ current_page: page, per_page: 10, total: 20, last_page: 2 }));
      });
    },
  ),
];
