// The records that a scenario can arrange: the members of each kind, its states, and what can be nested in it.
import type { OwnMember, RecordKind } from '../../src/server/arrangement.ts';
import type { Lifecycle } from '../../src/state/lifecycle.ts';
import * as lifecycles from '../lifecycles.ts';

type Member<Type extends OwnMember['type']> = Extract<OwnMember, { type: Type }>;

const instant = (help: string): Member<'instant'> => ({ type: 'instant', help });
const text = (help: string): Member<'text'> => ({ type: 'text', help });
const boolean = (help: string): Member<'boolean'> => ({ type: 'boolean', help });
const integer = (minimum: number, help: string): Member<'integer'> => ({ type: 'integer', minimum, help });
// The member `status`, with the states of a lifecycle in the order in which its transitions name them.
const status = <State extends string>(lifecycle: Lifecycle<State>, preset: string) =>
  ({
    type: 'oneOf',
    values: [...new Set(lifecycle.transitions.flatMap(({ from, to }) => [from, to].flat()))],
    help: `The state of the record; ${preset} by default.`,
  }) satisfies OwnMember;
const created_at = instant('When the record was created. Default: long enough ago for its state.');
const failure = text('Why the order failed.');
const next_due_at = instant('When the paid period ends; it decides when the order was placed.');
const purchase = {
  created_at,
  next_due_at,
  suspension_reason: text('Why the service is suspended.'),
  failure_reason: failure,
};
const ofCustomer = { kind: 'customers', member: 'customer', required: false } as const;

/** The kinds that can be nested in a customer, by member. */
const customerChildren = {
  orders: 'orders',
  services: 'services',
  subscriptions: 'subscriptions',
  hosting_accounts: 'hosting_accounts',
  domains: 'domains',
  certificates: 'certificates',
  email_services: 'email_services',
  vps: 'vps',
  invoices: 'invoices',
  payments: 'payments',
  dns_zones: 'dns_zones',
  tickets: 'tickets',
} as const;

const declared = {
  tenants: {
    noun: 'tenant',
    table: 'tenants',
    body: 'TenantCreate',
    own: { status: status(lifecycles.tenant, 'active'), created_at },
    children: {
      users: 'users',
      api_keys: 'api_keys',
      wallet: 'wallet',
      customers: 'customers',
      ...customerChildren,
      mailboxes: 'mailboxes',
      dns_records: 'records',
      ticket_replies: 'replies',
      webhooks: 'webhooks',
      webhook_deliveries: 'deliveries',
    },
  },
  users: {
    noun: 'user',
    table: 'users',
    body: null,
    own: {
      email: { type: 'component', component: 'Email', help: 'The e-mail address to sign in with.' },
      name: text('The name of the user.'),
      role: {
        type: 'oneOf',
        values: ['owner', 'admin', 'billing', 'support', 'viewer'],
        help: 'Default: admin.',
      },
      password: text('Default: the password of the demo users.'),
      two_factor_enabled: boolean('Whether the log-in needs a TOTP code; false by default.'),
      created_at,
    },
  },
  api_keys: {
    noun: 'API key',
    table: 'api_keys',
    body: 'ApiKeyCreate',
    without: ['expires_at'],
    own: {
      status: status(lifecycles.apiKey, 'active'),
      expires_at: instant('When the key expires; never by default, and nine days ago for an expired key.'),
      created_at,
    },
  },
  wallet: {
    noun: 'wallet',
    table: 'wallets',
    body: null,
    own: { balance_amount: integer(0, 'The balance in minor units.') },
    single: true,
  },
  customers: {
    noun: 'customer',
    table: 'customers',
    body: 'CustomerCreate',
    own: { status: status(lifecycles.customer, 'active'), created_at },
    children: customerChildren,
  },
  orders: {
    noun: 'order',
    table: 'orders',
    body: 'OrderCreate',
    without: ['customer_id'],
    own: { status: status(lifecycles.order, 'completed'), created_at, failure_reason: failure },
    owner: ofCustomer,
  },
  services: {
    noun: 'service',
    table: 'services',
    body: 'OrderItem',
    without: ['quantity'],
    own: {
      status: status(lifecycles.service, 'active'),
      payment_method: { type: 'component', component: 'PaymentMethod', help: 'How it was paid.' },
      auto_renew: boolean('Whether the service renews itself; true by default.'),
      ...purchase,
    },
    owner: ofCustomer,
  },
  subscriptions: {
    noun: 'subscription',
    table: 'subscriptions',
    body: 'OrderItem',
    without: ['quantity'],
    own: {
      status: status(lifecycles.subscription, 'active'),
      cancel_at_period_end: boolean('Whether it ends with the paid period; false by default.'),
      created_at,
      next_due_at,
    },
    owner: ofCustomer,
  },
  hosting_accounts: {
    noun: 'hosting account',
    table: 'hosting_accounts',
    body: 'HostingAccountCreate',
    without: ['customer_id'],
    own: { status: status(lifecycles.hosting, 'active'), ...purchase },
    owner: ofCustomer,
  },
  domains: {
    noun: 'domain',
    table: 'domains',
    body: 'DomainRegister',
    without: ['customer_id'],
    own: { status: status(lifecycles.domain, 'active'), ...purchase },
    owner: ofCustomer,
  },
  certificates: {
    noun: 'certificate',
    table: 'certificates',
    body: 'CertificateCreate',
    without: ['customer_id', 'csr'],
    own: {
      status: status(lifecycles.certificate, 'issued'),
      created_at,
      next_due_at,
      failure_reason: failure,
    },
    owner: ofCustomer,
  },
  email_services: {
    noun: 'email service',
    table: 'email_services',
    body: 'EmailServiceCreate',
    without: ['customer_id'],
    own: { status: status(lifecycles.emailService, 'active'), ...purchase },
    children: { mailboxes: 'mailboxes' },
    owner: ofCustomer,
  },
  mailboxes: {
    noun: 'mailbox',
    table: 'mailboxes',
    body: 'MailboxCreate',
    own: { status: status(lifecycles.mailbox, 'that of its email service'), created_at },
    owner: { kind: 'email_services', member: 'email_service', required: true },
  },
  vps: {
    noun: 'VPS instance',
    table: 'vps',
    body: 'VpsCreate',
    without: ['customer_id', 'ssh_keys', 'user_data', 'root_password'],
    own: { status: status(lifecycles.vps, 'running'), ...purchase },
    owner: ofCustomer,
  },
  invoices: {
    noun: 'invoice',
    table: 'invoices',
    body: null,
    own: {
      status: status(lifecycles.invoice, 'unpaid'),
      subtotal_amount: integer(1, 'The amount before tax, in minor units.'),
      paid_amount: integer(1, 'What was paid so far, in minor units.'),
      description: text('The text of its line.'),
      due_at: instant('When it is due. Default: two weeks after it was issued.'),
      created_at,
    },
    children: { payments: 'payments' },
    owner: ofCustomer,
  },
  payments: {
    noun: 'payment',
    table: 'payments',
    body: 'PaymentCreate',
    without: ['invoice_id', 'paid_at'],
    own: {
      status: status(lifecycles.payment, 'succeeded'),
      invoice: { type: 'reference', kind: 'invoices', help: 'The invoice; a new one by default.' },
      created_at,
    },
    owner: ofCustomer,
  },
  dns_zones: {
    noun: 'DNS zone',
    table: 'dns_zones',
    body: 'DnsZoneCreate',
    without: ['customer_id'],
    own: { status: status(lifecycles.dnsZone, 'active'), created_at },
    children: { records: 'records' },
    owner: ofCustomer,
  },
  records: {
    noun: 'DNS record',
    table: 'dns_records',
    body: 'DnsRecordWrite',
    bodyMembers: ['type', 'name', 'content', 'ttl', 'priority', 'weight', 'port', 'flags', 'tag'],
    presets: { type: 'A', name: 'www', content: '192.0.2.10' },
    own: { created_at },
    owner: { kind: 'dns_zones', member: 'zone', required: true },
  },
  tickets: {
    noun: 'ticket',
    table: 'tickets',
    body: 'TicketCreate',
    without: ['customer_id', 'service_id'],
    own: {
      status: status(lifecycles.ticket, 'open'),
      service: { type: 'reference', kind: 'services', help: 'The service that the ticket is about.' },
      created_at,
    },
    children: { replies: 'replies' },
    owner: ofCustomer,
  },
  replies: {
    noun: 'reply',
    table: 'ticket_replies',
    body: 'TicketReplyCreate',
    own: { created_at },
    owner: { kind: 'tickets', member: 'ticket', required: true },
  },
  webhooks: {
    noun: 'webhook endpoint',
    table: 'webhooks',
    body: 'WebhookCreate',
    without: ['status'],
    own: { status: status(lifecycles.webhook, 'enabled'), created_at },
    children: { deliveries: 'deliveries' },
  },
  deliveries: {
    noun: 'webhook delivery',
    table: 'webhook_deliveries',
    body: 'WebhookTest',
    own: {
      status: status(lifecycles.webhookDelivery, 'succeeded'),
      response_status: integer(100, 'The status that the endpoint replied with.'),
      created_at,
    },
    owner: { kind: 'webhooks', member: 'webhook', required: true },
  },
} as const satisfies Record<string, RecordKind>;

/** The declarations of the kinds, from which the types of scenarios are derived. */
export type Kinds = typeof declared;

/** The kinds that a scenario can arrange, by the name of their member. */
export const kinds: Readonly<Record<string, RecordKind>> = declared;
