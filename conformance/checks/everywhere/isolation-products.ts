// Checks of cross-tenant access to products: in lists, to records and mailboxes through another parent, and in
// purchases for another tenant's customer.

import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { itemsInPage } from '../../../src/suite/model/pagination.ts';
import { check, fixture } from '../../define.ts';
import { holds } from '../../expectations.ts';
import {
  creations,
  listed,
  type Resource,
  resources,
  tryCreate,
} from '../../support/fixtures/created-resources.ts';
import { customerOfB, requireCreated } from '../../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { idIn, isSuccess } from '../../support/reply-readers/response-readers.ts';
import { newIdempotencyKey } from '../../support/request-bodies/idempotency-key.ts';

const needs = ['tenantA', 'tenantB'] as const;
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

export const zoneOfB = parentOfTenantB('zone', [], async (t) =>
  requireCreated(t, await tryCreate(t, 'createDnsZone', { by: 'tenantB' })),
);

/**
 * Buys an e-mail service as tenant B with the Idempotency-Key that tenant A has used: keys are scoped to a tenant.
 */
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
];
