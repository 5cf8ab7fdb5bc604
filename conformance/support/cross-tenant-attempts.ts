// Cross-tenant attempts: tenant B calls every operation on a resource of tenant A, and tenant A reads the resource
// before and after.
import type { Operation, OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { fixture } from '../define.ts';
import { distinctTenants, type OwnedResource } from './fixtures/owned-resources.ts';
import { isListOf } from './fixtures/resources.ts';
import { waitUntilStable } from './polling.ts';
import { isSuccess, isUniqueId } from './reply-readers/response-readers.ts';
import { isSameBody } from './reply-readers/shown-changes.ts';

/**
 * Ranks operations by the damage that they do, so that the attempts run in this order: reads first, operations on
 * parts before those on the whole resource, and operations that end the resource last. An attempt that the target
 * wrongly accepts then affects the fewest other attempts.
 */
export const destructiveness = ({ id, method, path }: Operation): number =>
  (/^(terminate|cancel|close|revoke)/.test(id) ? 3 : ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)) -
  path.length / 1000;

/** Returns the id of the check that judges tenant B's call of an operation. */
const checkIdOf = ({ id }: Operation): string => `isolation/${id}`;

export const isRead = ({ method }: Operation): boolean => method === 'GET';

export type CrossTenantAttempts = {
  id: string;
  before: Exchange;
  replies: ReadonlyMap<OperationId, Exchange>;
  /** the owner's read of the resource after the attempts; null when only reads were attempted */
  after: Exchange | null;
};

export type AttemptTarget = {
  what: string;
  /** a resource in a state in which its owner's calls would succeed */
  owned: Fixture<OwnedResource>;
  /** reads the resource as its owner */
  readAsOwner(t: CheckContext, id: string): Promise<Exchange>;
  /** builds the request of an operation that would succeed for the owner of the resource */
  ownerCall(t: CheckContext, op: Operation, resource: OwnedResource): Promise<SendOptions>;
  /** returns whether the resource differs between two reads in more than the members that change with time */
  hasChanged(before: Exchange, after: Exchange): boolean;
  /** further attempts that run before the owner reads the resource again; checks of their own judge these attempts */
  otherAttempts?: Fixture<unknown>;
};

/** Calls operations on a resource as tenant B, one after the other, and then reads the resource as its owner. */
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

/**
 * Builds the fixture of the cross-tenant attempts on a resource. The checks of the single operations share the
 * fixture.
 */
export function crossTenantFixture(
  target: AttemptTarget,
  operations: readonly Operation[],
): Fixture<CrossTenantAttempts> {
  const ops = [...operations].sort((a, b) => destructiveness(a) - destructiveness(b));
  return fixture(`cross-tenant attempts on ${target.what}`, {
    cost: ops.length + (ops.every(isRead) ? 0 : 1),
    requestFor: ops.map(checkIdOf),
    uses: [distinctTenants, target.owned, ...(target.otherAttempts ? [target.otherAttempts] : [])],
    async make(t: CheckContext): Promise<CrossTenantAttempts> {
      await t.use(distinctTenants);
      const selected = ops.filter((op) => t.isSelected(checkIdOf(op)));
      return attemptAsOtherTenant(t, target, selected, await t.use(target.owned), target.otherAttempts);
    },
  });
}

/**
 * Asserts that tenant B was refused with 403 or 404. A refusal with another 4xx status than 401 ends the check as
 * inconclusive.
 */
export function expectDenied(t: CheckContext, op: Operation, reply: Exchange, before: Exchange): void {
  const empty = isListOf(op) && itemsInPage(reply.json)?.length === 0;
  const { id = '' } = reply.request.params;
  if (isSuccess(reply) && !isUniqueId(id) && !isSameBody(reply.json, before.json)) {
    t.inconclusive(`${id} may name a thing of each tenant`, { exchange: [reply, before] });
  }
  if (t.compared(isSuccess(reply) && !empty)) {
    t.fail(`another tenant was answered ${reply.status}`, {
      expected: '403 or 404',
      actual: reply.status,
      exchange: [reply, before],
    });
  }
  if (t.compared(reply.status >= 500))
    t.fail('it is a server error', { actual: reply.status, exchange: reply });
  if (t.compared(empty || reply.status === 403 || reply.status === 404)) return;
  if (t.compared(reply.status === 401))
    t.fail('a valid credential was answered 401', { expected: '403 or 404', actual: 401, exchange: reply });
  t.inconclusive(`it was refused with ${reply.status}, which may be about the body`, { exchange: reply });
}

/** How many times the owner reads a resource, one second apart, before a check reports a change of the resource. */
const CONTROL_READS = 4;
/** A status that names a transition. */
const TRANSITION = /^(?!running$).*ing$/i;
/** How long a transition may take, in milliseconds. */
const TRANSITION_PATIENCE = 17_000;

/**
 * Ends the check as inconclusive when a resource changes although the suite does not call it: then other users work
 * on the resource.
 */
async function requireUnchangedByOthers(
  t: CheckContext,
  target: AttemptTarget,
  { id, after }: CrossTenantAttempts,
): Promise<void> {
  if (after === null) return;
  // The attempt itself may have started a transition, such as from "stopping" to "stopped": wait for its end.
  let last = await waitUntilStable(t, () => target.readAsOwner(t, id), {
    isInProgress: (status) => TRANSITION.test(status),
    patience: TRANSITION_PATIENCE,
    lastReply: after,
  });
  for (let read = 0; read < CONTROL_READS && isSuccess(last); read += 1) {
    await t.sleep(1000);
    const next = await target.readAsOwner(t, id);
    if (target.hasChanged(last, next))
      t.inconclusive('it changes without being called: others use it meanwhile', { exchange: [next, last] });
    last = next;
  }
}

/**
 * Judges one operation of the cross-tenant attempts. When the target refused every attempt and the resource changed
 * nevertheless, repeats this operation alone on a fresh resource, to find the write that caused the change.
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
      await requireUnchangedByOthers(t, target, repeatedAlone);
      t.fail('it was refused, and done all the same', {
        expected: repeatedAlone.before.json,
        actual: repeatedAlone.after?.json ?? repeatedAlone.after?.status,
        exchange: [...(repeatedAlone.after ? [repeatedAlone.after] : []), ...repeatedAlone.replies.values()],
      });
    }
  }
  expectDenied(t, op, reply, attempts.before);
}
