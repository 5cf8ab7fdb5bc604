// Planted faults: scopes of keys, what only a platform admin may do, members a client may not set.

import { isObject } from '../../src/contract/is-object.ts';
import { stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import { each, jsonResponse, valueAt } from './response-edits.ts';

export const roles: readonly Mutant[] = [
  stated(
    'tenants/list-open-to-all',
    'anybody may list the tenants',
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
  ...each(['createCustomer'] as const, (operation) =>
    stated(
      `api-keys/scopes-ignored[${operation}]`,
      `a key that may only read can call ${operation}`,
      ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
      'authentication/scopes-bind',
      (p) => p.skip('authorise', operation),
    ),
  ),
  stated(
    'api-keys/scopes-ignored[everything]',
    'the scopes of a key are not looked at',
    [
      'authentication/keys-carry-scopes',
      'authentication/lacking-permission-is-403',
      'authentication/tenants-for-admins',
    ],
    'authentication/scopes-bind',
    (p) => p.skip('authorise', 'everything'),
  ),
  stated(
    'isolation/tenant-id-in-body[createCustomer]',
    'a `tenant_id` in the body puts a customer into another tenant',
    'service/own-tenant-only',
    'isolation/tenant-in-body',
    (p) =>
      p.handler('createCustomer', ({ request, db }, go) => {
        const tenant = valueAt(request.json, 'tenant_id');
        return typeof tenant === 'string' && db.platform.table('tenants').find(tenant)
          ? go({ db: db.of(tenant) })
          : go();
      }),
  ),
  stated(
    'isolation/tenant-id-in-body[updateCustomer]',
    'a `tenant_id` in the body moves a customer into another tenant',
    'service/own-tenant-only',
    'isolation/tenant-id-in-the-body',
    (p) =>
      p.handler('updateCustomer', ({ request, db }, go) => {
        const done = go();
        const tenant_id = valueAt(request.json, 'tenant_id');
        if (
          typeof tenant_id !== 'string' ||
          !db.platform.table('tenants').find(tenant_id) ||
          !isObject(done)
        ) {
          return done;
        }
        const row = { ...done, tenant_id };
        db.table('customers').remove(String(done.id));
        return db.of(tenant_id).table('customers').insert(row);
      }),
  ),
];
