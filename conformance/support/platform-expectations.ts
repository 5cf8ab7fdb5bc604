// Judges what the checks about tenants, instances, support, webhooks and API keys share: creation, actions, lists.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { differingMember, expectOwnId } from './list-lookup.ts';
import {
  findPlatformResource,
  type ListedKind,
  PLATFORM_LISTS,
  platformFixtures,
  platformListed,
  type ResourceCreation,
  readPlatformResource,
} from './platform-resources.ts';
import { isSuccess } from './response-readers.ts';

/** Judges whether the shared thing is in its list; read-after-write lag is granted as the target file says. */
export async function expectInList(t: CheckContext, kind: ListedKind): Promise<void> {
  let { item, exchange } = await t.use(platformListed[kind]);
  const resource = await t.use(platformFixtures[kind]);
  await t.eventually('read', async () => {
    if (item === undefined) ({ item, exchange } = await findPlatformResource(t, kind, resource));
    t.expect(exchange).success();
    if (item !== undefined) return;
    await expectOwnId(t, PLATFORM_LISTS[kind], resource, exchange);
    t.fail('it is not in the list', { expected: resource.id, exchange });
  });
}

/** Judges whether the list shows the shared thing as its detail does; both are read anew only where they differ. */
export async function expectListAgrees(
  t: CheckContext,
  kind: ListedKind,
  detailReply: Exchange,
): Promise<void> {
  const resource = await t.use(platformFixtures[kind]);
  let { item, exchange } = await t.use(platformListed[kind]);
  let reply = detailReply;
  const apart = (): string | undefined =>
    isObject(reply.json) && isObject(item) ? differingMember(reply.json, item) : undefined;
  await t.eventually('read', async () => {
    if (apart() !== undefined) {
      ({ item, exchange } = await findPlatformResource(t, kind, resource));
      reply = await readPlatformResource(t, kind, resource.id);
    }
    if (!isObject(item)) t.inconclusive('the list does not show this thing as an object', { exchange });
    const detail = t.require(reply).success().json;
    const name = apart();
    if (name === undefined || !isObject(detail)) return;
    t.fail(`\`${name}\` differs`, {
      expected: detail[name],
      actual: item[name],
      exchange: [exchange, reply],
    });
  });
}

/** Judges a creation: what may be the target's own wish for a body is no breach. */
export function expectCreated(t: CheckContext, { created }: ResourceCreation): void {
  if (isSuccess(created)) return;
  if ([404, 405, 501].includes(created.status) || created.status >= 500) t.expect(created).success();
  t.inconclusive(`our body was refused with ${created.status}; give bodies.${created.operation}`, {
    exchange: created,
  });
}

/** Judges an action that this contract sends no needed body with, or one that may be the target's own. */
export function expectActionAccepted(t: CheckContext, reply: Exchange): void {
  if (isSuccess(reply)) return;
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  t.inconclusive(`it was refused with ${reply.status}; bodies.${reply.operation} may give what is wanted`, {
    exchange: reply,
  });
}
