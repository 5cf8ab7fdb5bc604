// Replays with the same Idempotency-Key, judged by their effects: services, invoices, balances, not by the echo.
import type { Context, Exchange } from '../src/suite/define.ts';
import { paid, paymentFor } from './billing.ts';
import { orderBody, spoil } from './bodies.ts';
import { balanceOf, crowd, single, topup } from './money.ts';
import {
  balanceIn,
  idIn,
  isRecord,
  isSuccess,
  isUuid,
  leaves,
  mentions,
  statusIn,
  timeOf,
} from './reading.ts';
import { customer, makeCustomer, type Order, placeOrder, placePending, sinkIn } from './subjects.ts';
import { check, subject } from './suite.ts';

const area = 'everywhere';
const mode = 'full';
const rounds = 2;

const keyed = (key: string): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });

/** What a customer's orders left behind so far. */
type Traces = { services: string[]; invoices: number; balance: number | undefined; exchanges: Exchange[] };

async function traces(t: Context, customerId: string): Promise<Traces> {
  const api = t.as('tenantA');
  const services = await api.list('listCustomerServices', { params: { id: customerId } });
  const invoices = await api.list('listInvoices', { query: { customer_id: customerId } });
  const wallet = await api.send('getWallet');
  return {
    services: services.items.map(idIn).filter(isUuid).sort(),
    invoices: invoices.items.filter((one) => mentions(one, customerId)).length,
    balance: balanceIn(wallet.json),
    exchanges: [services.exchange, invoices.exchange, wallet],
  };
}

type Replayed = { first: Order; key: string; before: Traces; replay: Exchange; after: Traces };

/** An order of a customer of its own, and its replay. */
const replayedOrder = subject('replayed order', {
  cost: 11,
  async make(t: Context): Promise<Replayed> {
    const { id } = await makeCustomer(t);
    const key = t.unique('order');
    const body = orderBody(t, id);
    const first = await placeOrder(t, body, { headers: keyed(key) });
    await sinkIn(t);
    const before = await traces(t, id);
    const replay = await t.as('tenantA').send('createOrder', { body, headers: keyed(key), undo: false });
    await sinkIn(t);
    return { first, key, before, replay, after: await traces(t, id) };
  },
});

type Crowd = { replies: Exchange[][]; services: string[]; list: Exchange };

/** The same order sent by many at once, in several rounds with a key each, for one customer. */
const crowdedOrder = subject('parallel orders', {
  cost: 3 + rounds * (crowd + 1),
  async make(t: Context): Promise<Crowd> {
    const { id } = await makeCustomer(t);
    const replies: Exchange[][] = [];
    for (let round = 0; round < rounds; round++) {
      const body = orderBody(t, id);
      const headers = keyed(t.unique('order'));
      replies.push(
        await t
          .as('tenantA')
          .together(Array.from({ length: crowd }, () => ['createOrder', { body, headers }] as const)),
      );
    }
    await sinkIn(t);
    const listing = await t.as('tenantA').list('listCustomerServices', { params: { id } });
    return { replies, services: listing.items.map(idIn).filter(isUuid), list: listing.exchange };
  },
});

type Credit = {
  key: string;
  body: Record<string, unknown>;
  member: string;
  amount: number;
  before: number;
  first: Exchange;
  once: number;
  replay: Exchange;
  twice: number;
  wallet: Exchange;
};

/** A top-up and its replay, between looks into the wallet. */
const replayedTopup = subject('replayed top-up', {
  cost: 5,
  async make(t: Context): Promise<Credit> {
    const key = t.unique('topup');
    const { body, amount, member } = topup(t, 23);
    const send = () => t.as('tenantA').send('topUpWallet', { body, headers: keyed(key) });
    const before = await balanceOf(t);
    const first = await send();
    await sinkIn(t);
    const once = await balanceOf(t);
    const replay = await send();
    await sinkIn(t);
    const twice = await balanceOf(t);
    return {
      key,
      body,
      member,
      amount,
      before: before.balance,
      first,
      once: once.balance,
      replay,
      twice: twice.balance,
      wallet: twice.reply,
    };
  },
});

type CreditCrowd = { amount: number; before: number; replies: Exchange[]; after: number; wallet: Exchange };

/** The same top-up sent by many at once. */
const crowdedTopup = subject('parallel top-up replays', {
  cost: crowd + 2,
  async make(t: Context): Promise<CreditCrowd> {
    const { body, amount } = topup(t, 29);
    const call = ['topUpWallet', { body, headers: keyed(t.unique('topup')) }] as const;
    const before = await balanceOf(t);
    const replies = await t.as('tenantA').together(Array.from({ length: crowd }, () => call));
    await sinkIn(t);
    const after = await balanceOf(t);
    return { amount, before: before.balance, replies, after: after.balance, wallet: after.reply };
  },
});

/** The same payment sent by many at once, for an order that waits. */
const crowdedPayment = subject('parallel payments', {
  cost: crowd + 3,
  uses: [customer],
  async make(t: Context): Promise<{ replies: Exchange[]; listed: number; list: Exchange }> {
    const placed = await placePending(t, (await t.use(customer)).id);
    const { body } = paymentFor(t, placed);
    const call = ['createPayment', { body, headers: keyed(t.unique('payment')) }] as const;
    const replies = await t.as('tenantA').together(Array.from({ length: crowd }, () => call));
    await sinkIn(t);
    const query = { invoice_id: placed.invoiceId };
    const { items, exchange } = await t.as('tenantA').list('listPayments', { query });
    return { replies, listed: items.filter((one) => mentions(one, placed.invoiceId)).length, list: exchange };
  },
});

const replay = 'idempotency/replay-is-one-operation';
const crashed = (replies: Exchange[]): Exchange | undefined => replies.find(({ status }) => status >= 500);

export const idempotency = [
  check('idempotency/key-is-optional', {
    must: 'take an order without `Idempotency-Key`',
    says: 'idempotency/key-is-optional',
    area,
    mode,
    cost: 3,
    async run(t: Context) {
      const { id } = await t.use(customer);
      const body = orderBody(t, id);
      const plain = await t.as('tenantA').send('createOrder', { body });
      if (isSuccess(plain)) return;
      const withKey = await t.as('tenantA').send('createOrder', { body, headers: keyed(t.unique('order')) });
      if (!isSuccess(withKey)) {
        t.inconclusive('the order was refused with a key too', { exchange: [plain, withKey] });
      }
      t.fail('it is refused without the header and taken with it', {
        expected: 201,
        actual: plain.status,
        exchange: [plain, withKey],
      });
    },
    uses: [customer],
    group: 'idempotency/optional',
    phase: 'first',
  }),
  check('idempotency/topup-without-key', {
    must: 'take a top-up without `Idempotency-Key`',
    says: 'idempotency/key-is-optional',
    area,
    mode,
    cost: 0,
    uses: [single, replayedTopup],
    group: 'idempotency/optional',
    async run(t: Context) {
      const { reply: plain } = await t.use(single);
      const { first } = await t.use(replayedTopup);
      if (isSuccess(plain)) return;
      t.require(first).success();
      t.fail('it is refused without the header and taken with it', {
        expected: first.status,
        actual: plain.status,
        exchange: [plain, first],
      });
    },
  }),
  check('idempotency/payment-without-key', {
    must: 'take a payment without `Idempotency-Key`',
    says: 'idempotency/key-is-optional',
    area,
    mode,
    cost: 1,
    uses: [paid],
    group: 'idempotency/optional',
    after: ['billing/payment'],
    async run(t: Context) {
      const { body, member, reply } = await t.use(paid);
      t.require(reply).success();
      const one = { ...body, [member]: 1, reference: t.unique('payment') };
      const plain = await t.as('tenantA').send('createPayment', { body: one });
      if (isSuccess(plain)) return;
      const headers = keyed(t.unique('payment'));
      const withKey = await t.as('tenantA').send('createPayment', { body: one, headers });
      t.require(withKey).success();
      t.fail('it is refused without the header and taken with it', {
        expected: withKey.status,
        actual: plain.status,
        exchange: [plain, withKey],
      });
    },
  }),
  check('idempotency/order-replay-services', {
    must: 'create the services of a replayed order once',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    async run(t: Context) {
      const { first, before, replay: again, after } = await t.use(replayedOrder);
      if (before.services.length === 0)
        t.inconclusive('the customer shows no services', { exchange: before.exchanges });
      if (after.services.join() === before.services.join()) return;
      t.fail('the replay created services of its own', {
        expected: before.services,
        actual: after.services,
        exchange: [again, first.created, ...after.exchanges],
      });
    },
  }),
  check('idempotency/order-replay-invoice', {
    must: 'bill a replayed order once',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services'],
    async run(t: Context) {
      const { first, before, replay: again, after } = await t.use(replayedOrder);
      if (before.invoices === 0)
        t.inconclusive('no invoice speaks of the customer', { exchange: before.exchanges });
      if (after.invoices === before.invoices) return;
      t.fail('the replay created an invoice of its own', {
        expected: before.invoices,
        actual: after.invoices,
        exchange: [again, first.created, ...after.exchanges],
      });
    },
  }),
  check('idempotency/order-replay-debit', {
    must: 'charge the wallet for a replayed order once',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services'],
    async run(t: Context) {
      const { first, before, replay: again, after } = await t.use(replayedOrder);
      if (before.balance === undefined || after.balance === undefined) {
        t.inconclusive('no member of the wallet is known to be its balance', { exchange: before.exchanges });
      }
      if (after.balance >= before.balance) return;
      t.fail('the replay charged the wallet once more', {
        expected: before.balance,
        actual: after.balance,
        exchange: [again, first.created, ...after.exchanges],
      });
    },
  }),
  check('idempotency/order-replay-id', {
    must: 'answer a replayed order with the order that was placed',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services', 'orders/response-id'],
    async run(t: Context) {
      const { first, replay: again } = await t.use(replayedOrder);
      if (!isSuccess(again)) return;
      if (idIn(again.json) !== first.id) {
        t.fail('the replay names another order', {
          expected: first.id,
          actual: idIn(again.json) ?? null,
          exchange: [again, first.created],
        });
      }
      const [was, is] = [first.created.json, again.json].map((json) =>
        isRecord(json) ? json.created_at : undefined,
      );
      if (was === undefined || is === undefined || Math.abs(timeOf(was) - timeOf(is)) < 1000) return;
      t.fail('the replay names another creation time', {
        expected: was,
        actual: is,
        exchange: [again, first.created],
      });
    },
  }),
  check('idempotency/order-replay-answer', {
    should: 'answer a replay as the original was answered',
    says: 'idempotency/replay-same-answer',
    area,
    mode,
    cost: 0,
    uses: [replayedOrder],
    after: ['idempotency/order-replay-services', 'idempotency/order-replay-id', 'statuses/order-is-201'],
    async run(t) {
      const { first, replay: again } = await t.use(replayedOrder);
      t.expect(again).status(first.created.status);
    },
  }),
  check('idempotency/order-parallel', {
    must: 'place one order when its replays arrive at the same time',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [crowdedOrder],
    group: 'idempotency/order-replay',
    after: [
      'customers/services-own',
      'orders/services-exist',
      'idempotency/order-replay-services',
      'idempotency/order-replay-id',
      'idempotency/order-parallel-no-crash',
    ],
    async run(t: Context) {
      const { replies, services, list } = await t.use(crowdedOrder);
      for (const round of replies) {
        const ids = new Set(round.filter(isSuccess).map(({ json }) => idIn(json)));
        if (ids.size === 0) t.inconclusive('none of the requests was taken', { exchange: round });
        if (ids.size > 1)
          t.fail(`${ids.size} orders were placed`, { expected: 1, actual: [...ids], exchange: round });
      }
      const named = new Set(
        replies
          .flat()
          .filter(isSuccess)
          .flatMap(({ json }) => [...leaves(json)])
          .filter(({ name, value }) => name === 'services' && isUuid(value))
          .map(({ value }) => value),
      );
      const extra = services.filter((id) => !named.has(id));
      if (extra.length === 0) return;
      t.fail('services were created that no answer names', {
        actual: extra,
        exchange: [list, ...replies.flat()],
      });
    },
  }),
  check('idempotency/order-parallel-no-crash', {
    must: 'answer replays that arrive at the same time without a server error',
    says: 'idempotency/parallel-no-crash',
    area,
    mode,
    cost: 0,
    uses: [crowdedOrder],
    async run(t: Context) {
      const { replies } = await t.use(crowdedOrder);
      const crash = crashed(replies.flat());
      if (crash !== undefined)
        t.fail('one of them is a server error', { actual: crash.status, exchange: crash });
    },
  }),
  check('idempotency/topup-replay', {
    must: 'credit a replayed top-up once',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [replayedTopup],
    after: ['billing/topup', 'billing/topup-exact'],
    async run(t: Context) {
      const { before, first, once, replay: again, twice, wallet } = await t.use(replayedTopup);
      t.require(first).success();
      if (once === before)
        t.inconclusive('the first top-up did not show in the balance', { exchange: wallet });
      if (twice === once) return;
      t.fail('the replay moved the balance', {
        expected: once,
        actual: twice,
        exchange: [wallet, again, first],
      });
    },
  }),
  check('idempotency/topup-parallel', {
    must: 'credit a top-up once when its replays arrive at the same time',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [replayedTopup, crowdedTopup],
    group: 'idempotency/topup',
    after: ['idempotency/topup-replay', 'idempotency/topup-parallel-no-crash', 'billing/topup-exact'],
    async run(t: Context) {
      const { amount, before, replies, after, wallet } = await t.use(crowdedTopup);
      if (!replies.some(isSuccess)) t.inconclusive('none of the requests was taken', { exchange: replies });
      if (after - before === amount) return;
      t.fail('the balance rose by another amount than that of one top-up', {
        expected: amount,
        actual: after - before,
        exchange: [wallet, ...replies],
      });
    },
  }),
  check('idempotency/topup-parallel-no-crash', {
    must: 'answer top-ups replayed at the same time without a server error',
    says: 'idempotency/parallel-no-crash',
    area,
    mode,
    cost: 0,
    uses: [crowdedTopup],
    async run(t: Context) {
      const { replies } = await t.use(crowdedTopup);
      const crash = crashed(replies);
      if (crash !== undefined)
        t.fail('one of them is a server error', { actual: crash.status, exchange: crash });
    },
  }),
  check('idempotency/payment-replay', {
    must: 'record a replayed payment once',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [paid],
    after: ['billing/payment', 'billing/payment-listed'],
    async run(t: Context) {
      const { reply, replay: again, listed } = await t.use(paid);
      t.require(reply).success();
      const [first, second] = [idIn(reply.json), idIn(again.json)];
      if (isSuccess(again) && first !== undefined && second !== undefined && first !== second) {
        t.fail('the replay names another payment', {
          expected: first,
          actual: second,
          exchange: [again, reply],
        });
      }
      if (listed.once === 0)
        t.inconclusive('no payment in the list speaks of the invoice', { exchange: listed.list });
      if (listed.twice === listed.once) return;
      t.fail('the replay recorded a payment of its own', {
        expected: listed.once,
        actual: listed.twice,
        exchange: [listed.list, again, reply],
      });
    },
  }),
  check('idempotency/payment-parallel', {
    must: 'record a payment once when its replays arrive at the same time',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [crowdedPayment],
    after: ['billing/payment', 'idempotency/payment-replay', 'idempotency/payment-parallel-no-crash'],
    async run(t: Context) {
      const { replies, listed, list } = await t.use(crowdedPayment);
      const ids = new Set(replies.filter(isSuccess).map(({ json }) => idIn(json)));
      if (ids.size === 0) t.inconclusive('none of the requests was taken', { exchange: replies });
      if (ids.size > 1 || listed > 1) {
        t.fail(`${Math.max(ids.size, listed)} payments were recorded`, {
          expected: 1,
          actual: [...ids],
          exchange: [list, ...replies],
        });
      }
    },
  }),
  check('idempotency/payment-parallel-no-crash', {
    must: 'answer payments replayed at the same time without a server error',
    says: 'idempotency/parallel-no-crash',
    area,
    mode,
    cost: 0,
    uses: [crowdedPayment],
    async run(t: Context) {
      const { replies } = await t.use(crowdedPayment);
      const crash = crashed(replies);
      if (crash !== undefined)
        t.fail('one of them is a server error', { actual: crash.status, exchange: crash });
    },
  }),
  check('idempotency/key-within-tenant', {
    must: 'keep the keys of two tenants apart',
    says: 'idempotency/key-within-tenant',
    area,
    mode,
    needs: ['tenantA', 'tenantB'],
    cost: 3,
    uses: [replayedTopup],
    after: ['billing/topup', 'isolation/wallet'],
    async run(t: Context) {
      const { key, body, amount, first } = await t.use(replayedTopup);
      t.require(first).success();
      const before = await balanceOf(t, 'tenantB');
      const reply = await t.as('tenantB').send('topUpWallet', { body, headers: keyed(key) });
      const after = await balanceOf(t, 'tenantB');
      if (!isSuccess(reply)) {
        const headers = keyed(t.unique('topup'));
        const other = await t.as('tenantB').send('topUpWallet', { body, headers });
        if (!isSuccess(other)) {
          t.inconclusive('tenant B cannot top its wallet up at all', { exchange: [reply, other] });
        }
        t.fail("the other tenant's key was taken for used", {
          expected: other.status,
          actual: reply.status,
          exchange: [reply, other, first],
        });
      }
      if (after.balance - before.balance === amount) return;
      t.fail('the other tenant got the answer to the first one', {
        expected: amount,
        actual: after.balance - before.balance,
        exchange: [after.reply, reply, first],
      });
    },
  }),
  check('idempotency/other-body', {
    should: 'do nothing more for a key that comes with another body',
    says: 'idempotency/other-body',
    area,
    mode,
    cost: 3,
    uses: [replayedTopup],
    after: ['idempotency/topup-replay', 'billing/topup'],
    async run(t: Context) {
      const { key, body, member, amount, first } = await t.use(replayedTopup);
      t.require(first).success();
      const before = await balanceOf(t);
      const other = spoil(body, member, amount + 1);
      const reply = await t
        .as('tenantA')
        .send('topUpWallet', { body: other, headers: keyed(key), spoiled: 'another amount' });
      const after = await balanceOf(t);
      if (reply.status >= 500) t.fail('it is a server error', { exchange: reply });
      if (after.balance === before.balance) return;
      t.fail('a second operation took place', {
        expected: before.balance,
        actual: after.balance,
        exchange: [after.reply, reply, first],
      });
    },
  }),
  check('idempotency/other-endpoint', {
    should: 'not answer another endpoint with what a key was used for',
    says: 'idempotency/other-endpoint',
    area,
    mode,
    cost: 1,
    uses: [replayedOrder],
    after: ['billing/topup'],
    async run(t: Context) {
      const { key, first } = await t.use(replayedOrder);
      const reply = await t
        .as('tenantA')
        .send('topUpWallet', { body: topup(t, 7).body, headers: keyed(key) });
      if (mentions(reply.json, first.id)) {
        t.fail('a top-up was answered with an order', {
          actual: reply.json,
          exchange: [reply, first.created],
        });
      }
      t.expect(reply).success();
    },
  }),
  check('idempotency/refused-keeps-the-key', {
    should: 'leave a key free whose request was refused as invalid',
    says: 'idempotency/refusal-keeps-key',
    area,
    mode,
    cost: 2,
    uses: [replayedTopup],
    after: ['billing/topup'],
    async run(t: Context) {
      t.require((await t.use(replayedTopup)).first).success();
      const headers = keyed(t.unique('topup'));
      const { body: sound, member } = topup(t, 5);
      const api = t.as('tenantA');
      const body = spoil(sound, member, 'five');
      const refused = await api.send('topUpWallet', { body, headers, spoiled: `${member} = "five"` });
      t.require(refused).refused();
      t.expect(await api.send('topUpWallet', { body: sound, headers })).success();
    },
  }),
  check('idempotency/unauthenticated-keeps-the-key', {
    should: 'leave a key free whose request had no credential',
    says: 'idempotency/refusal-keeps-key',
    area,
    mode,
    cost: 2,
    uses: [replayedTopup],
    after: ['billing/topup', 'authentication/missing/topUpWallet'],
    async run(t: Context) {
      t.require((await t.use(replayedTopup)).first).success();
      const headers = keyed(t.unique('topup'));
      const { body } = topup(t, 5);
      t.require(await t.anonymous.send('topUpWallet', { body, headers })).refused();
      t.expect(await t.as('tenantA').send('topUpWallet', { body, headers })).success();
    },
  }),
  check('idempotency/replay-after-cancel', {
    should: 'not place an order again that was cancelled since',
    says: 'idempotency/replay-same-answer',
    area,
    cost: 4,
    uses: [customer],
    after: ['orders/cancel-pending', 'idempotency/order-replay-id'],
    async run(t: Context) {
      const { id } = await t.use(customer);
      const headers = keyed(t.unique('order'));
      const placed = await placePending(t, id, headers);
      const api = t.as('tenantA');
      t.require(await api.send('cancelOrder', { params: { id: placed.id } })).success();
      const again = await api.send('createOrder', { body: placed.body, headers });
      if (!isSuccess(again) || idIn(again.json) === placed.id) return;
      t.fail('the replay placed a new order', {
        expected: placed.id,
        actual: `${idIn(again.json)} (${statusIn(again.json)})`,
        exchange: [again, placed.created],
      });
    },
  }),
];
