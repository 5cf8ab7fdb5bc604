// What the checks about tenants, instances, support, webhooks and API keys stand on: one shared thing of each kind.
import { type OperationId, operation as operationOf } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject, Undo } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { subject } from '../suite.ts';
import { bornOf, differing, expectItsOwnId, findIn } from './finding.ts';
import { type PlatformOperation, platformBody } from './platform-bodies.ts';
import { idOf, isRecord, isSuccess, leaves } from './reading.ts';
import { customer, settle, sinkIn } from './subjects.ts';

type By = 'tenantA' | 'tenantB' | 'platformAdmin';

/** An attempt to create something. */
export type Made = {
  body: Record<string, unknown>;
  tag: string;
  /** the Idempotency-Key it was sent with, where it moves money */
  key: string | null;
  created: Exchange;
};
/** Something that was created, with its id. */
export type Thing = Made & { id: string };

/** Tries to create something. @param change members that the check itself needs otherwise */
export async function attempt(
  t: Context,
  operation: PlatformOperation,
  change: Record<string, unknown> = {},
  { by = 'tenantA', customerId = '' }: { by?: By; customerId?: string } = {},
): Promise<Made> {
  const { body, tag } = platformBody(t, operation, change, customerId);
  const key = operationOf(operation).idempotency === null ? null : t.unique('buy');
  const headers = key === null ? {} : { 'Idempotency-Key': key };
  return { body, tag, key, created: await t.as(by).send(operation, { body, headers }) };
}

/** Ends the check as inconclusive unless the attempt brought something with an id; says which body may help. */
export function established(t: Context, made: Made): Thing {
  const operation = made.created.operation ?? 'the operation';
  settle(t, made.created, `give bodies.${operation} in the target file what this deployment wants`);
  const id = idOf(made.created);
  if (id === undefined)
    t.inconclusive('what was created has no `id` to go on with', { exchange: made.created });
  t.own(id);
  return { ...made, id };
}

/** The attempt to create something that checks share, judged by the check about it. */
const attempted = (
  operation: PlatformOperation,
  what: string,
  by: By = 'tenantA',
  ...uses: (typeof customer)[]
) =>
  subject(`new ${what}`, {
    cost: 2,
    uses,
    async make(t: Context): Promise<Made> {
      const [buyer] = uses;
      const customerId = buyer === undefined ? '' : (await t.use(buyer)).id;
      return attempt(t, operation, {}, { by, customerId });
    },
  });

/** What came of an attempt, once it can be seen. */
const shared = (what: string, from: Subject<Made>) =>
  subject(what, {
    cost: 0,
    uses: [from],
    async make(t: Context): Promise<Thing> {
      const thing = established(t, await t.use(from));
      await sinkIn(t);
      return thing;
    },
  });

export const newTenant = attempted('createTenant', 'tenant', 'platformAdmin');
export const newVps = attempted('createVps', 'instance', 'tenantA', customer);
export const newTicket = attempted('createTicket', 'ticket');
export const newWebhook = attempted('createWebhook', 'webhook endpoint');
export const newKey = attempted('createApiKey', 'API key');

export const tenant = shared('tenant', newTenant);
export const vps = shared('instance', newVps);
export const ticket = shared('ticket', newTicket);
export const webhook = shared('webhook endpoint', newWebhook);
export const key = shared('API key', newKey);

/** An `{id}` of a path that names something of these areas. */
export const platformKinds = {
  '/tenants/{id}': 'tenant',
  '/vps/{id}': 'instance',
  '/support/tickets/{id}': 'ticket',
  '/webhooks/{id}': 'webhook endpoint',
  '/api-keys/{id}': 'API key',
} as const;
export type PlatformKind = (typeof platformKinds)[keyof typeof platformKinds];

export const platformOf: Record<PlatformKind, Subject<Thing>> = {
  tenant,
  instance: vps,
  ticket,
  'webhook endpoint': webhook,
  'API key': key,
};

/** The read that shows a thing. */
export const platformReaders = {
  tenant: 'getTenant',
  instance: 'getVps',
  ticket: 'getTicket',
  'webhook endpoint': 'getWebhook',
  'API key': 'getApiKey',
} as const satisfies Record<PlatformKind, OperationId>;

export const isPlatformKind = (kind: string): kind is PlatformKind => Object.hasOwn(platformOf, kind);

/** Reads a thing as who created it. */
export const readThing = (t: Context, kind: PlatformKind, id: string, known = false): Promise<Exchange> =>
  t
    .as(kind === 'tenant' ? 'platformAdmin' : 'tenantA')
    .send(platformReaders[kind], { params: { id }, known });

/** The shared thing of a kind, as it is read. */
const asRead = (kind: PlatformKind) =>
  subject(`${kind} as read`, {
    cost: 1,
    uses: [platformOf[kind]],
    async make(t: Context): Promise<Thing & { reply: Exchange }> {
      const thing = await t.use(platformOf[kind]);
      const read = (): Promise<Exchange> => readThing(t, kind, thing.id);
      return { ...thing, reply: await t.eventually('read', read) };
    },
  });

export const platformShown: Record<PlatformKind, Subject<Thing & { reply: Exchange }>> = {
  tenant: asRead('tenant'),
  instance: asRead('instance'),
  ticket: asRead('ticket'),
  'webhook endpoint': asRead('webhook endpoint'),
  'API key': asRead('API key'),
};

const lists = {
  instance: 'listVps',
  ticket: 'listTickets',
  'webhook endpoint': 'listWebhooks',
  'API key': 'listApiKeys',
} as const;

type Listed = keyof typeof lists;

const attemptsOf: Record<Listed, Subject<Made>> = {
  instance: newVps,
  ticket: newTicket,
  'webhook endpoint': newWebhook,
  'API key': newKey,
};

/** Looks for a thing in its list. */
const lookFor = async (t: Context, kind: Listed, { id, created }: Thing) =>
  findIn(t, lists[kind], id, bornOf(created));

/** The shared thing of a kind as its list shows it; the other tenant reads its list right after. */
const asListed = (kind: Listed) =>
  subject(`${kind} in the list`, {
    cost: 2,
    uses: [platformOf[kind]],
    async make(t: Context) {
      const made = await t.use(attemptsOf[kind]);
      // where nothing could be created the list is asked for all the same: it may be there
      const found = isSuccess(made.created)
        ? await lookFor(t, kind, await t.use(platformOf[kind]))
        : { item: undefined, exchange: await t.as('tenantA').send(lists[kind]) };
      return { ...found, other: t.has('tenantB') ? await strangersList(t, lists[kind]) : null };
    },
  });

/** A list as tenant B is shown it, or what came in its place. */
async function strangersList(
  t: Context,
  operation: OperationId,
): Promise<{ items: readonly unknown[]; exchange: Exchange }> {
  const exchange = await t.as('tenantB').send(operation);
  return { items: itemsOf(exchange.json) ?? [], exchange };
}

export const platformListed = {
  instance: asListed('instance'),
  ticket: asListed('ticket'),
  'webhook endpoint': asListed('webhook endpoint'),
  'API key': asListed('API key'),
};

/** Judges whether the shared thing is in its list; read-after-write lag is granted as the target file says. */
export async function expectInList(t: Context, kind: Listed): Promise<void> {
  let { item, exchange } = await t.use(platformListed[kind]);
  const thing = await t.use(platformOf[kind]);
  await t.eventually('read', async () => {
    if (item === undefined) ({ item, exchange } = await lookFor(t, kind, thing));
    t.expect(exchange).success();
    if (item !== undefined) return;
    await expectItsOwnId(t, lists[kind], thing, exchange);
    t.fail('it is not in the list', { expected: thing.id, exchange });
  });
}

/** Judges whether the list shows the shared thing as its detail does; both are read anew only where they differ. */
export async function expectListAgrees(t: Context, kind: Listed, known: Exchange): Promise<void> {
  const thing = await t.use(platformOf[kind]);
  let { item, exchange } = await t.use(platformListed[kind]);
  let reply = known;
  const apart = (): string | undefined =>
    isRecord(reply.json) && isRecord(item) ? differing(reply.json, item) : undefined;
  await t.eventually('read', async () => {
    if (apart() !== undefined) {
      ({ item, exchange } = await lookFor(t, kind, thing));
      reply = await readThing(t, kind, thing.id);
    }
    if (!isRecord(item)) t.inconclusive('the list does not show this thing as an object', { exchange });
    const seen = t.require(reply).success().json;
    const name = apart();
    if (name === undefined || !isRecord(seen)) return;
    t.fail(`\`${name}\` differs`, { expected: seen[name], actual: item[name], exchange: [exchange, reply] });
  });
}

/** Answers to ending what has ended already. */
const gone = [400, 409, 422];

const ending =
  (operation: OperationId, as?: By) =>
  (reply: Exchange): Undo | undefined => {
    const id = idOf(reply);
    if (id === undefined) return undefined;
    return { operation, params: { id }, gone, ...(as === undefined ? {} : { as }) };
  };

export const undoPlatform = {
  createTenant: ending('terminateTenant', 'platformAdmin'),
  createVps: ending('terminateVps'),
  createTicket: ending('closeTicket'),
  createWebhook: ending('deleteWebhook'),
  createApiKey: ending('revokeApiKey'),
};

/** Judges a creation: what may be the target's own wish for a body is no breach. */
export function expectMade(t: Context, { created }: Made): void {
  if (isSuccess(created)) return;
  if ([404, 405, 501].includes(created.status) || created.status >= 500) t.expect(created).success();
  t.inconclusive(`our body was refused with ${created.status}; give bodies.${created.operation}`, {
    exchange: created,
  });
}

/** Judges an action that this contract sends no needed body with, or one that may be the target's own. */
export function expectDone(t: Context, reply: Exchange): void {
  if (isSuccess(reply)) return;
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  t.inconclusive(`it was refused with ${reply.status}; bodies.${reply.operation} may give what is wanted`, {
    exchange: reply,
  });
}

/** Whether a body holds a text anywhere, as a part of any value. */
export const contains = (body: unknown, text: string): boolean =>
  [...leaves(body)].some(({ value }) => typeof value === 'string' && value.includes(text));

/** The longest text of a body that holds its tag: the one to look for later; the tag itself when there is none. */
export const longest = (body: Record<string, unknown>, tag: string): string =>
  [...leaves(body)]
    .map(({ value }) => value)
    .filter((value): value is string => typeof value === 'string' && value.includes(tag))
    .sort((a, b) => b.length - a.length)[0] ?? tag;
