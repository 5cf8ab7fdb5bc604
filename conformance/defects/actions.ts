// Defects of actions: the mock acknowledges an action without performing it, always refuses it, or allows it in a
// wrong state.

import { randomUUID } from 'node:crypto';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  NOT_IMPLEMENTED,
  recordsIn,
  replaceResponse,
  serverError,
  setAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/**
 * Shows a VPS with the state that it had before an action.
 * @param status the status that the reply to the action shows
 */
function showUnchangedVps(
  p: Injector,
  operation: 'stopVps' | 'startVps' | 'rebootVps' | 'resizeVps',
  status: string,
): void {
  const acted = new Set<string>();
  p.reply(['stopVps', 'startVps', 'rebootVps', 'resizeVps'], (reply, request) => {
    if (!isSuccess(reply)) return;
    if (request.operation === operation) acted.add(request.params.id ?? '');
    else acted.delete(request.params.id ?? '');
  });
  p.reply('getVps', (reply, { params }) => {
    if (!isSuccess(reply) || !acted.has(params.id ?? '')) return;
    if (operation === 'resizeVps') changeAt(reply.json, 'sku_id', () => 'vps-2g');
    else setAt(reply.json, 'status', status);
  });
}

const ACTIONS = ['suspendService', 'unsuspendService', 'terminateService', 'renewService'] as const;

const RESULT = {
  suspendService: 'suspended',
  unsuspendService: 'active',
  terminateService: 'terminated',
  renewService: 'active',
};

const SHOW_SERVICES = [
  'getService',
  'listServices',
  'suspendService',
  'unsuspendService',
  'terminateService',
] as const;

export const actions: readonly Mutant[] = [
  ...each(
    [
      ['stopVps', 'running', 'vps/stop-happens'],
      ['startVps', 'stopped', 'vps/start-happens'],
      ['rebootVps', 'stopped', 'vps/reboot-happens'],
      ['resizeVps', '', 'vps/resize-happens'],
    ] as const,
    ([operation, status, check]) =>
      chosen(
        `actions/acknowledged-not-done[${operation}]`,
        `${operation} is acknowledged and changes nothing that is shown`,
        'states/vps-action-visible',
        check,
        (p) => showUnchangedVps(p, operation, status),
      ),
  ),
  ...each(ACTIONS, (operation) =>
    chosen(
      `actions/acknowledged-not-done[${operation}]`,
      `${operation} is acknowledged and does not happen`,
      ['states/action-visible', 'states/acknowledged-action-happens', 'states/service-actions'],
      {
        suspendService: 'services/suspend-changes',
        unsuspendService: 'services/unsuspend-changes',
        terminateService: 'services/terminate-changes',
        renewService: 'services/renew-moves-the-date',
      }[operation],
      (p) =>
        p.handler(operation, ({ request, db }, go) => {
          const service = db.table('services').find(request.params.id ?? '');
          if (!service) return go();
          return operation === 'renewService'
            ? {
                service_id: service.id,
                resource_type: 'service',
                resource_id: service.id,
                invoice_id: randomUUID(),
                billing_cycle: service.billing_cycle,
                amount: service.unit_amount,
                currency: service.currency,
                status: 'completed',
                renewed_from: db.now,
                renewed_until: db.now,
              }
            : { ...service, status: RESULT[operation] };
        }),
    ),
  ),
  ...each(ACTIONS, (operation) =>
    stated(
      `actions/always-refused[${operation}]`,
      `${operation} is always refused`,
      [
        (
          {
            suspendService: 'endpoints/suspend-service',
            unsuspendService: 'endpoints/unsuspend-service',
            terminateService: 'endpoints/terminate-service',
            renewService: 'endpoints/renew-service',
          } as const
        )[operation],
        'states/service-actions',
      ],
      `services/${operation.replace('Service', '')}`,
      (p) => p.handler(operation, () => p.throwRefusal('INVALID_STATE')),
    ),
  ),
  chosen(
    'actions/wrong-state-accepted[stopVps]',
    'an instance that is stopped can be stopped',
    'states/vps-wrong-state-refused',
    'vps/stop-twice',
    (p) =>
      p.handler('stopVps', ({ request, db }, go) => {
        const vps = db.table('vps').find(request.params.id ?? '');
        return vps?.status === 'stopped' ? vps : go();
      }),
  ),
  chosen(
    'actions/wrong-state-accepted',
    'a service that was never suspended can be unsuspended',
    'states/wrong-state-refused',
    'services/wrong-state',
    (p) =>
      p.handler('unsuspendService', ({ request, db }, go) => {
        const service = db.table('services').find(request.params.id ?? '');
        return service?.status === 'active' ? service : go();
      }),
  ),
  chosen(
    'actions/terminated-accepted[startVps]',
    'a terminated instance can be started',
    'states/vps-terminated-final',
    'vps/terminated-is-final',
    (p) =>
      p.handler('startVps', ({ request, db }, go) => {
        const vps = db.table('vps').find(request.params.id ?? '');
        return vps?.status === 'terminated' ? vps : go();
      }),
  ),
  chosen(
    'actions/terminated-accepted[getVps]',
    'a terminated instance is shown as `stopped`',
    'states/vps-terminated-final',
    'vps/terminated-is-final',
    (p) =>
      p.reply('getVps', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'status', (word) => (word === 'terminated' ? 'stopped' : word));
      }),
  ),
  ...each(['suspendService', 'terminateService', 'renewService'] as const, (operation) =>
    chosen(
      `actions/terminated-accepted[${operation}]`,
      `${operation} works on a terminated service`,
      'states/wrong-state-refused',
      'services/terminated-is-final',
      (p) =>
        p.handler(operation, ({ request, db }, go) => {
          const service = db.table('services').find(request.params.id ?? '');
          return service?.status === 'terminated' ? service : go();
        }),
    ),
  ),
  follows(
    'actions/wrong-state-500[stopVps]',
    'stopVps in a state that does not allow it is a server error',
    'states/wrong-state-no-crash',
    'vps/wrong-state-no-crash',
    (p) =>
      p.reply('stopVps', (reply) => {
        if (reply.status === 422) replaceResponse(reply, serverError());
      }),
  ),
  ...each(['createTicketReply', 'closeTicket'] as const, (operation) =>
    follows(
      `actions/wrong-state-500[${operation}]`,
      `${operation} on a closed ticket is a server error`,
      'states/wrong-state-no-crash',
      'support/wrong-state-no-crash',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 422) replaceResponse(reply, serverError());
        }),
    ),
  ),
  ...each(['cancelOrder', 'unsuspendService', 'suspendService'] as const, (operation) =>
    follows(
      `actions/wrong-state-500[${operation}]`,
      `${operation} in a state that does not allow it is a server error`,
      ['states/wrong-state-no-crash', 'states/only-pending-orders-cancel'],
      operation === 'cancelOrder' ? 'orders/cancel-only-pending' : 'services/wrong-state-no-crash',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 422) replaceResponse(reply, serverError());
        }),
    ),
  ),
  follows(
    'actions/wrong-state-500[cancel twice]',
    'cancelling an order twice is a server error',
    'states/wrong-state-no-crash',
    'orders/cancel-twice-no-crash',
    (p) => {
      const cancelled = new Set<string>();
      p.request('cancelOrder', (_edit, { params }) =>
        cancelled.has(params.id ?? '') ? serverError() : undefined,
      );
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
    },
  ),
  ...each(['suspendService', 'renewService'] as const, (operation) =>
    stated(
      `actions/status-renamed[${operation}]`,
      `${operation} is not offered`,
      [
        'states/service-actions',
        operation === 'suspendService' ? 'endpoints/suspend-service' : 'endpoints/renew-service',
      ],
      'services/actions',
      (p) => p.request(operation, (_edit, { bearer }) => (bearer === null ? undefined : NOT_IMPLEMENTED)),
    ),
  ),
  ...each(
    [
      ['orders', ['getOrder', 'listOrders', 'cancelOrder'], 'cancelled', 'void', 'orders/cancelled-state'],
      ['suspended', SHOW_SERVICES, 'suspended', 'paused', 'services/suspended-state'],
      ['active', SHOW_SERVICES, 'active', 'live', 'services/unsuspended-state'],
      ['terminated', SHOW_SERVICES, 'terminated', 'gone', 'services/terminated-state'],
      [
        'subscriptions',
        ['getSubscription', 'cancelSubscription'],
        'cancelled',
        'ended',
        'billing/cancelled-state',
      ],
    ] as const,
    ([label, where, status, word, check]) =>
      chosen(
        `actions/status-renamed[${label}]`,
        `\`${status}\` is called \`${word}\``,
        'states/action-visible',
        check,
        (p) =>
          p.reply(where, (reply) => {
            if (!isSuccess(reply)) return;
            for (const record of recordsIn(reply.json)) if (record.status === status) record.status = word;
          }),
      ),
  ),
  ...each(
    [
      ['domain', 'renewDomain', 'getDomain', 'domains'],
      ['certificate', 'renewCertificate', 'getCertificate', 'ssl'],
    ] as const,
    ([what, operation, get, area]) =>
      chosen(
        `actions/renewal-not-visible[${what}]`,
        `a renewed ${what} keeps its expiry date`,
        'products/renewal-visible',
        `${area}/renew-visible`,
        (p) => {
          const stored = new Map<string, unknown>();
          const renewed = new Set<string>();
          p.reply(operation, (reply, { params }) => {
            if (isSuccess(reply)) renewed.add(params.id ?? '');
          });
          p.reply(get, (reply, { params }) => {
            const id = params.id ?? '';
            if (!isSuccess(reply)) return;
            if (renewed.has(id) && stored.has(id)) reply.json = structuredClone(stored.get(id));
            else stored.set(id, structuredClone(reply.json));
          });
        },
      ),
  ),
];
