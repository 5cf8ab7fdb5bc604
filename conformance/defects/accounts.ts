// Defects of tenants, customers and API keys.

import { isObject } from '../../src/contract/is-object.ts';
import {
  answer,
  editArray,
  hideRows,
  isSuccess,
  jsonResponse,
  listAt,
  NOT_FOUND,
  onEachRecord,
  onSuccess,
  refusal,
  replace,
  setAt,
  textAt,
  valueAt,
} from '../../src/variations/edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { after, editBody, idsOf } from './edits/injections.ts';
import type { Injector, Mutant } from './mutant.ts';

const ADMINS = ['authentication/tenants-for-admins', 'authentication/keys-scoped-per-tenant'] as const;
const isAdmin = ({ role }: { role?: string | null }): boolean => role === 'platform_admin';

const tenants: readonly Mutant[] = [
  stated('tenants/list-without-resellers', 'endpoints/list-tenants', (p) =>
    onSuccess(p, 'listTenants', (_json, _request, reply) =>
      hideRows(reply, (row) => textAt(row, 'tier') === 'reseller'),
    ),
  ),
  stated('tenants/list-open-to-all', ADMINS, (p) => {
    p.skip('authorise', 'listTenants');
    p.handler('listTenants', ({ caller, db }, go) => {
      const page = go({ db: db.platform });
      const rows = listAt(page, 'data').filter(
        (row) => isAdmin(caller) || valueAt(row, 'id') === caller.tenantId,
      );
      return isObject(page) ? { ...page, data: rows } : page;
    });
  }),
  stated('tenants/list-open-to-resellers', ADMINS, (p) => {
    p.skip('authorise', 'listTenants');
    p.handler('listTenants', ({ caller, db }, go) => {
      const tenant = db.platform.table('tenants').find(caller.tenantId ?? '');
      if (!isAdmin(caller) && valueAt(tenant, 'tier') !== 'reseller') p.throwRefusal('ROLE_FORBIDDEN');
      return go({ db: db.platform });
    });
  }),
  chosen('tenants/tenant-creates-tenant', 'tenants/platform-only', (p) =>
    replace(
      p,
      'createTenant',
      403,
      jsonResponse(201, { id: '7a0c7f4e-2a6e-4f0a-9d5c-0d3b4d5e6f70', name: 'One' }),
    ),
  ),
  chosen('tenants/own-record-refused', 'tenants/own-readable', (p) =>
    p.handler(['getTenant', 'getTenantUsage'], ({ caller }, go) =>
      isAdmin(caller) ? go() : p.throwRefusal('NOT_FOUND'),
    ),
  ),
  chosen(
    'tenants/terminated-not-found',
    ['states/terminated-tenant-readable', 'endpoints/list-paging'],
    (p) => {
      const ended = idsOf(p, 'terminateTenant');
      replace(
        p,
        ['getTenant', 'getTenantUsage'],
        (_reply, { params }) => ended.has(params.id ?? ''),
        NOT_FOUND,
      );
      p.reply('listTenants', (reply) => hideRows(reply, (row) => ended.has(textAt(row, 'id'))));
    },
  ),
];

const customers: readonly Mutant[] = [
  chosen('customers/deactivated-not-found', 'states/deactivated-still-readable', (p) => {
    const ended = idsOf(p, 'deactivateCustomer');
    replace(p, 'getCustomer', (_reply, { params }) => ended.has(params.id ?? ''), NOT_FOUND);
  }),
  chosen('customers/deactivated-orders', 'states/deactivated-cannot-order', (p) =>
    p.handler('createOrder', ({ db, body }, go) => {
      const customers = db.table('customers');
      const customer = customers.find(textAt(body, 'customer_id'));
      if (customer?.status !== 'inactive') return go();
      customers.update(customer.id, { status: 'active' });
      const result = go();
      customers.update(customer.id, { status: 'inactive' });
      return result;
    }),
  ),
  chosen('customers/update-empties-unsent', 'endpoints/update-keeps-unsent', (p) => {
    const empty = {
      company_name: null,
      phone: null,
      address: null,
      tax_id: null,
      external_id: null,
      metadata: {},
    };
    editBody(p, 'updateCustomer', (body) => Object.assign(body, { ...empty, ...body }));
  }),
  follows('customers/update-changes-id', 'endpoints/update-keeps-identity', (p) =>
    after(p, 'updateCustomer', ({ request, db }, result) => {
      const id = valueAt(request.json, 'id');
      if (typeof id !== 'string') return result;
      db.table('customers').remove(String(result.id));
      return db.table('customers').insert({ ...result, id });
    }),
  ),
  stated('customers/list-ends-after-ten', ['endpoints/list-customers', 'endpoints/list-shows-all'], (p) => {
    editArray(p, 'listCustomers', 'data', (rows) => rows.slice(0, 10));
    onSuccess(p, 'listCustomers', (json) => {
      setAt(json, 'links.next', null);
      setAt(json, 'meta', { current_page: 1, per_page: 10, total: 10, last_page: 1 });
    });
  }),
  follows('customers/unicode-mangled', ['service/unicode-survives', 'endpoints/create-echoes'], (p) =>
    editBody(p, ['createCustomer', 'updateCustomer'], (body) => {
      for (const [name, value] of Object.entries(body))
        if (typeof value === 'string') body[name] = Buffer.from(value, 'utf8').toString('latin1');
    }),
  ),
];

function createdKeys(p: Injector): Map<string, string> {
  const keys = new Map<string, string>();
  onSuccess(p, 'createApiKey', (json) => keys.set(textAt(json, 'key'), textAt(json, 'id')));
  return keys;
}

function createsKeysBeyond(p: Injector, scope: string): void {
  p.request('createApiKey', ({ json }) => {
    if (listAt(json, 'scopes').includes(scope)) setAt(json, 'scopes', ['api_keys:read']);
  });
  onSuccess(p, 'createApiKey', (json, request) => {
    if (listAt(request.json, 'scopes').includes(scope)) setAt(json, 'scopes', [scope]);
  });
}

const apiKeys: readonly Mutant[] = [
  stated('api-keys/new-key-refused', ['authentication/bearer', 'authentication/keys-managed'], (p) => {
    const keys = createdKeys(p);
    answer(p, 'everything', refusal(401, 'UNAUTHENTICATED', 'Unknown.'), ({ bearer }) =>
      keys.has(bearer ?? ''),
    );
  }),
  ...(['getApiKey', 'listApiKeys'] as const).map((operation) =>
    chosen(`api-keys/key-shown-again[${operation}]`, 'api-keys/key-once', (p) => {
      const keys = createdKeys(p);
      onEachRecord(p, operation, (row) => {
        row.key = [...keys].find(([, id]) => id === row.id)?.[0] ?? null;
      });
    }),
  ),
  chosen('api-keys/usage-not-counted', 'api-keys/usage-moves', (p) => {
    let first: unknown;
    onSuccess(p, 'getApiKeyUsage', (json, _request, reply) => {
      first ??= structuredClone(json);
      reply.json = structuredClone(first);
    });
  }),
  chosen('api-keys/revoked-not-found', 'api-keys/revoked-stays-readable', (p) =>
    replace(
      p,
      'getApiKey',
      (reply) => isSuccess(reply) && valueAt(reply.json, 'status') === 'revoked',
      NOT_FOUND,
    ),
  ),
  chosen('api-keys/scopes-of-new-key-ignored[some]', 'api-keys/scopes-asked-for', (p) =>
    p.skip('authorise', ['cancelOrder', 'createTicketReply', 'closeTicket']),
  ),
  ...['customers:write', 'platform:admin'].map((scope) =>
    chosen(`api-keys/scopes-beyond-own[${scope}]`, 'api-keys/scopes-within-own', (p) =>
      createsKeysBeyond(p, scope),
    ),
  ),
];

export const accounts: readonly Mutant[] = [...tenants, ...customers, ...apiKeys];
