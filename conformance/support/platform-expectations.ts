// Assertions that the checks of tenants, instances, tickets, webhook endpoints and API keys share: about creations,
// actions and lists.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import {
  findPlatformResource,
  type ListedKind,
  PLATFORM_LISTS,
  platformFixtures,
  platformListed,
  type ResourceCreation,
  readPlatformResource,
} from './fixtures/platform-resources.ts';
import {
  differingMember,
  expectOwnId,
  requireReadableIds,
  requireSharedMembers,
} from './reply-readers/list-lookup.ts';
import { isSuccess } from './reply-readers/response-readers.ts';

/**
 * Asserts that the shared resource of a kind is in its list. Waits for the read-after-write lag that the target file
 * states.
 */
export async function expectInList(t: CheckContext, kind: ListedKind): Promise<void> {
  let { item, exchange } = await t.use(platformListed[kind]);
  const resource = await t.use(platformFixtures[kind]);
  await t.eventually('read', async () => {
    if (item === undefined) ({ item, exchange } = await findPlatformResource(t, kind, resource));
    t.expect(exchange).success();
    if (t.compared(item !== undefined)) return;
    requireReadableIds(t, exchange);
    await expectOwnId(t, PLATFORM_LISTS[kind], resource, exchange);
    t.fail('it is not in the list', { expected: resource.id, exchange });
  });
}

/**
 * Asserts that the list shows the shared resource as its detail does. The list and the detail are read again only
 * when they differ.
 */
export async function expectListAgrees(
  t: CheckContext,
  kind: ListedKind,
  detailReply: Exchange,
): Promise<void> {
  const resource = await t.use(platformFixtures[kind]);
  let { item, exchange } = await t.use(platformListed[kind]);
  let reply = detailReply;
  const difference = (): string | undefined =>
    isObject(reply.json) && isObject(item) ? differingMember(reply.json, item) : undefined;
  await t.eventually('read', async () => {
    if (difference() !== undefined) {
      ({ item, exchange } = await findPlatformResource(t, kind, resource));
      reply = await readPlatformResource(t, kind, resource.id);
    }
    if (!isObject(item)) t.inconclusive('the list does not show this thing as an object', { exchange });
    const detail = t.require(reply).success().json;
    const name = t.compared(difference());
    if (!isObject(detail)) return;
    if (name === undefined) return requireSharedMembers(t, detail, item, exchange);
    t.fail(`\`${name}\` differs`, {
      expected: detail[name],
      actual: item[name],
      exchange: [exchange, reply],
    });
  });
}

/**
 * Asserts that a creation succeeded. A refusal that the request body may have caused ends the check as inconclusive.
 */
export function expectCreated(t: CheckContext, { created }: ResourceCreation): void {
  if (t.compared(isSuccess(created))) return;
  if ([404, 405, 501].includes(created.status) || created.status >= 500) t.expect(created).success();
  t.inconclusive(`our body was refused with ${created.status}; give bodies.${created.operation}`, {
    exchange: created,
  });
}

/**
 * Asserts that an action succeeded. A refusal that a missing or unexpected request body may have caused ends the
 * check as inconclusive.
 */
export function expectActionAccepted(t: CheckContext, reply: Exchange): void {
  if (t.compared(isSuccess(reply))) return;
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  t.inconclusive(`it was refused with ${reply.status}; bodies.${reply.operation} may give what is wanted`, {
    exchange: reply,
  });
}
