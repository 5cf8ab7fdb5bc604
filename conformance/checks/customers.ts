// Checks of customers: create, read, list, update and deactivate customers.

import { isObject } from '../../src/contract/is-object.ts';
import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, isAbout, isAccepted, isRefused, request } from '../expectations.ts';
import {
  createUsableCustomer,
  customer,
  newCustomer,
  requireCreated,
  waitForReadLag,
} from '../support/fixtures/customers-and-orders.ts';
import { idleCustomer } from '../support/fixtures/resources.ts';
import {
  bodyWith,
  isSuccess,
  isUuid,
  mentions,
  statusIn,
} from '../support/reply-readers/response-readers.ts';
import { expectChanged, expectUnchanged, isSameBody } from '../support/reply-readers/shown-changes.ts';
import { allTextMembers, bodyFor, orderBody } from '../support/request-bodies/request-bodies.ts';
import { isAnsweredAgain } from '../support/resource-checks.ts';

const { check, row } = checksOf({ area: 'customers' });

const readCustomer = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  request(t, 'getCustomer', { params: { id }, allowCached });

const customerAsRead = fixture('customer as read', {
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

const PHONE = /^\+\d{6,}$/;

/** Updates the text members of a customer and its telephone number by sending the full representation of the customer. */
const updatedCustomer = fixture('changed customer', {
  learns: true,
  uses: [customerAsRead],
  after: ['customers/update'],
  async make(t: CheckContext) {
    const { id, body, reply: before } = await t.use(customerAsRead);
    t.require(before).success();
    const [member, ...others] = allTextMembers(body, before.json);
    if (member === undefined) {
      t.inconclusive('the customer shows no free text under the name it was sent by', { exchange: before });
    }
    const phones = Object.keys(body).filter((name) => PHONE.test(`${body[name]}`));
    const values = {
      [member]: `Changed ${t.unique()}`,
      ...Object.fromEntries(others.map((name) => [name, `Other ${t.unique()}`])),
      ...Object.fromEntries(phones.map((name) => [name, '+4930654321'])),
    };
    const put = await request(t, 'updateCustomer', {
      params: { id },
      body: bodyFor(t, 'updateCustomer', { ...body, ...values }),
    });
    return { id, member, values, before, put, after: await readCustomer(t, id) };
  },
});

/** A customer whose record later requests may damage. A later check deactivates this customer. */
const expendable = fixture('customer to be deactivated', {
  make: (t: CheckContext) => createUsableCustomer(t),
});

const deactivatedCustomer = fixture('deactivated customer', {
  destructive: true,
  uses: [expendable],
  after: ['customers/deactivate'],
  async make(t: CheckContext) {
    const { id } = await t.use(expendable);
    const before = await t.eventually('read', async () =>
      t.require(await readCustomer(t, id, true)).success(),
    );
    const remove = () => request(t, 'deactivateCustomer', { params: { id } });
    const deactivation = await remove();
    await waitForReadLag(t);
    // A rule judges what the repeated request is answered.
    const after = await readCustomer(t, id);
    await remove();
    return { id, before, deactivation, after };
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
  row('customers/update', 'endpoints/update-customer', updatedCustomer, {
    must: 'update the profile of a customer',
    after: ['customers/get'],
    expect: (t, { put }) => isAccepted(t, put, 'our body for the change', [404, 405]),
  }),
  row('customers/update-keeps-unsent', 'endpoints/update-keeps-unsent', updatedCustomer, {
    should: 'leave members unchanged that an update does not send',
    after: ['values/updated-as-sent'],
    async expect(t: CheckContext, { id, member, after: before }) {
      const put = await request(t, 'updateCustomer', {
        params: { id },
        body: { [member]: `Again ${t.unique()}` },
      });
      t.expect(put).success();
      const after = await readCustomer(t, id);
      const [old, now] = [before.json, after.json];
      if (!isObject(old) || !isObject(now)) t.inconclusive('the customer is no object', { exchange: after });
      const missing = Object.keys(old).find(
        (name) =>
          name !== member &&
          typeof old[name] === 'string' &&
          !/_at$|version/.test(name) &&
          t.compared(!isSameBody(old[name], now[name])),
      );
      if (missing !== undefined) {
        t.fail(`\`${missing}\` changed`, {
          expected: old[missing],
          actual: now[missing] ?? null,
          exchange: [after, put],
        });
      }
    },
  }),
  row('customers/update-keeps-identity', 'endpoints/update-keeps-identity', [updatedCustomer, expendable], {
    must: 'keep the id of a customer in an update',
    given: ['put'],
    async expect(t: CheckContext, _, { id, body }) {
      const other = t.unknownId();
      const put = await request(t, 'updateCustomer', {
        params: { id },
        body: { ...bodyFor(t, 'updateCustomer', body), id: other },
        deliberateFault: `id = "${other}"`,
      });
      await waitForReadLag(t);
      const after = await readCustomer(t, id);
      // An id in the reply is taken for the customer's id only if the reply also shows another value of the customer.
      const showsCustomer = Object.values(body).some(
        (text) => typeof text === 'string' && mentions(put.json, text),
      );
      const shown =
        isSuccess(put) && showsCustomer && isObject(put.json) && isUuid(put.json.id) ? put.json.id : id;
      if (after.status === 403) t.require(after).success();
      const keptOldValue = isSuccess(after) && mentions(after.json, id) && !mentions(after.json, other);
      // A reply may repeat the request, so the id that was sent counts only where a read shows it.
      holds(
        t,
        keptOldValue && [id, other].some((one) => one.toLowerCase() === shown.toLowerCase()),
        'the id was changed',
        { expected: bodyWith(id), actual: after.json, exchange: [after, put] },
      );
    },
  }),
  row(
    'customers/refused-update-changes-nothing',
    'endpoints/refused-write-changes-nothing',
    updatedCustomer,
    {
      must: 'leave a customer as it was when an update is refused',
      async expect(t: CheckContext, { id, member }) {
        const { body } = await t.use(customerAsRead);
        const before = t.require(await readCustomer(t, id, true)).success();
        const address = Object.keys(body).find((name) => typeof body[name] === 'string' && name !== member);
        if (address === undefined)
          t.inconclusive('the body for a customer has no second text to make invalid');
        const value = `Never ${t.unique()}`;
        const put = await request(t, 'updateCustomer', {
          params: { id },
          body: { ...bodyFor(t, 'updateCustomer', body), [member]: value, [address]: { odd: true } },
          deliberateFault: `${address} = {"odd": true}`,
        });
        if (put.status < 400 || put.status >= 500) {
          t.inconclusive(`an object as \`${address}\` was not refused`, { exchange: put });
        }
        const read = () => readCustomer(t, id);
        const what = 'a refused update changed the customer';
        await expectUnchanged(t, { what, before, action: put, after: await read(), read });
      },
    },
  ),
  row('customers/deactivate', 'endpoints/delete-customer', deactivatedCustomer, {
    must: 'deactivate a customer by DELETE',
    after: ['customers/create', 'customers/get'],
    expect: (t, { deactivation }) => t.expect(deactivation).success(),
  }),
  row('customers/deactivate-shows', 'states/delete-deactivates-customer', deactivatedCustomer, {
    must: 'show that a customer was deactivated',
    expect: (t, { id, before, deactivation: action, after }) =>
      expectChanged(t, { what: 'customer', before, action, after, read: () => readCustomer(t, id) }),
  }),
  row('customers/deactivated-is-readable', 'states/deactivated-still-readable', deactivatedCustomer, {
    should: 'keep a deactivated customer readable, marked inactive',
    after: ['customers/deactivate-shows'],
    given: ['deactivation'],
    expect(t, { after }) {
      t.expect(after).success();
      equals(t, statusIn(after.json), 'inactive', 'the status is not `inactive`', after);
    },
  }),
  row('customers/deactivated-cannot-order', 'states/deactivated-cannot-order', deactivatedCustomer, {
    should: 'refuse an order for a deactivated customer',
    mode: 'full',
    after: ['orders/create'],
    given: ['deactivation'],
    expect: (t, { id }) =>
      isRefused(t, 'createOrder', {
        body: orderBody(t, id),
        deliberateFault: 'customer_id = a deactivated one',
      }),
  }),
];
