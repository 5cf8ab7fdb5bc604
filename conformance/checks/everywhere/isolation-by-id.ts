// Checks of cross-tenant access: tenant B calls every operation with an `{id}` on a resource of tenant A; orders,
// request bodies and wallets of two tenants are kept apart.

import { isObject } from '../../../src/contract/is-object.ts';
import { type OperationId, operation as operationOf } from '../../../src/contract/operations.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, isRefused, request } from '../../expectations.ts';
import {
  attemptOptions,
  crossTenantChecks,
  expectDenied,
  isRead,
  requireNotAdmin,
  requireOneThing,
} from '../../support/cross-tenant-attempts.ts';
import { CREATED_KINDS, kindSpecs, resources } from '../../support/fixtures/created-resources.ts';
import { customerOfB, waitForReadLag } from '../../support/fixtures/customers-and-orders.ts';
import { twoUnitOrder } from '../../support/fixtures/orders.ts';
import {
  attackTargetOf,
  distinctTenants,
  idOperations,
  type OwnedResource,
  ownedResource,
  readAs,
  tenantIds,
} from '../../support/fixtures/owned-resources.ts';
import { idleCustomer, isShown } from '../../support/fixtures/resources.ts';
import { idOf, isSuccess, statusIn } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';
import { bodyFor } from '../../support/request-bodies/request-bodies.ts';
import { balanceIn, expectBalance } from '../../support/wallet.ts';
import { paymentRun } from '../billing-payments.ts';
import { closedTicket } from '../support.ts';
import { RUNNING, waitUntilVpsStable } from '../vps-lifecycle.ts';
import { emailServiceOfB, zoneOfB } from './isolation-products.ts';

const { row } = checksOf({ area: 'everywhere', needs: ['tenantA', 'tenantB'] });

const OWN_TENANT_ONLY = 'service/own-tenant-only';
const KEYS_SCOPED = 'authentication/keys-scoped-per-tenant';

/** The resources of tenant B through which it calls the parts of tenant A's resources. */
const PARENTS_OF_B: Partial<Record<OperationId, Fixture<string>>> = {
  updateDnsRecord: zoneOfB,
  deleteDnsRecord: zoneOfB,
  deleteMailbox: emailServiceOfB,
};

// Stops the shared instance as its owner when the instance is running, because a running instance cannot be started.
const stoppedInstance = fixture('instance that is off as its owner sees it', {
  changes: [resources.instance],
  uses: [resources.instance],
  async make(t: CheckContext): Promise<OwnedResource> {
    const { id } = await t.use(resources.instance);
    let ownerView = await waitUntilVpsStable(t, id);
    if (RUNNING.test(statusIn(ownerView.json) ?? '')) {
      const stop = await request(t, 'stopVps', { params: { id } });
      ownerView = await waitUntilVpsStable(t, id, stop);
    }
    return { id, ownerView: t.require(ownerView).success() };
  },
});

const instance = ownedResource('instance', 'instance', [resources.instance], { read: waitUntilVpsStable });
// A closed ticket sends an event to the webhook endpoint: while the list of deliveries is empty, a reply with the list
// would not show whether tenant B may read deliveries. Deliveries change the endpoint, so it is read again.
const webhook = ownedResource(
  'webhook endpoint',
  'webhook endpoint',
  [resources['webhook endpoint'], closedTicket],
  { read: (t, id) => readAs(t, 'webhook endpoint', id) },
);

const crossTenantAttempts = idOperations.flatMap(({ op, kind }) => {
  if (!isShown(kind) || (kind === 'tenant' && isRead(op))) return [];
  const own = { instance: op.id === 'startVps' ? stoppedInstance : instance, 'webhook endpoint': webhook };
  const owned = kind === 'instance' || kind === 'webhook endpoint' ? own[kind] : attackTargetOf(op, kind);
  const attempt = { op, kind, owned };
  const through = PARENTS_OF_B[op.id];
  return through === undefined ? [attempt] : [attempt, { ...attempt, through }];
});

const tenantReadChecks = idOperations
  .filter(({ op, kind }) => kind === 'tenant' && isRead(op))
  .map(({ op }) =>
    row(`isolation/${op.id}`, OWN_TENANT_ONLY, [tenantIds.tenantA, distinctTenants], {
      ...attemptOptions(op),
      mode: 'read-only',
      async expect(t: CheckContext, id) {
        const deliberateFault = "another tenant's id";
        const reply = await t.as('tenantB').send(op.id, { params: { id }, deliberateFault });
        await requireNotAdmin(t, reply);
        expectDenied(t, op, reply, reply);
      },
    }),
  );

function otherTenantBalances(
  t: CheckContext,
  { before, after }: { before: Exchange; after: Exchange },
): [number, number] {
  const [balanceBefore, balanceAfter] = [before, after].map((reply) =>
    balanceIn(t.require(reply).success().json),
  );
  if (balanceBefore === undefined || balanceAfter === undefined)
    t.inconclusive('no member of the wallet is known to be its balance');
  return [balanceBefore, balanceAfter];
}

// By how much tenant B's balance changes while tenant A orders and tops up, in minor units, and how to measure the
// change again.
const otherTenantDeviation = (measured: number) => ({
  measured,
  tenant: 'tenantB' as const,
  async remeasure(fresh: CheckContext): Promise<number> {
    const { other } = await fresh.use(twoUnitOrder);
    if (other === null) fresh.notApplicable('there is no other tenant');
    const [was, is] = otherTenantBalances(fresh, other);
    return is - was;
  },
});

export const isolation = [
  ...crossTenantChecks(crossTenantAttempts),
  ...tenantReadChecks,
  row('isolation/wallet', OWN_TENANT_ONLY, [twoUnitOrder, distinctTenants], {
    must: "leave a tenant's wallet alone when another one is topped up",
    area: 'billing',
    mode: 'full',
    after: ['billing/topup'],
    async expect(t: CheckContext, { placed, other }) {
      if (other === null) t.notApplicable('there is no other tenant');
      t.require(other.topup).success();
      const [balanceBefore, balanceAfter] = otherTenantBalances(t, other);
      const change = balanceAfter - balanceBefore;
      // This check judges only a change by the amount of the top-up, alone or together with the charge for the order.
      // Another check covers the charge alone.
      const isApart = change !== other.amount && change !== other.amount - placed.total;
      await expectBalance(t, isApart, "the top-up of one tenant stands in the other's wallet", {
        ...otherTenantDeviation(change),
        expected: balanceBefore,
        actual: balanceAfter,
        exchange: [other.after, other.topup],
      });
    },
  }),
  row('isolation/wallet-of-others', OWN_TENANT_ONLY, [twoUnitOrder, distinctTenants], {
    must: "leave a tenant's wallet alone when another one pays an order",
    area: 'billing',
    mode: 'full',
    async expect(t: CheckContext, { placed, other }) {
      if (other === null) t.notApplicable('there is no other tenant');
      const [was, is] = otherTenantBalances(t, other);
      const isApart = was - is !== placed.total && was - is !== placed.total - other.amount;
      await expectBalance(t, isApart, "the order was paid from the other tenant's wallet", {
        ...otherTenantDeviation(is - was),
        expected: was,
        actual: is,
        exchange: [other.after, placed.created],
      });
    },
  }),
  ...(['customer', ...CREATED_KINDS.filter((kind) => kindSpecs[kind].isHarmless)] as const).map((kind) => {
    const { area, id: operation } = operationOf(
      kind === 'customer' ? 'createCustomer' : kindSpecs[kind].create,
    );
    return row(
      `isolation/tenant-in-body${kind === 'customer' ? '' : `/${operation}`}`,
      OWN_TENANT_ONLY,
      [tenantIds.tenantB, distinctTenants],
      {
        must: `not let ${operation} create something in another tenant by a body's \`tenant_id\``,
        area,
        group: 'isolation/tenant-in-body',
        after: ['isolation/getCustomer', 'statuses/success-is-no-error', 'customers/create'],
        async expect(t: CheckContext, tenant) {
          const { body } = validBody(t, operation, '');
          const created = await request(t, operation, {
            body: { ...(isObject(body) ? body : {}), tenant_id: tenant },
            deliberateFault: 'tenant_id = that of another tenant',
          });
          if (!isSuccess(created)) {
            t.expect(created).refused();
            return;
          }
          const id = idOf(created);
          if (id === undefined)
            t.inconclusive('what was created has no `id` to go on with', { exchange: created });
          await waitForReadLag(t);
          const other = await readAs(t, kind, id, 'tenantB');
          requireOneThing(t, id, other, created);
          holds(t, !isSuccess(other), 'it stands in the other tenant', {
            expected: '403 or 404',
            actual: 200,
            exchange: [other, created],
          });
        },
      },
    );
  }),
  row(
    'isolation/tenant-id-in-the-body',
    OWN_TENANT_ONLY,
    [idleCustomer, tenantIds.tenantB, distinctTenants],
    {
      must: "not move a customer into another tenant by a body's `tenant_id`",
      area: 'customers',
      after: [
        'isolation/getCustomer',
        'unknown-id/getCustomer',
        'statuses/success-is-no-error',
        'customers/update',
      ],
      async expect(t: CheckContext, otherCustomer, tenant) {
        t.require(await readAs(t, 'customer', otherCustomer.id, 'tenantA', true)).success();
        const put = await request(t, 'updateCustomer', {
          params: { id: otherCustomer.id },
          body: { ...bodyFor(t, 'updateCustomer', otherCustomer.body), tenant_id: tenant },
          deliberateFault: 'tenant_id = that of another tenant',
        });
        await waitForReadLag(t);
        const [own, other] = [
          await readAs(t, 'customer', otherCustomer.id),
          await readAs(t, 'customer', otherCustomer.id, 'tenantB'),
        ];
        const shown = isObject(own.json) ? own.json.tenant_id : undefined;
        if (own.status === 403) t.require(own).success();
        requireOneThing(t, otherCustomer.id, other, own);
        holds(
          t,
          isSuccess(own) && !isSuccess(other) && shown !== tenant,
          'the customer went over to the other tenant',
          {
            expected: 'its own tenant only',
            actual: { own: own.status, other: other.status },
            exchange: [other, own, put],
          },
        );
      },
    },
  ),
  row('isolation/createPayment', OWN_TENANT_ONLY, paymentRun, {
    must: "refuse a payment for another tenant's invoice",
    area: 'billing',
    mode: 'full',
    async expect(t: CheckContext, { body, member, reply }) {
      await t.use(distinctTenants);
      t.require(reply).success();
      const payment = { ...body, [member]: 1, reference: t.unique('payment') };
      await isRefused(
        t,
        'createPayment',
        { body: payment, deliberateFault: "another tenant's invoice" },
        'tenantB',
      );
    },
  }),
  row('isolation/tenant-header', 'authentication/tenant-header', [idleCustomer, distinctTenants], {
    should: 'not let a header choose the tenant',
    area: 'customers',
    needs: ['tenantA.login', 'tenantB'],
    after: ['isolation/getCustomer', 'isolation/tenant-id-in-the-body'],
    async expect(t: CheckContext, { id, created }) {
      const tenant = isObject(created.json) ? created.json.tenant_id : undefined;
      if (typeof tenant !== 'string') t.inconclusive('the customer shows no tenant', { exchange: created });
      const query = { tenant_id: tenant };
      const options = { params: { id }, headers: { 'X-Tenant-Id': tenant }, query };
      const reply = await t.as('tenantB').send('getCustomer', options);
      requireOneThing(t, id, reply, created);
      t.expect(reply).refused();
    },
  }),
  row('authentication/keys-scoped-per-tenant', KEYS_SCOPED, [customerOfB, distinctTenants], {
    must: "not let an API key reach another tenant's resources",
    area: 'customers',
    needs: ['limited.apiKey', 'tenantA', 'tenantB'],
    cost: 2,
    uses: [idleCustomer],
    after: ['unknown-id/getCustomer', 'isolation/getCustomer', 'statuses/success-is-no-error'],
    async expect(t: CheckContext, { id, created }) {
      await t.requireAccepted('limited');
      const read = (customerId: string) =>
        t
          .as('limited')
          .send('getCustomer', { params: { id: customerId }, deliberateFault: "another tenant's id" });
      const reply = await read(id);
      if (isSuccess(reply)) {
        const own = await read((await t.use(idleCustomer)).id);
        if (!isSuccess(own))
          t.inconclusive("the key does not reach tenant A's resources: it may be a key of tenant B", {
            exchange: [own, reply],
          });
        requireOneThing(t, id, reply, created);
      }
      t.expect(reply).refused();
    },
  }),
];
