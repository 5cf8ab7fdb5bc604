// All tables of the platform. A row of a resource has the members that the API shows; secrets are in separate tables.
import type { KnownValues, Schemas } from '../src/contract/types.ts';
import type { EntityRef, Store as StoreOf } from '../src/state/store.ts';
import { declaredTable, type RowOf, table } from '../src/state/tables/table.ts';
import { recurringCycles } from './billing/cycles.ts';
import * as lifecycles from './lifecycles.ts';

/** A stored row has every member of its schema; missing values are null. */
type Stored<Name extends keyof Schemas> = KnownValues<Required<Schemas[Name]>>;
/** Declares all tables with their columns, unique members, filters, sort orders and lifecycles. */
export const tables = {
  tenants: table<Stored<'Tenant'>>({
    label: ['name'],
    component: 'Tenant',
    tenant: false,
    unique: ['slug'],
    filters: ['status', 'tier'],
    sorts: ['name'],
    search: ['name', 'slug', 'contact_email'],
    lifecycle: lifecycles.tenant,
  }),
  users: table<Stored<'User'>>({ label: ['email'], component: 'User', tenant: true, unique: ['email'] }),
  credentials: declaredTable({
    label: ['email'],
    columns: {
      user_id: 'text',
      // In lower case, so that a log-in ignores the case.
      email: 'text',
      salt: 'secret',
      password_hash: 'secret',
      // In plain text, because codes are computed from it.
      totp_secret: 'text?',
      // The numbers of the used 30-second steps (RFC 6238) whose code could still be accepted.
      used_steps: 'counts',
    },
    tenant: false,
    unique: ['user_id', 'email'],
    updated: false,
  }),
  sessions: declaredTable({
    columns: { user_id: 'text', status: ['issued', 'refreshed', 'revoked'], expires_at: 'instant' },
    tenant: true,
    filters: ['user_id'],
    lifecycle: lifecycles.session,
    updated: false,
  }),
  two_factor_challenges: declaredTable({
    columns: { token: 'secret', user_id: 'text', wrong_codes: 'count', expires_at: 'instant' },
    tenant: false,
    unique: ['token'],
    filters: ['user_id'],
    updated: false,
  }),
  // Counts wrong passwords or TOTP codes of one subject, which count against further attempts until `ends_at`.
  sign_in_failures: declaredTable({
    columns: { subject: 'text', failures: 'count', ends_at: 'instant' },
    tenant: false,
    unique: ['subject'],
    updated: false,
  }),
  api_keys: table<Stored<'ApiKey'>>({
    label: ['name'],
    tenant: true,
    filters: ['status'],
    sorts: ['name', 'expires_at'],
    lifecycle: lifecycles.apiKey,
  }),
  api_key_hashes: declaredTable({
    columns: { hash: 'secret', api_key_id: 'text' },
    tenant: false,
    unique: ['hash'],
    updated: false,
  }),
  signing_keys: declaredTable({
    columns: { purpose: ['jwt'], key: 'secret' },
    tenant: false,
    unique: ['purpose'],
    updated: false,
  }),

  customers: table<Stored<'Customer'>>({
    label: ['first_name', 'last_name'],
    tenant: true,
    unique: ['email', 'external_id'],
    filters: ['status', 'email', 'external_id'],
    sorts: [{ name: 'name', of: ({ last_name, first_name }) => `${last_name}\n${first_name}`.toLowerCase() }],
    search: ['first_name', 'last_name', 'company_name', 'email'],
    lifecycle: lifecycles.customer,
  }),
  services: table<Stored<'Service'>>({
    label: ['name'],
    tenant: true,
    filters: ['type', 'status', 'customer_id', 'sku_id'],
    sorts: ['name', 'expires_at'],
    lifecycle: lifecycles.service,
  }),
  orders: table<Stored<'Order'>>({
    tenant: true,
    unique: ['invoice_id'],
    filters: ['status', 'customer_id'],
    lifecycle: lifecycles.order,
  }),
  invoices: table<Stored<'Invoice'>>({
    label: ['number'],
    tenant: true,
    unique: ['number', 'order_id'],
    filters: ['status', 'customer_id'],
    sorts: ['due_at'],
    lifecycle: lifecycles.invoice,
  }),
  subscriptions: table<Stored<'Subscription'>>({
    label: ['service_id'],
    tenant: true,
    filters: ['status', 'customer_id', 'service_id'],
    lifecycle: lifecycles.subscription,
  }),
  payments: table<Stored<'Payment'>>({
    label: ['invoice_id'],
    component: 'Payment',
    tenant: true,
    unique: [['payment_method', 'reference']],
    filters: ['status', 'payment_method', 'customer_id', 'invoice_id'],
    lifecycle: lifecycles.payment,
  }),
  wallets: declaredTable({
    columns: {
      balance_amount: 'amount',
      reserved_amount: 'amount',
      available_amount: 'amount',
      currency: 'text',
      updated_at: 'instant',
    },
    tenant: true,
    unique: ['tenant_id'],
  }),
  wallet_transactions: table<Stored<'WalletTransaction'>>({
    label: ['payment_id'],
    component: 'WalletTransaction',
    tenant: true,
    unique: [],
  }),
  // A renewal that has been billed. Its billing cycle is added to the service when the invoice is paid.
  renewals: declaredTable({
    columns: {
      service_id: 'text',
      invoice_id: 'text',
      billing_cycle: recurringCycles,
      period_start: 'instant',
      period_end: 'instant',
      // `void` means that the service or its subscription ended before the payment.
      status: ['pending', 'completed', 'void'],
      // The service while the renewal is pending; indexed, to find the few pending renewals.
      pending_service_id: 'text?',
      // The service while it is suspended because this renewal is unpaid; paying the invoice ends the suspension.
      suspended_service_id: 'text?',
    },
    tenant: true,
    unique: ['invoice_id'],
    filters: ['pending_service_id', 'suspended_service_id'],
    updated: false,
  }),
  domains: table<Stored<'Domain'>>({
    label: ['name'],
    tenant: true,
    unique: ['service_id'],
    filters: ['status', 'customer_id', 'name', 'tld'],
    sorts: ['name', 'expires_at'],
    lifecycle: lifecycles.domain,
  }),
  // The auth code of a domain transfer, issued by the other registrar.
  domain_auth_codes: declaredTable({
    columns: { domain_id: 'text', auth_code: 'secret' },
    tenant: true,
    unique: ['domain_id'],
    updated: false,
  }),
  dns_zones: table<Stored<'DnsZone'>>({
    label: ['name'],
    tenant: true,
    unique: ['name'],
    filters: ['status', 'customer_id', 'name'],
    sorts: ['name'],
    lifecycle: lifecycles.dnsZone,
  }),
  dns_records: table<Stored<'DnsRecord'>>({
    label: ['name'],
    tenant: true,
    filters: ['zone_id', 'type', 'name'],
    sorts: ['name'],
  }),
  hosting_accounts: table<Stored<'HostingAccount'>>({
    label: ['domain'],
    tenant: true,
    unique: ['service_id', 'username'],
    filters: ['status', 'customer_id', 'domain'],
    lifecycle: lifecycles.hosting,
  }),
  hosting_passwords: declaredTable({
    columns: { hosting_id: 'text', salt: 'secret', hash: 'secret' },
    tenant: true,
    unique: ['hosting_id'],
    updated: false,
  }),
  email_services: table<Stored<'EmailService'>>({
    label: ['domain'],
    tenant: true,
    unique: ['service_id'],
    filters: ['status', 'customer_id', 'domain'],
    sorts: ['expires_at'],
    lifecycle: lifecycles.emailService,
  }),
  mailboxes: table<Stored<'Mailbox'>>({
    label: ['address'],
    component: 'Mailbox',
    tenant: true,
    filters: ['email_id'],
    lifecycle: lifecycles.mailbox,
  }),
  mailbox_passwords: declaredTable({
    columns: { mailbox_id: 'text', salt: 'secret', hash: 'secret' },
    tenant: true,
    unique: ['mailbox_id'],
    updated: false,
  }),
  certificates: table<Stored<'Certificate'>>({
    label: ['common_name'],
    tenant: true,
    unique: ['service_id'],
    filters: ['status', 'customer_id', 'common_name'],
    sorts: ['expires_at'],
    lifecycle: lifecycles.certificate,
  }),
  vps: table<Stored<'Vps'>>({
    label: ['hostname'],
    tenant: true,
    unique: ['service_id'],
    filters: ['status', 'customer_id', 'region'],
    lifecycle: lifecycles.vps,
  }),
  // The IPv4 addresses that instances use, by their numbers in the documentation networks.
  vps_addresses: declaredTable({
    columns: { ordinal: 'count', vps_id: 'text' },
    tenant: false,
    unique: ['ordinal', 'vps_id'],
    updated: false,
  }),
  tickets: table<Stored<'Ticket'>>({
    label: ['number'],
    tenant: true,
    unique: ['number'],
    filters: ['status', 'priority', 'customer_id', 'department'],
    lifecycle: lifecycles.ticket,
  }),
  ticket_replies: table<Stored<'TicketReply'>>({
    component: 'TicketReply',
    tenant: true,
    filters: ['ticket_id'],
    updated: false,
  }),
  webhooks: table<Stored<'Webhook'>>({
    label: ['url'],
    tenant: true,
    filters: ['status'],
    lifecycle: lifecycles.webhook,
    // Handlers set `updated_at` themselves, because a delivery must not change it.
    updated: false,
  }),
  webhook_secrets: declaredTable({
    columns: { webhook_id: 'text', secret: 'secret' },
    tenant: true,
    unique: ['webhook_id'],
    updated: false,
  }),
  // The origin of a web page that set the URL of an endpoint from another origin: its deliveries go to public addresses
  // only.
  webhook_pages: declaredTable({
    columns: { webhook_id: 'text', page: 'text' },
    tenant: true,
    unique: ['webhook_id'],
    updated: false,
  }),
  // A delivery belongs to the tenant of its webhook endpoint.
  webhook_deliveries: table<Stored<'WebhookDelivery'>>({
    label: ['event_type'],
    series: ['webhook_id', 'event_id'],
    component: 'WebhookDelivery',
    tenant: false,
    filters: ['webhook_id', 'status', 'event_type'],
    lifecycle: lifecycles.webhookDelivery,
    updated: false,
  }),
  counters: declaredTable({
    label: ['name'],
    columns: { name: 'text', value: 'count' },
    tenant: true,
    unique: ['name'],
    updated: false,
  }),
};

export type HostingTables = typeof tables;
/** The store that handlers get: the tables of one tenant, and through `platform` the tables of all tenants. */
export type Store = StoreOf<HostingTables>;

/**
 * Builds the reference by which a timer of `timers.ts` finds its row: the tenant, and the id of the row under
 * `member`.
 * @param member the name under which the timer reads the id, such as `invoice_id`
 */
export const timerRef = (
  member: string,
  { tenant_id = '', id }: { readonly tenant_id?: string; readonly id: string },
): EntityRef => ({ tenant_id, [member]: id });

// The types of the stored rows, by table.
export type CustomerRow = RowOf<HostingTables['customers']>;
export type ServiceRow = RowOf<HostingTables['services']>;
export type OrderRow = RowOf<HostingTables['orders']>;
export type InvoiceRow = RowOf<HostingTables['invoices']>;
export type SubscriptionRow = RowOf<HostingTables['subscriptions']>;
export type PaymentRow = RowOf<HostingTables['payments']>;
export type WalletTransactionRow = RowOf<HostingTables['wallet_transactions']>;
export type TenantRow = RowOf<HostingTables['tenants']>;
export type UserRow = RowOf<HostingTables['users']>;
export type ApiKeyRow = RowOf<HostingTables['api_keys']>;
export type CredentialRow = RowOf<HostingTables['credentials']>;
export type WalletRow = RowOf<HostingTables['wallets']>;
export type HostingAccountRow = RowOf<HostingTables['hosting_accounts']>;
export type EmailServiceRow = RowOf<HostingTables['email_services']>;
export type MailboxRow = RowOf<HostingTables['mailboxes']>;
export type DomainRow = RowOf<HostingTables['domains']>;
export type DnsZoneRow = RowOf<HostingTables['dns_zones']>;
export type DnsRecordRow = RowOf<HostingTables['dns_records']>;
export type CertificateRow = RowOf<HostingTables['certificates']>;
export type VpsRow = RowOf<HostingTables['vps']>;
export type TicketRow = RowOf<HostingTables['tickets']>;
export type TicketReplyRow = RowOf<HostingTables['ticket_replies']>;
export type SignInFailuresRow = RowOf<HostingTables['sign_in_failures']>;
export type SessionRow = RowOf<HostingTables['sessions']>;
export type WebhookRow = RowOf<HostingTables['webhooks']>;
export type DeliveryRow = RowOf<HostingTables['webhook_deliveries']>;
export type RenewalRow = RowOf<HostingTables['renewals']>;
