// Finds the element of a list that is a resource, and tells whether the list can show that a resource is absent.
import { isObject } from '../../../src/contract/is-object.ts';
import type { Operation, OperationId } from '../../../src/contract/operations.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange, SendOptions } from '../../../src/suite/model/define.ts';
import { idIn, isSuccess, isUniqueId, mentions } from './response-readers.ts';

/** The maximum number of pages of a list that a search reads. */
const MAX_PAGES = 12;

const PAGING = ['page', 'per_page', 'sort'];

export const filtersOf = ({ query }: Operation): string[] =>
  query.map(({ name }) => name).filter((name) => !PAGING.includes(name));

/** Returns the filters whose value an element of a list shows under the name of the parameter, with that value. */
export const shownFilters = (list: Operation, item: unknown): [name: string, value: string][] =>
  filtersOf(list).flatMap((name) => {
    const value = isObject(item) ? item[name] : undefined;
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });

/**
 * Finds the list element that mentions an id. Returns undefined as the item when the whole list was read without
 * finding the id, or when the reply is not a readable list (the returned exchange shows why). Ends the check as
 * inconclusive when the list has more pages than the search reads.
 */
export async function findInList(
  t: CheckContext,
  operation: OperationId,
  id: string,
  options: SendOptions = {},
): Promise<{ item: unknown; exchange: Exchange }> {
  const api = t.as('tenantA');
  const mentionsId = (item: unknown): boolean => {
    const ownId = idIn(item);
    return ownId === id || ((ownId === undefined || isUniqueId(id)) && mentions(item, id));
  };
  const exchange = await api.send(operation, { ...options, allowCached: true });
  const found = itemsInPage(exchange.json, {}, mentionsId)?.find(mentionsId);
  if (!isSuccess(exchange) || found !== undefined) return { item: found, exchange };
  const { items } = await api.list(operation, {
    ...options,
    pages: MAX_PAGES,
    until: mentionsId,
    whole: true,
    allowCached: true,
  });
  return { item: items.find(mentionsId), exchange };
}

/**
 * Expects that a resource exists to which another one refers. A resource that appears in its list exists even if it
 * cannot be read by its id.
 */
export async function expectReferenceExists(
  t: CheckContext,
  list: OperationId,
  id: string,
  reply: Exchange,
): Promise<void> {
  if (t.compared(isSuccess(reply))) return;
  const { item: found, exchange } = await findInList(t, list, id);
  if (t.compared(isSuccess(exchange) && found !== undefined)) return;
  t.expect(reply).success();
}

// Ends the check as inconclusive when a list has elements and none has a readable id: then it does not show that a
// resource is absent. Call this function before concluding from an absence.
function requireReadableIds(t: CheckContext, exchange: Exchange): void {
  const items = itemsInPage(exchange.json) ?? [];
  if (items.length > 0 && items.every((item) => idIn(item) === undefined))
    t.inconclusive('the list has elements without readable ids, so nothing can be missed in it', {
      exchange,
    });
}

/**
 * Ends the check as inconclusive when a list shows the created resource under another id. Then the reply to the
 * creation contains the id of something else, such as an order or a task, which the specification does not forbid.
 * Call this function before reporting that a resource is missing.
 * @param made the creation, and a text of its body that no other resource has
 */
async function expectOwnId(
  t: CheckContext,
  operation: OperationId,
  { id, tag }: { id: string; tag: string },
  exchange: Exchange,
): Promise<void> {
  const containsTag = (item: unknown): boolean => tag !== '' && JSON.stringify(item).includes(tag);
  let items: unknown[] = [];
  try {
    ({ items } = await t.as('tenantA').list(operation, { pages: MAX_PAGES, until: containsTag }));
  } catch {
    // A list that cannot be read does not show any ids.
  }
  const listedId = idIn(items.find(containsTag));
  if (listedId === undefined || listedId === id) return;
  t.inconclusive(
    `the creation was answered with the id ${id}, and the list shows it as ${listedId}: it may be that of an order, or of a task`,
    { exchange },
  );
}

/** Asserts that a created resource can be read by its id. */
export async function expectReadable(
  t: CheckContext,
  operation: OperationId,
  created: { id: string; tag: string },
  reply: Exchange,
): Promise<void> {
  if ([400, 403, 404, 410, 422].includes(reply.status)) await expectOwnId(t, operation, created, reply);
  t.expect(reply).success();
}

/** Asserts that a resource is in its list. Waits for the read-after-write lag that the target file states. */
export async function expectListed(
  t: CheckContext,
  operation: OperationId,
  id: string,
  options: SendOptions = {},
): Promise<void> {
  await t.eventually('read', async () => {
    const { item, exchange } = await findInList(t, operation, id, options);
    t.expect(exchange).success();
    if (t.compared(item !== undefined)) return;
    requireReadableIds(t, exchange);
    t.fail('it is not in the list', { expected: id, exchange });
  });
}
