// The wallet and its top-ups, judged by the difference they make.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { spoil } from '../kit/bodies.ts';
import { balanceBefore, balanceOf, crowd, stillWallet, topup } from '../kit/funds.ts';
import { isSuccess, leaves } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'billing';

const mode = 'full';

type Single = { before: number; amount: number; reply: Exchange; after: number; wallet: Exchange };

/** One top-up between two looks into the wallet. */
export const single = subject('top-up', {
  cost: 3,
  destructive: true,
  async make(t: Context): Promise<Single> {
    const { body, amount } = topup(t, 137);
    const before = await balanceBefore(t);
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
  cost: crowd + 1,
  destructive: true,
  async make(t: Context): Promise<Together> {
    const { body, amount } = topup(t, 11);
    const before = await balanceBefore(t);
    const calls = Array.from({ length: crowd }, () => ['topUpWallet', { body }] as const);
    const replies = await t.as('tenantA').together(calls);
    await sinkIn(t);
    const after = await balanceOf(t);
    return { before: before.balance, replies, after: after.balance, amount, wallet: after.reply };
  },
});

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

export const wallet = [
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
      await stillWallet(t);
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
      await stillWallet(t);
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
      await stillWallet(t);
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
];
