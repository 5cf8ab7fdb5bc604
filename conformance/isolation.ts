// Tenants kept apart: every `{id}` with another tenant's thing, every list, orders and wallets across tenants; unknown ids.
import { type Operation, type OperationId, operations } from '../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../src/suite/define.ts';
import { itemsOf } from '../src/suite/lists.ts';
import { validBody } from './authentication.ts';
import { paid, subscription } from './billing.ts';
import { bodyFor, customerBody, orderBody } from './bodies.ts';
import { balanceOf, bought, topup } from './money.ts';
import { balanceIn, idIn, isRecord, isSuccess, mentions, settled, statusIn } from './reading.ts';
import { readyService } from './services.ts';
import { customer, makeCustomer, order, settle, sinkIn, tryPending } from './subjects.ts';
import { check, subject } from './suite.ts';
import { idleCustomer, type Kind, kindOf, ownId } from './things.ts';

const needs = ['tenantA', 'tenantB'] as const;
const says = 'service/own-tenant-only';

const readers = {
  customer: 'getCustomer',
  service: 'getService',
  order: 'getOrder',
  invoice: 'getInvoice',
  subscription: 'getSubscription',
} as const;

const read = (t: Context, kind: Kind, id: string, by: 'tenantA' | 'tenantB' = 'tenantA'): Promise<Exchange> =>
  t.as(by).send(readers[kind], { params: { id } });

/** A thing of tenant A and how its owner sees it: shows that it exists before a stranger is sent to it. */
type Exhibit = { id: string; seen: Exchange };

const exhibit = (
  kind: Kind,
  what: string,
  uses: readonly Subject<unknown>[],
  idOf?: (t: Context) => Promise<string>,
) =>
  subject(`${what} as its owner sees it`, {
    cost: 1,
    uses,
    async make(t: Context): Promise<Exhibit> {
      const id = await (idOf ?? ((given) => ownId(given, kind)))(t);
      const seen = kind === 'service' ? await readyService(t, id) : await read(t, kind, id);
      return { id, seen: t.require(seen).success() };
    },
  });

const exhibits = {
  customer: exhibit('customer', 'customer', [idleCustomer]),
  service: exhibit('service', 'service', [order]),
  order: exhibit('order', 'order', [order]),
  invoice: exhibit('invoice', 'invoice', [order]),
  subscription: exhibit('subscription', 'subscription', [subscription]),
};

/** The customer that owns the services of the shared order. */
const buyer = exhibit('customer', 'buyer', [order], async (t) => (await t.use(order)).body.customer_id);

/** An order that waits where one can be had: what a stranger would cancel. */
const waiting = exhibit('order', 'waiting order', [customer], async (t) => {
  const placed = await tryPending(t, (await t.use(customer)).id);
  return 'id' in placed ? placed.id : ownId(t, 'order');
});

/** A service that its owner suspended: what a stranger would unsuspend. */
const suspended = subject('suspended service', {
  cost: 2,
  uses: [exhibits.service],
  async make(t: Context): Promise<Exhibit> {
    const { id } = await t.use(exhibits.service);
    const reply = await t.as('tenantA').send('suspendService', { params: { id } });
    const seen = t.require(await read(t, 'service', id)).success();
    if (!isSuccess(reply) && !/suspend|paus/i.test(statusIn(seen.json) ?? '')) {
      settle(t, reply, 'a service of our own could not be suspended');
    }
    return { id, seen };
  },
});

/** Whom a stranger's call is aimed at: something in a state in which its owner's call would succeed. */
const prey: Partial<Record<OperationId, Subject<Exhibit>>> = {
  unsuspendService: suspended,
  renewService: suspended,
  terminateService: suspended,
  cancelOrder: waiting,
  listCustomerServices: buyer,
};
const preyOf = (op: Operation, kind: Kind): Subject<Exhibit> => prey[op.id] ?? exhibits[kind];

/** Shows that the two credentials stand for two tenants: nothing can be said of their isolation otherwise. */
export const apart = subject('two tenants', {
  cost: 2,
  async make(t: Context): Promise<void> {
    await t.proven('tenantA');
    await t.proven('tenantB');
    const profiles = [
      await t.as('tenantA').send('getCurrentUser'),
      await t.as('tenantB').send('getCurrentUser'),
    ];
    const [one, other] = profiles.map(({ json }) => (isRecord(json) ? json.tenant_id : undefined));
    if (one !== undefined && one === other) {
      t.inconclusive('credentials.tenantA and credentials.tenantB belong to one tenant', {
        exchange: profiles,
      });
    }
  },
});

const modeOf = (op: Operation, kind: Kind): 'safe' | 'full' =>
  kind === 'customer' && op.id !== 'listCustomerServices' ? 'safe' : 'full';

const withId = operations.flatMap((op) => {
  const kind = kindOf(op);
  return kind === undefined ? [] : [{ op, kind }];
});

/** The tenant that tenant B's credential belongs to, by its profile. */
const tenantOfB = subject('tenant B', {
  cost: 1,
  async make(t: Context): Promise<string> {
    const profile = await t.as('tenantB').send('getCurrentUser');
    const told = isRecord(profile.json) ? profile.json.tenant_id : undefined;
    if (typeof told === 'string') return told;
    const { login } = await t.session('tenantB');
    return t.require(login).uuid('/user/tenant_id');
  },
});

/** A stranger's call on a thing whose owner looked at it before and looks again afterwards. */
const foreign = withId.map(({ op, kind }) =>
  check(`isolation/${op.id}`, {
    must: `refuse ${op.id} on a thing of another tenant`,
    says,
    area: op.area,
    needs,
    mode: modeOf(op, kind),
    cost: op.method === 'GET' ? 1 : 2,
    uses: [apart, preyOf(op, kind)],
    group: 'isolation/foreign',
    after: [`unknown-id/${op.id}`, 'statuses/listed', 'statuses/success-is-no-error'],
    async run(t: Context) {
      await t.use(apart);
      const { id, seen: before } = await t.use(preyOf(op, kind));
      const call = { params: { id }, ...validBody(t, op.id, id), spoiled: "another tenant's id" };
      const reply = await t.as('tenantB').send(op.id, call);
      const empty = op.id === 'listCustomerServices' && itemsOf(reply.json)?.length === 0;
      if (isSuccess(reply) && !empty) {
        t.fail(`another tenant was answered ${reply.status}`, {
          expected: '403 or 404',
          actual: reply.status,
          exchange: [reply, before],
        });
      }
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
      if (op.method !== 'GET') {
        const after = await read(t, kind, id);
        const stirred =
          statusIn(before.json) !== statusIn(after.json) || settled(before.json) !== settled(after.json);
        if (stirred && isSuccess(after) && changedByStranger(before, after)) {
          t.fail('it was refused, and done all the same', {
            expected: before.json,
            actual: after.json,
            exchange: [after, reply],
          });
        }
      }
      if (empty || reply.status === 403 || reply.status === 404) return;
      if (reply.status === 401) {
        t.fail('a valid credential was answered 401', {
          expected: '403 or 404',
          actual: 401,
          exchange: reply,
        });
      }
      t.inconclusive(`it was refused with ${reply.status}, which may be about the body`, { exchange: reply });
    },
  }),
);

/** Whether a thing differs in more than what time alone changes: a new service becoming active is no stranger's doing. */
function changedByStranger(before: Exchange, after: Exchange): boolean {
  const [was, is] = [statusIn(before.json), statusIn(after.json)];
  const grown = /pend|process|provision|creat|setting/i.test(was ?? '');
  return was === is ? !grown : !grown || /suspend|terminat|cancel|inactive/i.test(is ?? '');
}

/** The same operations on an id that names nothing. */
const unknown = withId.flatMap(({ op }) => {
  const attempt = subject(`${op.id} on an unknown id`, {
    cost: 1,
    make: (t: Context): Promise<Exchange> => {
      const id = t.unknownId();
      return t
        .as('tenantA')
        .send(op.id, { params: { id }, ...validBody(t, op.id, id), spoiled: 'an id that names nothing' });
    },
  });
  const mode = op.method === 'GET' ? 'read-only' : 'safe';
  const common = { area: op.area, mode, cost: 0, uses: [attempt] } as const;
  const sentence = `refuse ${op.id} on an id that names nothing`;
  const lenient = op.method === 'DELETE';
  return [
    check(`unknown-id/${op.id}`, {
      ...(lenient ? { should: sentence } : { must: sentence }),
      says: 'endpoints/unknown-id-refused',
      group: 'unknown-id/refused',
      after: ['statuses/listed', 'statuses/success-is-no-error'],
      ...common,
      async run(t: Context) {
        await t.proven('tenantA');
        const reply = await t.use(attempt);
        const empty = op.id === 'listCustomerServices' && itemsOf(reply.json)?.length === 0;
        if (!empty) t.expect(reply).refused();
      },
    }),
    check(`unknown-id/${op.id}/404`, {
      should: `answer 404 to ${op.id} on an id that names nothing`,
      says: 'endpoints/unknown-id-404',
      group: 'unknown-id/404',
      after: [`unknown-id/${op.id}`, 'statuses/success-is-no-error'],
      ...common,
      async run(t) {
        t.expect(await t.use(attempt)).status(404);
      },
    }),
    ...(lenient
      ? [
          check(`unknown-id/${op.id}/no-crash`, {
            must: `answer ${op.id} on an id that names nothing without a server error`,
            says: 'endpoints/unknown-id-refused',
            group: 'unknown-id/refused',
            ...common,
            async run(t: Context) {
              const reply = await t.use(attempt);
              if (reply.status >= 500)
                t.fail('it is a server error', { actual: reply.status, exchange: reply });
            },
          }),
        ]
      : []),
  ];
});

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
    cost: 2,
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
      const own = await t.as('tenantA').list(operation, { pages: 1 });
      const { items, exchange } = await t.as('tenantB').list(operation, { pages: 3 });
      const owned = new Set([...ids, ...own.items.map(idIn)]);
      const leak = items.find((one) => owned.has(idIn(one)) || ids.some((id) => mentions(one, id)));
      if (leak !== undefined) t.fail('the list shows a thing of another tenant', { actual: leak, exchange });
    },
  }),
);

async function ownIds(t: Context): Promise<string[]> {
  const placed = await t.use(order);
  return [placed.id, placed.invoiceId, ...placed.services, placed.body.customer_id].filter((id) => id !== '');
}

export const isolation = [
  ...unknown,
  ...foreignLists,
  ...foreign,
  check('isolation/filtered-list', {
    must: "show nothing of another tenant in a list filtered by that tenant's customer",
    says,
    area: 'orders',
    needs,
    mode: 'full',
    cost: 1,
    uses: [order],
    group: 'isolation/lists',
    after: ['isolation/listOrders'],
    async run(t: Context) {
      const placed = await t.use(order);
      const { items, exchange } = await t
        .as('tenantB')
        .list('listOrders', { query: { customer_id: placed.body.customer_id }, pages: 2 });
      if (!isSuccess(exchange)) return;
      const leak = items.find((one) => mentions(one, placed.id));
      if (leak !== undefined) t.fail('the list shows an order of another tenant', { actual: leak, exchange });
    },
  }),
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
    cost: 3,
    after: ['billing/topup'],
    async run(t: Context) {
      const { body, amount } = topup(t, 41);
      const before = await balanceOf(t, 'tenantB');
      const reply = await t.as('tenantA').send('topUpWallet', { body });
      t.require(reply).success();
      const after = await balanceOf(t, 'tenantB');
      if (after.balance - before.balance !== amount) return;
      t.fail("the top-up of one tenant stands in the other's wallet", {
        expected: before.balance,
        actual: after.balance,
        exchange: [after.reply, reply],
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
      const [was, is] = [other.before, other.after].map((reply) =>
        balanceIn(t.require(reply).success().json),
      );
      if (was === undefined || is === undefined)
        t.inconclusive('no member of the wallet is known to be its balance');
      if (was - is !== placed.total) return;
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
    cost: 3,
    uses: [tenantOfB],
    after: [
      'isolation/getCustomer',
      'unknown-id/getCustomer',
      'statuses/success-is-no-error',
      'customers/create',
    ],
    async run(t: Context) {
      const tenant = await t.use(tenantOfB);
      const made = await t.as('tenantA').send('createCustomer', {
        body: { ...customerBody(t), tenant_id: tenant },
        spoiled: 'tenant_id = that of another tenant',
      });
      if (!isSuccess(made)) {
        t.expect(made).refused();
        return;
      }
      const id = idIn(made.json);
      if (id === undefined) t.inconclusive('the new customer has no `id` to go on with', { exchange: made });
      await sinkIn(t);
      const other = await read(t, 'customer', id, 'tenantB');
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
    cost: 4,
    uses: [idleCustomer, tenantOfB],
    after: [
      'isolation/getCustomer',
      'unknown-id/getCustomer',
      'statuses/success-is-no-error',
      'customers/update',
    ],
    async run(t: Context) {
      const made = await t.use(idleCustomer);
      const tenant = await t.use(tenantOfB);
      t.require(await read(t, 'customer', made.id)).success();
      const put = await t.as('tenantA').send('updateCustomer', {
        params: { id: made.id },
        body: { ...bodyFor(t, 'updateCustomer', made.body), tenant_id: tenant },
        spoiled: 'tenant_id = that of another tenant',
      });
      await sinkIn(t);
      const [own, other] = [
        await read(t, 'customer', made.id),
        await read(t, 'customer', made.id, 'tenantB'),
      ];
      const shown = isRecord(own.json) ? own.json.tenant_id : undefined;
      if (isSuccess(own) && !isSuccess(other) && shown !== tenant) return;
      t.fail('the customer went over to the other tenant', {
        expected: 'its own tenant only',
        actual: { own: own.status, other: other.status },
        exchange: [other, own, put],
      });
    },
  }),
  check('isolation/listPayments', {
    must: 'show nothing of another tenant in listPayments',
    says,
    area: 'billing',
    needs,
    mode: 'full',
    cost: 1,
    uses: [paid],
    group: 'isolation/lists',
    async run(t: Context) {
      const { placed, reply } = await t.use(paid);
      t.require(reply).success();
      const ids = [placed.invoiceId, idIn(reply.json) ?? placed.invoiceId];
      const { items, exchange } = await t.as('tenantB').list('listPayments', { pages: 3 });
      const leak = items.find((one) => ids.some((id) => mentions(one, id)));
      if (leak !== undefined)
        t.fail('the list shows a payment of another tenant', { actual: leak, exchange });
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
    uses: [idleCustomer],
    after: ['isolation/getCustomer'],
    async run(t: Context) {
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
    needs: ['limited.apiKey', 'tenantB'],
    mode: 'safe',
    cost: 3,
    after: ['unknown-id/getCustomer', 'isolation/getCustomer', 'statuses/success-is-no-error'],
    async run(t: Context) {
      await t.proven('limited');
      const { id } = await makeCustomer(t, t.as('tenantB'));
      t.require(await t.as('tenantB').send('getCustomer', { params: { id } })).success();
      const reply = await t
        .as('limited')
        .send('getCustomer', { params: { id }, spoiled: "another tenant's id" });
      t.expect(reply).refused();
    },
  }),
];
