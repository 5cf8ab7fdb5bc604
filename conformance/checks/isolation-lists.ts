// Lists of one tenant hold nothing of another, whatever is filtered for.
import type { Context } from '../../src/suite/define.ts';
import { subscription } from '../kit/bills.ts';
import { apart } from '../kit/exhibits.ts';
import { idIn, idOf, isSuccess, mentions, telling } from '../kit/reading.ts';
import { customer, order } from '../kit/subjects.ts';
import { check } from '../suite.ts';
import { paid } from './billing-payments.ts';

const needs = ['tenantA', 'tenantB'] as const;
const says = 'service/own-tenant-only';

const areaOf = {
  customer: 'customers',
  service: 'services',
  order: 'orders',
  invoice: 'billing',
  subscription: 'billing',
} as const;

const lists = [
  ['listCustomers', 'customer'],
  ['listServices', 'service'],
  ['listOrders', 'order'],
  ['listInvoices', 'invoice'],
  ['listSubscriptions', 'subscription'],
] as const;

const foreignLists = lists.map(([operation, kind]) =>
  check(`isolation/${operation}`, {
    must: `show nothing of another tenant in ${operation}`,
    says,
    area: areaOf[kind],
    needs,
    mode: kind === 'customer' ? 'safe' : 'full',
    cost: kind === 'customer' ? 2 : 1,
    uses:
      kind === 'customer'
        ? [apart, customer]
        : kind === 'subscription'
          ? [apart, subscription]
          : [apart, order],
    group: 'isolation/lists',
    async run(t: Context) {
      await t.use(apart);
      const ids = kind === 'customer' ? [(await t.use(customer)).id] : await ownIds(t);
      if (kind === 'subscription') ids.push((await t.use(subscription)).id);
      // a reply kept for another caller may be older than what was created since: then older rows give it away
      const own = kind === 'customer' ? await t.as('tenantA').list(operation, { pages: 1 }) : { items: [] };
      const { items, exchange } = await t.as('tenantB').list(operation, { pages: 3 });
      const owned = [...ids, ...own.items.flatMap((one) => idIn(one) ?? [])].filter(telling);
      const leak = items.find(
        (one) => owned.includes(idIn(one) ?? '') || owned.some((id) => ids.includes(id) && mentions(one, id)),
      );
      if (leak !== undefined) t.fail('the list shows a thing of another tenant', { actual: leak, exchange });
    },
  }),
);

async function ownIds(t: Context): Promise<string[]> {
  const placed = await t.use(order);
  return [placed.id, placed.invoiceId, ...placed.services, placed.body.customer_id].filter(
    (id) => id !== '' && telling(id),
  );
}

const filteredLists = (['listOrders', 'listServices', 'listInvoices'] as const).map((operation) =>
  check(`isolation/filtered-list/${operation}`, {
    must: `show nothing of another tenant in ${operation} filtered by that tenant's customer`,
    says,
    area: operation === 'listInvoices' ? 'billing' : operation === 'listOrders' ? 'orders' : 'services',
    needs,
    mode: 'full',
    cost: 1,
    uses: [apart, order],
    group: 'isolation/lists',
    after: [`isolation/${operation}`],
    async run(t: Context) {
      await t.use(apart);
      const ids = await ownIds(t);
      const placed = await t.use(order);
      const { items, exchange } = await t
        .as('tenantB')
        .list(operation, { query: { customer_id: placed.body.customer_id }, pages: 1 });
      if (!isSuccess(exchange)) return;
      const leak = items.find((one) => ids.some((id) => mentions(one, id)));
      if (leak !== undefined) t.fail('the list shows a thing of another tenant', { actual: leak, exchange });
    },
  }),
);

export const isolatedLists = [
  ...foreignLists,
  ...filteredLists,
  check('isolation/listPayments', {
    must: 'show nothing of another tenant in listPayments',
    says,
    area: 'billing',
    needs,
    mode: 'full',
    cost: 1,
    uses: [apart, paid],
    group: 'isolation/lists',
    async run(t: Context) {
      await t.use(apart);
      const { placed, reply } = await t.use(paid);
      t.require(reply).success();
      const ids = [placed.invoiceId, idOf(reply) ?? placed.invoiceId].filter(telling);
      const { items, exchange } = await t.as('tenantB').list('listPayments', { pages: 3 });
      const leak = items.find((one) => ids.some((id) => mentions(one, id)));
      if (leak !== undefined)
        t.fail('the list shows a payment of another tenant', { actual: leak, exchange });
    },
  }),
];
