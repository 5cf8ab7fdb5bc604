// What the mock knows, in one value: the machinery in src/server serves it.

import type { Content } from '../src/server/content.ts';
import { apiKeys } from './api-keys.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { customers } from './customers.ts';
import { outbox } from './deliveries.ts';
import { email } from './email.ts';
import { hosting } from './hosting.ts';
import { invariants } from './invariants.ts';
import { orders } from './orders.ts';
import { refusals } from './refusals.ts';
import { services } from './services.ts';
import { identify } from './sessions.ts';
import { support } from './support.ts';
import { type HostingTables, tables } from './tables.ts';
import { findTenant, tenants } from './tenants.ts';
import { timers } from './timers.ts';
import { unbuilt } from './unbuilt.ts';
import { webhooks } from './webhooks.ts';
import { demo } from './worlds/demo.ts';
import { empty } from './worlds/empty.ts';

export const content: Content<HostingTables> = {
  tables,
  handlers: {
    ...unbuilt,
    ...auth,
    ...customers,
    ...services,
    ...orders,
    ...billing,
    ...support,
    ...apiKeys,
    ...tenants,
    ...hosting,
    ...email,
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
    '/hosting/{id}': 'hosting_accounts',
    '/email/{id}': 'email_services',
    '/webhooks/{id}': 'webhooks',
  },
  worlds: { demo, empty },
  invariants,
  outbox,
};
