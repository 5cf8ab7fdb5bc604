// What a hand can have happen to a record at once: what the clock, a supplier or the platform's staff would bring.
import type { Levers } from '../src/server/content.ts';
import { expireApiKey } from './api-keys.ts';
import { published } from './dns.ts';
import { movesOn } from './domain-life.ts';
import { lapse, suspend, terminate, unsuspend } from './instances.ts';
import { expireCertificate, issueCertificate } from './kinds/ssl.ts';
import { settle } from './machines.ts';
import { endProvisioning, giveUp } from './provisioning.ts';
import { fallsDue, graceEnds } from './renewals.ts';
import { endSubscription, subscriptionOf } from './subscriptions.ts';
import { reply } from './support.ts';
import type { HostingTables, ServiceRow, Store } from './tables.ts';

const BY_HAND = 'It was failed by hand.';

export const levers: Levers<HostingTables> = {
  orders: {
    complete: { from: ['processing'], pull: endProvisioning },
    fail: { from: ['processing'], pull: (store, order) => giveUp(store, order, BY_HAND) },
  },
  services: {
    suspend: { from: ['active'], pull: (store, { id }) => suspend(store, id, 'It was suspended by hand.') },
    unsuspend: { from: ['suspended'], pull: (store, { id }) => unsuspend(store, id) },
    expire: { from: ['active', 'suspended'], pull: (store, row) => lapse(store, runOutNow(store, row)) },
    terminate: { from: ['active', 'suspended'], pull: (store, { id }) => terminate(store, id) },
  },
  invoices: {
    'mark-overdue': { from: ['unpaid'], pull: fallsDue },
    'end-grace': { from: ['overdue'], pull: graceEnds },
  },
  domains: {
    expire: {
      from: ['active'],
      pull(store, { id, service_id }) {
        runOutNow(store, store.services.get(service_id));
        movesOn(store, store.domains.get(id));
      },
    },
    'move-on': { from: ['expired', 'grace_period', 'redemption_period'], pull: movesOn },
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
      pull: (store, row) => settle(row.status === 'stopping' ? 'stopped' : 'running')(store, row),
    },
    'settle-running': { from: ['resizing'], pull: settle('running') },
    'settle-stopped': { from: ['resizing'], pull: settle('stopped') },
  },
  dns_zones: {
    publish: { from: ['pending'], pull: published },
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
        reply(store, row, { type: 'system', id: null, name: 'Support' }, 'We have looked into it.'),
    },
    hold: {
      from: ['open', 'answered', 'customer_reply'],
      pull: (store, { id }) => store.tickets.move(id, 'hold'),
    },
  },
};

/** The paid time of a service is over now, and nothing renews it. */
function runOutNow(store: Store, service: ServiceRow): ServiceRow {
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
