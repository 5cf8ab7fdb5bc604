// Checks of lists: whatever filter a tenant sends, the list contains no resource of another tenant.

import { type OperationId, operation } from '../../../src/contract/operations.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { itemsInPage } from '../../../src/suite/model/pagination.ts';
import { checksOf, rowsOf } from '../../define.ts';
import { holds } from '../../expectations.ts';
import { CREATED_KINDS, kindSpecs, listed, resources } from '../../support/fixtures/created-resources.ts';
import { customer, order } from '../../support/fixtures/customers-and-orders.ts';
import { subscription } from '../../support/fixtures/invoices.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { modeForKind } from '../../support/fixtures/resources.ts';
import { idIn, idOf, isUniqueId, mentions } from '../../support/reply-readers/response-readers.ts';
import { isSameBody } from '../../support/reply-readers/shown-changes.ts';
import { paymentRun } from '../billing-payments.ts';

const group = 'isolation/lists';
const defaults = { area: 'everywhere', mode: 'full', needs: ['tenantA', 'tenantB'] } as const;
const check = checksOf(defaults);
const row = rowsOf(defaults);
/** The maximum number of pages of a list that a check reads; a leak on a further page cannot be excluded. */
const MAX_PAGES = 12;
const OWN_TENANT_ONLY = 'service/own-tenant-only';

/** Asserts that a list, as tenant B reads it, contains no element of tenant A. */
async function expectNoLeak(
  t: CheckContext,
  list: OperationId,
  isForeign: (item: unknown) => boolean,
  query = {},
): Promise<void> {
  const { items, exchange } = await t
    .as('tenantB')
    .list(list, { query, pages: MAX_PAGES, until: isForeign, whole: true });
  const leak = items.find(isForeign);
  holds(t, leak === undefined, 'the list contains a resource of another tenant', { actual: leak, exchange });
}

async function idsOfTenantA(t: CheckContext): Promise<string[]> {
  const placed = await t.use(order);
  return [placed.id, placed.invoiceId, ...placed.services, placed.body.customer_id].filter(
    (id) => id !== '' && isUniqueId(id),
  );
}

/**
 * Returns whether a list of tenant A has the same element. The id alone does not tell, because each tenant may count its
 * own things, as in `INV-0001`.
 */
function isAmong(items: readonly unknown[], item: unknown): boolean {
  const id = idIn(item);
  return id !== undefined && isUniqueId(id) && items.some((own) => idIn(own) === id && isSameBody(own, item));
}

const LISTS = [
  ['listCustomers', customer],
  ['listServices', order],
  ['listOrders', order],
  ['listInvoices', order],
  ['listSubscriptions', subscription],
] as const;

const foreignListChecks = LISTS.map(([list, own]) =>
  row<{ id: string }>(`isolation/${list}`, OWN_TENANT_ONLY, own, {
    must: `show no resource of another tenant in ${list}`,
    area: operation(list).area,
    mode: own === customer ? 'safe' : 'full',
    uses: [distinctTenants],
    group,
    async expect(t, { id }) {
      await t.use(distinctTenants);
      const ids = own === customer ? [id] : [...(await idsOfTenantA(t)), id];
      // A response that was cached for another caller may lack the newest resources, so the list is also compared with
      // what tenant A has in it.
      const { items } = await t.as('tenantA').list(list, { pages: 1 });
      const owned = ids.filter(isUniqueId);
      await expectNoLeak(t, list, (item) => isAmong(items, item) || owned.some((one) => mentions(item, one)));
    },
  }),
);

const filteredListChecks = (['listOrders', 'listServices', 'listInvoices'] as const).map((list) =>
  row(`isolation/filtered-list/${list}`, OWN_TENANT_ONLY, order, {
    must: `show no resource of another tenant in ${list} filtered by that tenant's customer`,
    area: operation(list).area,
    uses: [distinctTenants],
    group,
    after: [`isolation/${list}`],
    async expect(t, { body: { customer_id } }) {
      await t.use(distinctTenants);
      const ids = await idsOfTenantA(t);
      await expectNoLeak(t, list, (item) => ids.some((id) => mentions(item, id)), { customer_id });
    },
  }),
);

const createdListChecks = CREATED_KINDS.filter((kind) => kind !== 'tenant').map((kind) => {
  const { list } = kindSpecs[kind];
  return row(`isolation/${list}`, OWN_TENANT_ONLY, listed[kind], {
    must: `show no resource of another tenant in ${list}`,
    area: operation(list).area,
    mode: modeForKind(kind),
    // Tenant B reads this list right after tenant A, so that a list cached for tenant A would show here.
    uses: [distinctTenants, resources[kind]],
    group,
    async expect(t: CheckContext, { exchange, other }) {
      await t.use(distinctTenants);
      const { id } = await t.use(resources[kind]);
      if (other === null) t.notApplicable('there is no other tenant');
      const items = itemsInPage(t.require(other).success().json) ?? [];
      const own = itemsInPage(exchange.json) ?? [];
      const leak = items.find((item) => isAmong(own, item) || (isUniqueId(id) && mentions(item, id)));
      holds(t, leak === undefined, 'the list contains a resource of another tenant', {
        actual: leak,
        exchange: other,
      });
    },
  });
});

export const isolatedLists = [
  ...createdListChecks,
  ...foreignListChecks,
  ...filteredListChecks,
  check('isolation/listPayments', OWN_TENANT_ONLY, {
    must: 'show no resource of another tenant in listPayments',
    area: 'billing',
    uses: [distinctTenants, paymentRun],
    group,
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { placed, reply } = await t.use(paymentRun);
      t.require(reply).success();
      const ids = [placed.invoiceId, idOf(reply) ?? placed.invoiceId].filter(isUniqueId);
      await expectNoLeak(t, 'listPayments', (item) => ids.some((id) => mentions(item, id)));
    },
  }),
];
