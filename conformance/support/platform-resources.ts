// What the checks about tenants, instances, support, webhooks and API keys stand on: one shared thing of each kind.
import { type OperationId, operation as operationOf } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { fixture } from '../define.ts';
import { customer, requireCreated, waitForReadLag } from './customers-and-orders.ts';
import { createdAtOf, findInList } from './list-lookup.ts';
import { type PlatformOperation, platformBody } from './platform-bodies.ts';
import { isSuccess, leaves } from './response-readers.ts';

type CallerName = 'tenantA' | 'tenantB' | 'platformAdmin';

/** An attempt to create something. */
export type ResourceCreation = {
  body: Record<string, unknown>;
  tag: string;
  /** the Idempotency-Key it was sent with, where it moves money */
  key: string | null;
  created: Exchange;
};
/** Something that was created, with its id. */
export type PlatformResource = ResourceCreation & { id: string };

/** Tries to create something. @param change members that the check itself needs otherwise */
export async function tryCreate(
  t: CheckContext,
  operation: PlatformOperation,
  change: Record<string, unknown> = {},
  { by = 'tenantA', customerId = '' }: { by?: CallerName; customerId?: string } = {},
): Promise<ResourceCreation> {
  const { body, tag } = platformBody(t, operation, change, customerId);
  const key = operationOf(operation).idempotency === null ? null : t.unique('buy');
  const headers = key === null ? {} : { 'Idempotency-Key': key };
  return { body, tag, key, created: await t.as(by).send(operation, { body, headers }) };
}

/** The attempt to create something that checks share, judged by the check about it. */
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

/** What came of an attempt, once it can be seen. */
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

/** An `{id}` of a path that names something of these areas. */
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

/** The read that shows a thing. */
export const PLATFORM_READS = {
  tenant: 'getTenant',
  instance: 'getVps',
  ticket: 'getTicket',
  'webhook endpoint': 'getWebhook',
  'API key': 'getApiKey',
} as const satisfies Record<PlatformKind, OperationId>;

export const isPlatformKind = (kind: string): kind is PlatformKind => Object.hasOwn(platformFixtures, kind);

/** Reads a thing as who created it. */
export const readPlatformResource = (
  t: CheckContext,
  kind: PlatformKind,
  id: string,
  allowCached = false,
): Promise<Exchange> =>
  t
    .as(kind === 'tenant' ? 'platformAdmin' : 'tenantA')
    .send(PLATFORM_READS[kind], { params: { id }, allowCached });

/** The shared thing of a kind, as it is read. */
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

/** The list that shows resources of a kind. */
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

/** Looks for a thing in its list. */
export const findPlatformResource = async (
  t: CheckContext,
  kind: ListedKind,
  { id, created }: PlatformResource,
) => findInList(t, PLATFORM_LISTS[kind], id, createdAtOf(created));

/** The shared thing of a kind as its list shows it; the other tenant reads its list right after. */
const listedFixture = (kind: ListedKind) =>
  fixture(`${kind} in the list`, {
    cost: 2,
    uses: [platformFixtures[kind]],
    async make(t: CheckContext) {
      const creation = await t.use(creationFixtures[kind]);
      // where nothing could be created the list is asked for all the same: it may be there
      const found = isSuccess(creation.created)
        ? await findPlatformResource(t, kind, await t.use(platformFixtures[kind]))
        : { item: undefined, exchange: await t.as('tenantA').send(PLATFORM_LISTS[kind]) };
      return { ...found, other: t.has('tenantB') ? await listAsOtherTenant(t, PLATFORM_LISTS[kind]) : null };
    },
  });

/** A list as tenant B is shown it, or what came in its place. */
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

/** Whether a body holds a text anywhere, as a part of any value. */
export const containsText = (body: unknown, text: string): boolean =>
  [...leaves(body)].some(({ value }) => typeof value === 'string' && value.includes(text));

/** The longest text of a body that holds its tag: the one to look for later; the tag itself when there is none. */
export const longestTaggedText = (body: Record<string, unknown>, tag: string): string =>
  [...leaves(body)]
    .map(({ value }) => value)
    .filter((value): value is string => typeof value === 'string' && value.includes(tag))
    .sort((a, b) => b.length - a.length)[0] ?? tag;
