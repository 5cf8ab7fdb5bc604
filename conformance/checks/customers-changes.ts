// Customers changed and deactivated.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { bodyFor, customerBody, orderBody, textMembers } from '../kit/bodies.ts';
import { tenantOfB } from '../kit/exhibits.ts';
import { idIn, idOf, isRecord, isSuccess, isUuid, mentions, settled, statusIn } from '../kit/reading.ts';
import { makeCustomer, sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';
import { readCustomer, shown } from './customers.ts';

const area = 'customers';

type Changed = {
  id: string;
  member: string;
  /** what was changed: member → new value */
  values: Record<string, string>;
  before: Exchange;
  put: Exchange;
  after: Exchange;
};

/** A customer whose texts, two where it shows so many, are changed by a whole representation. */
const changed = subject('changed customer', {
  cost: 2,
  uses: [shown],
  async make(t: Context): Promise<Changed> {
    const { id, body, reply: before } = await t.use(shown);
    t.require(before).success();
    const [member, second] = textMembers(body, before.json);
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

type Removed = { id: string; before: Exchange; gone: Exchange; after: Exchange; again: Exchange };

/** A customer whose bodies, the one that creates it and one that changes it, claim another id and another tenant for it. */
export const claimed = subject('customer claimed for others', {
  cost: 4,
  uses: [tenantOfB],
  /** @returns the customer, when it is still its own and nobody else's; null: each claim must be made by itself */
  async make(t: Context): Promise<{ id: string; body: Record<string, unknown> } | null> {
    const tenant = t.has('tenantB') ? { tenant_id: await t.use(tenantOfB) } : {};
    const api = t.as('tenantA');
    const body = customerBody(t);
    const created = await api.send('createCustomer', { body: { ...body, ...tenant } });
    const id = idOf(created);
    if (!isSuccess(created) || id === undefined) return null;
    t.own(id);
    const other = t.unknownId();
    const claim = { ...bodyFor(t, 'updateCustomer', body), ...tenant, id: other };
    const spoiled = 'the id or the tenant of others';
    const put = await api.send('updateCustomer', { params: { id }, body: claim, spoiled });
    await sinkIn(t);
    const own = await readCustomer(t, id);
    const foreign = t.has('tenantB')
      ? await t.as('tenantB').send('getCustomer', { params: { id } })
      : undefined;
    if (!isSuccess(own) || !mentions(own.json, id) || foreign?.status === 200) return null;
    const claims = [other, ...Object.values(tenant)];
    if (isSuccess(put) && ![id, undefined].includes(idIn(put.json))) return null;
    return [put, own].some(({ json }) => claims.some((one) => mentions(json, one))) ? null : { id, body };
  },
});

/** A customer that is made for what may harm it, and deactivated in the end. */
const expendable = subject('customer to be deactivated', {
  cost: 0,
  uses: [claimed],
  make: async (t: Context) => (await t.use(claimed).catch(() => null)) ?? makeCustomer(t),
});

/** A customer of its own that is deactivated, twice. */
const removed = subject('deactivated customer', {
  cost: 3,
  destructive: true,
  uses: [expendable],
  async make(t: Context): Promise<Removed> {
    const { id } = await t.use(expendable);
    const before = await t.eventually('read', async () =>
      t.require(await readCustomer(t, id, true)).success(),
    );
    const remove = () => t.as('tenantA').send('deactivateCustomer', { params: { id } });
    const gone = await remove();
    await sinkIn(t);
    return { id, before, gone, after: await readCustomer(t, id), again: await remove() };
  },
});

export const customerChanges = [
  check('customers/update', {
    must: 'update the profile of a customer',
    says: 'endpoints/update-customer',
    area,
    cost: 0,
    uses: [changed],
    after: ['customers/get'],
    async run(t: Context) {
      const { put } = await t.use(changed);
      if (isSuccess(put)) return;
      if ([404, 405].includes(put.status) || put.status >= 500) t.expect(put).success();
      t.inconclusive(`our body for the change was refused with ${put.status}; give bodies.updateCustomer`, {
        exchange: put,
      });
    },
  }),
  check('customers/update-persists', {
    must: 'show an update in the next read',
    says: 'endpoints/update-persists',
    area,
    cost: 0,
    uses: [changed],
    after: ['customers/update'],
    async run(t: Context) {
      const { id, values, put } = await t.use(changed);
      let { after } = await t.use(changed);
      t.require(put).success();
      const lacking = () => Object.keys(values).find((name) => !mentions(after.json, values[name] ?? ''));
      await t.eventually('read', async () => {
        if (lacking() !== undefined) after = await readCustomer(t, id);
        const lost = lacking();
        if (lost === undefined) return;
        t.fail(`the new \`${lost}\` is not there`, {
          expected: values[lost],
          actual: after.json,
          exchange: [after, put],
        });
      });
    },
  }),
  check('customers/update-keeps-unsent', {
    should: 'leave alone what an update does not send',
    says: 'endpoints/update-keeps-unsent',
    area,
    cost: 2,
    uses: [changed],
    after: ['customers/update', 'customers/update-persists'],
    async run(t: Context) {
      const { id, member, after: before } = await t.use(changed);
      const put = await t
        .as('tenantA')
        .send('updateCustomer', { params: { id }, body: { [member]: `Again ${t.unique()}` } });
      t.expect(put).success();
      const after = await readCustomer(t, id);
      const [old, now] = [before.json, after.json];
      if (!isRecord(old) || !isRecord(now)) t.inconclusive('the customer is no object', { exchange: after });
      const lost = Object.keys(old).find(
        (name) =>
          name !== member &&
          typeof old[name] === 'string' &&
          !/_at$|version/.test(name) &&
          settled(old[name]) !== settled(now[name]),
      );
      if (lost !== undefined) {
        t.fail(`\`${lost}\` changed`, {
          expected: old[lost],
          actual: now[lost] ?? null,
          exchange: [after, put],
        });
      }
    },
  }),
  check('customers/update-keeps-identity', {
    must: 'keep the id of a customer in an update',
    says: 'endpoints/update-keeps-identity',
    area,
    cost: 0,
    uses: [changed, claimed, expendable],
    after: ['customers/update'],
    async run(t: Context) {
      t.require((await t.use(changed)).put).success();
      if (await t.use(claimed).catch(() => null)) return;
      const { id, body } = await t.use(expendable);
      const other = t.unknownId();
      const put = await t.as('tenantA').send('updateCustomer', {
        params: { id },
        body: { ...bodyFor(t, 'updateCustomer', body), id: other },
        spoiled: `id = "${other}"`,
      });
      await sinkIn(t);
      const after = await readCustomer(t, id);
      // an answer that shows nothing of the customer has the id of something else
      const shows = Object.values(body).some((text) => typeof text === 'string' && mentions(put.json, text));
      const shown = isSuccess(put) && shows && isRecord(put.json) && isUuid(put.json.id) ? put.json.id : id;
      if (after.status === 403) t.require(after).success();
      const kept = isSuccess(after) && mentions(after.json, id) && !mentions(after.json, other);
      if (kept && shown.toLowerCase() === id.toLowerCase()) return;
      t.fail('the id was changed', { expected: id, actual: after.json, exchange: [after, put] });
    },
  }),
  check('customers/refused-update-changes-nothing', {
    must: 'leave a customer as it was when an update is refused',
    says: 'endpoints/refused-write-changes-nothing',
    area,
    cost: 2,
    uses: [changed],
    after: ['customers/update'],
    async run(t: Context) {
      const { id, member } = await t.use(changed);
      const { body } = await t.use(shown);
      const before = t.require(await readCustomer(t, id, true)).success();
      const address = Object.keys(body).find((name) => typeof body[name] === 'string' && name !== member);
      if (address === undefined) t.inconclusive('the body for a customer has no second text to spoil');
      const value = `Never ${t.unique()}`;
      const put = await t.as('tenantA').send('updateCustomer', {
        params: { id },
        body: { ...bodyFor(t, 'updateCustomer', body), [member]: value, [address]: { odd: true } },
        spoiled: `${address} = {"odd": true}`,
      });
      if (put.status < 400 || put.status >= 500) {
        t.inconclusive(`an object as \`${address}\` was not refused`, { exchange: put });
      }
      const after = await readCustomer(t, id);
      if (settled(after.json) === settled(before.json)) return;
      t.fail('a refused update changed the customer', {
        expected: before.json,
        actual: after.json,
        exchange: [after, put],
      });
    },
  }),
  check('customers/deactivate', {
    must: 'deactivate a customer by DELETE',
    says: 'endpoints/delete-customer',
    area,
    cost: 0,
    uses: [removed],
    after: ['customers/create', 'customers/get'],
    async run(t) {
      const { gone } = await t.use(removed);
      t.expect(gone).success();
    },
  }),
  check('customers/deactivate-shows', {
    must: 'show that a customer was deactivated',
    says: 'states/delete-deactivates-customer',
    area,
    cost: 0,
    uses: [removed],
    after: ['customers/deactivate'],
    async run(t: Context) {
      const { id, before, gone } = await t.use(removed);
      let { after } = await t.use(removed);
      t.require(gone).success();
      await t.eventually('read', async () => {
        if (after.status === 404 || after.status === 410) return;
        t.expect(after).success();
        if (settled(after.json) !== settled(before.json)) return;
        after = await readCustomer(t, id);
        if (isSuccess(after) && settled(after.json) === settled(before.json)) {
          t.fail('the customer is as before', { actual: after.json, exchange: [after, gone] });
        }
      });
    },
  }),
  check('customers/deactivated-is-readable', {
    should: 'keep a deactivated customer readable, marked inactive',
    says: 'states/deactivated-still-readable',
    area,
    cost: 0,
    uses: [removed],
    after: ['customers/deactivate', 'customers/deactivate-shows'],
    async run(t: Context) {
      const { gone, after } = await t.use(removed);
      t.require(gone).success();
      t.expect(after).success();
      if (statusIn(after.json) === 'inactive') return;
      t.fail('the status is not `inactive`', { expected: 'inactive', actual: after.json, exchange: after });
    },
  }),
  check('customers/deactivate-twice', {
    must: 'answer a second DELETE of a customer without a server error',
    says: 'states/second-delete',
    area,
    cost: 0,
    uses: [removed],
    after: ['customers/deactivate'],
    async run(t: Context) {
      const { gone, again } = await t.use(removed);
      t.require(gone).success();
      if (again.status >= 500) t.fail('it is a server error', { actual: again.status, exchange: again });
    },
  }),
  check('customers/deactivated-cannot-order', {
    should: 'refuse an order for a deactivated customer',
    says: 'states/deactivated-cannot-order',
    area,
    mode: 'full',
    cost: 1,
    uses: [removed],
    after: ['customers/deactivate', 'orders/create'],
    async run(t) {
      const { id, gone } = await t.use(removed);
      t.require(gone).success();
      const reply = await t
        .as('tenantA')
        .send('createOrder', { body: orderBody(t, id), spoiled: 'customer_id = a deactivated one' });
      t.expect(reply).refused();
    },
  }),
];
