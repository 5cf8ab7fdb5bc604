// Checks of cross-tenant access to products: in lists, to records and mailboxes through another parent, and in
// purchases for another tenant's customer.

import { isObject } from '../../../src/contract/is-object.ts';
import { keepsRequest } from '../../../src/form/families.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds } from '../../expectations.ts';
import {
  CREATED_KINDS,
  creations,
  kindSpecs,
  type Resource,
  resources,
  tryCreate,
} from '../../support/fixtures/created-resources.ts';
import { customer, customerOfB, requireCreated } from '../../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { idIn, isSuccess, mentions } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';
import { newIdempotencyKey } from '../../support/request-bodies/request-bodies.ts';

const { row } = checksOf({ area: 'everywhere', mode: 'full', needs: ['tenantA', 'tenantB'] });

// Returns a fixture with the id of a zone or e-mail service of tenant B: an existing one from the list, else a new one.
const parentOfTenantB = (
  kind: 'zone' | 'email service',
  uses: readonly Fixture<unknown>[],
  create: (t: CheckContext) => Promise<Resource>,
) =>
  fixture(`${kind} of tenant B`, {
    uses,
    async make(t: CheckContext): Promise<string> {
      const { items } = await t.as('tenantB').list(kindSpecs[kind].list, { pages: 1 });
      return items.map(idIn).find((id) => id !== undefined) ?? (await create(t)).id;
    },
  });

export const zoneOfB = parentOfTenantB('zone', [], async (t) =>
  requireCreated(t, await tryCreate(t, 'createDnsZone', { by: 'tenantB' })),
);

/** Buys an e-mail service as tenant B with the Idempotency-Key that tenant A has used: keys are scoped to a tenant. */
export const emailServiceOfB = parentOfTenantB(
  'email service',
  [customerOfB, creations['email service']],
  async (t) => {
    const { id: customerId } = await t.use(customerOfB);
    const buy = (key: string) => tryCreate(t, 'createEmailService', { customerId, by: 'tenantB', key });
    const first = await buy((await t.use(creations['email service'])).key);
    return requireCreated(t, isSuccess(first.created) ? first : await buy(newIdempotencyKey(t)));
  },
);

export const isolatedProducts = [
  row(
    'idempotency/key-within-tenant/createEmailService',
    'idempotency/key-within-tenant',
    [resources['email service'], distinctTenants],
    {
      must: 'treat one Idempotency-Key of two tenants as two purchases',
      area: 'email',
      uses: [emailServiceOfB],
      after: ['idempotency/key-within-tenant'],
      // A repeated request would find the service that tenant B bought with the first request.
      retry: false,
      expect: async (t, { id, created }) =>
        holds(
          t,
          (await t.use(emailServiceOfB)) !== id,
          "the other tenant got the first one's email service for the same key",
          { expected: 'one of its own', actual: id, exchange: created },
        ),
    },
  ),
];

/** The creations that name a customer, with what they send besides; the specification shows the payload of the first two. */
const CREATIONS = [
  ['createOrder', 'orders'],
  ['createHostingAccount', 'hosting'],
  ['registerDomain', 'domains'],
  ['createCertificate', 'ssl'],
  ['createEmailService', 'email'],
  ['createVps', 'vps'],
  ['createTicket', 'support'],
] as const;

export const foreignCustomers = CREATIONS.map(([operation, area]) => {
  const kind = CREATED_KINDS.find((one) => kindSpecs[one].create === operation && !keepsRequest(operation));
  return row(`isolation/${operation}`, 'service/own-tenant-only', [customer, distinctTenants], {
    must: `make nothing by ${operation} for another tenant's customer`,
    area,
    ...(operation === 'createTicket' ? { mode: 'safe' } : {}),
    uses: kind === undefined ? [] : [creations[kind]],
    group: 'isolation/foreign',
    async expect(t: CheckContext, { id }) {
      if (kind !== undefined) await t.use(creations[kind]);
      const { body } = validBody(t, operation, id);
      const reply = await t.as('tenantB').send(operation, {
        body: operation === 'createTicket' && isObject(body) ? { ...body, customer_id: id } : body,
        deliberateFault: "another tenant's customer_id",
      });
      // Where the specification shows no customer member, a target that ignores it does no harm.
      if (isSuccess(reply) && !keepsRequest(operation) && !mentions(reply.json, id))
        t.inconclusive('it was accepted, and the reply names no customer', { exchange: reply });
      t.expect(reply).refused();
    },
  });
});
