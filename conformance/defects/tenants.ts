// Defects of tenants: who may list and create them, and what remains after a tenant is terminated.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  jsonResponse,
  listAt,
  numberAt,
  onSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const tenants: readonly Mutant[] = [
  stated(
    'tenants/list-open-to-all[keys]',
    "a tenant's API key may list the tenants",
    ['authentication/tenants-for-admins', 'authentication/keys-scoped-per-tenant'],
    'tenants/list-not-for-keys',
    (p) =>
      p.reply('listTenants', (reply, { bearer }) => {
        if (reply.status === 403 && bearer?.split('.').length === 1)
          replaceResponse(reply, jsonResponse(200, { data: p.readDb((db) => db.table('tenants').all()) }));
      }),
  ),
  stated(
    'tenants/list-open-to-all',
    'every caller may list the tenants',
    'authentication/tenants-for-admins',
    'authentication/tenants-for-admins',
    (p) =>
      p.request(
        ({ path, method, bearer }) => method === 'GET' && path === '/tenants' && bearer !== null,
        () =>
          jsonResponse(200, {
            data: p.readDb((db) =>
              db
                .table('tenants')
                .all()
                .map(({ id, name }) => ({ id, name })),
            ),
          }),
      ),
  ),
  ...each([403, 404], (status) =>
    stated(
      `tenants/admin-list-refused[${status}]`,
      `a platform admin who lists the tenants is answered ${status}`,
      ['endpoints/list-tenants', 'authentication/tenants-for-admins', 'service/path-prefixes'],
      'tenants/list',
      (p) =>
        p.reply('listTenants', (reply) => {
          if (isSuccess(reply)) replaceResponse(reply, refusal(status, 'NO', 'No.'));
        }),
    ),
  ),
  stated(
    'tenants/admin-list-incomplete',
    'the list of tenants shows a platform admin the own tenant only',
    ['endpoints/list-tenants'],
    'tenants/list',
    (p) =>
      p.handler('listTenants', ({ caller }, go) => {
        const page = go();
        changeAt(page, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => valueAt(row, 'id') === caller.tenantId) : data,
        );
        return page;
      }),
  ),
  stated(
    'tenants/admin-list-incomplete[active]',
    'the list of tenants shows a platform admin one tenant only',
    ['endpoints/list-tenants'],
    'tenants/list',
    (p) =>
      p.reply('listTenants', (reply) => {
        if (isSuccess(reply))
          reply.json = {
            data: [],
            meta: { current_page: 1, per_page: 25, total: 0, last_page: 1 },
            links: {},
          };
      }),
  ),
  chosen(
    'tenants/tenant-creates-tenant',
    'a tenant may create another tenant',
    'tenants/platform-only',
    'tenants/not-by-tenants',
    (p) =>
      p.reply('createTenant', (reply) => {
        if (reply.status === 403)
          replaceResponse(
            reply,
            jsonResponse(201, { id: '7a0c7f4e-2a6e-4f0a-9d5c-0d3b4d5e6f70', name: 'One more' }),
          );
      }),
  ),
  chosen(
    'tenants/own-record-refused',
    'a tenant may not read its own record',
    'tenants/own-readable',
    'tenants/own',
    (p) =>
      p.handler(['getTenant', 'getTenantUsage'], ({ caller }, go) =>
        caller.scopes.includes('platform:admin') ? go() : p.throwRefusal('NOT_FOUND'),
      ),
  ),
  stated(
    'tenants/usage-empty',
    'the usage of a tenant is no summary',
    'endpoints/tenant-usage',
    'tenants/usage',
    (p) =>
      p.reply('getTenantUsage', (reply) => {
        if (isSuccess(reply)) reply.json = 'much';
      }),
  ),
  chosen(
    'tenants/terminated-erased',
    'a terminated tenant is erased',
    ['states/terminated-tenant-readable', 'endpoints/list-paging'],
    'tenants/soft-delete',
    (p) => {
      const deleted = new Set<string>();
      p.reply('terminateTenant', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply(['getTenant', 'getTenantUsage', 'updateTenant'], (reply, { params }) => {
        if (deleted.has(params.id ?? ''))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
      });
      p.reply('listTenants', (reply) =>
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => !deleted.has(textAt(row, 'id'))) : data,
        ),
      );
    },
  ),
  chosen(
    'tenants/terminated-status-wrong',
    'a terminated tenant is shown as `suspended`',
    'states/tenant-terminated-shown',
    'tenants/terminated-status',
    (p) =>
      p.reply('getTenant', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'status', (word) => (word === 'terminated' ? 'suspended' : word));
      }),
  ),
  stated(
    'tenants/terminated-status-wrong[active]',
    'a terminated tenant is still shown as active',
    ['endpoints/terminate-tenant', 'states/acknowledged-action-happens'],
    'tenants/terminate-changes',
    (p) =>
      p.reply(['getTenant', 'listTenants'], (reply) => {
        if (!isSuccess(reply)) return;
        for (const record of recordsIn(reply.json)) {
          record.status = 'active';
          record.terminated_at = null;
        }
      }),
  ),
  stated(
    'tenants/filtered-list-allowed',
    'any user of a tenant gets the list of tenants, filtered to its own',
    ['authentication/tenants-for-admins'],
    'authentication/tenants-for-admins',
    (p) => {
      p.skip('authorise', 'listTenants');
      p.handler('listTenants', ({ caller, db }, go) => {
        const page = go({ db: db.platform });
        if (caller.scopes.includes('platform:admin')) return page;
        return isObject(page) && Array.isArray(page.data)
          ? { ...page, data: page.data.filter((t) => isObject(t) && t.id === caller.tenantId) }
          : page;
      });
    },
  ),
  stated(
    'tenants/update-hits-own-tenant',
    "the settings of a tenant that are updated are those of the caller's tenant",
    ['endpoints/update-tenant', 'endpoints/update-persists'],
    'tenants/update-persists',
    (p) =>
      p.handler('updateTenant', ({ request, body, db }, go) => {
        const before = db.platform.table('tenants').find(request.params.id ?? '');
        const result = go();
        if (before && isObject(result) && isObject(body)) {
          const { id: _i, created_at: _c, ...rest } = before;
          db.platform.table('tenants').update(before.id, rest);
        }
        return result;
      }),
  ),
  chosen(
    'tenants/terminated-not-found',
    'a terminated tenant is gone',
    ['states/terminated-tenant-readable', 'endpoints/list-paging'],
    'tenants/soft-delete',
    (p) => {
      const deleted = new Set<string>();
      p.reply('terminateTenant', (reply, request) => {
        if (isSuccess(reply)) deleted.add(request.params.id ?? '');
      });
      p.reply('getTenant', (reply, request) => {
        if (deleted.has(request.params.id ?? '')) replaceResponse(reply, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listTenants', (body) =>
        changeAt(body, 'data', (data) =>
          Array.isArray(data) ? data.filter((c) => !deleted.has(textAt(c, 'id'))) : data,
        ),
      );
    },
  ),
  follows(
    'tenants/name-cut',
    'the name of a tenant is cut to ten characters when it is updated',
    ['endpoints/update-persists', 'endpoints/update-tenant'],
    'tenants/update-persists',
    (p) =>
      p.request('updateTenant', (change) => {
        if (isObject(change.json) && typeof change.json.name === 'string')
          change.json = { ...change.json, name: change.json.name.slice(0, 10) };
        return undefined;
      }),
  ),
  stated(
    'tenants/list-shows-two',
    'the list of tenants never shows more than two of them',
    ['endpoints/list-tenants', 'endpoints/list-shows-all'],
    'tenants/list',
    (p) =>
      onSuccess(p, 'listTenants', (body) => {
        setAt(body, 'data', listAt(body, 'data').slice(0, 2));
        if (isObject(valueAt(body, 'meta'))) {
          setAt(body, 'meta.total', Math.min(2, numberAt(body, 'meta.total')));
          setAt(body, 'meta.last_page', 1);
        }
        setAt(body, 'links.next', null);
      }),
  ),
];
