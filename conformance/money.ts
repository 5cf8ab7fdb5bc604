// Money by differences and relations: no price need be known.
import type { Context, Exchange } from '../src/suite/define.ts';
import { invoice } from './billing.ts';
import { item, type MoneyBody, moneyBody, orderBody, spoil } from './bodies.ts';
import { balanceIn, isRecord, isSuccess, leaves } from './reading.ts';
import { customer, type Order, order, placeOrder, sinkIn } from './subjects.ts';
import { check, subject } from './suite.ts';

const area = 'billing';
const mode = 'full';

/** How many top-ups are released together. */
export const crowd = 8;

/** The balance of a tenant's wallet; inconclusive when the wallet shows none that is known by its name. */
export async function balanceOf(
  t: Context,
  tenant: 'tenantA' | 'tenantB' = 'tenantA',
): Promise<{ balance: number; reply: Exchange }> {
  const reply = await t.as(tenant).send('getWallet');
  const balance = balanceIn(t.require(reply).success().json);
  if (balance === undefined)
    t.inconclusive('no member of the wallet is known to be its balance', { exchange: reply });
  return { balance, reply };
}

/** The body of a top-up. */
export const topup = (t: Context, amount: number): MoneyBody =>
  moneyBody(t, 'topUpWallet', { amount }, { amount });

type Single = { before: number; amount: number; reply: Exchange; after: number; wallet: Exchange };

/** One top-up between two looks into the wallet. */
export const single = subject('top-up', {
  cost: 3,
  async make(t: Context): Promise<Single> {
    const { body, amount } = topup(t, 137);
    const before = await balanceOf(t);
    const reply = await t.as('tenantA').send('topUpWallet', { body });
    await sinkIn(t);
    const after = await balanceOf(t);
    return { before: before.balance, amount, reply, after: after.balance, wallet: after.reply };
  },
});

/** Ends as inconclusive when a top-up did not count at once for a reason of its own. */
function settledTopup(t: Context, reply: Exchange): void {
  t.require(reply).success();
  if ([...leaves(reply.json)].some(({ name, value }) => name === 'status' && value === 'pending')) {
    t.inconclusive('the top-up is still pending', { exchange: reply });
  }
}

type Together = { before: number; replies: Exchange[]; after: number; amount: number; wallet: Exchange };

/** Top-ups released together, each for itself. */
const parallel = subject('parallel top-ups', {
  cost: crowd + 2,
  async make(t: Context): Promise<Together> {
    const { body, amount } = topup(t, 11);
    const before = await balanceOf(t);
    const calls = Array.from({ length: crowd }, () => ['topUpWallet', { body }] as const);
    const replies = await t.as('tenantA').together(calls);
    await sinkIn(t);
    const after = await balanceOf(t);
    return { before: before.balance, replies, after: after.balance, amount, wallet: after.reply };
  },
});

type Bought = {
  before: number;
  placed: Order;
  after: number;
  wallet: Exchange;
  /** the other tenant's wallet before and after; null when there is none */
  other: { before: Exchange; after: Exchange } | null;
};

/** An order of two units between two looks into the wallets. */
export const bought = subject('order of two units', {
  cost: 7,
  uses: [customer],
  async make(t: Context): Promise<Bought> {
    const { id } = await t.use(customer);
    const look = async () => (t.has('tenantB') ? t.as('tenantB').send('getWallet') : null);
    const otherBefore = await look();
    const before = await balanceOf(t);
    const placed = await placeOrder(t, orderBody(t, id, { items: [item(t, { quantity: 2 })] }));
    const after = await balanceOf(t);
    const otherAfter = await look();
    return {
      before: before.balance,
      placed,
      after: after.balance,
      wallet: after.reply,
      other: otherBefore && otherAfter ? { before: otherBefore, after: otherAfter } : null,
    };
  },
});

/** An order of two equal items, each like that of the shared order. */
const pair = subject('order of two items', {
  cost: 3,
  uses: [order],
  async make(t: Context) {
    const { body } = await t.use(order);
    return placeOrder(t, orderBody(t, body.customer_id, { items: [item(t), item(t)] }));
  },
});

const near = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance;

/** A check about one way to spoil the amount of a top-up. */
const spoiledTopup = (what: string, amount: number, level: 'must' | 'should') =>
  check(`billing/topup-of-${what.replaceAll(' ', '-')}`, {
    ...(level === 'must'
      ? { must: `refuse a top-up of ${what}`, says: 'service/integer-amounts' as const }
      : { should: `refuse a top-up of ${what}`, says: 'billing/topup-positive' as const }),
    area,
    mode,
    cost: 1,
    uses: [single],
    after: ['billing/topup'],
    async run(t: Context) {
      t.require((await t.use(single)).reply).success();
      const { body, member } = topup(t, 100);
      const reply = await t.as('tenantA').send('topUpWallet', {
        body: spoil(body, member, amount),
        spoiled: `${member} = ${amount}`,
      });
      t.expect(reply).refused();
    },
  });

export const money = [
  check('billing/wallet', {
    must: 'show the balance of the wallet',
    says: 'endpoints/wallet',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t: Context) {
      const reply = await t.as('tenantA').send('getWallet');
      t.expect(reply).success();
      const numeric = [...leaves(reply.json)].some(({ value }) => typeof value === 'number');
      const text = [...leaves(reply.json)].some(
        ({ name, value }) => /balance|credit|amount/.test(name) && typeof value === 'string',
      );
      if (!numeric && !text) t.fail('the wallet holds no number', { actual: reply.json, exchange: reply });
    },
  }),
  check('billing/topup', {
    must: 'add credits to the wallet',
    says: 'endpoints/wallet-topup',
    area,
    mode,
    cost: 0,
    uses: [single],
    after: ['billing/wallet'],
    async run(t: Context) {
      const { before, reply, after, wallet } = await t.use(single);
      if (!isSuccess(reply)) {
        if ([404, 405].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
        t.inconclusive(`our body for a top-up was refused with ${reply.status}; give bodies.topUpWallet`, {
          exchange: reply,
        });
      }
      settledTopup(t, reply);
      if (after > before) return;
      t.fail('the balance did not rise', {
        expected: `more than ${before}`,
        actual: after,
        exchange: [wallet, reply],
      });
    },
  }),
  check('billing/topup-exact', {
    must: 'raise the balance by exactly the amount of a top-up',
    says: 'billing/topup-exact',
    area,
    mode,
    cost: 0,
    uses: [single],
    after: ['billing/topup'],
    async run(t: Context) {
      const { before, amount, reply, after, wallet } = await t.use(single);
      settledTopup(t, reply);
      if (after - before === amount) return;
      t.fail('the balance rose by another amount', {
        expected: amount,
        actual: after - before,
        exchange: [wallet, reply],
      });
    },
  }),
  check('billing/topups-all-count', {
    must: 'count every one of several top-ups sent at the same time',
    says: 'billing/topups-all-count',
    area,
    mode,
    cost: 0,
    uses: [single, parallel],
    after: ['billing/topup-exact'],
    async run(t: Context) {
      settledTopup(t, (await t.use(single)).reply);
      const { before, replies, after, amount, wallet } = await t.use(parallel);
      const crashed = replies.find(({ status }) => status >= 500);
      if (crashed !== undefined) t.fail('one of them is a server error', { exchange: crashed });
      const taken = replies.filter(isSuccess).length;
      if (taken === 0) t.inconclusive('none of them was taken', { exchange: replies });
      if (after - before === taken * amount) return;
      t.fail(`${taken} top-ups of ${amount} were taken`, {
        expected: taken * amount,
        actual: after - before,
        exchange: [wallet, ...replies],
      });
    },
  }),
  spoiledTopup('a fraction of a cent', 1.5, 'must'),
  spoiledTopup('nothing', 0, 'should'),
  spoiledTopup('less than nothing', -100, 'should'),
  check('billing/wallet-pays-the-total', {
    should: 'lower the balance by the total of an order paid by wallet',
    says: 'billing/wallet-pays-total',
    area,
    mode,
    cost: 0,
    uses: [customer, bought],
    after: ['billing/wallet', 'orders/response-total_amount', 'orders/total-in-minor-units'],
    async run(t: Context) {
      const { before, placed, after, wallet } = await t.use(bought);
      if (before - after === placed.total) return;
      t.fail('the wallet was not lowered by the total', {
        expected: placed.total,
        actual: before - after,
        exchange: [wallet, placed.created],
      });
    },
  }),
  check('orders/total-in-minor-units', {
    must: 'state the total of an order in minor units',
    says: 'service/integer-amounts',
    area: 'orders',
    mode,
    cost: 0,
    uses: [customer, bought],
    after: ['orders/response-total_amount'],
    async run(t: Context) {
      const { before, placed, after, wallet } = await t.use(bought);
      const paid = before - after;
      if (placed.total <= 0 || !Number.isFinite(placed.total)) t.inconclusive('the order costs nothing');
      if (!near(paid, placed.total * 100, 99) || paid < 100) return;
      t.fail('the wallet paid a hundred times the total', {
        expected: paid,
        actual: placed.total,
        exchange: [placed.created, wallet],
      });
    },
  }),
  check('billing/total-follows-quantity', {
    should: 'charge twice as much for twice the quantity',
    says: 'billing/total-follows-quantity',
    area,
    mode,
    cost: 0,
    uses: [order, bought],
    after: ['orders/response-total_amount'],
    async run(t: Context) {
      const [one, { placed: two }] = [await t.use(order), await t.use(bought)];
      if (near(two.total, 2 * one.total, 2)) return;
      t.fail('two units do not cost twice as much as one', {
        expected: 2 * one.total,
        actual: two.total,
        exchange: [two.created, one.created],
      });
    },
  }),
  check('billing/total-is-the-sum', {
    should: 'charge the sum of the items of an order',
    says: 'billing/total-is-the-sum',
    area,
    mode,
    cost: 0,
    uses: [order, pair],
    after: ['orders/response-total_amount'],
    async run(t: Context) {
      const [one, two] = [await t.use(order), await t.use(pair)];
      if (near(two.total, 2 * one.total, 2)) return;
      t.fail('two equal items do not cost twice as much as one', {
        expected: 2 * one.total,
        actual: two.total,
        exchange: [two.created, one.created],
      });
    },
  }),
  check('orders/two-items', {
    should: 'create services for every item of an order',
    says: 'states/service-per-unit',
    area: 'orders',
    mode,
    cost: 0,
    uses: [order, pair],
    after: ['orders/services-named', 'orders/one-service-per-unit'],
    async run(t: Context) {
      const { services, created } = await t.use(pair);
      if (services.length === 2) return;
      t.fail('two items have not two services', { expected: 2, actual: services, exchange: created });
    },
  }),
  check('billing/invoice-agrees', {
    should: 'bill the total of the order',
    says: 'billing/invoice-agrees',
    area,
    mode,
    cost: 0,
    uses: [invoice],
    after: ['billing/invoice', 'orders/response-total_amount', 'orders/total-in-minor-units'],
    async run(t: Context) {
      const { placed, reply } = await t.use(invoice);
      const total = isRecord(reply.json) ? reply.json.total_amount : undefined;
      if (typeof total !== 'number') t.inconclusive('the invoice has no `total_amount`', { exchange: reply });
      if (total === placed.total) return;
      t.fail('the invoice has another total', {
        expected: placed.total,
        actual: total,
        exchange: [reply, placed.created],
      });
    },
  }),
  check('billing/currency-agrees', {
    should: 'use one currency for an order, its invoice and the wallet',
    says: 'billing/currency-agrees',
    area,
    mode,
    cost: 0,
    uses: [invoice, single],
    after: ['orders/response-currency', 'billing/invoice'],
    async run(t: Context) {
      const { placed, reply } = await t.use(invoice);
      const { wallet } = await t.use(single);
      for (const other of [reply, wallet]) {
        const told = [...leaves(other.json)].find(({ name }) => name === 'currency')?.value;
        if (typeof told !== 'string' || told.toLowerCase() === placed.currency.toLowerCase()) continue;
        t.fail('the currencies differ', {
          expected: placed.currency,
          actual: told,
          exchange: [other, placed.created],
        });
      }
    },
  }),
];
