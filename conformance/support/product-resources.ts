// Fixtures for one shared domain, hosting account, certificate, DNS zone with a record, and e-mail service with a
// mailbox.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { customer, requireCreated, waitForReadLag } from './customers-and-orders.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { waitUntilStable } from './polling.ts';
import { type ProductOperation, productBody } from './product-bodies.ts';
import { isSuccess, leaves, statusIn } from './response-readers.ts';

/** The reply to a create request, with the request body. `name` is the domain name in the request body. */
export type ProductCreation = {
  body: Record<string, unknown>;
  tag: string;
  name: string;
  key: string;
  created: Exchange;
};
/** A created product with its id. */
export type Product = ProductCreation & { id: string };

/** Returns the name in a request body that contains the tag of the run. */
function taggedName(body: Record<string, unknown>, tag: string): string {
  for (const { value } of leaves(body)) {
    if (typeof value === 'string' && value.includes(tag) && value.includes('.')) return value;
  }
  return tag;
}

const PURCHASES = new Set<ProductOperation>([
  'registerDomain',
  'transferDomain',
  'createHostingAccount',
  'createCertificate',
  'createEmailService',
]);

/**
 * Sends a create request for a product of a customer. The reply may be a refusal. Purchases carry an Idempotency-Key,
 * so that checks can replay them.
 */
export async function tryCreateProduct(
  t: CheckContext,
  id: ProductOperation,
  customerId: string,
  options: {
    params?: Record<string, string>;
    by?: 'tenantA' | 'tenantB';
    key?: string;
    deliberateFault?: string;
  } = {},
): Promise<ProductCreation> {
  const { body, tag } = productBody(t, id, customerId);
  const key = options.key ?? newIdempotencyKey(t);
  const created = await t.as(options.by ?? 'tenantA').send(id, {
    body,
    ...(options.params === undefined ? {} : { params: options.params }),
    ...(options.deliberateFault === undefined ? {} : { deliberateFault: options.deliberateFault }),
    ...(PURCHASES.has(id) ? { headers: { 'Idempotency-Key': key } } : {}),
  });
  return { body, tag, name: taggedName(body, tag), key, created };
}

/** Builds the fixture of a purchase for the shared customer. A separate check judges the reply to the purchase. */
const purchaseFixture = (id: ProductOperation, what: string) =>
  fixture(`new ${what}`, {
    cost: 2,
    uses: [customer],
    make: async (t: CheckContext) => tryCreateProduct(t, id, (await t.use(customer)).id),
  });

/** Builds the fixture of a created product, which waits until the product can be read. */
const productFixture = (what: string, from: Fixture<ProductCreation>) =>
  fixture(what, {
    cost: 0,
    uses: [from],
    async make(t: CheckContext): Promise<Product> {
      const product = requireCreated(t, await t.use(from));
      await waitForReadLag(t);
      return product;
    },
  });

export const newDomain = purchaseFixture('registerDomain', 'domain');
export const newTransfer = purchaseFixture('transferDomain', 'transfer of a domain');
export const newHosting = purchaseFixture('createHostingAccount', 'hosting account');
export const newCertificate = purchaseFixture('createCertificate', 'certificate');
export const newEmail = purchaseFixture('createEmailService', 'email service');
export const newZone = fixture('new zone', {
  cost: 2,
  make: (t: CheckContext) => tryCreateProduct(t, 'createDnsZone', ''),
});

export const domain = productFixture('domain', newDomain);
export const hosting = productFixture('hosting account', newHosting);
export const certificate = productFixture('certificate', newCertificate);
export const email = productFixture('email service', newEmail);
export const zone = productFixture('zone', newZone);

/** Adds a DNS record to the shared zone. A separate check judges the reply. */
export const newRecord = fixture('new record', {
  cost: 1,
  uses: [zone],
  make: async (t: CheckContext) =>
    tryCreateProduct(t, 'createDnsRecord', '', { params: { id: (await t.use(zone)).id } }),
});
export const record = productFixture('record', newRecord);

const NOT_READY = /pend|provision|creat|setup|setting|queue|install|process|build|start|init|valid/i;
/** How long a new product may take until it is ready, in milliseconds. */
const READY_PATIENCE = 11_000;

/**
 * Reads a product repeatedly until the product is ready or the pauses are over.
 * @param lastReply the reply that started the provisioning
 */
export const readReady = (
  t: CheckContext,
  operation: OperationId,
  id: string,
  lastReply?: Exchange,
): Promise<Exchange> =>
  waitUntilStable(t, (allowCached) => t.as('tenantA').send(operation, { params: { id }, allowCached }), {
    kind: operation.replace(/^get/, ''),
    isInProgress: (status) => NOT_READY.test(status),
    patience: READY_PATIENCE,
    lastReply,
  });

/** The shared e-mail service once it is ready; mailboxes can be created only then. */
export const readyEmail = fixture('email service as read', {
  cost: 1,
  uses: [email],
  async make(t: CheckContext): Promise<{ product: Product; reply: Exchange }> {
    const service = await t.use(email);
    return { product: service, reply: await readReady(t, 'getEmailService', service.id, service.created) };
  },
});

/** Creates a mailbox in the shared e-mail service. A separate check judges the reply. */
export const newMailbox = fixture('new mailbox', {
  cost: 1,
  uses: [readyEmail],
  make: async (t: CheckContext) =>
    tryCreateProduct(t, 'createMailbox', '', { params: { id: (await t.use(readyEmail)).product.id } }),
});
export const mailbox = productFixture('mailbox', newMailbox);

/** Maps the path prefix of each of these areas to the kind of product that an `{id}` below it names. */
export const productKinds = {
  '/domains/{id}': 'domain',
  '/hosting/{id}': 'hosting account',
  '/ssl/{id}': 'certificate',
  '/dns/zones/{id}': 'zone',
  '/email/{id}': 'email service',
} as const;
export type ProductKind = (typeof productKinds)[keyof typeof productKinds];

export const productFixtures: Record<ProductKind, Fixture<Product>> = {
  domain,
  'hosting account': hosting,
  certificate,
  zone,
  'email service': email,
};

/**
 * Maps each kind of product to the operation that shows the most of a product; for a zone, the operation that lists
 * the records.
 */
export const PRODUCT_READS = {
  domain: 'getDomain',
  'hosting account': 'getHostingAccount',
  certificate: 'getCertificate',
  zone: 'listDnsRecords',
  'email service': 'getEmailService',
} as const satisfies Record<ProductKind, OperationId>;

/** Maps each further path parameter to the fixture of the resource that the parameter names. */
export const childFixtures = { rid: record, mbx: mailbox } as const;

/**
 * Returns whether a resource has ended between two reads by its owner: the later read is refused, or shows another
 * status or a new `deleted…` member.
 */
export const isGone = (before: Exchange, after: Exchange): boolean =>
  !isSuccess(after) ||
  (isObject(after.json) && statusIn(after.json) !== statusIn(before.json)) ||
  (isObject(after.json) && Object.keys(after.json).some((name) => /^deleted/.test(name)));
