// Checks of requests that name another tenant's customer: the target must not create anything for that customer.

import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { check } from '../define.ts';
import { noServerError } from '../expectations.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../support/fixtures/owned-resources.ts';
import {
  newTicket,
  newVps,
  type ResourceCreation,
  tryCreate,
} from '../support/fixtures/platform-resources.ts';
import {
  newCertificate,
  newDomain,
  newEmail,
  type ProductCreation,
  tryCreateProduct,
} from '../support/fixtures/product-resources.ts';
import { isSuccess, mentions } from '../support/reply-readers/response-readers.ts';

const OTHER_TENANT = 'tenantB';
const FOREIGN = { by: OTHER_TENANT, deliberateFault: "another tenant's customer_id" } as const;

/** Requests of tenant B that contain the id of tenant A's customer. */
const CALLS: readonly (readonly [
  operation: OperationId,
  area: string,
  ownCreation: Fixture<ProductCreation> | Fixture<ResourceCreation>,
  send: (t: CheckContext, customerId: string) => Promise<Exchange>,
])[] = [
  [
    'registerDomain',
    'domains',
    newDomain,
    async (t, id) => (await tryCreateProduct(t, 'registerDomain', id, FOREIGN)).created,
  ],
  [
    'createCertificate',
    'ssl',
    newCertificate,
    async (t, id) => (await tryCreateProduct(t, 'createCertificate', id, FOREIGN)).created,
  ],
  [
    'createEmailService',
    'email',
    newEmail,
    async (t, id) => (await tryCreateProduct(t, 'createEmailService', id, FOREIGN)).created,
  ],
  [
    'createVps',
    'vps',
    newVps,
    async (t, id) => (await tryCreate(t, 'createVps', {}, { ...FOREIGN, customerId: id })).created,
  ],
  [
    'createTicket',
    'support',
    newTicket,
    async (t, id) => (await tryCreate(t, 'createTicket', { customer_id: id }, FOREIGN)).created,
  ],
];

export const foreignCustomers = CALLS.map(([operation, area, ownCreation, send]) =>
  check(`isolation/${operation}`, {
    must: `make nothing by ${operation} for another tenant's customer`,
    requirement: 'service/own-tenant-only',
    area,
    needs: ['tenantA', 'tenantB'],
    mode: operation === 'createTicket' ? 'safe' : 'full',
    uses: [distinctTenants, customer, ownCreation],
    group: 'isolation/foreign',
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { id } = await t.use(customer);
      // The purchase for an own customer shows what the target wants in the body, so that only the customer is wrong.
      await t.use(ownCreation);
      const reply = await send(t, id);
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
  }),
);
