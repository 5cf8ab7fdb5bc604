// Request bodies that create domains, hosting accounts, certificates, DNS zones, DNS records, e-mail services and
// mailboxes.
import type { OperationId } from '../../../src/contract/operations.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { bodyFor } from './request-bodies.ts';

/** A request body for a product, and the tag of this run that makes the names in the body unique. */
export type ProductBody = { body: Record<string, unknown>; tag: string };

type Build = (t: CheckContext, tag: string, customerId: string) => Record<string, unknown>;

const bodyBuilders = {
  checkDomain: (_t, tag) => ({ domain: `${tag}.com` }),
  registerDomain: (_t, tag, customer_id) => ({ customer_id, domain: `${tag}.com`, billing_cycle: '1_year' }),
  // This contract's mock takes names that begin so as registered elsewhere; the name is as free as any other.
  transferDomain: (_t, tag, customer_id) => ({
    customer_id,
    domain: `elsewhere-${tag}.com`,
    auth_code: `Auth-${tag}`,
    billing_cycle: '1_year',
  }),
  replaceDomainNameservers: (_t, tag) => ({ nameservers: [`ns1.${tag}.net`, `ns2.${tag}.net`] }),
  createHostingAccount: (t, tag, customer_id) => ({
    customer_id,
    sku_id: t.values.skuId ?? 'hosting-pro',
    domain: `${tag}.example.org`,
    billing_cycle: 'monthly',
  }),
  createCertificate: (_t, tag, customer_id) => ({
    customer_id,
    sku_id: 'ssl-dv',
    common_name: `${tag}.example.org`,
    validation_method: 'dns',
    billing_cycle: '1_year',
  }),
  createDnsZone: (_t, tag) => ({ name: `${tag}.example.org` }),
  createDnsRecord: () => ({ type: 'A', name: 'www', content: '192.0.2.10', ttl: 3600 }),
  updateDnsRecord: () => ({ type: 'A', name: 'www', content: '192.0.2.11', ttl: 3600 }),
  createEmailService: (_t, tag, customer_id) => ({
    customer_id,
    sku_id: 'mail-10',
    domain: `${tag}.example.org`,
    billing_cycle: 'monthly',
  }),
  createMailbox: (_t, tag) => ({ local_part: tag, password: `Kept-Secret-${tag}` }),
} as const satisfies Partial<Record<OperationId, Build>>;

export type ProductOperation = keyof typeof bodyBuilders;

const isProductOperation = (id: OperationId): id is ProductOperation => Object.hasOwn(bodyBuilders, id);

/**
 * Builds the request body of one of these operations: the body of this contract, with the members that `bodies` of
 * the target file sets. The placeholders {unique} and {customerId} are filled in.
 */
export function productBody(t: CheckContext, id: ProductOperation, customerId = ''): ProductBody {
  const tag = t.unique();
  const standard = bodyBuilders[id](t, tag, customerId);
  return { tag, body: bodyFor(t, id, standard, { unique: tag, customerId }) };
}

/**
 * Builds the request body of any operation as `productBody` does; undefined for an operation outside these areas or
 * without a body.
 */
export const productBodyOf = (
  t: CheckContext,
  id: OperationId,
  customerId: string,
): Record<string, unknown> | undefined =>
  isProductOperation(id) ? productBody(t, id, customerId).body : undefined;
