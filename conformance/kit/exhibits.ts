// What a stranger is sent to: things of tenant A in a state in which their owner's call would succeed.
import { type Operation, type OperationId, operations } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { invoice, subscriptionOf } from './bills.ts';
import { readyService } from './instances.ts';
import { type PlatformKind, platformReaders } from './platform.ts';
import { childOf, productOf, productReaders, readReady } from './products.ts';
import { bought } from './purchases.ts';
import { isRecord, isSuccess, isUuid, leaves, mentions, statusIn } from './reading.ts';
import { profileOf, session } from './sessions.ts';
import { customer, order, settle, tryPending } from './subjects.ts';
import { idleCustomer, type Kind, kindOf, ownId } from './things.ts';

const readers = {
  customer: 'getCustomer',
  service: 'getService',
  order: 'getOrder',
  invoice: 'getInvoice',
  subscription: 'getSubscription',
  ...productReaders,
  ...platformReaders,
} as const;

/** Whether a thing of this kind is set up for a while before anything can be done with it. */
const takesTime = (kind: Kind): kind is keyof typeof productReaders => Object.hasOwn(productReaders, kind);

export const readAs = (
  t: Context,
  kind: Kind,
  id: string,
  by: 'tenantA' | 'tenantB' = 'tenantA',
  known = false,
): Promise<Exchange> => t.as(by).send(readers[kind], { params: { id }, known });

/** A thing of tenant A and how its owner sees it: shows that it exists before a stranger is sent to it. */
export type Exhibit = { id: string; seen: Exchange };

const exhibit = (
  kind: Kind,
  what: string,
  uses: readonly Subject<unknown>[],
  idOf?: (t: Context) => Promise<string>,
  cost = 1,
) =>
  subject(`${what} as its owner sees it`, {
    cost,
    uses,
    async make(t: Context): Promise<Exhibit> {
      for (const one of uses) await t.use(one);
      const id = await (idOf ?? ((given) => ownId(given, kind)))(t);
      const seen =
        kind === 'service'
          ? await readyService(t, id)
          : takesTime(kind)
            ? await readReady(t, readers[kind], id)
            : await readAs(t, kind, id, 'tenantA', true);
      return { id, seen: t.require(seen).success() };
    },
  });

const exhibits = {
  customer: exhibit('customer', 'customer', [idleCustomer]),
  service: exhibit('service', 'service', [order]),
  // not the one that is cancelled elsewhere: a stranger's call must have something to cancel
  subscription: exhibit(
    'subscription',
    'subscription',
    [bought],
    async (t) => (await subscriptionOf(t, (await t.use(bought)).placed)).id,
    3,
  ),
  domain: exhibit('domain', 'domain', [productOf.domain]),
  'hosting account': exhibit('hosting account', 'hosting account', [productOf['hosting account']]),
  certificate: exhibit('certificate', 'certificate', [productOf.certificate]),
  // with a record in it: an empty list says nothing of who may see it, and a record must be there before the owner looks
  zone: exhibit('zone', 'zone with a record', [productOf.zone, childOf.rid]),
  // with a mailbox in it, before the owner looks
  'email service': exhibit('email service', 'email service with a mailbox', [
    productOf['email service'],
    childOf.mbx,
  ]),
};

/** The customer that owns the services of the shared order: the order shows that there is one. */
const buyer = subject('buyer as its owner sees it', {
  cost: 0,
  uses: [order],
  async make(t: Context): Promise<Exhibit> {
    const { body, created } = await t.use(order);
    return { id: body.customer_id, seen: created };
  },
});

/** An order that waits where one can be had: what a stranger would cancel. */
const waiting = exhibit(
  'order',
  'waiting order',
  [customer],
  async (t) => {
    const placed = await tryPending(t, (await t.use(customer)).id);
    return 'id' in placed ? placed.id : ownId(t, 'order');
  },
  3,
);

/** The invoice of the shared order, as the checks about it read it. */
const billed = subject('invoice as its owner sees it', {
  cost: 0,
  uses: [invoice],
  async make(t: Context): Promise<Exhibit> {
    const { placed, reply } = await t.use(invoice);
    return { id: placed.invoiceId, seen: t.require(reply).success() };
  },
});

const exhibitOf = { ...exhibits, order: waiting, invoice: billed };

/** A service that its owner suspended: what a stranger would unsuspend. */
const suspended = subject('suspended service', {
  cost: 1,
  uses: [exhibits.service],
  async make(t: Context): Promise<Exhibit> {
    const { id } = await t.use(exhibits.service);
    const reply = await t.as('tenantA').send('suspendService', { params: { id } });
    if (isSuccess(reply) && statusIn(reply.json) === 'suspended') return { id, seen: reply };
    const seen = t.require(await readAs(t, 'service', id)).success();
    if (!isSuccess(reply) && !/suspend|paus/i.test(statusIn(seen.json) ?? '')) {
      settle(t, reply, 'a service of our own could not be suspended');
    }
    return { id, seen };
  },
});

/** Whom a stranger's call is aimed at where it is not the thing of its kind: its owner's call must succeed. */
const prey: Partial<Record<OperationId, Subject<Exhibit>>> = {
  unsuspendService: suspended,
  listCustomerServices: buyer,
};

export const preyOf = (op: Operation, kind: Exclude<Kind, PlatformKind>): Subject<Exhibit> =>
  prey[op.id] ?? exhibitOf[kind];

/** The tenant of tenant A's log-in; undefined when it has no e-mail and password to log in with. */
async function tenantOfA(t: Context): Promise<unknown> {
  try {
    t.secret('tenantA', 'password');
  } catch {
    return undefined;
  }
  const { login } = await t.use(session);
  return isRecord(login.json) && isRecord(login.json.user) ? login.json.user.tenant_id : undefined;
}

/** Shows that the two credentials stand for two tenants: nothing can be said of their isolation otherwise. */
export const apart = subject('two tenants', {
  cost: 0,
  uses: [profileOf.tenantA, profileOf.tenantB],
  async make(t: Context): Promise<void> {
    await t.proven('tenantA');
    await t.proven('tenantB');
    const [one, other] = [await t.use(profileOf.tenantA), await t.use(profileOf.tenantB)];
    const shown = isRecord(one.json) ? one.json.tenant_id : undefined;
    const told = isUuid(shown) ? shown : await tenantOfA(t);
    const uuids = [...leaves([one.json])].map(({ value }) => value).filter(isUuid);
    if ((isUuid(told) ? [told] : uuids).some((id) => mentions(other.json, id))) {
      t.inconclusive('credentials.tenantA and credentials.tenantB belong to one tenant', {
        exchange: [one, other],
      });
    }
  },
});

export const withId = operations.flatMap((op) => {
  const kind = kindOf(op);
  return kind === undefined ? [] : [{ op, kind }];
});

/** The tenant that tenant B's credential belongs to, by its profile. */
export const tenantOfB = subject('tenant B', {
  cost: 0,
  uses: [profileOf.tenantB],
  async make(t: Context): Promise<string> {
    const profile = await t.use(profileOf.tenantB);
    const told = isRecord(profile.json) ? profile.json.tenant_id : undefined;
    if (typeof told === 'string') return told;
    const { login } = await t.session('tenantB');
    return t.require(login).uuid('/user/tenant_id');
  },
});
