// Checks of requests that name another tenant's customer: the target must not create anything for that customer.
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { check } from '../define.ts';
import { customer } from '../support/customers-and-orders.ts';
import { distinctTenants } from '../support/owned-resources.ts';
import { tryCreate } from '../support/platform-resources.ts';
import { tryCreateProduct } from '../support/product-resources.ts';
import { isSuccess, mentions } from '../support/response-readers.ts';

const OTHER_TENANT = 'tenantB';

/** Requests of tenant B that contain the id of tenant A's customer. */
const CALLS: readonly (readonly [
  operation: OperationId,
  area: string,
  send: (t: CheckContext, customerId: string) => Promise<Exchange>,
])[] = [
  [
    'registerDomain',
    'domains',
    async (t, id) => (await tryCreateProduct(t, 'registerDomain', id, { by: OTHER_TENANT })).created,
  ],
  [
    'createCertificate',
    'ssl',
    async (t, id) => (await tryCreateProduct(t, 'createCertificate', id, { by: OTHER_TENANT })).created,
  ],
  [
    'createEmailService',
    'email',
    async (t, id) => (await tryCreateProduct(t, 'createEmailService', id, { by: OTHER_TENANT })).created,
  ],
  [
    'createVps',
    'vps',
    async (t, id) => (await tryCreate(t, 'createVps', {}, { by: OTHER_TENANT, customerId: id })).created,
  ],
  [
    'createTicket',
    'support',
    async (t, id) => (await tryCreate(t, 'createTicket', { customer_id: id }, { by: OTHER_TENANT })).created,
  ],
];

export const foreignCustomers = CALLS.map(([operation, area, send]) =>
  check(`isolation/${operation}`, {
    must: `make nothing by ${operation} for another tenant's customer`,
    requirement: 'service/own-tenant-only',
    area,
    needs: ['tenantA', 'tenantB'],
    mode: operation === 'createTicket' ? 'safe' : 'full',
    uses: [distinctTenants, customer],
    group: 'isolation/foreign',
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { id } = await t.use(customer);
      const reply = await send(t, id);
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
      if (!isSuccess(reply)) return;
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
