// The request bodies that the target file of a deployment describes.
import type { OperationId } from '../contract/operations.ts';

/** Bodies of the contract, with the placeholders that the suite fills. */
export const BODIES: Partial<Record<OperationId, Record<string, unknown>>> = {
  createCustomer: {
    email: '{unique}@example.org',
    first_name: 'Zoë',
    last_name: '{unique}',
    company_name: 'Otherwise GmbH',
  },
  createTenant: { name: 'Conformance {unique}', currency: 'EUR', contact_email: '{unique}@example.org' },
  createVps: {
    customer_id: '{customerId}',
    sku_id: 'vps-2g',
    hostname: '{unique}.example.org',
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: 'monthly',
  },
  updateTenant: { name: 'Changed {unique}', contact_email: '{unique}@example.org' },
  resizeVps: { sku_id: 'vps-4g' },
  createTicket: { subject: 'Conformance {unique}', message: 'From {unique}' },
  createTicketReply: { message: 'Reply {unique}' },
  createWebhook: {
    url: '{url}',
    events: ['ticket.opened'],
    description: '{unique}',
  },
  updateWebhook: {
    url: '{url}',
    events: ['ticket.opened'],
    description: 'Changed {unique}',
  },
  createApiKey: { name: 'Conformance {unique}', scopes: ['customers:read'] },
  createPayment: { invoice_id: '{invoiceId}', amount: '{amount}', method: 'bank_transfer' },
  topUpWallet: { amount: '{amount}' },
  checkDomain: { domain: '{unique}.com' },
  registerDomain: { customer_id: '{customerId}', domain: '{unique}.com', billing_cycle: '1_year' },
  transferDomain: {
    customer_id: '{customerId}',
    domain: 'elsewhere-{unique}.com',
    auth_code: 'Auth-{unique}',
    billing_cycle: '1_year',
  },
  replaceDomainNameservers: { nameservers: ['ns1.{unique}.net', 'ns2.{unique}.net'] },
  createCertificate: {
    customer_id: '{customerId}',
    sku_id: 'ssl-dv',
    common_name: '{unique}.example.org',
    validation_method: 'dns',
    billing_cycle: '1_year',
  },
  createDnsZone: { name: '{unique}.example.org' },
  createDnsRecord: { type: 'A', name: 'www', content: '192.0.2.10', ttl: 3600 },
  updateDnsRecord: { type: 'A', name: 'www', content: '192.0.2.11', ttl: 3600 },
  createEmailService: {
    customer_id: '{customerId}',
    sku_id: 'mail-10',
    domain: '{unique}.example.org',
    billing_cycle: 'monthly',
  },
  createMailbox: { local_part: '{unique}', password: 'Kept-Secret-{unique}' },
};
