// Bodies that name another tenant's customer: nothing may be made of them that is that customer's.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange } from '../../src/suite/define.ts';
import { apart } from '../kit/exhibits.ts';
import { attempt } from '../kit/platform.ts';
import { attemptProduct } from '../kit/products.ts';
import { isSuccess, mentions } from '../kit/reading.ts';
import { customer } from '../kit/subjects.ts';
import { check } from '../suite.ts';

const by = 'tenantB';

/** Sent as tenant B, with the id of tenant A's customer in it. */
const calls: readonly (readonly [
  operation: OperationId,
  area: string,
  send: (t: Context, customerId: string) => Promise<Exchange>,
])[] = [
  [
    'registerDomain',
    'domains',
    async (t, id) => (await attemptProduct(t, 'registerDomain', id, { by })).created,
  ],
  [
    'createCertificate',
    'ssl',
    async (t, id) => (await attemptProduct(t, 'createCertificate', id, { by })).created,
  ],
  [
    'createEmailService',
    'email',
    async (t, id) => (await attemptProduct(t, 'createEmailService', id, { by })).created,
  ],
  ['createVps', 'vps', async (t, id) => (await attempt(t, 'createVps', {}, { by, customerId: id })).created],
  [
    'createTicket',
    'support',
    async (t, id) => (await attempt(t, 'createTicket', { customer_id: id }, { by })).created,
  ],
];

export const foreignCustomers = calls.map(([operation, area, send]) =>
  check(`isolation/${operation}`, {
    must: `make nothing by ${operation} for another tenant's customer`,
    says: 'service/own-tenant-only',
    area,
    needs: ['tenantA', 'tenantB'],
    mode: operation === 'createTicket' ? 'safe' : 'full',
    cost: 1,
    uses: [apart, customer],
    group: 'isolation/foreign',
    async run(t: Context) {
      await t.use(apart);
      const { id } = await t.use(customer);
      const reply = await send(t, id);
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
      if (!isSuccess(reply)) return;
      // the specification names no customer in this body: one that is passed over does no harm
      if (!mentions(reply.json, id))
        t.inconclusive('it was taken, and tells no customer it is for', { exchange: reply });
      t.fail("it was made for another tenant's customer", {
        expected: 'a refusal',
        actual: reply.status,
        exchange: reply,
      });
    },
  }),
);
