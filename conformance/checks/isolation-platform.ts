// Checks of cross-tenant access to tenants, instances, tickets, webhook endpoints and API keys: by id and in lists.

import { isObject } from '../../src/contract/is-object.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { check, fixture, rowsOf } from '../define.ts';
import { request } from '../expectations.ts';
import {
  type AttemptTarget,
  crossTenantFixture,
  expectDenied,
  isRead,
  judgeCrossTenantAttempt,
} from '../support/cross-tenant-attempts.ts';
import {
  asRead,
  isPlatformKind,
  type PlatformKind,
  readResource,
  resources,
} from '../support/fixtures/created-resources.ts';
import { distinctTenants, idOperations, type OwnedResource } from '../support/fixtures/owned-resources.ts';
import { modeForKind } from '../support/fixtures/resources.ts';
import { isSuccess, mentions, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';
import { validBody } from '../support/request-bodies/creation-bodies.ts';
import { closedTicket } from './support-closed.ts';
import { ownTenant } from './tenants.ts';
import { waitUntilVpsStable } from './vps-lifecycle.ts';

const row = rowsOf({ area: 'everywhere' });

const needs = ['tenantA', 'tenantB'] as const;

const OWN_TENANT_ONLY = 'service/own-tenant-only';

const operationsOn = (kind: PlatformKind): Operation[] =>
  idOperations.filter((candidate) => candidate.kind === kind).map(({ op }) => op);

/** Reads a resource as its owner, in a state in which the owner's own calls on the resource would succeed. */
const ownedResource = (kind: PlatformKind): Fixture<OwnedResource> =>
  fixture(`${kind} as its owner sees it`, {
    cost: kind === 'API key' ? 0 : 1,
    uses: [
      resources[kind],
      ...(kind === 'API key' ? [asRead[kind]] : []),
      ...(kind === 'webhook endpoint' ? [closedTicket] : []),
    ],
    async make(t: CheckContext): Promise<OwnedResource> {
      const { id } = await t.use(resources[kind]);
      return { id, ownerView: t.require(await readReadyResource(t, kind, id)).success() };
    },
  });

async function readReadyResource(t: CheckContext, kind: PlatformKind, id: string): Promise<Exchange> {
  if (kind === 'instance') return waitUntilVpsStable(t, id);
  // Only a revocation changes an API key, so the first read of the key is still valid.
  if (kind === 'API key') return (await t.use(asRead[kind])).reply;
  // A closed ticket sends an event to the webhook endpoint: while the list of deliveries is empty, a reply with the
  // list would not show whether tenant B may read deliveries.
  if (kind === 'webhook endpoint') await t.use(closedTicket);
  // Deliveries change a webhook endpoint, so it is read again instead of from the cache.
  return readResource(t, kind, id, kind !== 'webhook endpoint');
}

/**
 * Replaces the size in a resize call by twice the size when the instance already has the requested size: the target
 * would refuse a resize to the present size to the owner too.
 */
function withLargerSize<C extends { body?: unknown }>(call: C, before: Exchange): C {
  const { sku_id, ...body } = isObject(call.body) ? call.body : {};
  if (before.operation !== 'getVps' || typeof sku_id !== 'string' || !mentions(before.json, sku_id))
    return call;
  return { ...call, body: { ...body, sku_id: sku_id.replace(/\d+/, (size) => String(2 * Number(size))) } };
}

/**
 * Stops the shared instance as its owner when the instance is running, because a running instance cannot be started.
 */
const stoppedInstance = fixture('instance that is off as its owner sees it', {
  changes: [resources.instance],
  uses: [resources.instance],
  async make(t: CheckContext): Promise<OwnedResource> {
    const { id } = await t.use(resources.instance);
    let ownerView = await waitUntilVpsStable(t, id);
    if (/^(running|active|started|on|up|online)$/i.test(statusIn(ownerView.json) ?? '')) {
      const stop = await request(t, 'stopVps', { params: { id } });
      ownerView = await waitUntilVpsStable(t, id, stop);
    }
    return { id, ownerView: t.require(ownerView).success() };
  },
});

const PLATFORM_KINDS = Object.keys(resources).filter(isPlatformKind);

/** Returns whether a resource differs between two reads in more than the members that change with time. */
function changedByOtherTenant(before: Exchange, after: Exchange): boolean {
  if (!isSuccess(after)) return [404, 410].includes(after.status);
  const [statusBefore, statusAfter] = [statusIn(before.json) ?? '', statusIn(after.json) ?? ''];
  // A state of transition ends by itself, so a change from such a state is not due to tenant B.
  if (
    statusBefore !== statusAfter &&
    /ing$|pend/i.test(statusBefore) &&
    !/terminat|clos|revok|delet|stop/i.test(statusAfter)
  )
    return false;
  return !isSameBody(before.json, after.json);
}

const commonOptions = (op: Operation) =>
  ({
    must: `refuse ${op.id} on a resource of another tenant`,
    area: op.area,
    group: 'isolation/foreign',
    after: [`unknown-id/${op.id}`, 'statuses/listed', 'statuses/success-is-no-error'],
  }) as const;

/**
 * Returns the checks of tenant B's calls on a resource of tenant A. For operations on tenants, the resource is tenant
 * A itself.
 */
const crossTenantChecksOn = (kind: PlatformKind, of: Fixture<OwnedResource>, ops: readonly Operation[]) => {
  const target: AttemptTarget = {
    what: of.id.replace(/ as its owner sees it$/, ''),
    owned: of,
    readAsOwner: (t, id) => readResource(t, kind, id),
    ownerCall: async (t, op, { id, ownerView }) => ({
      params: { id },
      ...withLargerSize(validBody(t, op.id, t.unknownId()), ownerView),
    }),
    hasChanged: changedByOtherTenant,
  };
  const attemptsFixture = crossTenantFixture(target, ops);
  return ops.map((op) =>
    row(`isolation/${op.id}`, OWN_TENANT_ONLY, {
      ...commonOptions(op),
      needs: kind === 'tenant' ? [...needs, 'platformAdmin'] : needs,
      mode: modeForKind(kind),
      of: attemptsFixture,
      async expect(t, attempts) {
        const reply = attempts.replies.get(op.id);
        if (kind === 'tenant' && reply && isSuccess(reply)) await requireNotAdmin(t, reply);
        await judgeCrossTenantAttempt(t, target, op, attempts);
      },
    }),
  );
};

/**
 * Ends the check as inconclusive when tenant B's credential belongs to a platform admin, who may see and end any
 * tenant: then replies to tenant B do not show whether tenants are kept apart.
 */
async function requireNotAdmin(t: CheckContext, reply: Exchange): Promise<void> {
  if (!isSuccess(await t.as('tenantB').send('listTenants'))) return;
  t.inconclusive('credentials.tenantB may list tenants, so it is a platform admin', { exchange: reply });
}

const crossTenantChecks = PLATFORM_KINDS.flatMap((kind) => {
  const ops = operationsOn(kind).filter((op) => kind !== 'tenant' || !isRead(op));
  const running = ops.filter(({ id }) => id !== 'startVps');
  const off = ops.filter(({ id }) => id === 'startVps');
  return [
    ...crossTenantChecksOn(kind, ownedResource(kind), running),
    ...(off.length > 0 ? crossTenantChecksOn(kind, stoppedInstance, off) : []),
  ];
});

const tenantReadChecks = operationsOn('tenant')
  .filter(isRead)
  .map((op) =>
    check(`isolation/${op.id}`, OWN_TENANT_ONLY, {
      ...commonOptions(op),
      needs,
      mode: 'read-only',
      uses: [distinctTenants, ownTenant],
      async run(t: CheckContext) {
        await t.use(distinctTenants);
        const id = await t.use(ownTenant);
        const deliberateFault = "another tenant's id";
        const reply = await t.as('tenantB').send(op.id, { params: { id }, deliberateFault });
        if (isSuccess(reply)) await requireNotAdmin(t, reply);
        expectDenied(t, op, reply, reply);
      },
    }),
  );

export const platformIsolation = [...crossTenantChecks, ...tenantReadChecks];
