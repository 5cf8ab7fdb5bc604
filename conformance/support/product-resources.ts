// What the checks about products stand on: a domain, a hosting account, a certificate, a zone with a record, email.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { customer, requireCreated, waitForReadLag } from './customers-and-orders.ts';
import { waitUntilStable } from './polling.ts';
import { type ProductOperation, productBody } from './product-bodies.ts';
import { isSuccess, leaves, statusIn } from './response-readers.ts';

/** An attempt to create something. `name` is the domain name it was to be for. */
export type ProductCreation = {
  body: Record<string, unknown>;
  tag: string;
  name: string;
  key: string;
  created: Exchange;
};
/** Something that was created, with its id. */
export type Product = ProductCreation & { id: string };

/** What this run gave a body as its name: the text that holds the run's tag. */
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

/** Tries to create something for a customer. What is bought carries an Idempotency-Key, so that it can be replayed. */
export async function tryCreateProduct(
  t: CheckContext,
  id: ProductOperation,
  customerId: string,
  options: { params?: Record<string, string>; by?: 'tenantA' | 'tenantB'; key?: string } = {},
): Promise<ProductCreation> {
  const { body, tag } = productBody(t, id, customerId);
  const key = options.key ?? t.unique('buy');
  const created = await t.as(options.by ?? 'tenantA').send(id, {
    body,
    ...(options.params === undefined ? {} : { params: options.params }),
    ...(PURCHASES.has(id) ? { headers: { 'Idempotency-Key': key } } : {}),
  });
  return { body, tag, name: taggedName(body, tag), key, created };
}

/** The attempt to buy something for the shared customer, judged by the check about it. */
const purchaseFixture = (id: ProductOperation, what: string) =>
  fixture(`new ${what}`, {
    cost: 2,
    uses: [customer],
    make: async (t: CheckContext) => tryCreateProduct(t, id, (await t.use(customer)).id),
  });

/** What came of an attempt, once it can be seen. */
const productFixture = (what: string, from: Fixture<ProductCreation>) =>
  fixture(what, {
    cost: 0,
    uses: [from],
    async make(t: CheckContext): Promise<Product> {
      const made = requireCreated(t, await t.use(from));
      await waitForReadLag(t);
      return made;
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

/** The attempt to add a record to the shared zone. */
export const newRecord = fixture('new record', {
  cost: 1,
  uses: [zone],
  make: async (t: CheckContext) =>
    tryCreateProduct(t, 'createDnsRecord', '', { params: { id: (await t.use(zone)).id } }),
});
export const record = productFixture('record', newRecord);

const NOT_READY = /pend|provision|creat|setup|setting|queue|install|process|build|start|init|valid/i;
/** How long something new is waited for until it can be acted on, in milliseconds. */
const READY_POLL_DELAYS = [5000, 6000];

/** Reads something until it is ready, for a while. @param told the reply that set it going */
export const readReady = (
  t: CheckContext,
  operation: OperationId,
  id: string,
  lastReply?: Exchange,
): Promise<Exchange> =>
  waitUntilStable(t, (allowCached) => t.as('tenantA').send(operation, { params: { id }, allowCached }), {
    isInProgress: (status) => NOT_READY.test(status),
    delays: READY_POLL_DELAYS,
    lastReply,
  });

/** The email service once it is ready: mailboxes are for what is set up. */
export const readyEmail = fixture('email service as read', {
  cost: 1,
  uses: [email],
  async make(t: CheckContext): Promise<{ product: Product; reply: Exchange }> {
    const thing = await t.use(email);
    return { product: thing, reply: await readReady(t, 'getEmailService', thing.id, thing.created) };
  },
});

/** The attempt to create a mailbox in the shared email service. */
export const newMailbox = fixture('new mailbox', {
  cost: 1,
  uses: [readyEmail],
  make: async (t: CheckContext) =>
    tryCreateProduct(t, 'createMailbox', '', { params: { id: (await t.use(readyEmail)).product.id } }),
});
export const mailbox = productFixture('mailbox', newMailbox);

/** An `{id}` of a path that names something of these areas: what it is, how its owner reads it. */
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

/** The read that shows most of a thing: of a zone its records. */
export const PRODUCT_READS = {
  domain: 'getDomain',
  'hosting account': 'getHostingAccount',
  certificate: 'getCertificate',
  zone: 'listDnsRecords',
  'email service': 'getEmailService',
} as const satisfies Record<ProductKind, OperationId>;

/** Subjects that the further parameters of a path name. */
export const childFixtures = { rid: record, mbx: mailbox } as const;

/** Whether a thing is gone for its owner: refused, or shown otherwise than before. */
export const isGone = (before: Exchange, after: Exchange): boolean =>
  !isSuccess(after) ||
  (isObject(after.json) && statusIn(after.json) !== statusIn(before.json)) ||
  (isObject(after.json) && Object.keys(after.json).some((name) => /^deleted/.test(name)));
