// Checks of cross-tenant access to products: in lists, to records and mailboxes through another parent, and in
// purchases for another tenant's customer.

import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { check, fixture, rowsOf } from '../define.ts';
import { holds, isRefused, noServerError, request } from '../expectations.ts';
import {
  creations,
  listed,
  mailbox,
  type Resource,
  record,
  resources,
  tryCreate,
} from '../support/fixtures/created-resources.ts';
import { customer, customerOfB, requireCreated } from '../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../support/fixtures/owned-resources.ts';
import { idIn, isSuccess, mentions } from '../support/reply-readers/response-readers.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { newIdempotencyKey } from '../support/request-bodies/idempotency-key.ts';

const row = rowsOf({ area: 'everywhere' });

const needs = ['tenantA', 'tenantB'] as const;
const requirement = 'service/own-tenant-only';

/**
 * Returns a fixture with the id of a zone or e-mail service of tenant B: an existing one from the list, else a new
 * one.
 */
const parentOfTenantB = (
  kind: 'zone' | 'email service',
  uses: readonly Fixture<unknown>[],
  create: (t: CheckContext) => Promise<Resource>,
) =>
  fixture(`${kind} of tenant B`, {
    uses: [listed[kind], ...uses],
    async make(t: CheckContext): Promise<string> {
      const existingId = itemsInPage((await t.use(listed[kind])).other?.json)
        ?.map(idIn)
        .find((id) => id !== undefined);
      return existingId ?? (await create(t)).id;
    },
  });

const zoneOfB = parentOfTenantB('zone', [], async (t) =>
  requireCreated(t, await tryCreate(t, 'createDnsZone', { by: 'tenantB' })),
);

/**
 * Buys an e-mail service as tenant B with the Idempotency-Key that tenant A has used: keys are scoped to a tenant.
 */
const emailServiceOfB = parentOfTenantB(
  'email service',
  [customerOfB, creations['email service']],
  async (t) => {
    const { id: customerId } = await t.use(customerOfB);
    const buy = (key: string) => tryCreate(t, 'createEmailService', { customerId, by: 'tenantB', key });
    const first = await buy((await t.use(creations['email service'])).key);
    return requireCreated(t, isSuccess(first.created) ? first : await buy(newIdempotencyKey(t)));
  },
);

type ChildCall = { operation: OperationId; params: Record<string, string>; body?: unknown };
type ChildPath = {
  /** the calls on the child resource; the call that deletes the child comes last */
  calls: readonly ChildCall[];
  /** reads the parent of the child resource as its owner */
  readAsOwner: (allowCached: boolean) => Promise<Exchange>;
  child: string;
};
type ChildAttempts = ChildPath & { before: Exchange; replies: ReadonlyMap<OperationId, Exchange> };

/**
 * Reads a record or mailbox as its owner, then calls operations on it as tenant B with the id of tenant B's own
 * parent in the path.
 */
async function callThroughOwnParent(
  t: CheckContext,
  path: ChildPath,
  only?: OperationId,
): Promise<ChildAttempts> {
  const before = t.require(await path.readAsOwner(true)).success();
  if (!mentions(before.json, path.child)) t.inconclusive('its owner does not see it', { exchange: before });
  const replies = new Map<OperationId, Exchange>();
  for (const { operation, params, body } of path.calls) {
    if (only !== undefined && operation !== only) continue;
    const reply = await t.as('tenantB').send(operation, {
      params,
      ...(body === undefined ? {} : { body }),
      deliberateFault: "a parent of tenant B, another tenant's resource",
    });
    replies.set(operation, reply);
  }
  return { ...path, before, replies };
}

/** Reads the child resource as its owner after the calls. A cached read counts if it is later than every call. */
async function readAfter({ readAsOwner, replies }: ChildAttempts): Promise<Exchange> {
  const ownerView = await readAsOwner(true);
  return [...replies.values()].every(({ startedAt }) => startedAt < ownerView.startedAt)
    ? ownerView
    : readAsOwner(false);
}

const childAttemptFixture = (
  what: string,
  cost: number,
  uses: readonly Fixture<unknown>[],
  pathOf: (t: CheckContext) => Promise<ChildPath>,
) =>
  fixture(`cross-tenant attempts through ${what} of tenant B`, {
    cost,
    uses: [distinctTenants, ...uses],
    async make(t: CheckContext): Promise<ChildAttempts> {
      await t.use(distinctTenants);
      return callThroughOwnParent(t, await pathOf(t));
    },
  });

function throughOwnParentCheck(
  operation: OperationId,
  area: string,
  mode: 'safe' | 'full',
  attempts: Fixture<ChildAttempts>,
  pathOf: (t: CheckContext) => Promise<ChildPath>,
) {
  return row(`isolation/${operation}/foreign-parent`, requirement, attempts, {
    must: `refuse ${operation} on another tenant's resource through a parent of tenant B`,
    area,
    needs,
    mode,
    uses: [distinctTenants],
    group: 'isolation/foreign',
    after: [`isolation/${operation}`],
    async expect(t: CheckContext, shared) {
      const changed = async (attempts: ChildAttempts): Promise<Exchange | undefined> => {
        const after = await readAfter(attempts);
        return itemOf(attempts.before, attempts.child) === itemOf(after, attempts.child) ? undefined : after;
      };
      const reply = shared.replies.get(operation);
      if (reply === undefined) t.inconclusive('it was not called');
      noServerError(t, reply);
      if (await changed(shared)) {
        // Any of the calls may have caused the change, so this call is repeated alone on fresh resources.
        const single = await t.withFreshFixtures(async (fresh) =>
          callThroughOwnParent(fresh, await pathOf(fresh), operation),
        );
        const after = t.compared(await changed(single));
        if (after === undefined) return;
        t.fail("another tenant's resource was changed", {
          expected: itemOf(single.before, single.child),
          actual: itemOf(after, single.child),
          exchange: [after, ...single.replies.values(), single.before],
        });
      }
      // The target may reply to a DELETE of a missing record or mailbox with success.
      if (isSuccess(reply) && operation !== 'deleteDnsRecord' && operation !== 'deleteMailbox')
        t.expect(reply).refused();
    },
  });
}

/**
 * Returns the resource with the given id from a reply, as JSON text; an empty text when the reply does not contain
 * the id.
 */
function itemOf({ json }: Exchange, id: string): string {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner).find((found) => found !== undefined);
    if (typeof value !== 'object' || value === null) return undefined;
    if (idIn(value) === id && 'id' in value) return value;
    return Object.values(value)
      .map(inner)
      .find((found) => found !== undefined);
  };
  return JSON.stringify(inner(json)) ?? '';
}

const zonePath = async (t: CheckContext): Promise<ChildPath> => {
  const own = await t.use(resources.zone);
  const { id: rid } = await t.use(record);
  const params = { id: await t.use(zoneOfB), rid };
  return {
    calls: [
      { operation: 'updateDnsRecord', params, body: bodyOf(t, 'updateDnsRecord').body },
      { operation: 'deleteDnsRecord', params },
    ],
    readAsOwner: (allowCached) =>
      request(t, 'listDnsRecords', { params: { id: own.id }, allowCached: allowCached }),
    child: rid,
  };
};

const emailPath = async (t: CheckContext): Promise<ChildPath> => {
  const own = await t.use(resources['email service']);
  const { id: mbx } = await t.use(mailbox);
  return {
    calls: [{ operation: 'deleteMailbox', params: { id: await t.use(emailServiceOfB), mbx } }],
    readAsOwner: (allowCached) =>
      request(t, 'getEmailService', { params: { id: own.id }, allowCached: allowCached }),
    child: mbx,
  };
};

/**
 * Runs together with the other cross-tenant attempts on the zone, so that the owner reads the zone only once, after
 * all attempts.
 */
export const throughZone = childAttemptFixture('a zone', 3, [record, zoneOfB], zonePath);
export const throughEmail = childAttemptFixture('an email service', 2, [mailbox, emailServiceOfB], emailPath);

export const isolatedProducts = [
  throughOwnParentCheck('updateDnsRecord', 'dns', 'safe', throughZone, zonePath),
  throughOwnParentCheck('deleteDnsRecord', 'dns', 'safe', throughZone, zonePath),
  throughOwnParentCheck('deleteMailbox', 'email', 'full', throughEmail, emailPath),
  check('idempotency/key-within-tenant/createEmailService', 'idempotency/key-within-tenant', {
    must: 'treat one Idempotency-Key of two tenants as two purchases',
    area: 'email',
    needs,
    mode: 'full',
    uses: [distinctTenants, resources['email service'], emailServiceOfB],
    after: ['idempotency/key-within-tenant'],
    // A repeated request would find the service that tenant B bought with the first request.
    retry: false,
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { id, created } = await t.use(resources['email service']);
      holds(
        t,
        (await t.use(emailServiceOfB)) !== id,
        "the other tenant got the first one's email service for the same key",
        { expected: 'one of its own', actual: id, exchange: created },
      );
    },
  }),
  check('isolation/createHostingAccount', requirement, {
    must: "refuse a hosting account for another tenant's customer",
    area: 'hosting',
    needs,
    mode: 'full',
    uses: [distinctTenants, customer],
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { id } = await t.use(customer);
      const { body } = bodyOf(t, 'createHostingAccount', id);
      await isRefused(
        t,
        'createHostingAccount',
        { body, deliberateFault: "another tenant's customer_id" },
        'tenantB',
      );
    },
  }),
];
