// Cross-tenant attempts: tenant B calls every operation on a resource of tenant A, and tenant A reads the resource
// before and after.
import { isObject } from '../../src/contract/is-object.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { distinctTenants, type OwnedResource, readAs } from './fixtures/owned-resources.ts';
import { isListOf, modeForKind, pathParams, type ResourceKind, requireKept } from './fixtures/resources.ts';
import { waitUntilStable } from './polling.ts';
import { isSuccess, isUniqueId, mentions, statusIn } from './reply-readers/response-readers.ts';
import { isSameBody } from './reply-readers/shown-changes.ts';
import { validBody } from './request-bodies/creation-bodies.ts';

const { row } = checksOf({ area: 'everywhere' });

/**
 * Ranks operations by the damage that they do, so that the attempts run in this order: reads first, operations on
 * parts before those on the whole resource, and operations that end the resource last. An attempt that the target
 * wrongly accepts then affects the fewest other attempts.
 */
export const destructiveness = ({ id, method, path }: Operation): number =>
  (/^(terminate|cancel|close|revoke)/.test(id) ? 3 : ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)) -
  path.length / 1000;

export const isRead = ({ method }: Operation): boolean => method === 'GET';

export type Attempt = {
  op: Operation;
  kind: ResourceKind;
  /** a resource in a state in which its owner's calls would succeed */
  owned: Fixture<OwnedResource>;
  /** the id of a resource of tenant B that the path names in place of the parent of a part, such as a record */
  through?: Fixture<string>;
};

const checkIdOf = ({ op, through }: Attempt): string =>
  `isolation/${op.id}${through === undefined ? '' : '/foreign-parent'}`;

/** Returns whether a success may do no harm: a target may acknowledge the deletion of a part that the parent lacks. */
const mayBeAcknowledged = ({ op, through }: Attempt): boolean =>
  through !== undefined && op.method === 'DELETE';

type CrossTenantAttempts = {
  id: string;
  before: Exchange;
  /** the replies by the ids of the checks that judge them */
  replies: ReadonlyMap<string, Exchange>;
  /** whether a write was accepted that may explain a change of the resource */
  hasAcceptedWrite: boolean;
  /** the owner's read of the resource after the attempts; null when only reads were attempted */
  after: Exchange | null;
};

async function attemptAsOtherTenant(
  t: CheckContext,
  attempts: readonly Attempt[],
  { id, ownerView }: OwnedResource,
): Promise<CrossTenantAttempts> {
  const replies = new Map<string, Exchange>();
  for (const attempt of attempts) {
    const { op, kind, through } = attempt;
    const path = through ? await t.use(through).catch(() => undefined) : id;
    if (path === undefined) continue;
    const reply = await t.as('tenantB').send(op.id, {
      params: await pathParams(t, op, true, path),
      ...acceptableToOwner(t, validBody(t, op.id, id), ownerView),
      deliberateFault: `another tenant's id (${kind})`,
    });
    replies.set(checkIdOf(attempt), reply);
  }
  const [first] = attempts;
  const onlyReads = first === undefined || attempts.every(({ op }) => isRead(op));
  const hasAcceptedWrite = attempts.some((one) => {
    const reply = replies.get(checkIdOf(one));
    return reply !== undefined && !isRead(one.op) && isSuccess(reply) && !mayBeAcknowledged(one);
  });
  return {
    id,
    before: ownerView,
    replies,
    hasAcceptedWrite,
    after: onlyReads ? null : await readAs(t, first.kind, id),
  };
}

// Changes what the target would refuse to the owner too: the name of a record that the zone contains already, and a
// size that the instance has already.
function acceptableToOwner(t: CheckContext, call: SendOptions, before: Exchange): SendOptions {
  const { body } = call;
  if (!isObject(body)) return call;
  if ('type' in body && 'content' in body && typeof body.name === 'string')
    return { ...call, body: { ...body, name: t.unique() } };
  const { sku_id } = body;
  if (before.operation !== 'getVps' || typeof sku_id !== 'string' || !mentions(before.json, sku_id))
    return call;
  return { ...call, body: { ...body, sku_id: sku_id.replace(/\d+/, (size) => String(2 * Number(size))) } };
}

/** Returns the members that the checks of tenant B's call of an operation share. */
export const attemptOptions = (op: Operation, isThrough = false) => ({
  must: isThrough
    ? `refuse ${op.id} on another tenant's resource through a parent of tenant B`
    : `refuse ${op.id} on a resource of another tenant`,
  area: op.area,
  group: 'isolation/foreign',
  after: isThrough
    ? [`isolation/${op.id}`]
    : [`unknown-id/${op.id}`, 'statuses/listed', 'statuses/success-is-no-error'],
});

/** Builds the checks of tenant B's calls on resources of tenant A. The calls on one resource share a fixture. */
export const crossTenantChecks = (attempts: readonly Attempt[]) =>
  [...new Set(attempts.map(({ owned }) => owned))].flatMap((owned) => {
    const onOne = attempts
      .filter((one) => one.owned === owned)
      .sort((a, b) => destructiveness(a.op) - destructiveness(b.op));
    const parents = new Set(onOne.flatMap(({ through }) => through ?? []));
    const made = fixture(`cross-tenant attempts on ${owned.id.replace(/ as its owner sees it$/, '')}`, {
      cost: onOne.length + (onOne.every(({ op }) => isRead(op)) ? 0 : 1),
      requestFor: onOne.map(checkIdOf),
      uses: [distinctTenants, owned, ...parents],
      async make(t: CheckContext): Promise<CrossTenantAttempts> {
        await t.use(distinctTenants);
        const selected = onOne.filter((one) => t.isSelected(checkIdOf(one)));
        return attemptAsOtherTenant(t, selected, await t.use(owned));
      },
    });
    return attempts
      .filter((one) => one.owned === owned)
      .map((attempt) =>
        row(checkIdOf(attempt), 'service/own-tenant-only', made, {
          ...attemptOptions(attempt.op, attempt.through !== undefined),
          needs: ['tenantA', 'tenantB', ...(attempt.kind === 'tenant' ? (['platformAdmin'] as const) : [])],
          mode: attempt.op.id === 'listCustomerServices' ? 'full' : modeForKind(attempt.kind),
          expect: (t, replies) => judgeAttempt(t, attempt, replies),
        }),
      );
  });

// Returns whether a resource differs between two reads in more than the members that change with time: a transition
// ends by itself, and what is set up may change meanwhile.
function hasChanged(before: Exchange, after: Exchange): boolean {
  if (!isSuccess(after)) return [404, 410].includes(after.status);
  const [was, is] = [statusIn(before.json) ?? '', statusIn(after.json) ?? ''];
  const isSetUp = /pend|process|provision|creat|setting/i.test(was);
  if (was === is) return !isSetUp && !isSameBody(before.json, after.json);
  return !(isSetUp || TRANSITION.test(was)) || ENDED.test(is);
}

/** Matches the states into which an attempt could bring a resource that is in a transition. */
const ENDED = /suspend|terminat|cancel|inactive|clos|revok|delet|stop/i;

/** Ends the check as inconclusive when another tenant was shown a thing of its own, whose id may be the same number. */
export function requireOneThing(t: CheckContext, id: string, shown: Exchange, own: Exchange): void {
  if (isSuccess(shown) && !isUniqueId(id) && !isSameBody(shown.json, own.json))
    t.inconclusive(`${id} may name a thing of each tenant`, { exchange: [shown, own] });
}

/**
 * Asserts that tenant B was refused with 403 or 404. A refusal with another 4xx status than 401 ends the check as
 * inconclusive.
 */
export function expectDenied(t: CheckContext, op: Operation, reply: Exchange, before: Exchange): void {
  const empty = isListOf(op) && itemsInPage(reply.json)?.length === 0;
  const { id = '' } = reply.request.params;
  requireOneThing(t, id, reply, before);
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
const TRANSITION = /^(?!running$).*ing$/i;
/** How long a transition may take, in milliseconds. */
const TRANSITION_PATIENCE = 17_000;

// Ends the check as inconclusive when a resource changes although the suite does not call it: then other users work on
// the resource.
async function requireUnchangedByOthers(
  t: CheckContext,
  kind: ResourceKind,
  { id, after }: CrossTenantAttempts,
): Promise<void> {
  if (after === null) return;
  // The attempt itself may have started a transition, such as from "stopping" to "stopped": wait for its end.
  let last = await waitUntilStable(t, () => readAs(t, kind, id), {
    isInProgress: (status) => TRANSITION.test(status),
    patience: TRANSITION_PATIENCE,
    lastReply: after,
  });
  for (let read = 0; read < CONTROL_READS && isSuccess(last); read += 1) {
    await t.sleep(1000);
    const next = await readAs(t, kind, id);
    if (hasChanged(last, next))
      t.inconclusive('it changes without being called: others use it meanwhile', { exchange: [next, last] });
    last = next;
  }
}

// Judges one operation of the cross-tenant attempts. When the target refused every attempt and the resource changed
// nevertheless, repeats this operation alone on a fresh resource, to find the write that caused the change; and so when
// it accepted a write under an id that a resource of tenant B may have too.
async function judgeAttempt(t: CheckContext, attempt: Attempt, attempts: CrossTenantAttempts): Promise<void> {
  const { op, kind, owned } = attempt;
  const reply = attempts.replies.get(checkIdOf(attempt));
  if (reply === undefined) {
    if (attempt.through) await t.use(attempt.through);
    t.inconclusive('it was not called');
  }
  requireKept(t, reply);
  if (kind === 'tenant') await requireNotAdmin(t, reply);
  const changed = ({ before, after }: CrossTenantAttempts): boolean =>
    after !== null && hasChanged(before, after);
  const isAccepted = isSuccess(reply) && !mayBeAcknowledged(attempt);
  const mayBeOwn = isAccepted && !isUniqueId(reply.request.params.id ?? '');
  if (!isRead(op) && (mayBeOwn || !(isAccepted || attempts.hasAcceptedWrite)) && changed(attempts)) {
    const repeatedAlone = await t.withFreshFixtures(async (fresh) =>
      attemptAsOtherTenant(fresh, [attempt], await fresh.use(owned)),
    );
    if (changed(repeatedAlone)) {
      await requireUnchangedByOthers(t, kind, repeatedAlone);
      t.fail(isAccepted ? 'another tenant changed it' : 'it was refused, and done all the same', {
        expected: repeatedAlone.before.json,
        actual: repeatedAlone.after?.json ?? repeatedAlone.after?.status,
        exchange: [...(repeatedAlone.after ? [repeatedAlone.after] : []), ...repeatedAlone.replies.values()],
      });
    }
  }
  if (!t.compared(isSuccess(reply) && mayBeAcknowledged(attempt)))
    expectDenied(t, op, reply, attempts.before);
}

/**
 * Ends the check as inconclusive when tenant B's call on a tenant succeeded because its credential belongs to a platform
 * admin, who may see and end any tenant: then the replies do not show whether tenants are kept apart.
 */
export async function requireNotAdmin(t: CheckContext, reply: Exchange): Promise<void> {
  if (!isSuccess(reply) || !isSuccess(await t.as('tenantB').send('listTenants'))) return;
  t.inconclusive('credentials.tenantB may list tenants, so it is a platform admin', { exchange: reply });
}
