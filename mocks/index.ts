// Defines the mock in one value that src/server serves: tables, handlers, timers and worlds.

import type { MockDefinition, Personas, SideEffects } from '../src/server/mock-definition.ts';
import { outboxTable } from '../src/server/outbox-queue.ts';
import { apiKeys } from './areas/api-keys.ts';
import { auth } from './areas/auth.ts';
import { billing } from './areas/billing.ts';
import { customers } from './areas/customers.ts';
import { dns } from './areas/dns.ts';
import { domains } from './areas/domains.ts';
import { email } from './areas/email.ts';
import { hosting } from './areas/hosting.ts';
import { orders } from './areas/orders.ts';
import { services } from './areas/services.ts';
import { ssl } from './areas/ssl.ts';
import { support } from './areas/support.ts';
import { findTenant, tenants } from './areas/tenants.ts';
import { vps } from './areas/vps.ts';
import { webhooks } from './areas/webhooks.ts';
import { loadAsn1 } from './documents/asn1.ts';
import { beginSession, resolveCredential } from './identity/sessions.ts';
import { totpCode } from './identity/totp.ts';
import { invalidRows } from './invariants/invalid-rows.ts';
import { invariants } from './invariants/invariants.ts';
import { levers } from './levers.ts';
import { domainNames } from './products/idna.ts';
import { references } from './references.ts';
import { type HostingTables, type Store, tables } from './tables.ts';
import { timers } from './timers.ts';
import { outbox } from './webhooks/deliveries.ts';
import { demo } from './worlds/demo.ts';
import { edge } from './worlds/edge.ts';
import { empty, large } from './worlds/large.ts';
import { prebuiltWorld } from './worlds/prebuilt.ts';
import { findPersonas } from './worlds/tenants.ts';
import { trial } from './worlds/trial.ts';
import type { WorldName } from './worlds/world-values.ts';

/** The definition of the hosting platform's mock, which src/server serves. */
export const hostingMock: MockDefinition<HostingTables> = {
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
  resolveCredential,
  beginSession(store, userId) {
    const user = store.users.find(userId);
    return user ? beginSession(store, user).token : null;
  },
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
  worlds: { demo, empty, large, edge } satisfies Record<WorldName, unknown>,
  prebuiltWorld,
  findPersonas,
  invariants,
  invalidRows,
  references,
  domainNames,
  trial,
  outbox,
  levers,
  sideEffects,
  arrangement: async () => (await import('./arrange/index.ts')).arrangement,
  loadDependencies: loadAsn1 && (({ area }) => (area === 'ssl' ? loadAsn1?.() : undefined)),
};

const TOTP_STEP_MS = 30_000;
/** The maximum number of deliveries in the list of side effects. */
const MAX_LISTED = 100;

function sideEffects(store: Store, personas: Personas): SideEffects {
  const until = new Date((Math.floor(store.nowMs / TOTP_STEP_MS) + 1) * TOTP_STEP_MS).toISOString();
  const codes = Object.entries(personas).flatMap(([persona, { email, totpSecret }]) =>
    totpSecret === undefined
      ? []
      : [
          {
            persona,
            email: email ?? null,
            code: totpCode(totpSecret, store.nowMs),
            at: store.now,
            valid_until: until.replace('.000Z', 'Z'),
          },
        ],
  );
  const { data } = store.webhook_deliveries.page({ per_page: MAX_LISTED });
  const deliveries = data.map((delivery) => {
    const webhook = store.webhooks.find(delivery.webhook_id);
    return { tenant_id: webhook?.tenant_id ?? null, url: webhook?.url ?? null, ...delivery };
  });
  return { codes, deliveries, waiting: outboxTable(store).count() };
}
