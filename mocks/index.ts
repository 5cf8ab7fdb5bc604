// What the mock knows, in one value: the machinery in src/server serves it.

import type { Content } from '../src/server/content.ts';
import { apiKeys } from './api-keys.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { customers } from './customers.ts';
import { outbox } from './deliveries.ts';
import { dns } from './dns.ts';
import { loadAsn } from './documents/asn.ts';
import { domains } from './domains.ts';
import { email } from './email.ts';
import { hosting } from './hosting.ts';
import { invariants } from './invariants.ts';
import { levers } from './levers.ts';
import { misfits } from './misfits.ts';
import { orders } from './orders.ts';
import { unseen } from './otherwise-unseen.ts';
import { refusals } from './refusals.ts';
import { services } from './services.ts';
import { identify } from './sessions.ts';
import { ssl } from './ssl.ts';
import { support } from './support.ts';
import { type HostingTables, tables } from './tables.ts';
import { findTenant, tenants } from './tenants.ts';
import { timers } from './timers.ts';
import { trial } from './trial.ts';
import { vps } from './vps.ts';
import { webhooks } from './webhooks.ts';
import { ahead } from './worlds/ahead.ts';
import { demo } from './worlds/demo.ts';
import { edge } from './worlds/edge.ts';
import { empty } from './worlds/empty.ts';
import { large } from './worlds/large.ts';
import { recognise } from './worlds/recognise.ts';

export const content: Content<HostingTables> = {
  tables,
  handlers: {
    ...auth,
    ...customers,
    ...services,
    ...orders,
    ...billing,
    ...support,
    ...apiKeys,
    ...tenants,
    ...vps,
    ...hosting,
    ...email,
    ...ssl,
    ...domains,
    ...dns,
    ...webhooks,
  },
  refusals,
  identify,
  acceptsExpired: ['refreshSession'],
  timers,
  resources: {
    '/customers/{id}': 'customers',
    '/services/{id}': 'services',
    '/orders/{id}': 'orders',
    '/invoices/{id}': 'invoices',
    '/subscriptions/{id}': 'subscriptions',
    '/support/tickets/{id}': 'tickets',
    '/api-keys/{id}': 'api_keys',
    '/tenants/{id}': findTenant,
    '/vps/{id}': 'vps',
    '/hosting/{id}': 'hosting_accounts',
    '/email/{id}': 'email_services',
    '/ssl/{id}': 'certificates',
    '/domains/{id}': 'domains',
    '/dns/zones/{id}': 'dns_zones',
    '/dns/zones/{id}/records/{rid}': 'dns_records',
    '/webhooks/{id}': 'webhooks',
  },
  worlds: { demo, empty, large, edge },
  ahead,
  recognise,
  invariants,
  misfits,
  trial,
  outbox,
  levers,
  unseen,
  prepare: loadAsn && (({ area }) => (area === 'ssl' ? loadAsn?.() : undefined)),
};
