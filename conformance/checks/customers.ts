// Checks of customers: create, read and list customers.

import { isObject } from '../../src/contract/is-object.ts';
import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, isAbout, isAccepted, request } from '../expectations.ts';
import { customer, newCustomer, requireCreated } from '../support/fixtures/customers-and-orders.ts';
import { idleCustomer } from '../support/fixtures/resources.ts';
import { isUuid, mentions } from '../support/reply-readers/response-readers.ts';
import { isAnsweredAgain } from '../support/resource-checks.ts';

const { check, row } = checksOf({ area: 'customers' });

export const readCustomer = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  request(t, 'getCustomer', { params: { id }, allowCached });

export const customerAsRead = fixture('customer as read', {
  learns: true,
  uses: [customer, newCustomer],
  after: ['customers/get'],
  async make(t: CheckContext) {
    const created = await t.use(customer);
    // What values.customerId names was not created by this run.
    if (created.created === null) requireCreated(t, await t.use(newCustomer));
    return { ...created, reply: await t.eventually('read', async () => readCustomer(t, created.id)) };
  },
});

export const customers = [
  row('customers/create', 'endpoints/create-customer', newCustomer, {
    must: 'create a customer account',
    phase: 'first',
    expect: (t, { created }) => isAccepted(t, created, 'our body for a customer', [404, 405]),
  }),
  row('customers/create-again', 'states/wrong-state-no-crash', newCustomer, {
    must: 'answer a request for a customer like one that is there without a server error',
    after: ['customers/create'],
    expect: (t, creation) => isAnsweredAgain(t, 'createCustomer', creation),
  }),
  row('customers/get', 'endpoints/get-customer', customerAsRead, {
    must: 'return a customer by its id',
    after: ['customers/create'],
    expect: (t, { id, reply }) => isAbout(t, reply, id, 'customer'),
  }),
  check('customers/list-complete', 'endpoints/list-customers', {
    must: 'list every customer, including those that orders name',
    mode: 'read-only',
    after: ['resources/listed'],
    async run(t: CheckContext) {
      const api = t.as('tenantA');
      const firstPage = await api.list('listCustomers', { pages: 1, allowCached: true });
      t.require(firstPage.exchange).success();
      const services = t.require(await api.send('listServices', { query: { sort: 'created_at' } })).success();
      const namedIds = (itemsInPage(services.json) ?? [])
        .map((item) => (isObject(item) ? item.customer_id : undefined))
        .filter(isUuid);
      if (namedIds.length === 0)
        t.notApplicable('needs a service that names a customer, who could be missed in the list');
      const isIn = (items: readonly unknown[], id: string): boolean =>
        items.some((item) => mentions(item, id));
      const named = namedIds.find((id) => t.compared(!isIn(firstPage.items, id)));
      if (named === undefined) return;
      const listing = firstPage.complete
        ? firstPage
        : await api.list('listCustomers', { until: (item) => mentions(item, named), allowCached: true });
      if (t.compared(isIn(listing.items, named))) return;
      // A list that was not read to its last page does not show that the customer is missing.
      if (!listing.complete)
        t.inconclusive(`only ${listing.items.length} elements of a longer list were read`, {
          exchange: listing.exchanges.at(-1) ?? listing.exchange,
        });
      const namedCustomer = t.require(await readCustomer(t, named)).success();
      t.fail('a customer is missing from a list that is said to be whole', {
        expected: named,
        actual: `${listing.items.length} others`,
        exchange: [...listing.exchanges, namedCustomer, services],
      });
    },
  }),
  row('customers/services', 'endpoints/list-customer-services', customer, {
    must: 'list the services of a customer',
    after: ['customers/create'],
    expect: async (t, { id }) =>
      t.expect(await request(t, 'listCustomerServices', { params: { id } })).success(),
  }),
  row('customers/services-own', 'endpoints/list-customer-services', idleCustomer, {
    must: 'list no services for a customer that owns none',
    after: ['customers/services'],
    async expect(t, { id }) {
      const reply = await request(t, 'listCustomerServices', { params: { id } });
      const found = itemsInPage(t.require(reply).success().json) ?? [];
      holds(t, found.length === 0, 'services of others are listed', {
        expected: [],
        actual: found,
        exchange: reply,
      });
    },
  }),
];
