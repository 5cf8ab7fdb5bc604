// Checks of lists: whatever filter a tenant sends, the list contains no resource of another tenant.

import { operation } from '../../src/contract/operations.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { check, rowsOf } from '../define.ts';
import { holds } from '../expectations.ts';
import { CREATED_KINDS, kindSpecs, listed, resources } from '../support/fixtures/created-resources.ts';
import { customer, order } from '../support/fixtures/customers-and-orders.ts';
import { subscription } from '../support/fixtures/invoices.ts';
import { distinctTenants } from '../support/fixtures/owned-resources.ts';
import { modeForKind } from '../support/fixtures/resources.ts';
import { idIn, idOf, isSuccess, isUniqueId, mentions } from '../support/reply-readers/response-readers.ts';
import { paymentRun } from './billing-payments.ts';

const needs = ['tenantA', 'tenantB'] as const;
const row = rowsOf({ area: 'everywhere', needs });
/** The maximum number of pages of a list that a check reads; a leak on a further page cannot be excluded. */
const MAX_PAGES = 12;
const OWN_TENANT_ONLY = 'service/own-tenant-only';

const areaOf = {
  customer: 'customers',
  service: 'services',
  order: 'orders',
  invoice: 'billing',
  subscription: 'billing',
} as const;

const LISTS = [
  ['listCustomers', 'customer'],
  ['listServices', 'service'],
  ['listOrders', 'order'],
  ['listInvoices', 'invoice'],
  ['listSubscriptions', 'subscription'],
] as const;

const foreignListChecks = LISTS.map(([operation, kind]) =>
  check(`isolation/${operation}`, OWN_TENANT_ONLY, {
    must: `show no resource of another tenant in ${operation}`,
    area: areaOf[kind],
    needs,
    mode: kind === 'customer' ? 'safe' : 'full',
    uses:
      kind === 'customer'
        ? [distinctTenants, customer]
        : kind === 'subscription'
          ? [distinctTenants, subscription]
          : [distinctTenants, order],
    group: 'isolation/lists',
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const ids = kind === 'customer' ? [(await t.use(customer)).id] : await idsOfTenantA(t);
      if (kind === 'subscription') ids.push((await t.use(subscription)).id);
      // A response that was cached for another caller may lack the newest customer, so the list is also compared with older
      // customers of tenant A.
      const own = kind === 'customer' ? await t.as('tenantA').list(operation, { pages: 1 }) : { items: [] };
      const owned = [...ids, ...own.items.flatMap((item) => idIn(item) ?? [])].filter(isUniqueId);
      const isForeign = (item: unknown): boolean =>
        owned.includes(idIn(item) ?? '') || owned.some((id) => ids.includes(id) && mentions(item, id));
      const { items, exchange } = await t
        .as('tenantB')
        .list(operation, { pages: MAX_PAGES, until: isForeign, whole: true });
      const leak = items.find(isForeign);
      holds(t, leak === undefined, 'the list contains a resource of another tenant', {
        actual: leak,
        exchange,
      });
    },
  }),
);

async function idsOfTenantA(t: CheckContext): Promise<string[]> {
  const placed = await t.use(order);
  return [placed.id, placed.invoiceId, ...placed.services, placed.body.customer_id].filter(
    (id) => id !== '' && isUniqueId(id),
  );
}

const filteredListChecks = (['listOrders', 'listServices', 'listInvoices'] as const).map((operation) =>
  check(`isolation/filtered-list/${operation}`, OWN_TENANT_ONLY, {
    must: `show no resource of another tenant in ${operation} filtered by that tenant's customer`,
    area: operation === 'listInvoices' ? 'billing' : operation === 'listOrders' ? 'orders' : 'services',
    needs,
    mode: 'full',
    uses: [distinctTenants, order],
    group: 'isolation/lists',
    after: [`isolation/${operation}`],
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const ids = await idsOfTenantA(t);
      const placed = await t.use(order);
      const isForeign = (item: unknown): boolean => ids.some((id) => mentions(item, id));
      const { items, exchange } = await t.as('tenantB').list(operation, {
        query: { customer_id: placed.body.customer_id },
        pages: MAX_PAGES,
        until: isForeign,
        whole: true,
      });
      if (t.compared(!isSuccess(exchange))) return;
      const leak = items.find(isForeign);
      holds(t, leak === undefined, 'the list contains a resource of another tenant', {
        actual: leak,
        exchange,
      });
    },
  }),
);

const createdListChecks = CREATED_KINDS.filter((kind) => kind !== 'tenant').map((kind) => {
  const { list } = kindSpecs[kind];
  return row(`isolation/${list}`, OWN_TENANT_ONLY, {
    must: `show no resource of another tenant in ${list}`,
    area: operation(list).area,
    mode: modeForKind(kind),
    // Tenant B reads this list right after tenant A, so that a list cached for tenant A would show here.
    of: listed[kind],
    uses: [distinctTenants, resources[kind]],
    group: 'isolation/lists',
    async expect(t: CheckContext, { other }) {
      await t.use(distinctTenants);
      const { id } = await t.use(resources[kind]);
      if (other === null) t.notApplicable('there is no other tenant');
      const items = itemsInPage(t.require(other).success().json) ?? [];
      const leak = isUniqueId(id) ? items.find((item) => mentions(item, id)) : undefined;
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
    needs,
    mode: 'full',
    uses: [distinctTenants, paymentRun],
    group: 'isolation/lists',
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { placed, reply } = await t.use(paymentRun);
      t.require(reply).success();
      const ids = [placed.invoiceId, idOf(reply) ?? placed.invoiceId].filter(isUniqueId);
      const isForeign = (item: unknown): boolean => ids.some((id) => mentions(item, id));
      const { items, exchange } = await t
        .as('tenantB')
        .list('listPayments', { pages: MAX_PAGES, until: isForeign, whole: true });
      const leak = items.find(isForeign);
      holds(t, leak === undefined, 'the list shows a payment of another tenant', {
        expected: `none of ${ids.join(', ')}`,
        actual: leak,
        exchange: [exchange, reply],
      });
    },
  }),
];
