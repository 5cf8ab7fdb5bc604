// Defects of reads after a write: a resource or a list shows an older state.
import type { OperationId } from '../../src/contract/operations.ts';
import type { RequirementId } from '../requirements.ts';
import { follows, stated } from './define-mutant.ts';
import { each, isSuccess, serverError } from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/** Answers every read of a path with the reply that the first read of that path got. */
function frozenReply(p: Injector, operation: OperationId): void {
  const first = new Map<string, unknown>();
  p.reply(operation, (reply, { path }) => {
    if (!isSuccess(reply)) return;
    if (first.has(path)) reply.json = structuredClone(first.get(path));
    else first.set(path, structuredClone(reply.json));
  });
}

/** Answers every read of a path, from the second on, with the reply that belongs to the read before it. */
function oneWriteBehind(p: Injector, operation: OperationId): void {
  const last = new Map<string, unknown>();
  p.reply(operation, (reply, { path, query, bearer }) => {
    if (!isSuccess(reply)) return;
    const key = `${path}?${query} ${bearer}`;
    const now = structuredClone(reply.json);
    if (last.has(key)) reply.json = structuredClone(last.get(key));
    last.set(key, now);
  });
}

const details: readonly (readonly [OperationId, string, ...RequirementId[]])[] = [
  ['getCustomer', 'customers/update-persists', 'endpoints/update-persists'],
  ['getService', 'services/suspend-changes', 'states/service-actions', 'states/acknowledged-action-happens'],
  ['getOrder', 'orders/cancel-shows', 'endpoints/cancel-order', 'states/acknowledged-action-happens'],
  ['getDomain', 'domains/nameservers-persist', 'endpoints/update-nameservers', 'endpoints/update-persists'],
  ['getVps', 'vps/stop-happens', 'states/vps-actions', 'states/acknowledged-action-happens'],
  ['getTicket', 'support/close-shows', 'states/ticket-closes', 'endpoints/close-ticket'],
  ['getWebhook', 'webhooks/update-persists', 'endpoints/update-persists'],
  ['getTenant', 'tenants/update-persists', 'endpoints/update-persists'],
  ['getWallet', 'billing/topup', 'endpoints/wallet-topup', 'endpoints/wallet'],
];

const lists: readonly (readonly [OperationId, string, ...RequirementId[]])[] = [
  ['listServices', 'resources/unchanged-since-write', 'endpoints/list-and-detail-agree'],
  ['listPayments', 'billing/payment-listed', 'endpoints/list-payments'],
  ...each(
    [
      'listTenants',
      'listCustomers',
      'listOrders',
      'listDomains',
      'listHostingAccounts',
      'listCertificates',
      'listDnsZones',
      'listEmailServices',
    ] as const,
    (operation) => [operation, 'resources/listed'] as const,
  ),
];

export const consistency: readonly Mutant[] = [
  ...each(details, ([operation, check, ...requirement]) =>
    follows(
      `consistency/detail-never-changes[${operation}]`,
      `${operation} shows for ever what it showed first`,
      ['states/shown-as-left', ...requirement],
      check,
      (p) => frozenReply(p, operation),
    ),
  ),
  ...each(lists, ([operation, check, ...requirement]) =>
    follows(
      `consistency/list-one-read-behind[${operation}]`,
      `${operation} is one reading behind`,
      ['states/shown-as-left', 'endpoints/list-shows-all', ...requirement],
      check,
      (p) => oneWriteBehind(p, operation),
    ),
  ),
  stated(
    'consistency/tenant-list-500-after-update',
    'the list of tenants is a server error once one of them was updated',
    ['endpoints/list-tenants', 'endpoints/list-shows-all'],
    'final-read/listTenants',
    (p) => {
      let changed = false;
      p.reply('updateTenant', (reply) => {
        changed ||= isSuccess(reply);
      });
      p.request('listTenants', () => (changed ? serverError() : undefined));
    },
  ),
];
