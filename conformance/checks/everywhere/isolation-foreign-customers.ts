// Checks of requests that name another tenant's customer: the target must not create anything for that customer.

import type { CheckContext } from '../../../src/suite/model/define.ts';
import { check } from '../../define.ts';
import { isRefused, noServerError } from '../../expectations.ts';
import { creations, kindSpecs, tryCreate } from '../../support/fixtures/created-resources.ts';
import { customer } from '../../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { isSuccess, mentions } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';

const OTHER_TENANT = 'tenantB';
const FOREIGN = { by: OTHER_TENANT, deliberateFault: "another tenant's customer_id" } as const;

/** The kinds of resources that tenant B tries to create for tenant A's customer. */
const KINDS = [
  ['domain', 'domains'],
  ['certificate', 'ssl'],
  ['email service', 'email'],
  ['instance', 'vps'],
  ['ticket', 'support'],
] as const;

const madeForForeignCustomers = KINDS.map(([kind, area]) => {
  const operation = kindSpecs[kind].create;
  return check(`isolation/${operation}`, 'service/own-tenant-only', {
    must: `make nothing by ${operation} for another tenant's customer`,
    area,
    needs: ['tenantA', 'tenantB'],
    mode: operation === 'createTicket' ? 'safe' : 'full',
    uses: [distinctTenants, customer, creations[kind]],
    group: 'isolation/foreign',
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { id } = await t.use(customer);
      // The purchase for an own customer shows what the target wants in the body, so that only the customer is wrong.
      await t.use(creations[kind]);
      const { created: reply } = await tryCreate(t, operation, {
        ...FOREIGN,
        customerId: id,
        ...(kind === 'ticket' && { change: { customer_id: id } }),
      });
      noServerError(t, reply);
      if (t.compared(!isSuccess(reply))) return;
      // The specification has no customer member in this request body, so a target that ignores the member does no harm.
      if (!mentions(reply.json, id))
        t.inconclusive('it was accepted, and the reply names no customer', { exchange: reply });
      t.fail("it was made for another tenant's customer", {
        expected: 'a refusal',
        actual: reply.status,
        exchange: reply,
      });
    },
  });
});

/** The purchases whose request body names the customer by the specification, so that they must be refused. */
const refusedPurchases = (
  [
    ['createOrder', 'orders', 'an order'],
    ['createHostingAccount', 'hosting', 'a hosting account'],
  ] as const
).map(([operation, area, what]) =>
  check(`isolation/${operation}`, 'service/own-tenant-only', {
    must: `refuse ${what} for another tenant's customer`,
    area,
    needs: ['tenantA', 'tenantB'],
    mode: 'full',
    uses: [distinctTenants, customer],
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { id } = await t.use(customer);
      const call = { ...validBody(t, operation, id), deliberateFault: FOREIGN.deliberateFault };
      await isRefused(t, operation, call, OTHER_TENANT);
    },
  }),
);

export const foreignCustomers = [...madeForForeignCustomers, ...refusedPurchases];
