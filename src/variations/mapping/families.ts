// Groups the schemas of the contract by the resource that they describe, and says which members refer to another one.
import type { OperationId } from '../../contract/operations.ts';

const FAMILY: Readonly<Record<string, string>> = {
  CustomerCreate: 'Customer',
  CustomerUpdate: 'Customer',
  ServiceSuspend: 'Service',
  ServiceTerminate: 'Service',
  ServiceRenew: 'Service',
  OrderCreate: 'Order',
  OrderItem: 'OrderLine',
  PaymentCreate: 'Payment',
  WalletTopup: 'WalletTransaction',
  TenantCreate: 'Tenant',
  TenantUpdate: 'Tenant',
  DomainRegister: 'Domain',
  DomainTransfer: 'Domain',
  DomainNameservers: 'Domain',
  DomainRenew: 'Domain',
  DomainCheckRequest: 'DomainAvailability',
  HostingAccountCreate: 'HostingAccount',
  PasswordResetRequest: 'PasswordReset',
  CertificateCreate: 'Certificate',
  CertificateRenew: 'Certificate',
  CertificateReissue: 'Certificate',
  DnsZoneCreate: 'DnsZone',
  EmailServiceDetail: 'EmailService',
  EmailServiceCreate: 'EmailService',
  MailboxCreate: 'Mailbox',
  VpsCreate: 'Vps',
  VpsResize: 'Vps',
  TicketDetail: 'Ticket',
  TicketCreate: 'Ticket',
  TicketReplyCreate: 'TicketReply',
  WebhookWithSecret: 'Webhook',
  WebhookCreate: 'Webhook',
  WebhookUpdate: 'Webhook',
  WebhookTest: 'WebhookDelivery',
  ApiKeyWithSecret: 'ApiKey',
  ApiKeyCreate: 'ApiKey',
};

/** Returns the resource that a schema describes: `Customer` for `CustomerCreate`. */
export const familyOf = (schema: string): string => FAMILY[schema] ?? schema;

/** Member that refers to another resource → the kind of that resource. */
export const REFERENCES: Readonly<Record<string, string>> = {
  customer_id: 'Customer',
  tenant_id: 'Tenant',
  order_id: 'Order',
  invoice_id: 'Invoice',
  service_id: 'Service',
  subscription_id: 'Subscription',
  payment_id: 'Payment',
  domain_id: 'Domain',
  hosting_id: 'HostingAccount',
  zone_id: 'DnsZone',
  email_id: 'EmailService',
  webhook_id: 'Webhook',
  ticket_id: 'Ticket',
  api_key_id: 'ApiKey',
};

/** Kinds whose ids the specification states to be UUIDs. */
const UUID_KINDS = new Set(['Order', 'Invoice', 'Service', 'Customer', 'User', 'SessionUser', 'Tenant']);

/** Returns whether the specification leaves the form of a kind's ids open. */
export const hasOpenIds = (kind: string): boolean => !UUID_KINDS.has(kind);

/** Type of a service → kind of the resource behind it. */
export const KIND_OF_TYPE: Readonly<Record<string, string>> = {
  domain: 'Domain',
  hosting: 'HostingAccount',
  ssl: 'Certificate',
  email: 'EmailService',
  vps: 'Vps',
};

const AREAS: readonly (readonly [RegExp, string])[] = [
  [/^\/dns\/zones/, 'DnsZone'],
  [/^\/subscriptions/, 'Subscription'],
  [/^\/payments/, 'Payment'],
  [/^\/domains/, 'Domain'],
  [/^\/hosting/, 'HostingAccount'],
  [/^\/ssl/, 'Certificate'],
  [/^\/email/, 'EmailService'],
  [/^\/vps/, 'Vps'],
  [/^\/support\/tickets/, 'Ticket'],
  [/^\/webhooks/, 'Webhook'],
  [/^\/api-keys/, 'ApiKey'],
];

/** Returns the kind of resource that a path parameter of an operation names; null when its id is a UUID. */
export function kindOfParameter(path: string, name: string): string | null {
  if (name === 'rid') return 'DnsRecord';
  if (name === 'mbx') return 'Mailbox';
  return AREAS.find(([prefix]) => prefix.test(path))?.[1] ?? null;
}

/** Operations whose request and reply the specification shows: their stated members keep their names. */
const SHOWN: readonly OperationId[] = ['login', 'createOrder', 'createHostingAccount'];

/** Returns whether the stated members of an operation's request keep their names. */
export const keepsRequest = (operation: OperationId): boolean => SHOWN.includes(operation);

/** Returns whether the stated members of an operation's reply keep their names. */
export const keepsReply = (operation: OperationId): boolean =>
  operation === 'login' || operation === 'createOrder';
