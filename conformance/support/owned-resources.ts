// Resources of tenant A in a state in which their owner's calls would succeed. Cross-tenant attempts call operations
// on these resources.
import { isObject } from '../../src/contract/is-object.ts';
import { type Operation, type OperationId, operations } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { customer, order, requireSetup } from './customers-and-orders.ts';
import { invoice, subscriptionOf } from './invoices.ts';
import { twoUnitOrder } from './orders.ts';
import { givenPendingOrder, tryPlacePending } from './pending-orders.ts';
import { PLATFORM_READS, type PlatformKind } from './platform-resources.ts';
import { childFixtures, PRODUCT_READS, productFixtures, readReady } from './product-resources.ts';
import { idleCustomer, ownResourceId, type ResourceKind, resourceKindOf } from './resources.ts';
import { isSuccess, isUuid, leaves, mentions, statusIn } from './response-readers.ts';
import { readReadyService } from './services.ts';
import { profileOf, session } from './sessions.ts';

const DETAIL_OPERATIONS = {
  customer: 'getCustomer',
  service: 'getService',
  order: 'getOrder',
  invoice: 'getInvoice',
  subscription: 'getSubscription',
  ...PRODUCT_READS,
  ...PLATFORM_READS,
} as const;

/** Returns whether a resource of this kind is still being provisioned for a while after its creation. */
const isReadyLater = (kind: ResourceKind): kind is keyof typeof PRODUCT_READS =>
  Object.hasOwn(PRODUCT_READS, kind);

export const readAs = (
  t: CheckContext,
  kind: ResourceKind,
  id: string,
  by: 'tenantA' | 'tenantB' = 'tenantA',
  allowCached = false,
): Promise<Exchange> => t.as(by).send(DETAIL_OPERATIONS[kind], { params: { id }, allowCached });

/**
 * A resource of tenant A, and its owner's read of the resource, which shows that the resource exists before the
 * cross-tenant attempts.
 */
export type OwnedResource = { id: string; ownerView: Exchange };

const ownedResource = (
  kind: ResourceKind,
  what: string,
  uses: readonly Fixture<unknown>[],
  idOf?: (t: CheckContext) => Promise<string>,
  cost = 1,
) =>
  fixture(`${what} as its owner sees it`, {
    cost,
    uses,
    async make(t: CheckContext): Promise<OwnedResource> {
      for (const one of uses) await t.use(one);
      const id = await (idOf ?? ((given) => ownResourceId(given, kind)))(t);
      const ownerView =
        kind === 'service'
          ? await readReadyService(t, id)
          : isReadyLater(kind)
            ? await readReady(t, DETAIL_OPERATIONS[kind], id)
            : await readAs(t, kind, id, 'tenantA', true);
      return { id, ownerView: t.require(ownerView).success() };
    },
  });

const ownedResources = {
  customer: ownedResource('customer', 'customer', [idleCustomer]),
  service: ownedResource('service', 'service', [order]),
  // This subscription is not the subscription that a check cancels, so that the attempt to cancel it could succeed.
  subscription: ownedResource(
    'subscription',
    'subscription',
    [twoUnitOrder],
    async (t) => (await subscriptionOf(t, (await t.use(twoUnitOrder)).placed)).id,
    3,
  ),
  domain: ownedResource('domain', 'domain', [productFixtures.domain]),
  'hosting account': ownedResource('hosting account', 'hosting account', [
    productFixtures['hosting account'],
  ]),
  certificate: ownedResource('certificate', 'certificate', [productFixtures.certificate]),
  // The zone contains a record before its owner reads the zone, because a reply with an empty list would not show
  // whether tenant B may see the records.
  zone: ownedResource('zone', 'zone with a record', [productFixtures.zone, childFixtures.rid]),
  // The e-mail service contains a mailbox before its owner reads the service.
  'email service': ownedResource('email service', 'email service with a mailbox', [
    productFixtures['email service'],
    childFixtures.mbx,
  ]),
};

/** The customer that owns the services of the shared order. The reply to the order shows that the customer exists. */
const owningCustomer = fixture('buyer as its owner sees it', {
  cost: 0,
  uses: [order],
  async make(t: CheckContext): Promise<OwnedResource> {
    const { body, created } = await t.use(order);
    return { id: body.customer_id, ownerView: created };
  },
});

/** A pending order, so that the attempt to cancel it could succeed; any other order when none can be left pending. */
const waitingOrder = ownedResource(
  'order',
  'waiting order',
  [customer],
  async (t) => {
    const placed = await tryPlacePending(t, (await t.use(customer)).id);
    if ('id' in placed) return placed.id;
    return (await givenPendingOrder(t))?.id ?? ownResourceId(t, 'order');
  },
  3,
);

/** The invoice of the shared order, as the checks of invoices read it. */
const ownedInvoice = fixture('invoice as its owner sees it', {
  cost: 0,
  uses: [invoice],
  async make(t: CheckContext): Promise<OwnedResource> {
    const { placed, reply } = await t.use(invoice);
    return { id: placed.invoiceId, ownerView: t.require(reply).success() };
  },
});

const ownedResourceOf = {
  ...ownedResources,
  order: { ...waitingOrder, pendingOrders: 1 },
  invoice: ownedInvoice,
};

/** A service that its owner has suspended, so that the attempt of tenant B to unsuspend the service could succeed. */
const suspendedService = fixture('suspended service', {
  cost: 1,
  uses: [ownedResources.service],
  async make(t: CheckContext): Promise<OwnedResource> {
    const { id } = await t.use(ownedResources.service);
    const reply = await t.as('tenantA').send('suspendService', { params: { id } });
    if (isSuccess(reply) && statusIn(reply.json) === 'suspended') return { id, ownerView: reply };
    const seen = t.require(await readAs(t, 'service', id)).success();
    if (!isSuccess(reply) && !/suspend|paus/i.test(statusIn(seen.json) ?? '')) {
      requireSetup(t, reply, 'a service of our own could not be suspended');
    }
    return { id, ownerView: seen };
  },
});

/**
 * Operations whose cross-tenant attempts need another resource than the usual resource of the kind, so that the call
 * would succeed for the owner.
 */
const attackTargets: Partial<Record<OperationId, Fixture<OwnedResource>>> = {
  unsuspendService: suspendedService,
  listCustomerServices: owningCustomer,
};

export const attackTargetOf = (
  op: Operation,
  kind: Exclude<ResourceKind, PlatformKind>,
): Fixture<OwnedResource> => attackTargets[op.id] ?? ownedResourceOf[kind];

/**
 * Returns the tenant id in the reply to tenant A's log-in; undefined when the target file has no e-mail address and
 * password for tenant A.
 */
async function tenantIdOfA(t: CheckContext): Promise<unknown> {
  try {
    t.secret('tenantA', 'password');
  } catch {
    return undefined;
  }
  const { login } = await t.use(session);
  return isObject(login.json) && isObject(login.json.user) ? login.json.user.tenant_id : undefined;
}

/**
 * Ends the check as inconclusive when the credentials of tenant A and tenant B belong to one tenant, because then the
 * replies show nothing about isolation.
 */
export const distinctTenants = fixture('two tenants', {
  cost: 0,
  uses: [profileOf.tenantA, profileOf.tenantB],
  async make(t: CheckContext): Promise<void> {
    await t.requireAccepted('tenantA');
    await t.requireAccepted('tenantB');
    const [one, other] = [await t.use(profileOf.tenantA), await t.use(profileOf.tenantB)];
    const shown = isObject(one.json) ? one.json.tenant_id : undefined;
    const reported = isUuid(shown) ? shown : await tenantIdOfA(t);
    const uuids = [...leaves([one.json])].map(({ value }) => value).filter(isUuid);
    if ((isUuid(reported) ? [reported] : uuids).some((id) => mentions(other.json, id))) {
      t.inconclusive('credentials.tenantA and credentials.tenantB belong to one tenant', {
        exchange: [one, other],
      });
    }
  },
});

export const idOperations = operations.flatMap((op) => {
  const kind = resourceKindOf(op);
  return kind === undefined ? [] : [{ op, kind }];
});

/**
 * The id of the tenant to which tenant B's credential belongs: from its profile, else from the reply to its log-in.
 */
export const tenantOfB = fixture('tenant B', {
  cost: 0,
  uses: [profileOf.tenantB],
  async make(t: CheckContext): Promise<string> {
    const profile = await t.use(profileOf.tenantB);
    const reported = isObject(profile.json) ? profile.json.tenant_id : undefined;
    if (typeof reported === 'string') return reported;
    const { login } = await t.session('tenantB');
    return t.require(login).uuid('/user/tenant_id');
  },
});
