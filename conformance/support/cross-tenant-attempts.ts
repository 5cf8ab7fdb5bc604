// Strangers at a thing: every operation on it called by another tenant between two looks of its owner.
import type { Operation, OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { fixture } from '../define.ts';
import { distinctTenants, type OwnedResource } from './owned-resources.ts';
import { isListOf } from './resources.ts';
import { isSuccess, isUniqueId, stableFields } from './response-readers.ts';

/** What reads comes first, what ends a thing last, and its parts before the whole: one broken refusal spoils the fewest others. */
const destructiveness = ({ id, method, path }: Operation): number =>
  (/^(terminate|cancel|close|revoke)/.test(id) ? 3 : ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)) -
  path.length / 1000;

export const isRead = ({ method }: Operation): boolean => method === 'GET';

export type CrossTenantAttempts = {
  id: string;
  before: Exchange;
  replies: ReadonlyMap<OperationId, Exchange>;
  /** the owner's look afterwards; null when nothing but reads was tried */
  after: Exchange | null;
};

export type AttemptTarget = {
  what: string;
  /** a thing its owner saw, in a state in which its owner's calls would succeed */
  owned: Fixture<OwnedResource>;
  /** how its owner looks again */
  readAsOwner(t: CheckContext, id: string): Promise<Exchange>;
  /** a call that its owner would be granted */
  ownerCall(t: CheckContext, op: Operation, resource: OwnedResource): Promise<SendOptions>;
  /** whether a thing differs in more than what time alone changes */
  hasChanged(before: Exchange, after: Exchange): boolean;
  /** what else strangers try there before the owner looks again; judged by checks of its own */
  otherAttempts?: Fixture<unknown>;
};

/** Calls of a stranger on a thing, one after the other. */
async function attemptAsOtherTenant(
  t: CheckContext,
  target: AttemptTarget,
  ops: readonly Operation[],
  resource: OwnedResource,
  otherAttempts?: Fixture<unknown>,
): Promise<CrossTenantAttempts> {
  const replies = new Map<OperationId, Exchange>();
  for (const op of ops) {
    const call = { ...(await target.ownerCall(t, op, resource)), deliberateFault: "another tenant's id" };
    replies.set(op.id, await t.as('tenantB').send(op.id, call));
  }
  if (otherAttempts) await t.use(otherAttempts).catch(() => undefined);
  const after = ops.every(isRead) ? null : await target.readAsOwner(t, resource.id);
  return { id: resource.id, before: resource.ownerView, replies, after };
}

/** The visit that the checks of a thing's operations share. */
export function crossTenantFixture(
  target: AttemptTarget,
  operations: readonly Operation[],
): Fixture<CrossTenantAttempts> {
  const ops = [...operations].sort((a, b) => destructiveness(a) - destructiveness(b));
  return fixture(`cross-tenant attempts on ${target.what}`, {
    cost: ops.length + (ops.every(isRead) ? 0 : 1),
    uses: [distinctTenants, target.owned, ...(target.otherAttempts ? [target.otherAttempts] : [])],
    async make(t: CheckContext): Promise<CrossTenantAttempts> {
      await t.use(distinctTenants);
      return attemptAsOtherTenant(t, target, ops, await t.use(target.owned), target.otherAttempts);
    },
  });
}

/** Judges what a stranger was answered. */
export function expectDenied(t: CheckContext, op: Operation, reply: Exchange, before: Exchange): void {
  const empty = isListOf(op) && itemsInPage(reply.json)?.length === 0;
  const { id = '' } = reply.request.params;
  if (isSuccess(reply) && !isUniqueId(id) && stableFields(reply.json) !== stableFields(before.json)) {
    t.inconclusive(`${id} may name a thing of each tenant`, { exchange: [reply, before] });
  }
  if (isSuccess(reply) && !empty) {
    t.fail(`another tenant was answered ${reply.status}`, {
      expected: '403 or 404',
      actual: reply.status,
      exchange: [reply, before],
    });
  }
  if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
  if (empty || reply.status === 403 || reply.status === 404) return;
  if (reply.status === 401)
    t.fail('a valid credential was answered 401', { expected: '403 or 404', actual: 401, exchange: reply });
  t.inconclusive(`it was refused with ${reply.status}, which may be about the body`, { exchange: reply });
}

/**
 * Judges one operation of a visit. Where all were refused and the thing is changed all the same, each write is told
 * apart from the others: the stranger comes once more, to another such thing and with this one only.
 */
export async function judgeCrossTenantAttempt(
  t: CheckContext,
  target: AttemptTarget,
  op: Operation,
  attempts: CrossTenantAttempts,
): Promise<void> {
  const reply = attempts.replies.get(op.id);
  if (reply === undefined) t.inconclusive('it was not called');
  const writes = [...attempts.replies.values()].filter(({ request }) => request.method !== 'GET');
  const changed = ({ before, after }: CrossTenantAttempts): boolean =>
    after !== null && target.hasChanged(before, after);
  if (!isRead(op) && !isSuccess(reply) && !writes.some(isSuccess) && changed(attempts)) {
    const repeatedAlone = await t.withFreshFixtures(async (fresh) =>
      attemptAsOtherTenant(fresh, target, [op], await fresh.use(target.owned)),
    );
    if (changed(repeatedAlone)) {
      t.fail('it was refused, and done all the same', {
        expected: repeatedAlone.before.json,
        actual: repeatedAlone.after?.json ?? repeatedAlone.after?.status,
        exchange: [...(repeatedAlone.after ? [repeatedAlone.after] : []), ...repeatedAlone.replies.values()],
      });
    }
  }
  expectDenied(t, op, reply, attempts.before);
}
