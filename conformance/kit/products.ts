// What the checks about products stand on: a domain, a hosting account, a certificate, a zone with a record, email.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject, Undo } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { type ProductOperation, productBody } from './product-bodies.ts';
import { idOf, idText, isRecord, isSuccess, leaves, statusIn } from './reading.ts';
import { atRest } from './rest.ts';
import { customer, settle, sinkIn } from './subjects.ts';

/** An attempt to create something. `name` is the domain name it was to be for. */
export type Attempt = {
  body: Record<string, unknown>;
  tag: string;
  name: string;
  key: string;
  created: Exchange;
};
/** Something that was created, with its id. */
export type Product = Attempt & { id: string };

/** What this run gave a body as its name: the text that holds the run's tag. */
function nameIn(body: Record<string, unknown>, tag: string): string {
  for (const { value } of leaves(body)) {
    if (typeof value === 'string' && value.includes(tag) && value.includes('.')) return value;
  }
  return tag;
}

const buys = new Set<ProductOperation>([
  'registerDomain',
  'transferDomain',
  'createHostingAccount',
  'createCertificate',
  'createEmailService',
]);

/** Tries to create something for a customer. What is bought carries an Idempotency-Key, so that it can be replayed. */
export async function attemptProduct(
  t: Context,
  id: ProductOperation,
  customerId: string,
  options: { params?: Record<string, string>; by?: 'tenantA' | 'tenantB'; key?: string } = {},
): Promise<Attempt> {
  const { body, tag } = productBody(t, id, customerId);
  const key = options.key ?? t.unique('buy');
  const created = await t.as(options.by ?? 'tenantA').send(id, {
    body,
    ...(options.params === undefined ? {} : { params: options.params }),
    ...(buys.has(id) ? { headers: { 'Idempotency-Key': key } } : {}),
  });
  return { body, tag, name: nameIn(body, tag), key, created };
}

/** Ends the check as inconclusive unless the attempt brought something with an id; says which body may help. */
export function established(t: Context, made: Attempt): Product {
  const operation = made.created.operation ?? 'the operation';
  settle(t, made.created, `give bodies.${operation} in the target file what this deployment wants`);
  const id = idOf(made.created);
  if (id === undefined)
    t.inconclusive('what was created has no `id` to go on with', { exchange: made.created });
  t.own(id);
  return { ...made, id };
}

/** The attempt to buy something for the shared customer, judged by the check about it. */
const purchase = (id: ProductOperation, what: string) =>
  subject(`new ${what}`, {
    cost: 2,
    uses: [customer],
    make: async (t: Context) => attemptProduct(t, id, (await t.use(customer)).id),
  });

/** What came of an attempt, once it can be seen. */
const product = (what: string, from: Subject<Attempt>) =>
  subject(what, {
    cost: 0,
    uses: [from],
    async make(t: Context): Promise<Product> {
      const made = established(t, await t.use(from));
      await sinkIn(t);
      return made;
    },
  });

export const newDomain = purchase('registerDomain', 'domain');
export const newTransfer = purchase('transferDomain', 'transfer of a domain');
export const newHosting = purchase('createHostingAccount', 'hosting account');
export const newCertificate = purchase('createCertificate', 'certificate');
export const newEmail = purchase('createEmailService', 'email service');
export const newZone = subject('new zone', {
  cost: 2,
  make: (t: Context) => attemptProduct(t, 'createDnsZone', ''),
});

export const domain = product('domain', newDomain);
export const hosting = product('hosting account', newHosting);
export const certificate = product('certificate', newCertificate);
export const email = product('email service', newEmail);
export const zone = product('zone', newZone);

/** The attempt to add a record to the shared zone. */
export const newRecord = subject('new record', {
  cost: 1,
  uses: [zone],
  make: async (t: Context) =>
    attemptProduct(t, 'createDnsRecord', '', { params: { id: (await t.use(zone)).id } }),
});
export const record = product('record', newRecord);

const unfinished = /pend|provision|creat|setup|setting|queue|install|process|build|start|init|valid/i;
/** How long something new is waited for until it can be acted on, in milliseconds. */
const pauses = [5000, 6000];

/** Reads something until it is ready, for a while. @param told the reply that set it going */
export const readReady = (
  t: Context,
  operation: OperationId,
  id: string,
  told?: Exchange,
): Promise<Exchange> =>
  atRest(t, (known) => t.as('tenantA').send(operation, { params: { id }, known }), {
    moving: (status) => unfinished.test(status),
    pauses,
    told,
  });

/** The email service once it is ready: mailboxes are for what is set up. */
export const readyEmail = subject('email service as read', {
  cost: 1,
  uses: [email],
  async make(t: Context): Promise<{ thing: Product; reply: Exchange }> {
    const thing = await t.use(email);
    return { thing, reply: await readReady(t, 'getEmailService', thing.id, thing.created) };
  },
});

/** The attempt to create a mailbox in the shared email service. */
export const newMailbox = subject('new mailbox', {
  cost: 1,
  uses: [readyEmail],
  make: async (t: Context) =>
    attemptProduct(t, 'createMailbox', '', { params: { id: (await t.use(readyEmail)).thing.id } }),
});
export const mailbox = product('mailbox', newMailbox);

/** What is bought ends with its service. */
function undoPurchase({ json }: Exchange): Undo | undefined {
  const id = idText(leaves(json).find(({ name, value }) => name === 'service_id' && idText(value))?.value);
  return id !== undefined ? { operation: 'terminateService', params: { id }, settles: 5000 } : undefined;
}

/** A zone is deleted, and its records with it. */
function undoZone(reply: Exchange): Undo | undefined {
  const id = idOf(reply);
  return id === undefined ? undefined : { operation: 'deleteDnsZone', params: { id } };
}

export const undoProducts = {
  registerDomain: undoPurchase,
  transferDomain: undoPurchase,
  createHostingAccount: undoPurchase,
  createCertificate: undoPurchase,
  createEmailService: undoPurchase,
  createDnsZone: undoZone,
};

/** An `{id}` of a path that names something of these areas: what it is, how its owner reads it. */
export const productKinds = {
  '/domains/{id}': 'domain',
  '/hosting/{id}': 'hosting account',
  '/ssl/{id}': 'certificate',
  '/dns/zones/{id}': 'zone',
  '/email/{id}': 'email service',
} as const;
export type ProductKind = (typeof productKinds)[keyof typeof productKinds];

export const productOf: Record<ProductKind, Subject<Product>> = {
  domain,
  'hosting account': hosting,
  certificate,
  zone,
  'email service': email,
};

/** The read that shows most of a thing: of a zone its records. */
export const productReaders = {
  domain: 'getDomain',
  'hosting account': 'getHostingAccount',
  certificate: 'getCertificate',
  zone: 'listDnsRecords',
  'email service': 'getEmailService',
} as const satisfies Record<ProductKind, OperationId>;

/** Subjects that the further parameters of a path name. */
export const childOf = { rid: record, mbx: mailbox } as const;

/** Whether a thing is gone for its owner: refused, or shown otherwise than before. */
export const isGone = (before: Exchange, after: Exchange): boolean =>
  !isSuccess(after) ||
  (isRecord(after.json) && statusIn(after.json) !== statusIn(before.json)) ||
  (isRecord(after.json) && Object.keys(after.json).some((name) => /^deleted/.test(name)));
