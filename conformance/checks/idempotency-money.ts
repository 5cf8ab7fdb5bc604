// Top-ups and payments replayed with the same Idempotency-Key, judged by balances and lists.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { spoil } from '../kit/bodies.ts';
import { balanceBefore, balanceOf, crowd, stillWallet, topup } from '../kit/funds.ts';
import { idOf, isSuccess, mentions, settled } from '../kit/reading.ts';
import { customer, placePending, sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';
import { crashed, keyed, type PaymentCrowd, paid, paymentFor } from './billing-payments.ts';

const area = 'everywhere';

const mode = 'full';

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

type Collapsed = { credit: Credit; crowd: CreditCrowd };

/**
 * One top-up sent by many at once, once more, and with another body, all with one key: null unless the balance tells
 * that it was done once. Then each of these is asked for by itself.
 */
export const collapsed = subject('top-up of one key', {
  cost: crowd + 4,
  destructive: true,
  async make(t: Context): Promise<Collapsed | null> {
    const key = t.unique('topup');
    const { body, amount, member } = topup(t, 23);
    const headers = keyed(key);
    const api = t.as('tenantA');
    const before = await balanceBefore(t);
    const call = ['topUpWallet', { body, headers }] as const;
    const replies = await api.together(Array.from({ length: crowd }, () => call));
    const first = replies.find(isSuccess);
    if (first === undefined || crashed(replies)) return null;
    const replay = await api.send('topUpWallet', { body, headers });
    const another = { body: spoil(body, member, amount + 1), headers, spoiled: 'another amount' };
    const other = await api.send('topUpWallet', another);
    await sinkIn(t);
    const after = await balanceOf(t);
    if (after.balance - before.balance !== amount || other.status >= 500) return null;
    const [start, end, wallet] = [before.balance, after.balance, after.reply];
    return {
      credit: { key, body, member, amount, before: start, first, once: end, replay, twice: end, wallet },
      crowd: { amount, before: start, replies, after: end, wallet },
    };
  },
});

/** A top-up and its replay that moved the balance once; else another two, with a look in between. */
export const replayedTopup = subject('replayed top-up', {
  cost: 0,
  uses: [collapsed],
  async make(t: Context): Promise<Credit> {
    const together = await t.use(collapsed);
    if (together) return together.credit;
    const quick = await replayTopup(t, false);
    return quick.twice - quick.before === quick.amount ? quick : replayTopup(t, true);
  },
});

/** @param between looks into the wallet in between, where the end alone does not tell */
async function replayTopup(t: Context, between: boolean): Promise<Credit> {
  const key = t.unique('topup');
  const { body, amount, member } = topup(t, 23);
  const send = () => t.as('tenantA').send('topUpWallet', { body, headers: keyed(key) });
  const before = await balanceBefore(t);
  const first = await send();
  await sinkIn(t);
  const once = between ? (await balanceOf(t)).balance : before.balance + amount;
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
    once,
    replay,
    twice: twice.balance,
    wallet: twice.reply,
  };
}

type CreditCrowd = { amount: number; before: number; replies: Exchange[]; after: number; wallet: Exchange };

/** The same top-up sent by many at once. */
const crowdedTopup = subject('parallel top-up replays', {
  cost: 0,
  uses: [collapsed],
  async make(t: Context): Promise<CreditCrowd> {
    const together = await t.use(collapsed);
    if (together) return together.crowd;
    const { body, amount } = topup(t, 29);
    const call = ['topUpWallet', { body, headers: keyed(t.unique('topup')) }] as const;
    const before = await balanceBefore(t);
    const replies = await t.as('tenantA').together(Array.from({ length: crowd }, () => call));
    await sinkIn(t);
    const after = await balanceOf(t);
    return { amount, before: before.balance, replies, after: after.balance, wallet: after.reply };
  },
});

/** The same payment sent by many at once, for an order that waits. */
const crowdedPayment = subject('parallel payments', {
  cost: 0,
  uses: [customer, paid],
  async make(t: Context): Promise<PaymentCrowd> {
    const { crowd: before } = await t.use(paid);
    if (before) return before;
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

export const replayedMoney = [
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
      await stillWallet(t);
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
      await stillWallet(t);
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
      const [first, second] = [idOf(reply), idOf(again)];
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
  check('idempotency/payment-replay-invoice', {
    must: 'count a replayed payment once on its invoice',
    says: replay,
    area,
    mode,
    cost: 0,
    uses: [paid],
    after: ['billing/payment', 'idempotency/payment-replay'],
    async run(t: Context) {
      const { reply, replay: again, bill } = await t.use(paid);
      t.require(reply).success();
      const [was, is] = [t.require(bill.before).success(), t.require(bill.after).success()];
      if (settled(was.json) === settled(is.json)) return;
      t.fail('the replay changed the invoice', {
        expected: was.json,
        actual: is.json,
        exchange: [is, again, was],
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
      const ids = new Set(replies.filter(isSuccess).map(idOf));
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
];
