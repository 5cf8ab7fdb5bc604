// Fixtures for one shared tenant, instance, ticket, webhook endpoint and API key.
import { type OperationId, operation as operationOf } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { fixture } from '../define.ts';
import { customer, requireCreated, waitForReadLag } from './customers-and-orders.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { createdAtOf, findInList } from './list-lookup.ts';
import { type PlatformOperation, platformBody } from './platform-bodies.ts';
import { isSuccess, leaves } from './response-readers.ts';

type CallerName = 'tenantA' | 'tenantB' | 'platformAdmin';

/** The reply to a create request, with the request body. */
export type ResourceCreation = {
  body: Record<string, unknown>;
  tag: string;
  /** the Idempotency-Key of the create request; null when the operation does not move money */
  key: string | null;
  created: Exchange;
};
/** A created resource with its id. */
export type PlatformResource = ResourceCreation & { id: string };

/**
 * Sends a create request. The reply may be a refusal.
 * @param change members of the request body that the check itself sets
 */
export async function tryCreate(
  t: CheckContext,
  operation: PlatformOperation,
  change: Record<string, unknown> = {},
  {
    by = 'tenantA',
    customerId = '',
    deliberateFault,
  }: { by?: CallerName; customerId?: string; deliberateFault?: string } = {},
): Promise<ResourceCreation> {
  const { body, tag } = platformBody(t, operation, change, customerId);
  const key = operationOf(operation).idempotency === null ? null : newIdempotencyKey(t);
  const headers = key === null ? {} : { 'Idempotency-Key': key };
  const fault = deliberateFault === undefined ? {} : { deliberateFault };
  return { body, tag, key, created: await t.as(by).send(operation, { body, headers, ...fault }) };
}

/** Builds the fixture of a shared creation. A separate check judges the reply to the creation. */
const creationFixture = (
  operation: PlatformOperation,
  what: string,
  by: CallerName = 'tenantA',
  ...uses: (typeof customer)[]
) =>
  fixture(`new ${what}`, {
    cost: 2,
    uses,
    async make(t: CheckContext): Promise<ResourceCreation> {
      const [buyer] = uses;
      const customerId = buyer === undefined ? '' : (await t.use(buyer)).id;
      return tryCreate(t, operation, {}, { by, customerId });
    },
  });

/** Builds the fixture of a created resource, which waits until the resource can be read. */
const createdFixture = (what: string, from: Fixture<ResourceCreation>) =>
  fixture(what, {
    cost: 0,
    uses: [from],
    async make(t: CheckContext): Promise<PlatformResource> {
      const resource = requireCreated(t, await t.use(from));
      await waitForReadLag(t);
      return resource;
    },
  });

export const newTenant = creationFixture('createTenant', 'tenant', 'platformAdmin');
export const newVps = creationFixture('createVps', 'instance', 'tenantA', customer);
export const newTicket = creationFixture('createTicket', 'ticket');
export const newWebhook = creationFixture('createWebhook', 'webhook endpoint');
export const newKey = creationFixture('createApiKey', 'API key');

export const tenant = createdFixture('tenant', newTenant);
export const vps = createdFixture('instance', newVps);
export const ticket = createdFixture('ticket', newTicket);
export const webhook = createdFixture('webhook endpoint', newWebhook);
export const apiKey = createdFixture('API key', newKey);

/** Maps the path prefix of each of these areas to the kind of resource that an `{id}` below it names. */
export const platformKinds = {
  '/tenants/{id}': 'tenant',
  '/vps/{id}': 'instance',
  '/support/tickets/{id}': 'ticket',
  '/webhooks/{id}': 'webhook endpoint',
  '/api-keys/{id}': 'API key',
} as const;
export type PlatformKind = (typeof platformKinds)[keyof typeof platformKinds];

export const platformFixtures: Record<PlatformKind, Fixture<PlatformResource>> = {
  tenant,
  instance: vps,
  ticket,
  'webhook endpoint': webhook,
  'API key': apiKey,
};

/** Maps each kind of resource to the operation that reads a resource of the kind. */
export const PLATFORM_READS = {
  tenant: 'getTenant',
  instance: 'getVps',
  ticket: 'getTicket',
  'webhook endpoint': 'getWebhook',
  'API key': 'getApiKey',
} as const satisfies Record<PlatformKind, OperationId>;

export const isPlatformKind = (kind: string): kind is PlatformKind => Object.hasOwn(platformFixtures, kind);

/** Reads a resource as the tenant that created it. */
export const readPlatformResource = (
  t: CheckContext,
  kind: PlatformKind,
  id: string,
  allowCached = false,
): Promise<Exchange> =>
  t
    .as(kind === 'tenant' ? 'platformAdmin' : 'tenantA')
    .send(PLATFORM_READS[kind], { params: { id }, allowCached });

/** Builds the fixture that reads the shared resource of a kind. */
const readFixture = (kind: PlatformKind) =>
  fixture(`${kind} as read`, {
    cost: 1,
    uses: [platformFixtures[kind]],
    async make(t: CheckContext): Promise<PlatformResource & { reply: Exchange }> {
      const resource = await t.use(platformFixtures[kind]);
      const read = (): Promise<Exchange> => readPlatformResource(t, kind, resource.id);
      return { ...resource, reply: await t.eventually('read', read) };
    },
  });

export const platformAsRead: Record<PlatformKind, Fixture<PlatformResource & { reply: Exchange }>> = {
  tenant: readFixture('tenant'),
  instance: readFixture('instance'),
  ticket: readFixture('ticket'),
  'webhook endpoint': readFixture('webhook endpoint'),
  'API key': readFixture('API key'),
};

/** Maps each kind of resource to the operation that lists the resources of the kind. */
export const PLATFORM_LISTS = {
  instance: 'listVps',
  ticket: 'listTickets',
  'webhook endpoint': 'listWebhooks',
  'API key': 'listApiKeys',
} as const;

export type ListedKind = keyof typeof PLATFORM_LISTS;

const creationFixtures: Record<ListedKind, Fixture<ResourceCreation>> = {
  instance: newVps,
  ticket: newTicket,
  'webhook endpoint': newWebhook,
  'API key': newKey,
};

/** Finds a resource in the list of its kind. */
export const findPlatformResource = async (
  t: CheckContext,
  kind: ListedKind,
  { id, created }: PlatformResource,
) => findInList(t, PLATFORM_LISTS[kind], id, createdAtOf(created));

/**
 * Builds the fixture that finds the shared resource in the list of its kind. Tenant B reads its own list right after
 * tenant A.
 */
const listedFixture = (kind: ListedKind) =>
  fixture(`${kind} in the list`, {
    cost: 2,
    uses: [platformFixtures[kind]],
    async make(t: CheckContext) {
      const creation = await t.use(creationFixtures[kind]);
      // The list is read even when the creation failed, because the list operation may exist nevertheless.
      const found = isSuccess(creation.created)
        ? await findPlatformResource(t, kind, await t.use(platformFixtures[kind]))
        : { item: undefined, exchange: await t.as('tenantA').send(PLATFORM_LISTS[kind]) };
      return { ...found, other: t.has('tenantB') ? await listAsOtherTenant(t, PLATFORM_LISTS[kind]) : null };
    },
  });

/** Reads a list as tenant B. Returns no items when the reply is not a list. */
async function listAsOtherTenant(
  t: CheckContext,
  operation: OperationId,
): Promise<{ items: readonly unknown[]; exchange: Exchange }> {
  const exchange = await t.as('tenantB').send(operation);
  return { items: itemsInPage(exchange.json) ?? [], exchange };
}

export const platformListed = {
  instance: listedFixture('instance'),
  ticket: listedFixture('ticket'),
  'webhook endpoint': listedFixture('webhook endpoint'),
  'API key': listedFixture('API key'),
};

/** Returns whether any value of a body contains a text. */
export const containsText = (body: unknown, text: string): boolean =>
  [...leaves(body)].some(({ value }) => typeof value === 'string' && value.includes(text));

/**
 * Returns the name of the first text member of a request body that contains the body's tag and whose value a reply
 * shows, under whatever name; addresses do not count, because they have a form.
 */
export const shownTextMember = (
  body: Record<string, unknown>,
  tag: string,
  shown: unknown,
): string | undefined =>
  Object.keys(body).find((name) => {
    const value = body[name];
    return (
      typeof value === 'string' && value.includes(tag) && !/[@/]/.test(value) && containsText(shown, value)
    );
  });

/**
 * Returns the longest text in a request body that contains the body's tag, so that the text can be found later; the
 * tag itself when no text contains it.
 */
export const longestTaggedText = (body: Record<string, unknown>, tag: string): string =>
  [...leaves(body)]
    .map(({ value }) => value)
    .filter((value): value is string => typeof value === 'string' && value.includes(tag))
    .sort((a, b) => b.length - a.length)[0] ?? tag;
