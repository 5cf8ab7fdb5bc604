// Checks of customers: create, read and list customers.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { checksOf, fixture } from '../define.ts';
import { customer, newCustomer } from '../support/fixtures/customers-and-orders.ts';
import { idleCustomer } from '../support/fixtures/resources.ts';
import { expectEchoed, isSameText } from '../support/reply-readers/echoes.ts';
import { expectListAgrees, expectListed } from '../support/reply-readers/list-lookup.ts';
import { isSuccess, isUuid, leaves, mentions } from '../support/reply-readers/response-readers.ts';

const check = checksOf({ area: 'customers' });

export const readCustomer = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  t.as('tenantA').send('getCustomer', { params: { id }, allowCached });

/** Reads the shared customer. */
export const customerAsRead = fixture('customer as read', {
  uses: [customer],
  after: ['customers/get'],
  async make(t: CheckContext) {
    const created = await t.use(customer);
    if (created.created === null) t.inconclusive('values.customerId was not created by this run');
    return { ...created, reply: await t.eventually('read', async () => readCustomer(t, created.id)) };
  },
});

export const customers = [
  check('customers/create', {
    must: 'create a customer account',
    requirement: 'endpoints/create-customer',
    uses: [newCustomer],
    phase: 'first',
    async run(t: CheckContext) {
      const { created } = await t.use(newCustomer);
      if (t.compared(isSuccess(created))) return;
      if ([404, 405].includes(created.status) || created.status >= 500) t.expect(created).success();
      t.inconclusive(
        `our body for a customer was refused with ${created.status}; give bodies.createCustomer`,
        {
          exchange: created,
        },
      );
    },
  }),
  check('customers/get', {
    must: 'return a customer by its id',
    requirement: 'endpoints/get-customer',
    uses: [customerAsRead],
    after: ['customers/create'],
    async run(t: CheckContext) {
      const { id, reply } = await t.use(customerAsRead);
      t.expect(reply).success();
      if (t.compared(!mentions(reply.json, id)))
        t.fail('the reply is not about this customer', { expected: id, exchange: reply });
    },
  }),
  check('customers/unicode', {
    must: 'keep the characters of a name',
    requirement: 'service/unicode-survives',
    uses: [customerAsRead],
    async run(t: CheckContext) {
      const { body, reply } = await t.use(customerAsRead);
      t.require(reply).success();
      const beyondAscii = [...leaves(body)].find(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII itself
        ({ value }) => typeof value === 'string' && /[^\x00-\x7f]/.test(value),
      );
      if (beyondAscii === undefined || typeof beyondAscii.value !== 'string') {
        t.inconclusive('the body for a customer has no character beyond ASCII');
      }
      const name = beyondAscii.name;
      const reported = [...leaves(reply.json)].find((leaf) => leaf.name === name)?.value;
      if (typeof reported !== 'string')
        t.inconclusive(`the customer does not show \`${name}\``, { exchange: reply });
      // A server may store names in another letter case, and a name may be a part of a longer text.
      const comparable = (text: string): string => text.normalize('NFC').toUpperCase();
      const characters = [...comparable(beyondAscii.value)];
      if (t.compared(characters.every((character) => comparable(reported).includes(character)))) return;
      t.fail('characters were lost', { expected: beyondAscii.value, actual: reported, exchange: reply });
    },
  }),
  check('customers/echo', {
    must: 'show a customer as it was created',
    requirement: 'endpoints/create-echoes',
    uses: [customerAsRead],
    after: ['customers/unicode'],
    async run(t: CheckContext) {
      const { body, reply } = await t.use(customerAsRead);
      t.require(reply).success();
      expectEchoed(t, body, reply, {
        isSame: (sent, shown, name) =>
          isSameText(sent, shown) || (/phone|mobile|fax|tel/.test(name) && samePhone(sent, shown)),
      });
    },
  }),
  check('customers/in-list', {
    must: 'list a customer that was created',
    requirement: 'endpoints/list-customers',
    uses: [customer],
    after: ['customers/create'],
    async run(t) {
      const { id } = await t.use(customer);
      await expectListed(t, 'listCustomers', id);
    },
  }),
  check('customers/list-complete', {
    must: 'list every customer, including those that orders name',
    requirement: 'endpoints/list-customers',
    mode: 'read-only',
    cost: 2,
    after: ['customers/in-list'],
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
  check('customers/list-agrees', {
    must: 'show a customer in the list as in its detail',
    requirement: 'endpoints/list-and-detail-agree',
    uses: [customerAsRead],
    group: 'lists/agree',
    after: ['customers/in-list', 'customers/get'],
    async run(t) {
      const { id, reply } = await t.use(customerAsRead);
      await expectListAgrees(t, 'listCustomers', 'getCustomer', id, reply);
    },
  }),
  check('customers/services', {
    must: 'list the services of a customer',
    requirement: 'endpoints/list-customer-services',
    uses: [customer],
    after: ['customers/create'],
    async run(t) {
      const { id } = await t.use(customer);
      t.expect(await t.as('tenantA').send('listCustomerServices', { params: { id } })).success();
    },
  }),
  check('customers/services-own', {
    must: 'list no services for a customer that owns none',
    requirement: 'endpoints/list-customer-services',
    uses: [idleCustomer],
    after: ['customers/services'],
    async run(t: CheckContext) {
      const { id } = await t.use(idleCustomer);
      const reply = await t.as('tenantA').send('listCustomerServices', { params: { id } });
      const found = itemsInPage(t.require(reply).success().json) ?? [];
      if (t.compared(found.length > 0))
        t.fail('services of others are listed', { expected: [], actual: found, exchange: reply });
    },
  }),
];

/**
 * Returns whether two texts are the same telephone number. Spaces, `00` instead of `+` and the country prefix may
 * differ.
 */
function samePhone(one: string, other: unknown): boolean {
  const [a, b] = [one, String(other)].map((text) => text.replace(/\D/g, '').replace(/^0+/, ''));
  return a !== undefined && b !== undefined && b.length > 4 && (a.endsWith(b) || b.endsWith(a));
}
