// Tenants kept apart: every `{id}` with another tenant's thing, orders, bodies and wallets across tenants.
import { type Operation, operation } from '../../src/contract/operations.ts';
import type { Context, Exchange, SendOptions } from '../../src/suite/define.ts';
import { bodyFor, customerBody, orderBody } from '../kit/bodies.ts';
import { apart, preyOf, readAs, tenantOfB, withId } from '../kit/exhibits.ts';
import { stillWallet } from '../kit/funds.ts';
import { isPlatformKind } from '../kit/platform.ts';
import { bought } from '../kit/purchases.ts';
import { balanceIn, idOf, isRecord, isSuccess, settled, statusIn } from '../kit/reading.ts';
import { customer, customerOfB, sinkIn } from '../kit/subjects.ts';
import { childParams, idleCustomer, type Kind, modeFor } from '../kit/things.ts';
import { judgeVisit, type Place, visitTo } from '../kit/visits.ts';
import { check } from '../suite.ts';
import { validBody } from './authentication.ts';
import { paid } from './billing-payments.ts';
import { claimed } from './customers-changes.ts';
import { throughEmail, throughZone } from './products-isolated.ts';

const needs = ['tenantA', 'tenantB'] as const;

const says = 'service/own-tenant-only';

const modeOf = (op: Operation, kind: Kind): 'safe' | 'full' =>
  op.id === 'listCustomerServices' ? 'full' : modeFor(kind);

const strangersAt = withId.flatMap(({ op, kind }) =>
  isPlatformKind(kind) ? [] : [{ op, kind, of: preyOf(op, kind) }],
);

/** A record of another name than those in the zone: what is there already would be refused to its owner too. */
function unlikeWhatIsThere(t: Context, call: SendOptions): SendOptions {
  const { body } = call;
  return isRecord(body) && 'type' in body && 'content' in body && typeof body.name === 'string'
    ? { ...call, body: { ...body, name: t.unique() } }
    : call;
}

/** Strangers at the things of a tenant, a visit for each thing. */
const foreign = [...new Set(strangersAt.map(({ of }) => of))].flatMap((of) => {
  const here = strangersAt.filter((one) => one.of === of);
  const place: Place = {
    what: of.id.replace(/ as its owner sees it$/, ''),
    of,
    look: (t, id) => readAs(t, here[0]?.kind ?? 'customer', id),
    call: async (t, op, { id }) => ({
      params: { id, ...(await childParams(t, op)) },
      ...unlikeWhatIsThere(t, validBody(t, op.id, id)),
    }),
    changed: changedByStranger,
    ...(of === preyOf(operation('listDnsRecords'), 'zone') && { besides: throughZone }),
    ...(of === preyOf(operation('getEmailService'), 'email service') && { besides: throughEmail }),
  };
  const visited = visitTo(
    place,
    here.map(({ op }) => op),
  );
  return here.map(({ op, kind }) =>
    check(`isolation/${op.id}`, {
      must: `refuse ${op.id} on a thing of another tenant`,
      says,
      area: op.area,
      needs,
      mode: modeOf(op, kind),
      cost: 0,
      uses: [visited],
      group: 'isolation/foreign',
      after: [`unknown-id/${op.id}`, 'statuses/listed', 'statuses/success-is-no-error'],
      async run(t: Context) {
        await judgeVisit(t, place, op, await t.use(visited));
      },
    }),
  );
});

/** Whether a thing differs in more than what time alone changes: a new service becoming active is no stranger's doing. */
function changedByStranger(before: Exchange, after: Exchange): boolean {
  if (!isSuccess(after)) return [404, 410].includes(after.status);
  if (statusIn(before.json) === statusIn(after.json) && settled(before.json) === settled(after.json))
    return false;
  const [was, is] = [statusIn(before.json), statusIn(after.json)];
  const grown = /pend|process|provision|creat|setting/i.test(was ?? '');
  return was === is ? !grown : !grown || /suspend|terminat|cancel|inactive/i.test(is ?? '');
}

/** The balance of the other tenant's wallet, before and after. */
function balancesOf(t: Context, { before, after }: { before: Exchange; after: Exchange }): [number, number] {
  const [was, is] = [before, after].map((reply) => balanceIn(t.require(reply).success().json));
  if (was === undefined || is === undefined)
    t.inconclusive('no member of the wallet is known to be its balance');
  return [was, is];
}

export const isolation = [
  ...foreign,
  check('isolation/createOrder', {
    must: "refuse an order for another tenant's customer",
    says,
    area: 'orders',
    needs,
    mode: 'full',
    cost: 1,
    uses: [customer],
    async run(t: Context) {
      await t.use(apart);
      const { id } = await t.use(customer);
      const body = orderBody(t, id);
      const reply = await t
        .as('tenantB')
        .send('createOrder', { body, spoiled: "another tenant's customer_id" });
      t.expect(reply).refused();
    },
  }),
  check('isolation/wallet', {
    must: "leave a tenant's wallet alone when another one is topped up",
    says,
    area: 'billing',
    needs,
    mode: 'full',
    cost: 0,
    after: ['billing/topup'],
    uses: [apart, bought],
    async run(t: Context) {
      await t.use(apart);
      const { placed, other } = await t.use(bought);
      if (other === null) t.notApplicable('there is no other tenant');
      t.require(other.topup).success();
      const [was, is] = balancesOf(t, other);
      // what the order took from it is another sentence
      if (is - was !== other.amount && is - was !== other.amount - placed.total) return;
      await stillWallet(t, 'tenantB');
      t.fail("the top-up of one tenant stands in the other's wallet", {
        expected: was,
        actual: is,
        exchange: [other.after, other.topup],
      });
    },
  }),
  check('isolation/wallet-of-others', {
    must: "leave a tenant's wallet alone when another one pays an order",
    says,
    area: 'billing',
    needs,
    mode: 'full',
    cost: 0,
    uses: [apart, bought],
    async run(t: Context) {
      await t.use(apart);
      const { placed, other } = await t.use(bought);
      if (other === null) t.notApplicable('there is no other tenant');
      const [was, is] = balancesOf(t, other);
      if (was - is !== placed.total && was - is !== placed.total - other.amount) return;
      await stillWallet(t, 'tenantB');
      t.fail("the order was paid from the other tenant's wallet", {
        expected: was,
        actual: is,
        exchange: [other.after, placed.created],
      });
    },
  }),
  check('isolation/tenant-in-body', {
    must: "not create a customer in another tenant by a body's `tenant_id`",
    says,
    area: 'customers',
    needs,
    cost: 0,
    uses: [apart, claimed, tenantOfB],
    after: [
      'isolation/getCustomer',
      'unknown-id/getCustomer',
      'statuses/success-is-no-error',
      'customers/create',
    ],
    async run(t: Context) {
      await t.use(apart);
      if (await t.use(claimed)) return;
      const tenant = await t.use(tenantOfB);
      const made = await t.as('tenantA').send('createCustomer', {
        body: { ...customerBody(t), tenant_id: tenant },
        spoiled: 'tenant_id = that of another tenant',
      });
      if (!isSuccess(made)) {
        t.expect(made).refused();
        return;
      }
      const id = idOf(made);
      if (id === undefined) t.inconclusive('the new customer has no `id` to go on with', { exchange: made });
      await sinkIn(t);
      const other = await readAs(t, 'customer', id, 'tenantB');
      if (isSuccess(other)) {
        t.fail('the customer stands in the other tenant', {
          expected: '403 or 404',
          actual: 200,
          exchange: [other, made],
        });
      }
    },
  }),
  check('isolation/tenant-id-in-the-body', {
    must: "not move a customer into another tenant by a body's `tenant_id`",
    says,
    area: 'customers',
    needs,
    cost: 0,
    uses: [apart, claimed, idleCustomer, tenantOfB],
    after: [
      'isolation/getCustomer',
      'unknown-id/getCustomer',
      'statuses/success-is-no-error',
      'customers/update',
    ],
    async run(t: Context) {
      await t.use(apart);
      if (await t.use(claimed)) return;
      const made = await t.use(idleCustomer);
      const tenant = await t.use(tenantOfB);
      t.require(await readAs(t, 'customer', made.id, 'tenantA', true)).success();
      const put = await t.as('tenantA').send('updateCustomer', {
        params: { id: made.id },
        body: { ...bodyFor(t, 'updateCustomer', made.body), tenant_id: tenant },
        spoiled: 'tenant_id = that of another tenant',
      });
      await sinkIn(t);
      const [own, other] = [
        await readAs(t, 'customer', made.id),
        await readAs(t, 'customer', made.id, 'tenantB'),
      ];
      const shown = isRecord(own.json) ? own.json.tenant_id : undefined;
      if (own.status === 403) t.require(own).success();
      if (isSuccess(own) && !isSuccess(other) && shown !== tenant) return;
      t.fail('the customer went over to the other tenant', {
        expected: 'its own tenant only',
        actual: { own: own.status, other: other.status },
        exchange: [other, own, put],
      });
    },
  }),
  check('isolation/createPayment', {
    must: "refuse a payment for another tenant's invoice",
    says,
    area: 'billing',
    needs,
    mode: 'full',
    cost: 1,
    uses: [paid],
    async run(t: Context) {
      await t.use(apart);
      const { body, member, reply } = await t.use(paid);
      t.require(reply).success();
      const one = { ...body, [member]: 1, reference: t.unique('payment') };
      t.expect(
        await t.as('tenantB').send('createPayment', { body: one, spoiled: "another tenant's invoice" }),
      ).refused();
    },
  }),
  check('isolation/tenant-header', {
    should: 'not let a header choose the tenant',
    says: 'authentication/tenant-header',
    area: 'customers',
    needs: ['tenantA.login', 'tenantB'],
    cost: 1,
    uses: [apart, idleCustomer],
    after: ['isolation/getCustomer'],
    async run(t: Context) {
      await t.use(apart);
      const { id, created } = await t.use(idleCustomer);
      const tenant = isRecord(created.json) ? created.json.tenant_id : undefined;
      if (typeof tenant !== 'string')
        t.inconclusive('the customer does not tell its tenant', { exchange: created });
      const reply = await t.as('tenantB').send('getCustomer', {
        params: { id },
        headers: { 'X-Tenant-Id': tenant },
        query: { tenant_id: tenant },
      });
      t.expect(reply).refused();
    },
  }),
  check('authentication/keys-scoped-per-tenant', {
    must: "not let an API key reach another tenant's things",
    says: 'authentication/keys-scoped-per-tenant',
    area: 'customers',
    needs: ['limited.apiKey', 'tenantA', 'tenantB'],
    mode: 'safe',
    cost: 2,
    uses: [apart, idleCustomer, customerOfB],
    after: ['unknown-id/getCustomer', 'isolation/getCustomer', 'statuses/success-is-no-error'],
    async run(t: Context) {
      await t.proven('limited');
      await t.use(apart);
      const { id } = await t.use(customerOfB);
      const read = (one: string) =>
        t.as('limited').send('getCustomer', { params: { id: one }, spoiled: "another tenant's id" });
      const reply = await read(id);
      if (isSuccess(reply)) {
        const own = await read((await t.use(idleCustomer)).id);
        if (!isSuccess(own))
          t.inconclusive("the key does not reach tenant A's things: it may be one of tenant B", {
            exchange: [own, reply],
          });
      }
      t.expect(reply).refused();
    },
  }),
];
