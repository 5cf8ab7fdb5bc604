// Finding things in lists of unknown shape and length, and what the contract decided about paging and filters.
import type { OperationId } from '../src/contract/operations.ts';
import type { Api, Context, Listing, SendOptions } from '../src/suite/define.ts';
import { idIn, isRecord, isSuccess, mentions } from './reading.ts';
import { customer, order } from './subjects.ts';
import { check } from './suite.ts';

/** How many pages a search follows before it gives up. */
const pages = 12;

/** The element that speaks of an id; undefined when the whole list has none. Inconclusive when not all could be read. */
export async function findIn(
  t: Context,
  api: Api,
  operation: OperationId,
  id: string,
  options: SendOptions = {},
): Promise<{ item: unknown; listing: Listing }> {
  const listing = await api.list(operation, { ...options, pages, until: (item) => mentions(item, id) });
  const item = listing.items.find((one) => mentions(one, id));
  if (item === undefined && !listing.complete && isSuccess(listing.exchange)) {
    t.inconclusive(`it was not among the first ${listing.items.length} of a longer list`, {
      exchange: listing.exchange,
    });
  }
  return { item, listing };
}

/** A check that a thing is found in its list. Read-after-write lag is granted as the target file says. */
export async function expectListed(t: Context, operation: OperationId, id: string): Promise<void> {
  await t.eventually('read', async () => {
    const { item, listing } = await findIn(t, t.as('tenantA'), operation, id);
    t.expect(listing.exchange).success();
    if (item !== undefined) return;
    t.fail('it is not in the list', { expected: id, exchange: listing.exchange });
  });
}

const area = 'everywhere';
const listed = ['page', 'per_page'] as const;

export const lists = [
  check('lists/page-size', {
    should: 'return no more elements than `per_page` asks for',
    says: 'endpoints/list-paging',
    area,
    mode: 'read-only',
    cost: 1,
    after: ['lists/envelope'],
    async run(t: Context) {
      const reply = await t.as('tenantA').send('listServices', { query: { per_page: 1 } });
      const data = t.require(t.require(reply).success()).array('/data');
      if (data.length > 1) t.fail('a page of one holds more', { actual: data.length, exchange: reply });
    },
  }),
  check('lists/pages-do-not-overlap', {
    should: 'show an element on one page only',
    says: 'endpoints/list-paging',
    area,
    mode: 'read-only',
    cost: 2,
    after: ['lists/envelope', 'lists/page-size'],
    async run(t: Context) {
      const read = (page: number) =>
        t.as('tenantA').send('listCustomers', { query: { page, per_page: 2, sort: 'created_at' } });
      const [one, two] = [await read(1), await read(2)];
      t.require(one).array('/data');
      const ids = [one, two].flatMap((reply) =>
        t.require(t.require(reply).success()).array('/data').map(idIn),
      );
      if (new Set(ids).size === ids.length) return;
      t.fail('two pages show the same element', { actual: ids, exchange: [two, one] });
    },
  }),
  check('lists/total', {
    should: 'count in `meta.total` what the list holds',
    says: 'endpoints/list-paging',
    area,
    mode: 'safe',
    cost: 1,
    uses: [customer],
    after: ['lists/envelope', 'customers/in-list'],
    async run(t: Context) {
      const { id } = await t.use(customer);
      const reply = await t.as('tenantA').send('listCustomerServices', { params: { id } });
      const data = t.require(t.require(reply).success()).array('/data');
      const meta = t.require(reply).object('/meta');
      if (meta.last_page === 1 && meta.total !== data.length) {
        t.fail('`meta.total` is not the number of elements', {
          expected: data.length,
          actual: meta.total,
          exchange: reply,
        });
      }
    },
  }),
  check('lists/filter', {
    should: 'return only what a filter asks for',
    says: 'endpoints/list-filters',
    area,
    mode: 'full',
    cost: 1,
    uses: [order],
    after: ['lists/envelope', 'orders/fields'],
    async run(t: Context) {
      const placed = await t.use(order);
      const reply = await t
        .as('tenantA')
        .send('listOrders', { query: { customer_id: placed.body.customer_id, per_page: 50 } });
      const data = t.require(t.require(reply).success()).array('/data');
      const stranger = data.find(
        (item) =>
          isRecord(item) && item.customer_id !== undefined && !mentions(item, placed.body.customer_id),
      );
      if (stranger !== undefined) {
        t.fail('the filter lets others through', { actual: stranger, exchange: reply });
      }
      if (!data.some((item) => mentions(item, placed.id))) {
        t.fail('the filter hides what it asks for', { expected: placed.id, exchange: reply });
      }
    },
  }),
  ...(
    [
      ['a page size of zero', { per_page: 0 }],
      ['a page that is no number', { page: 'x' }],
      ['a page past the end', { page: 1_000_000 }],
      ['a parameter nobody knows', { 'zz-unknown': "';--" }],
    ] as const
  ).map(([what, query]) =>
    check(`lists/survives-${what.replaceAll(' ', '-')}`, {
      should: `answer ${what} without a server error`,
      says: 'endpoints/list-odd-query-no-crash',
      area,
      mode: 'read-only',
      cost: 1,
      group: 'lists/survives',
      async run(t: Context) {
        const reply = await t.as('tenantA').send('listOrders', { query, spoiled: what });
        if (reply.status < 500) return;
        t.fail(`${what} is a server error`, { actual: reply.status, exchange: reply });
      },
    }),
  ),
  check('lists/parameters', {
    observe: 'take `page` and `per_page` in lists',
    says: 'endpoints/list-parameters',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t) {
      const reply = await t.as('tenantA').send('listCustomers', { query: { per_page: 1, page: 1 } });
      const shape = Array.isArray(reply.json)
        ? 'a bare array'
        : `an object of ${isRecord(reply.json) ? Object.keys(reply.json).join(', ') : 'nothing known'}`;
      t.seen(`a list is ${shape}; asked with ${listed.join(' and ')}`, { exchange: reply });
    },
  }),
];
