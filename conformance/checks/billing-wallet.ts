// Checks of the wallet and of top-ups, which compare the balance before and after.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { waitForReadLag } from '../support/customers-and-orders.ts';
import { withValueAt } from '../support/request-bodies.ts';
import { isSuccess, leaves } from '../support/response-readers.ts';
import {
  balanceBefore,
  balanceOf,
  PARALLEL_REQUESTS,
  requireOwnDeviation,
  topUpBody,
} from '../support/wallet.ts';

const check = checksOf({ area: 'billing', mode: 'full' });

type SingleTopUp = { before: number; amount: number; reply: Exchange; after: number; wallet: Exchange };

/** Tops up the wallet once, and reads the balance before and after the top-up. */
export const singleTopUp = fixture('top-up', {
  cost: 3,
  destructive: true,
  async make(t: CheckContext): Promise<SingleTopUp> {
    const { body, amount } = topUpBody(t, 137);
    const before = await balanceBefore(t);
    const reply = await t.as('tenantA').send('topUpWallet', { body });
    await waitForReadLag(t);
    const after = await balanceOf(t);
    return { before: before.balance, amount, reply, after: after.balance, wallet: after.reply };
  },
});

/** Ends the check as inconclusive when the reply shows that the top-up is still pending. */
function requireImmediateTopUp(t: CheckContext, reply: Exchange): void {
  t.require(reply).success();
  if ([...leaves(reply.json)].some(({ name, value }) => name === 'status' && value === 'pending')) {
    t.inconclusive('the top-up is still pending', { exchange: reply });
  }
}

type ParallelTopUps = {
  before: number;
  replies: Exchange[];
  after: number;
  amount: number;
  wallet: Exchange;
};

/** Sends several top-ups in parallel, each with an Idempotency-Key of its own. */
const parallelTopUps = fixture('parallel top-ups', {
  destructive: true,
  async make(t: CheckContext): Promise<ParallelTopUps> {
    const { body, amount } = topUpBody(t, 11);
    const before = await balanceBefore(t);
    const calls = Array.from({ length: PARALLEL_REQUESTS }, () => ['topUpWallet', { body }] as const);
    const replies = await t.as('tenantA').sendConcurrently(calls);
    await waitForReadLag(t);
    const after = await balanceOf(t);
    return { before: before.balance, replies, after: after.balance, amount, wallet: after.reply };
  },
});

/** Returns a check that sends a top-up with an invalid amount, in minor units. */
const invalidAmountCheck = (what: string, amount: number, level: 'must' | 'should') =>
  check(`billing/topup-of-${what.replaceAll(' ', '-')}`, {
    ...(level === 'must'
      ? { must: `refuse a top-up of ${what}`, requirement: 'service/integer-amounts' as const }
      : { should: `refuse a top-up of ${what}`, requirement: 'billing/topup-positive' as const }),
    uses: [singleTopUp],
    after: ['billing/topup'],
    async run(t: CheckContext) {
      t.require((await t.use(singleTopUp)).reply).success();
      const { body, member } = topUpBody(t, 100);
      const reply = await t.as('tenantA').send('topUpWallet', {
        body: withValueAt(body, member, amount),
        deliberateFault: `${member} = ${amount}`,
      });
      t.expect(reply).refused();
    },
  });

export const wallet = [
  check('billing/wallet', {
    must: 'show the balance of the wallet',
    requirement: 'endpoints/wallet',
    mode: 'read-only',
    async run(t: CheckContext) {
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
    requirement: 'endpoints/wallet-topup',
    uses: [singleTopUp],
    after: ['billing/wallet'],
    async run(t: CheckContext) {
      const { before, reply, after, wallet } = await t.use(singleTopUp);
      if (!isSuccess(reply)) {
        if ([404, 405].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
        t.inconclusive(`our body for a top-up was refused with ${reply.status}; give bodies.topUpWallet`, {
          exchange: reply,
        });
      }
      requireImmediateTopUp(t, reply);
      const rise = (one: SingleTopUp): number => one.after - one.before;
      if (after > before) return;
      await requireOwnDeviation(t, {
        measured: after - before,
        remeasure: async (fresh) => rise(await fresh.use(singleTopUp)),
      });
      t.fail('the balance did not rise', {
        expected: `more than ${before}`,
        actual: after,
        exchange: [wallet, reply],
      });
    },
  }),
  check('billing/topup-exact', {
    must: 'raise the balance by exactly the amount of a top-up',
    requirement: 'billing/topup-exact',
    uses: [singleTopUp],
    after: ['billing/topup'],
    async run(t: CheckContext) {
      const { before, amount, reply, after, wallet } = await t.use(singleTopUp);
      requireImmediateTopUp(t, reply);
      if (after - before === amount) return;
      await requireOwnDeviation(t, {
        measured: after - before - amount,
        async remeasure(fresh) {
          const repeated = await fresh.use(singleTopUp);
          return repeated.after - repeated.before - repeated.amount;
        },
      });
      t.fail('the balance rose by another amount', {
        expected: amount,
        actual: after - before,
        exchange: [wallet, reply],
      });
    },
  }),
  check('billing/topups-all-count', {
    must: 'count every one of several top-ups sent at the same time',
    requirement: 'billing/topups-all-count',
    uses: [singleTopUp, parallelTopUps],
    after: ['billing/topup-exact'],
    async run(t: CheckContext) {
      requireImmediateTopUp(t, (await t.use(singleTopUp)).reply);
      const { before, replies, after, amount, wallet } = await t.use(parallelTopUps);
      const crashed = replies.find(({ status }) => status >= 500);
      if (crashed !== undefined) t.fail('one of them is a server error', { exchange: crashed });
      const accepted = replies.filter(isSuccess).length;
      const deviation = (one: ParallelTopUps): number =>
        one.after - one.before - one.replies.filter(isSuccess).length * one.amount;
      if (accepted === 0) t.inconclusive('none of them was taken', { exchange: replies });
      if (after - before === accepted * amount) return;
      await requireOwnDeviation(t, {
        measured: after - before - accepted * amount,
        remeasure: async (fresh) => deviation(await fresh.use(parallelTopUps)),
        unit: amount,
      });
      t.fail(`${accepted} top-ups of ${amount} were taken`, {
        expected: accepted * amount,
        actual: after - before,
        exchange: [wallet, ...replies],
      });
    },
  }),
  invalidAmountCheck('a fraction of a cent', 1.5, 'must'),
  invalidAmountCheck('zero', 0, 'should'),
  invalidAmountCheck('a negative amount', -100, 'should'),
];
