// The levers: actions that apply at once what the clock, a supplier or the platform's staff would do to a record
// later.
import type { Levers } from '../src/server/mock-definition.ts';
import { expireApiKey } from './areas/api-keys.ts';
import { publishZone } from './areas/dns.ts';
import { addReply } from './areas/support.ts';
import { onGraceEnd, onInvoiceDue } from './billing/renewals.ts';
import { endSubscription, subscriptionOf } from './billing/subscriptions.ts';
import { onNextExpiryState } from './products/domain-lifecycle.ts';
import {
  onPaidPeriodOver,
  suspendService,
  terminateService,
  unsuspendService,
} from './products/instances.ts';
import { failOrder, finishProvisioning } from './products/provisioning.ts';
import { expireCertificate, issueCertificate } from './products/types/ssl.ts';
import { finishTransition } from './products/types/vps.ts';
import type { HostingTables, ServiceRow, Store } from './tables.ts';
import { sendAgain } from './webhooks/deliveries.ts';

const LEVER_REASON = 'It was failed by hand.';

/** The levers by table and name, each with the states in which it is accepted. */
export const levers: Levers<HostingTables> = {
  orders: {
    complete: { from: ['processing'], pull: finishProvisioning },
    fail: { from: ['processing'], pull: (store, order) => failOrder(store, order, LEVER_REASON) },
  },
  services: {
    suspend: {
      from: ['active'],
      pull: (store, { id }) => suspendService(store, id, 'It was suspended by hand.'),
    },
    unsuspend: { from: ['suspended'], pull: (store, { id }) => unsuspendService(store, id) },
    expire: {
      from: ['active', 'suspended'],
      pull: (store, row) => onPaidPeriodOver(store, expireNow(store, row)),
    },
    terminate: { from: ['active', 'suspended'], pull: (store, { id }) => terminateService(store, id) },
  },
  webhook_deliveries: { 'send-again': { from: ['succeeded', 'failed'], pull: sendAgain } },
  invoices: {
    'mark-overdue': { from: ['unpaid'], pull: onInvoiceDue },
    'end-grace': { from: ['overdue'], pull: onGraceEnd },
  },
  domains: {
    expire: {
      from: ['active'],
      pull(store, { id, service_id }) {
        expireNow(store, store.services.get(service_id));
        onNextExpiryState(store, store.domains.get(id));
      },
    },
    'move-on': { from: ['expired', 'grace_period', 'redemption_period'], pull: onNextExpiryState },
  },
  certificates: {
    issue: { from: ['pending_validation'], pull: issueCertificate },
    expire: {
      from: ['issued'],
      pull: (store, { id }) =>
        expireCertificate(store, store.certificates.update(id, { expires_at: store.now })),
    },
  },
  vps: {
    settle: {
      from: ['starting', 'stopping', 'rebooting'],
      pull: (store, row) => finishTransition(row.status === 'stopping' ? 'stopped' : 'running')(store, row),
    },
    'settle-running': { from: ['resizing'], pull: finishTransition('running') },
    'settle-stopped': { from: ['resizing'], pull: finishTransition('stopped') },
  },
  dns_zones: {
    publish: { from: ['pending'], pull: publishZone },
    fail: { from: ['pending', 'active'], pull: (store, { id }) => store.dns_zones.move(id, 'fail') },
    recover: { from: ['error'], pull: (store, { id }) => store.dns_zones.move(id, 'recover') },
  },
  api_keys: {
    expire: {
      from: ['active'],
      pull: (store, { id }) => expireApiKey(store, store.api_keys.update(id, { expires_at: store.now })),
    },
  },
  tickets: {
    answer: {
      from: ['open', 'answered', 'customer_reply', 'on_hold'],
      pull: (store, row) =>
        addReply(store, row, { type: 'system', id: null, name: 'Support' }, 'We have looked into it.'),
    },
    hold: {
      from: ['open', 'answered', 'customer_reply'],
      pull: (store, { id }) => store.tickets.move(id, 'hold'),
    },
  },
};

function expireNow(store: Store, service: ServiceRow): ServiceRow {
  const subscription = subscriptionOf(store, service);
  if (subscription?.status === 'active') endSubscription(store, subscription, 'expire');
  const over = { expires_at: store.now, auto_renew: false };
  const domain = service.resource_id == null ? undefined : store.domains.find(service.resource_id);
  if (domain?.status === 'active') store.domains.update(domain.id, over);
  return store.services.update(service.id, {
    ...over,
    next_due_at: store.now,
    expires_at: service.expires_at === null ? null : store.now,
  });
}
