// The references between the tables: which members of a row name rows of other tables.
import type { References } from '../src/state/references.ts';

const RESOURCE_TABLES = {
  domain: 'domains',
  email: 'email_services',
  hosting: 'hosting_accounts',
  ssl: 'certificates',
  vps: 'vps',
};

/** The members of rows and of timers that name rows of other tables. */
export const references = {
  tenant_id: 'tenants',
  api_key_id: 'api_keys',
  certificate_id: 'certificates',
  created_by: 'users',
  customer_id: 'customers',
  delivery_id: 'webhook_deliveries',
  domain_id: 'domains',
  email_id: 'email_services',
  hosting_id: 'hosting_accounts',
  invoice_id: 'invoices',
  mailbox_id: 'mailboxes',
  order_id: 'orders',
  payment_id: 'payments',
  pending_service_id: 'services',
  resource_id: { by: 'type', tables: RESOURCE_TABLES },
  service_id: 'services',
  subscription_id: 'subscriptions',
  suspended_service_id: 'services',
  ticket_id: 'tickets',
  user_id: 'users',
  vps_id: 'vps',
  webhook_id: 'webhooks',
  zone_id: 'dns_zones',
  'services.*': 'services',
  'items.*.service_id': 'services',
  'items.*.service_ids.*': 'services',
  'lines.*.service_id': 'services',
  'lines.*.service_ids.*': 'services',
} satisfies References;
