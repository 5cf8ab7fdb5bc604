// Checks of requests that update or deactivate a customer.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { createUsableCustomer, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { tenantOfB } from '../support/fixtures/owned-resources.ts';
import {
  bodyWith,
  idIn,
  idOf,
  isSuccess,
  isUuid,
  mentions,
  statusIn,
} from '../support/reply-readers/response-readers.ts';
import {
  changedMembers,
  isSameBody,
  requireKnownMember,
  requireShownState,
} from '../support/reply-readers/shown-changes.ts';
import {
  allTextMembers,
  bodyFor,
  customerBody,
  orderBody,
} from '../support/request-bodies/request-bodies.ts';
import { customerAsRead, readCustomer } from './customers.ts';

const check = checksOf({ area: 'customers' });

type UpdatedCustomer = {
  id: string;
  member: string;
  /** maps the name of each changed member to its new value */
  values: Record<string, string>;
  before: Exchange;
  put: Exchange;
  after: Exchange;
};

/** Updates one or two text members of a customer by sending the full representation of the customer. */
const updatedCustomer = fixture('changed customer', {
  uses: [customerAsRead],
  after: ['customers/update'],
  async make(t: CheckContext): Promise<UpdatedCustomer> {
    const { id, body, reply: before } = await t.use(customerAsRead);
    t.require(before).success();
    const [member, second] = allTextMembers(body, before.json);
    if (member === undefined) {
      t.inconclusive('the customer shows no free text under the name it was sent by', { exchange: before });
    }
    const values = { [member]: `Changed ${t.unique()}`, ...(second && { [second]: `Other ${t.unique()}` }) };
    const put = await t.as('tenantA').send('updateCustomer', {
      params: { id },
      body: bodyFor(t, 'updateCustomer', { ...body, ...values }),
    });
    return { id, member, values, before, put, after: await readCustomer(t, id) };
  },
});

type DeactivatedCustomer = {
  id: string;
  before: Exchange;
  deactivation: Exchange;
  after: Exchange;
  repeated: Exchange;
};

/** Creates and updates a customer with request bodies that contain another customer id and another tenant's id. */
export const customerWithClaims = fixture("customer sent with another tenant's id", {
  uses: [tenantOfB],
  /**
   * @returns the customer when the target ignored the foreign ids; null when each foreign id must be sent in a
   * request of its own
   */
  async make(t: CheckContext): Promise<{ id: string; body: Record<string, unknown> } | null> {
    const tenant = t.has('tenantB') ? { tenant_id: await t.use(tenantOfB) } : {};
    const api = t.as('tenantA');
    const body = customerBody(t);
    const created = await api.send('createCustomer', { body: { ...body, ...tenant } });
    const id = idOf(created);
    if (!isSuccess(created) || id === undefined) return null;
    t.addOwned(id);
    const other = t.unknownId();
    const claim = { ...bodyFor(t, 'updateCustomer', body), ...tenant, id: other };
    const deliberateFault = 'the id or the tenant of others';
    const put = await api.send('updateCustomer', { params: { id }, body: claim, deliberateFault });
    await waitForReadLag(t);
    const ownView = await readCustomer(t, id);
    const otherTenantView = t.has('tenantB')
      ? await t.as('tenantB').send('getCustomer', { params: { id } })
      : undefined;
    if (!isSuccess(ownView) || !mentions(ownView.json, id) || otherTenantView?.status === 200) return null;
    const claims = [other, ...Object.values(tenant)];
    if (isSuccess(put) && ![id, undefined].includes(idIn(put.json))) return null;
    return [put, ownView].some(({ json }) => claims.some((foreignId) => mentions(json, foreignId)))
      ? null
      : { id, body };
  },
});

/**
 * Returns a customer whose record later requests may damage: the customer that was sent with another tenant's id, if
 * its checks passed, else a new customer. A later check deactivates this customer.
 */
const expendable = fixture('customer to be deactivated', {
  uses: [customerWithClaims],
  make: async (t: CheckContext) =>
    (await t.use(customerWithClaims).catch(() => null)) ?? createUsableCustomer(t),
});

/** Creates a customer and deactivates the customer twice. */
const deactivatedCustomer = fixture('deactivated customer', {
  destructive: true,
  uses: [expendable],
  after: ['customers/deactivate'],
  async make(t: CheckContext): Promise<DeactivatedCustomer> {
    const { id } = await t.use(expendable);
    const before = await t.eventually('read', async () =>
      t.require(await readCustomer(t, id, true)).success(),
    );
    const remove = () => t.as('tenantA').send('deactivateCustomer', { params: { id } });
    const deactivation = await remove();
    await waitForReadLag(t);
    return { id, before, deactivation, after: await readCustomer(t, id), repeated: await remove() };
  },
});

export const customerUpdates = [
  check('customers/update', {
    must: 'update the profile of a customer',
    requirement: 'endpoints/update-customer',
    uses: [updatedCustomer],
    after: ['customers/get'],
    async run(t: CheckContext) {
      const { put } = await t.use(updatedCustomer);
      if (t.compared(isSuccess(put))) return;
      if ([404, 405].includes(put.status) || put.status >= 500) t.expect(put).success();
      t.inconclusive(`our body for the change was refused with ${put.status}; give bodies.updateCustomer`, {
        exchange: put,
      });
    },
  }),
  check('customers/update-persists', {
    must: 'show an update in the next read',
    requirement: 'endpoints/update-persists',
    uses: [updatedCustomer],
    async run(t: CheckContext) {
      const { id, values, put } = await t.use(updatedCustomer);
      let { after } = await t.use(updatedCustomer);
      t.require(put).success();
      const lacking = () => Object.keys(values).find((name) => !mentions(after.json, values[name] ?? ''));
      await t.eventually('read', async () => {
        if (lacking() !== undefined) after = await readCustomer(t, id);
        const missing = t.compared(lacking());
        if (missing === undefined) return;
        requireKnownMember(t, put, after, [values[missing] ?? '']);
        t.fail(`the new \`${missing}\` is not there`, {
          expected: bodyWith(values[missing]),
          actual: after.json,
          exchange: [after, put],
        });
      });
    },
  }),
  check('customers/update-keeps-unsent', {
    should: 'leave members unchanged that an update does not send',
    requirement: 'endpoints/update-keeps-unsent',
    uses: [updatedCustomer],
    after: ['customers/update-persists'],
    async run(t: CheckContext) {
      const { id, member, after: before } = await t.use(updatedCustomer);
      const put = await t
        .as('tenantA')
        .send('updateCustomer', { params: { id }, body: { [member]: `Again ${t.unique()}` } });
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
  check('customers/update-keeps-identity', {
    must: 'keep the id of a customer in an update',
    requirement: 'endpoints/update-keeps-identity',
    uses: [updatedCustomer, customerWithClaims, expendable],
    async run(t: CheckContext) {
      t.require((await t.use(updatedCustomer)).put).success();
      if (t.compared(await t.use(customerWithClaims).catch(() => null))) return;
      const { id, body } = await t.use(expendable);
      const other = t.unknownId();
      const put = await t.as('tenantA').send('updateCustomer', {
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
      if (t.compared(keptOldValue && [id, other].some((one) => one.toLowerCase() === shown.toLowerCase())))
        return;
      t.fail('the id was changed', { expected: bodyWith(id), actual: after.json, exchange: [after, put] });
    },
  }),
  check('customers/refused-update-changes-nothing', {
    must: 'leave a customer as it was when an update is refused',
    requirement: 'endpoints/refused-write-changes-nothing',
    uses: [updatedCustomer],
    async run(t: CheckContext) {
      const { id, member } = await t.use(updatedCustomer);
      const { body } = await t.use(customerAsRead);
      const before = t.require(await readCustomer(t, id, true)).success();
      const address = Object.keys(body).find((name) => typeof body[name] === 'string' && name !== member);
      if (address === undefined) t.inconclusive('the body for a customer has no second text to make invalid');
      const value = `Never ${t.unique()}`;
      const put = await t.as('tenantA').send('updateCustomer', {
        params: { id },
        body: { ...bodyFor(t, 'updateCustomer', body), [member]: value, [address]: { odd: true } },
        deliberateFault: `${address} = {"odd": true}`,
      });
      if (put.status < 400 || put.status >= 500) {
        t.inconclusive(`an object as \`${address}\` was not refused`, { exchange: put });
      }
      const after = await readCustomer(t, id);
      if (t.compared(isSameBody(after.json, before.json))) return;
      const again = t.require(await readCustomer(t, id)).success();
      if (t.compared(changedMembers(before.json, after.json, again.json).length === 0)) return;
      t.fail('a refused update changed the customer', {
        expected: before.json,
        actual: after.json,
        exchange: [after, put],
      });
    },
  }),
  check('customers/deactivate', {
    must: 'deactivate a customer by DELETE',
    requirement: 'endpoints/delete-customer',
    uses: [deactivatedCustomer],
    after: ['customers/create', 'customers/get'],
    async run(t) {
      const { deactivation } = await t.use(deactivatedCustomer);
      t.expect(deactivation).success();
    },
  }),
  check('customers/deactivate-shows', {
    must: 'show that a customer was deactivated',
    requirement: 'states/delete-deactivates-customer',
    uses: [deactivatedCustomer],
    async run(t: CheckContext) {
      const { id, before, deactivation } = await t.use(deactivatedCustomer);
      let { after } = await t.use(deactivatedCustomer);
      t.require(deactivation).success();
      await t.eventually('read', async () => {
        if (t.compared(after.status === 404 || after.status === 410)) return;
        t.expect(after).success();
        if (t.compared(!isSameBody(after.json, before.json))) return;
        after = await readCustomer(t, id);
        if (isSuccess(after) && t.compared(isSameBody(after.json, before.json))) {
          requireShownState(t, after);
          t.fail('the customer is as before', { actual: after.json, exchange: [after, deactivation] });
        }
      });
    },
  }),
  check('customers/deactivated-is-readable', {
    should: 'keep a deactivated customer readable, marked inactive',
    requirement: 'states/deactivated-still-readable',
    uses: [deactivatedCustomer],
    after: ['customers/deactivate-shows'],
    async run(t: CheckContext) {
      const { deactivation, after } = await t.use(deactivatedCustomer);
      t.require(deactivation).success();
      t.expect(after).success();
      if (t.compared(statusIn(after.json) === 'inactive')) return;
      t.fail('the status is not `inactive`', {
        expected: 'inactive',
        actual: statusIn(after.json) ?? null,
        exchange: after,
      });
    },
  }),
  check('customers/deactivate-twice', {
    must: 'answer a second DELETE of a customer without a server error',
    requirement: 'states/second-delete',
    uses: [deactivatedCustomer],
    async run(t: CheckContext) {
      const { deactivation, repeated } = await t.use(deactivatedCustomer);
      t.require(deactivation).success();
      if (t.compared(repeated.status >= 500))
        t.fail('it is a server error', { actual: repeated.status, exchange: repeated });
    },
  }),
  check('customers/deactivated-cannot-order', {
    should: 'refuse an order for a deactivated customer',
    requirement: 'states/deactivated-cannot-order',
    mode: 'full',
    uses: [deactivatedCustomer],
    after: ['orders/create'],
    async run(t) {
      const { id, deactivation } = await t.use(deactivatedCustomer);
      t.require(deactivation).success();
      const reply = await t
        .as('tenantA')
        .send('createOrder', { body: orderBody(t, id), deliberateFault: 'customer_id = a deactivated one' });
      t.expect(reply).refused();
    },
  }),
];
