// Defects of lists (pages, totals, filters) and of routes (paths, methods, the base URL, `/openapi.json`).
import type { OperationId } from '../../src/contract/operations.ts';
import {
  answer,
  changeAt,
  isSuccess,
  jsonResponse,
  LISTS,
  listAt,
  onEachRecord,
  onSuccess,
  refusal,
  replace,
  setAt,
  textAt,
  valueAt,
} from '../../src/variations/edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { serverError } from './edits/injections.ts';
import type { ClientRequest, Injector, Mutant } from './mutant.ts';

const parameter = (query: string, name: string): string | null => new URLSearchParams(query).get(name);

const editQuery = (p: Injector, edit: (query: URLSearchParams) => void): void =>
  p.request(LISTS, (change) => {
    const query = new URLSearchParams(change.query);
    edit(query);
    change.query = query.toString();
  });

const KNOWN =
  /^(page|per_page|sort|q|status|type|method|email|external_id|sku_id|\w+_id|\w+_(from|to|before))$/;

const unusualQueries: readonly [string, (request: ClientRequest) => boolean][] = [
  ['page size 0', ({ query }) => parameter(query, 'per_page') === '0'],
  ['page size is a word', ({ query }) => /[a-z]/i.test(parameter(query, 'per_page') ?? '')],
  ['page is a word', ({ query }) => /[a-z]/i.test(parameter(query, 'page') ?? '')],
  [
    'unknown parameter',
    ({ query }) => [...new URLSearchParams(query).keys()].some((name) => !KNOWN.test(name)),
  ],
];

/** Leaves records out of a list, and out of its total. */
const leaveOut = (p: Injector, list: OperationId, isGone: (row: unknown) => boolean): void =>
  onSuccess(p, list, (json) => {
    const rows = listAt(json, 'data');
    const left = rows.filter((row) => !isGone(row));
    setAt(json, 'data', left);
    changeAt(json, 'meta.total', (total) => Number(total) - (rows.length - left.length));
  });

const lists: readonly Mutant[] = [
  ...(
    [
      ['listDnsZones', 'createDnsZone', 'deleteDnsZone'],
      ['listApiKeys', 'createApiKey', 'revokeApiKey'],
    ] as const
  ).map(([list, creation, deletion]) =>
    follows(`lists/next-one-gone-with-another[${list}]`, 'endpoints/list-shows-all', (p) => {
      const made: string[] = [];
      const gone = new Set<string | undefined>();
      onSuccess(p, creation, (json) => made.push(textAt(json, 'id')));
      onSuccess(p, deletion, (_json, { params }) => {
        const at = made.indexOf(params.id ?? '');
        gone.add(made[at + 1] ?? made[at - 1]);
      });
      leaveOut(p, list, (row) => gone.has(textAt(row, 'id')));
    }),
  ),
  stated('lists/active-subscriptions-gone-with-another', 'endpoints/list-subscriptions', (p) => {
    const customers = new Map<string, string>();
    const gone = new Set<string | undefined>();
    onEachRecord(p, ['getSubscription', 'listSubscriptions'], (row) =>
      customers.set(textAt(row, 'id'), textAt(row, 'customer_id')),
    );
    onSuccess(p, 'cancelSubscription', (_json, { params }) => gone.add(customers.get(params.id ?? '')));
    leaveOut(p, 'listSubscriptions', (row) => gone.has(textAt(row, 'customer_id')));
  }),
  chosen('lists/bare-array', 'endpoints/list-envelope', (p) =>
    onSuccess(p, LISTS, (json, _request, reply) => Object.assign(reply, { json: valueAt(json, 'data') })),
  ),
  ...['per_page', 'page'].map((name) =>
    chosen(`lists/paging-ignored[${name}]`, ['endpoints/list-paging', 'endpoints/list-envelope'], (p) =>
      editQuery(p, (query) => query.delete(name)),
    ),
  ),
  chosen('lists/row-again-on-next-page', 'endpoints/list-paging', (p) => {
    const last = new Map<string, unknown>();
    onSuccess(p, LISTS, (json, { path }) => {
      const rows = valueAt(json, 'data');
      if (!Array.isArray(rows) || rows.length === 0) return;
      const before = last.get(path);
      last.set(path, rows.at(-1));
      if (Number(valueAt(json, 'meta.current_page')) > 1 && before !== undefined) rows[0] = before;
    });
  }),
  follows('lists/pages-leave-out-a-row', 'endpoints/list-shows-all', (p) =>
    onSuccess(p, 'listInvoices', (json) => {
      const rows = valueAt(json, 'data');
      if (Array.isArray(rows) && Number(valueAt(json, 'meta.current_page')) > 1) rows.shift();
    }),
  ),
  ...['status', 'customer_id'].map((name) =>
    chosen(`lists/filter-ignored[${name}]`, 'endpoints/list-filters', (p) =>
      editQuery(p, (query) => query.delete(name)),
    ),
  ),
  chosen('lists/next-page-on-other-host', 'endpoints/next-page-on-this-host', (p) =>
    onSuccess(p, LISTS, (json) =>
      changeAt(json, 'links.next', (next) =>
        typeof next === 'string' ? `https://pages.example.net${new URL(next, 'http://x').pathname}` : next,
      ),
    ),
  ),
  ...unusualQueries.map(([label, isUnusual]) =>
    follows(`lists/unusual-query-500[${label}]`, 'endpoints/list-odd-query-no-crash', (p) =>
      answer(p, LISTS, serverError(), isUnusual),
    ),
  ),
];

const routes: readonly Mutant[] = [
  follows('routes/malformed-id-500', 'endpoints/unknown-id-refused', (p) =>
    answer(p, 'getCustomer', serverError(), ({ params: { id = '' } }) => !/^[0-9a-f-]{36}$/i.test(id)),
  ),
  follows('routes/unknown-path-200', 'endpoints/unknown-route-refused', (p) =>
    replace(
      p,
      'everything',
      ({ json }) => valueAt(json, 'error.code') === 'ROUTE_NOT_FOUND',
      jsonResponse(200, {}),
    ),
  ),
  ...[jsonResponse(200, {}), serverError()].map((reply) =>
    chosen(`routes/unknown-method-answered[${reply.status}]`, 'endpoints/unknown-method-refused', (p) =>
      replace(
        p,
        'everything',
        (_reply, { operation, method }) => operation === null && method !== 'GET',
        reply,
      ),
    ),
  ),
  stated('routes/no-tls', 'service/https', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://api.hosting.example.com/v1')),
  ),
  stated('routes/other-version', 'versioning/v1', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/v2')),
  ),
  ...[
    { openapi: '3.0.3', info: {}, paths: {} },
    { swagger: '2.0', info: {}, paths: {} },
  ].map((document) =>
    stated(`routes/openapi-of-another-kind[${Object.keys(document)[0]}]`, 'versioning/openapi', (p) =>
      answer(p, 'everything', jsonResponse(200, document), ({ path }) => path === '/openapi.json'),
    ),
  ),
  ...[/%27|'|%22/, /%2e%2e|\.\./i, /^(?!.*[0-9a-f]{8}-[0-9a-f]{4}-).*$/i].map((form) =>
    follows(`routes/unusual-id-500[${form.source}]`, 'endpoints/odd-id-no-crash', (p) =>
      answer(
        p,
        'everything',
        serverError(),
        ({ path, params }) => params.id !== undefined && form.test(path),
      ),
    ),
  ),
  stated(
    'routes/json-request-415',
    ['service/json-requests', 'errors/status-codes', 'endpoints/wallet-topup'],
    (p) => replace(p, 'topUpWallet', isSuccess, refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send a form.')),
  ),
];

export const listsAndRoutes: readonly Mutant[] = [...lists, ...routes];
