// Request bodies of this contract for every operation whose body the specification leaves open.
import { isObject } from '../../../src/contract/is-object.ts';
import { type OperationId, operation, packageOperation } from '../../../src/contract/operations.ts';
import type { CheckContext, SendOptions } from '../../../src/suite/model/define.ts';
import { deploymentDocument } from '../deployment-document.ts';
import { topUpBody } from '../wallet.ts';
import { bodyFor, customerBody, orderBody } from './request-bodies.ts';

/** A request body, and the tag of this run that makes the names in the body unique. */
type TaggedBody = { body: Record<string, unknown>; tag: string };

type Build = (tag: string, customer_id: string, t: CheckContext) => Record<string, unknown>;

// No server replies at the URL: the checks of webhook endpoints need only the records of delivery attempts.
const webhookBody = (tag: string): Record<string, unknown> => ({
  url: `https://hooks.example.org/${tag}`,
  events: ['ticket.opened'],
  description: `Conformance ${tag}`,
});

const builders = {
  checkDomain: (tag) => ({ domain: `${tag}.com` }),
  registerDomain: (tag, customer_id) => ({ customer_id, domain: `${tag}.com`, billing_cycle: '1_year' }),
  // This contract's mock takes names that begin so as registered elsewhere; the name is as free as any other.
  transferDomain: (tag, customer_id) => ({
    customer_id,
    domain: `elsewhere-${tag}.com`,
    auth_code: `Auth-${tag}`,
    billing_cycle: '1_year',
  }),
  replaceDomainNameservers: (tag) => ({ nameservers: [`ns1.${tag}.net`, `ns2.${tag}.net`] }),
  createHostingAccount: (tag, customer_id, t) => ({
    customer_id,
    sku_id: t.values.skuId ?? 'hosting-pro',
    domain: `${tag}.example.org`,
    billing_cycle: 'monthly',
  }),
  createCertificate: (tag, customer_id) => ({
    customer_id,
    sku_id: 'ssl-dv',
    common_name: `${tag}.example.org`,
    validation_method: 'dns',
    billing_cycle: '1_year',
  }),
  createDnsZone: (tag) => ({ name: `${tag}.example.org` }),
  createDnsRecord: () => ({ type: 'A', name: 'www', content: '192.0.2.10', ttl: 3600 }),
  updateDnsRecord: () => ({ type: 'A', name: 'www', content: '192.0.2.11', ttl: 7200 }),
  createEmailService: (tag, customer_id) => ({
    customer_id,
    sku_id: 'mail-10',
    domain: `${tag}.example.org`,
    billing_cycle: 'monthly',
  }),
  createMailbox: (tag) => ({ local_part: tag, password: `Kept-Secret-${tag}` }),
  createTenant: (tag) => ({
    name: `Conformance ${tag}`,
    currency: 'EUR',
    contact_email: `${tag}@example.org`,
  }),
  updateTenant: (tag) => ({ name: `Changed ${tag}`, contact_email: `${tag}@example.org` }),
  createVps: (tag, customer_id) => ({
    customer_id,
    sku_id: 'vps-2g',
    hostname: `${tag}.example.org`,
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: 'monthly',
    payment_method: 'wallet',
  }),
  resizeVps: () => ({ sku_id: 'vps-4g' }),
  createTicket: (tag) => ({ subject: `Conformance ${tag}`, message: `Grüße, 漢字 und 🦉 aus ${tag}` }),
  createTicketReply: (tag) => ({ message: `Antwort – ответ – 返信 🦉 ${tag}` }),
  createWebhook: webhookBody,
  updateWebhook: (tag) => ({ ...webhookBody(tag), description: `Changed ${tag}` }),
  testWebhook: () => ({}),
  createApiKey: (tag) => ({ name: `Conformance ${tag}`, scopes: ['customers:read'] }),
} as const satisfies Partial<Record<OperationId, Build>>;

export type BodyOperation = keyof typeof builders;

const hasBuilder = (id: OperationId): id is BodyOperation => Object.hasOwn(builders, id);

/**
 * Builds the request body of one of these operations: the body of this contract, with the members that `bodies` of
 * the target file sets; of an operation that an edited document adds, the body that the document shows. The placeholders {unique}, {customerId} and {url} are filled in.
 */
export function bodyOf(
  t: CheckContext,
  id: OperationId,
  customerId = '',
  change: Record<string, unknown> = {},
): TaggedBody {
  const tag = t.unique();
  const build: Build = hasBuilder(id)
    ? builders[id]
    : () => deploymentDocument?.documentedBody(operation(id), { tag, customerId }) ?? {};
  const standard = { ...build(tag, customerId, t), ...change };
  const filling = { unique: tag, customerId, url: typeof standard.url === 'string' ? standard.url : '' };
  return { tag, body: bodyFor(t, id, standard, filling, Object.keys(change)) };
}

/** Returns a body that any operation with a body accepts from an authorized caller. */
export function validBody(t: CheckContext, id: OperationId, customerId: string): SendOptions {
  if (hasBuilder(id)) return { body: bodyOf(t, id, customerId).body };
  if (id === 'createCustomer' || id === 'updateCustomer') return { body: customerBody(t) };
  if (id === 'createOrder') return { body: orderBody(t, customerId) };
  if (id === 'topUpWallet') return { body: topUpBody(t, 1100).body };
  if (id === 'createPayment') return { body: paymentBody(t) };
  const isAdded = packageOperation(id) === undefined && operation(id).body !== null;
  if (!isAdded) return {};
  const value = deploymentDocument?.documentedValue(operation(id));
  return { body: value === undefined || isObject(value) ? bodyOf(t, id, customerId).body : value };
}

const paymentBody = (t: CheckContext) => ({
  invoice_id: t.unknownId(),
  amount: 100,
  currency: 'EUR',
  payment_method: 'bank_transfer',
});
