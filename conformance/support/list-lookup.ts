// Finding things in lists of unknown shape and length, and holding what a list says against what was read.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { idIn, isSuccess, isUniqueId, mentions } from './response-readers.ts';
import { timeOf } from './times.ts';

/** How many pages a search follows before it gives up. */
const MAX_PAGES = 12;

/** Whether a list is ordered by creation, the newest first, and has gone past a birth without showing it. */
function isPastCreation(items: readonly unknown[], createdAt: unknown): boolean {
  const times = items.map((item) => timeOf(isObject(item) ? item.created_at : undefined));
  const descending = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? Number.NaN));
  return descending && times.some((time) => time < timeOf(createdAt) - 1000);
}

/**
 * The element that speaks of an id; undefined when the list has none, or when it could not be read (then the exchange
 * tells). Inconclusive when not all of it could be read, unless its order shows that it cannot follow.
 * @param born the creation time the thing itself tells, where it does
 */
export async function findInList(
  t: CheckContext,
  operation: OperationId,
  id: string,
  createdAt?: unknown,
  options: SendOptions = {},
): Promise<{ item: unknown; exchange: Exchange }> {
  const api = t.as('tenantA');
  const speaks = (item: unknown): boolean => {
    const ownId = idIn(item);
    return ownId === id || ((ownId === undefined || isUniqueId(id)) && mentions(item, id));
  };
  const exchange = await api.send(operation, { ...options, allowCached: true });
  const found = itemsInPage(exchange.json)?.find(speaks);
  if (!isSuccess(exchange) || found !== undefined) return { item: found, exchange };
  if (isPastCreation(itemsInPage(exchange.json) ?? [], createdAt)) return { item: undefined, exchange };
  const listing = await api.list(operation, { ...options, pages: MAX_PAGES, until: speaks });
  const item = listing.items.find(speaks);
  if (item === undefined && !listing.complete && !isPastCreation(listing.items, createdAt)) {
    t.inconclusive(`it was not among the first ${listing.items.length} of a longer list`, { exchange });
  }
  return { item, exchange };
}

/**
 * Ends as inconclusive when a list shows what was created under another id: then its creation was answered with the id of
 * something else, an order or a task, which no sentence forbids. Asked before a thing that is missing is held against
 * the target.
 * @param made what the creation told, and a text of its body that nothing else has
 */
export async function expectOwnId(
  t: CheckContext,
  operation: OperationId,
  { id, tag }: { id: string; tag: string },
  exchange: Exchange,
): Promise<void> {
  const holds = (item: unknown): boolean => tag !== '' && JSON.stringify(item).includes(tag);
  let items: unknown[] = [];
  try {
    ({ items } = await t.as('tenantA').list(operation, { pages: MAX_PAGES, until: holds }));
  } catch {
    // a list that cannot be read says nothing of ids
  }
  const listedId = idIn(items.find(holds));
  if (listedId === undefined || listedId === id) return;
  t.inconclusive(
    `the creation was answered with the id ${id}, and the list shows it as ${listedId}: it may be that of an order, or of a task`,
    { exchange },
  );
}

/** Judges whether a thing that was created is read by its id. */
export async function expectReadable(
  t: CheckContext,
  operation: OperationId,
  created: { id: string; tag: string },
  reply: Exchange,
): Promise<void> {
  if ([400, 403, 404, 410, 422].includes(reply.status)) await expectOwnId(t, operation, created, reply);
  t.expect(reply).success();
}

/** The creation time a thing tells of itself. */
export const createdAtOf = ({ json }: Exchange): unknown => (isObject(json) ? json.created_at : undefined);

/** A member that two views of one thing show differently; what time or another action may change is passed over. */
export function differingMember(
  one: Record<string, unknown>,
  other: Record<string, unknown>,
): string | undefined {
  return Object.keys(one).find((name) => {
    const [a, b] = [one[name], other[name]];
    if (/_at$|^(status|state|phase|version)$|paid|due|count/.test(name)) return false;
    return ['string', 'number'].includes(typeof a) && typeof a === typeof b && a !== b;
  });
}

/**
 * A check that a list shows a thing as its detail does.
 * @param known the detail as it was read before; it is read anew only where the two differ
 */
export async function expectListAgrees(
  t: CheckContext,
  list: OperationId,
  detail: OperationId,
  id: string,
  detailReply: Exchange,
): Promise<void> {
  let reply = detailReply;
  await t.eventually('read', async () => {
    const { item, exchange } = await findInList(t, list, id, createdAtOf(reply));
    if (!isObject(item)) t.inconclusive('the list does not show this thing as an object', { exchange });
    if (isObject(reply.json) && differingMember(reply.json, item) !== undefined) {
      reply = await t.as('tenantA').send(detail, { params: { id } });
    }
    const shownDetail = isObject(t.require(reply).success().json) ? reply.json : {};
    const name = isObject(shownDetail) ? differingMember(shownDetail, item) : undefined;
    if (name === undefined || !isObject(shownDetail)) return;
    t.fail(`\`${name}\` differs`, {
      expected: shownDetail[name],
      actual: item[name],
      exchange: [exchange, reply],
    });
  });
}

/** A check that a thing is found in its list. Read-after-write lag is granted as the target file says. */
export async function expectListed(
  t: CheckContext,
  operation: OperationId,
  id: string,
  createdAt?: unknown,
): Promise<void> {
  await t.eventually('read', async () => {
    const { item, exchange } = await findInList(t, operation, id, createdAt);
    t.expect(exchange).success();
    if (item === undefined) t.fail('it is not in the list', { expected: id, exchange });
  });
}
