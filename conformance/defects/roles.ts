// Planted faults: scopes of keys, what only a platform admin may do, members a client may not set.
import { answer, at, each, isDict } from './edit.ts';
import type { Defect } from './plant.ts';
import { stated } from './row.ts';

export const roles: readonly Defect[] = [
  stated(
    'AZ01',
    'anybody may list the tenants',
    'authentication/tenants-for-admins',
    'authentication/tenants-for-admins',
    (p) =>
      p.request(
        ({ path, method, bearer }) => method === 'GET' && path === '/tenants' && bearer !== null,
        () =>
          answer(200, {
            data: p.books((books) =>
              books
                .shelf('tenants')
                .all()
                .map(({ id, name }) => ({ id, name })),
            ),
          }),
      ),
  ),
  ...each(['createCustomer'] as const, (operation) =>
    stated(
      `AZ05[${operation}]`,
      `a key that may only read can call ${operation}`,
      ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
      'authentication/scopes-bind',
      (p) => p.skip('authorise', operation),
    ),
  ),
  stated(
    'AZ05[everything]',
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
    'AZ08[createCustomer]',
    'a `tenant_id` in the body puts a customer into another tenant',
    'service/own-tenant-only',
    'isolation/tenant-in-body',
    (p) =>
      p.handler('createCustomer', ({ asked, books }, go) => {
        const tenant = at(asked.json, 'tenant_id');
        return typeof tenant === 'string' && books.platform.shelf('tenants').find(tenant)
          ? go({ books: books.of(tenant) })
          : go();
      }),
  ),
  stated(
    'AZ08[updateCustomer]',
    'a `tenant_id` in the body moves a customer into another tenant',
    'service/own-tenant-only',
    'isolation/tenant-id-in-the-body',
    (p) =>
      p.handler('updateCustomer', ({ asked, books }, go) => {
        const done = go();
        const tenant_id = at(asked.json, 'tenant_id');
        if (
          typeof tenant_id !== 'string' ||
          !books.platform.shelf('tenants').find(tenant_id) ||
          !isDict(done)
        ) {
          return done;
        }
        const row = { ...done, tenant_id };
        books.shelf('customers').remove(String(done.id));
        return books.of(tenant_id).shelf('customers').insert(row);
      }),
  ),
];
