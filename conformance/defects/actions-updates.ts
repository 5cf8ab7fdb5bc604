// Defects of updates and deletions: the mock acknowledges the request but stores nothing, deletes nothing, or changes
// another record.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { RequirementId } from '../requirements.ts';
import { follows, stated } from './define-mutant.ts';
import { each, isSuccess, replaceResponse, serverError, valueAt } from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

/**
 * The deletions that a defect turns into no-ops. Each entry lists the operation, its table, the broken requirements
 * and the check that must catch the defect.
 */
const deletions = [
  [
    'terminateTenant',
    'tenants',
    ['endpoints/terminate-tenant', 'states/acknowledged-action-happens'],
    'tenants/terminate-changes',
  ],
  [
    'terminateVps',
    'vps',
    ['states/acknowledged-action-happens', 'endpoints/terminate-vps'],
    'vps/terminate-changes',
  ],
  [
    'deleteDnsZone',
    'dns_zones',
    ['states/deletes-delete', 'endpoints/delete-zone'],
    'dns/delete-takes-effect',
  ],
  [
    'deleteDnsRecord',
    'dns_records',
    ['states/deletes-delete', 'endpoints/delete-record'],
    'dns/delete-record-takes-effect',
  ],
  [
    'deleteMailbox',
    'mailboxes',
    ['states/deletes-delete', 'endpoints/delete-mailbox'],
    'email/delete-mailbox-takes-effect',
  ],
  [
    'deleteWebhook',
    'webhooks',
    ['webhooks/deleted-is-gone', 'endpoints/delete-webhook'],
    'webhooks/delete-takes-effect',
  ],
  [
    'revokeApiKey',
    'api_keys',
    ['states/key-revoked', 'endpoints/revoke-api-key', 'authentication/invalid-is-401'],
    'api-keys/revoked-is-401',
  ],
] as const satisfies readonly (readonly [
  OperationId,
  string,
  readonly [RequirementId, ...RequirementId[]],
  string,
])[];

export const actionsUpdates: readonly Mutant[] = [
  ...each(
    [
      ['terminateTenant', 'tenants/terminate-twice'],
      ['deleteDnsZone', 'dns/delete-twice'],
      ['terminateVps', 'vps/terminate-twice'],
      ['deleteWebhook', 'webhooks/delete-twice'],
      ['revokeApiKey', 'api-keys/revoke-twice'],
    ] as const,
    ([operation, check]) =>
      follows(
        `actions/second-delete-500[${operation}]`,
        `${operation} a second time is a server error`,
        'states/second-delete',
        check,
        (p) => {
          const done = new Set<string>();
          p.request(operation, (_edit, { params }) =>
            done.has(params.id ?? '') ? serverError() : undefined,
          );
          p.reply(operation, (reply, { params }) => {
            if (isSuccess(reply)) done.add(params.id ?? '');
          });
        },
      ),
  ),
  ...each(['deactivateCustomer', 'cancelSubscription'] as const, (operation) =>
    follows(
      `actions/second-delete-500[${operation}]`,
      `${operation} a second time is a server error`,
      'states/second-delete',
      operation === 'deactivateCustomer' ? 'customers/deactivate-twice' : 'billing/cancel-subscription-twice',
      (p) => {
        const done = new Set<string>();
        p.request(operation, (_edit, { params }) => (done.has(params.id ?? '') ? serverError() : undefined));
        p.reply(operation, (reply, { params }) => {
          if (isSuccess(reply)) done.add(params.id ?? '');
        });
      },
    ),
  ),
  follows(
    'actions/second-delete-500[deleteDnsRecord]',
    'deleteDnsRecord of a record that does not exist is a server error',
    ['endpoints/unknown-id-refused', 'endpoints/unknown-child-no-crash'],
    'unknown-id/deleteDnsRecord/no-crash',
    (p) =>
      p.reply('deleteDnsRecord', (reply) => {
        if (reply.status === 404) replaceResponse(reply, serverError());
      }),
  ),
  ...each(deletions, ([operation, table, requirement, check]) =>
    (operation === 'terminateTenant' || operation === 'revokeApiKey' ? stated : follows)(
      `actions/delete-not-done[${operation}]`,
      `${operation} is acknowledged and changes nothing`,
      requirement,
      check,
      (p) =>
        p.handler(operation, ({ request: { params }, db }, go) => {
          const id = params.rid ?? params.mbx ?? params.id ?? '';
          const row = db.platform.table(table).find(id);
          return row === undefined
            ? go()
            : table === 'api_keys' || table === 'vps' || table === 'tenants'
              ? row
              : { id, deleted: true };
        }),
    ),
  ),
  stated(
    'actions/delete-not-done[customer]',
    'DELETE of a customer is acknowledged and changes nothing',
    ['states/delete-deactivates-customer', 'endpoints/delete-customer', 'states/acknowledged-action-happens'],
    'customers/deactivate-shows',
    (p) =>
      p.handler('deactivateCustomer', ({ request, db }) =>
        db.table('customers').find(request.params.id ?? ''),
      ),
  ),
  stated(
    'actions/delete-not-done[subscription]',
    'DELETE of a subscription is acknowledged and changes nothing',
    [
      'states/delete-cancels-subscription',
      'endpoints/cancel-subscription',
      'endpoints/list-subscriptions',
      'states/acknowledged-action-happens',
    ],
    'billing/cancelled-not-listed',
    (p) =>
      p.handler('cancelSubscription', ({ request, db }) =>
        db.table('subscriptions').find(request.params.id ?? ''),
      ),
  ),
  ...each(
    [
      ['updateTenant', 'tenants', 'tenants/update-persists'],
      ['replaceDomainNameservers', 'domains', 'domains/nameservers-persist'],
      ['updateDnsRecord', 'dns_records', 'dns/update-persists'],
      ['updateWebhook', 'webhooks', 'webhooks/update-persists'],
    ] as const,
    ([operation, table, check]) =>
      follows(
        `actions/update-not-stored[${operation}]`,
        `${operation} is acknowledged and not kept`,
        [
          'endpoints/update-persists',
          (
            {
              updateTenant: 'endpoints/update-tenant',
              replaceDomainNameservers: 'endpoints/update-nameservers',
              updateDnsRecord: 'endpoints/update-record',
              updateWebhook: 'endpoints/update-webhook',
            } as const
          )[operation],
        ],
        check,
        (p) =>
          p.handler(operation, ({ request: { params }, db, body }) => ({
            ...db.table(table).find(params.rid ?? params.id ?? ''),
            ...(isObject(body) ? body : {}),
          })),
      ),
  ),
  stated(
    'actions/update-not-stored',
    'an update of a customer is acknowledged and not kept',
    ['endpoints/update-customer', 'endpoints/update-persists'],
    'customers/update-persists',
    (p) =>
      p.handler('updateCustomer', ({ request, db, body }) => ({
        ...db.table('customers').find(request.params.id ?? ''),
        ...(isObject(body) ? body : {}),
      })),
  ),
  follows(
    'actions/refused-update-changes[updateWebhook]',
    'a refused update changes the webhook endpoint',
    'endpoints/refused-write-changes-nothing',
    'webhooks/refused-update-changes-nothing',
    (p) =>
      p.reply('updateWebhook', (reply, { params: { id = '' }, json }) => {
        if (reply.status !== 422) return;
        p.readDb((db) => {
          const tenant = db.table('webhooks').find(id)?.tenant_id;
          if (typeof tenant === 'string')
            db.of(tenant)
              .table('webhooks')
              .update(id, { description: valueAt(json, 'description') ?? null });
        });
      }),
  ),
  follows(
    'actions/refused-update-changes',
    'a refused update changes the customer',
    'endpoints/refused-write-changes-nothing',
    'customers/refused-update-changes-nothing',
    (p) =>
      p.reply('updateCustomer', (reply, { params: { id = '' }, json }) => {
        if (reply.status !== 422) return;
        p.readDb((db) => {
          const tenant = db.table('customers').find(id)?.tenant_id;
          const name = valueAt(json, 'last_name') ?? valueAt(json, 'first_name');
          if (typeof tenant === 'string') {
            db.of(tenant)
              .table('customers')
              .update(id, { last_name: `${typeof name === 'string' ? name : ''} changed` });
          }
        });
      }),
  ),
  ...each(
    [
      ['updateCustomer', 'customers'],
      ['updateWebhook', 'webhooks'],
    ] as const,
    ([operation, table]) =>
      follows(
        `actions/update-changes-another[${operation}]`,
        `${operation} changes the newest other as well`,
        ['endpoints/update-of-one', 'endpoints/update-persists'],
        'updates/change-one-resource',
        (p) =>
          p.handler(operation, ({ request, db, body }, go) => {
            const result = go();
            const other = db
              .table(table)
              .all()
              .filter(({ id }) => id !== request.params.id)
              .at(-1);
            const text = isObject(body) ? (body.last_name ?? body.description) : undefined;
            if (other && typeof text === 'string')
              db.table(table).update(
                other.id,
                table === 'customers' ? { last_name: text } : { description: text },
              );
            return result;
          }),
      ),
  ),
];
