// The product type email: an email service that follows its service.
import type { Store } from '../../tables.ts';
import type { ProductType } from '../product-type.ts';
import { resourceTransitions, serviceDates } from './resource-transitions.ts';

const GIB = 1024 ** 3;

// The number of mailboxes and the storage in bytes, by SKU. Chosen by this contract; an unknown SKU has the values of
// `email-basic`.
const EMAIL_PLANS: Record<string, { plan: string; mailboxes: number; storage: number }> = {
  'email-basic': { plan: 'basic', mailboxes: 5, storage: 25 * GIB },
  'mail-10': { plan: 'business', mailboxes: 10, storage: 100 * GIB },
  'email-pro': { plan: 'pro', mailboxes: 50, storage: 500 * GIB },
};
const DEFAULT_PLAN = { plan: 'basic', mailboxes: 5, storage: 25 * GIB };

const transitions = resourceTransitions((store) => store.email_services);

export const email: ProductType = {
  open(store, service, { email: details }, invoice_id) {
    const { plan, mailboxes, storage } = EMAIL_PLANS[service.sku_id] ?? DEFAULT_PLAN;
    // Chosen by this contract: POST /orders also accepts a domain that has an email service already, and a host name
    // without a dot, which no e-mail address can have; it then assigns a domain of the platform.
    const requestedDomain = details?.domain ?? service.config.domain;
    const domain =
      requestedDomain?.includes('.') && !emailServiceOf(store, requestedDomain)
        ? requestedDomain
        : `${service.id.slice(0, 8)}.mail.hosting-platform.example`;
    const opened = store.email_services.insert({
      service_id: service.id,
      customer_id: service.customer_id,
      order_id: service.order_id ?? null,
      invoice_id,
      domain,
      sku_id: service.sku_id,
      plan: service.config.plan ?? plan,
      billing_cycle: service.billing_cycle,
      status: 'pending',
      mailbox_limit: mailboxes,
      mailbox_count: 0,
      storage_limit_bytes: storage,
      dns_records: [
        { type: 'MX', name: '@', content: 'mx1.hosting-platform.example', priority: 10 },
        { type: 'MX', name: '@', content: 'mx2.hosting-platform.example', priority: 20 },
        {
          type: 'TXT',
          name: '@',
          content: 'v=spf1 include:spf.hosting-platform.example -all',
          priority: null,
        },
        { type: 'TXT', name: 'hp1._domainkey', content: dkimRecord(store), priority: null },
      ],
      next_due_at: null,
      expires_at: null,
    });
    return opened.id;
  },
  ...transitions,
  activate: (store, service) =>
    void store.email_services.move(service.resource_id ?? '', 'activate', serviceDates(service)),
  suspend(store, service) {
    transitions.suspend(store, service);
    for (const { id } of store.mailboxes.where('email_id', service.resource_id ?? ''))
      store.mailboxes.move(id, 'suspend');
  },
  unsuspend(store, service) {
    transitions.unsuspend(store, service);
    for (const { id } of store.mailboxes.where('email_id', service.resource_id ?? ''))
      store.mailboxes.move(id, 'unsuspend');
  },
  renew: (store, service) =>
    void store.email_services.update(service.resource_id ?? '', serviceDates(service)),
};

/** Finds the email service of a domain, unless it is terminated or failed. */
export const emailServiceOf = (store: Store, domain: string) =>
  store.email_services
    .where('domain', domain)
    .find(({ status }) => status !== 'terminated' && status !== 'failed');

// Builds the value of a DKIM DNS record with an invented key; no message is signed with the key.
const dkimRecord = (store: Store): string => `v=DKIM1; k=ed25519; p=${store.token('dkim_keys', 43)}=`;
