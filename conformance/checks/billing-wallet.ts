// Checks of the wallet and of top-ups, which compare the balance before and after.

import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf, type FixtureValue, fixture } from '../define.ts';
import { holds, isRefused, noServerError, request } from '../expectations.ts';
import type { RequirementId } from '../requirements.ts';
import { isSuccess, leaves, textsIn } from '../support/reply-readers/response-readers.ts';
import { withValueAt } from '../support/request-bodies/request-bodies.ts';
import {
  balanceAfter,
  balanceBefore,
  deviationOf,
  expectBalance,
  sendTogether,
  topUpBody,
} from '../support/wallet.ts';

const { check, row } = checksOf({ area: 'billing', mode: 'full' });

// The amount of a top-up, in minor units. Single and parallel top-ups have the same amount, so that a fee is the same
// for both.
const TOP_UP = 1137;

/** Tops up the wallet once, and reads the balance before and after the top-up. */
export const singleTopUp = fixture('top-up', {
  learns: true,
  cost: 3,
  destructive: true,
  after: ['billing/topup'],
  async make(t: CheckContext) {
    const { body, amount } = topUpBody(t, TOP_UP);
    const before = await balanceBefore(t);
    const reply = await request(t, 'topUpWallet', { body });
    const after = await balanceAfter(t, before.balance);
    return { before: before.balance, amount, reply, after: after.balance, wallet: after.reply };
  },
});

type SingleTopUp = FixtureValue<typeof singleTopUp>;

// Returns whether the reply to a top-up shows a balance that has risen. A state such as `completed` may be that of the
// payment: the specification does not say when a top-up is credited.
const showsCredits = ({ reply, before, amount }: SingleTopUp): boolean =>
  leaves(reply.json).some(({ value }) => value === before + amount);

const riseOf = ({ before, after }: SingleTopUp): number => after - before;

const excessOf = (topUp: SingleTopUp): number => riseOf(topUp) - topUp.amount;

// Returns how much one top-up raises the balance. Ends the check as inconclusive when the balance did not rise, because
// a top-up may be credited later.
function requireCreditedRise(t: CheckContext, topUp: SingleTopUp): number {
  t.require(topUp.reply).success();
  if (riseOf(topUp) > 0) return riseOf(topUp);
  return t.inconclusive('the balance has not risen: the top-up may be credited later', {
    exchange: [topUp.wallet, topUp.reply],
  });
}

/** Sends several top-ups in parallel, each with an Idempotency-Key of its own. */
const parallelTopUps = fixture('parallel top-ups', {
  destructive: true,
  async make(t: CheckContext) {
    const { body, amount } = topUpBody(t, TOP_UP);
    const before = await balanceBefore(t);
    const replies = await sendTogether(t, 'topUpWallet', { body });
    const after = await balanceAfter(t, before.balance, replies.filter(isSuccess).length * amount);
    return { before: before.balance, replies, after: after.balance, amount, wallet: after.reply };
  },
});

const invalidAmountCheck = (what: string, amount: number, requirement: RequirementId) =>
  row(`billing/topup-of-${what.replaceAll(' ', '-')}`, requirement, singleTopUp, {
    should: `refuse a top-up of ${what}`,
    given: ['reply'],
    after: ['billing/topup'],
    async expect(t: CheckContext) {
      const { body, member } = topUpBody(t, 1100);
      await isRefused(t, 'topUpWallet', {
        body: withValueAt(body, member, amount),
        deliberateFault: `${member} = ${amount}`,
      });
    },
  });

export const wallet = [
  check('billing/wallet', 'endpoints/wallet', {
    must: 'show the balance of the wallet',
    mode: 'read-only',
    async run(t: CheckContext) {
      const reply = await request(t, 'getWallet');
      t.expect(reply).success();
      const numeric = [...leaves(reply.json)].some(({ value }) => typeof value === 'number');
      const texts = textsIn(reply.json, /balance|credit|amount/);
      holds(t, numeric || texts.length > 0, 'the wallet holds no number', {
        actual: reply.json,
        exchange: reply,
      });
    },
  }),
  row('billing/topup', 'endpoints/wallet-topup', singleTopUp, {
    must: 'add credits to the wallet',
    after: ['billing/wallet'],
    async expect(t: CheckContext, topUp) {
      const { before, reply, after, wallet } = topUp;
      if (!isSuccess(reply)) {
        if ([404, 405].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
        t.inconclusive(`our body for a top-up was refused with ${reply.status}; give bodies.topUpWallet`, {
          exchange: reply,
        });
      }
      if (after === before && !showsCredits(topUp))
        t.inconclusive(
          'the balance has not risen, and the reply shows no balance that has: the top-up may be credited later',
          { exchange: [wallet, reply] },
        );
      await expectBalance(t, after > before, 'the balance did not rise', {
        ...deviationOf(singleTopUp, topUp, riseOf),
        expected: `more than ${before}`,
        actual: after,
        exchange: [wallet, reply],
      });
    },
  }),
  row('billing/topup-in-minor-units', 'service/integer-amounts', singleTopUp, {
    must: 'read the amount of a top-up in minor units',
    async expect(t: CheckContext, topUp) {
      const { amount, reply, wallet } = topUp;
      const rise = requireCreditedRise(t, topUp);
      const isMinor = rise !== amount * 100 && rise !== amount * 1000;
      await expectBalance(t, isMinor, 'the amount was read in major units', {
        ...deviationOf(singleTopUp, topUp, excessOf),
        expected: amount,
        actual: rise,
        exchange: [wallet, reply],
      });
    },
  }),
  row('billing/topup-exact', 'billing/topup-exact', singleTopUp, {
    should: 'raise the balance by exactly the amount of a top-up',
    after: ['billing/topup-in-minor-units'],
    async expect(t: CheckContext, topUp) {
      const { amount, reply, wallet } = topUp;
      const rise = requireCreditedRise(t, topUp);
      await expectBalance(t, rise === amount, 'the balance rose by another amount', {
        ...deviationOf(singleTopUp, topUp, excessOf),
        expected: amount,
        actual: rise,
        exchange: [wallet, reply],
      });
    },
  }),
  row('billing/topups-all-count', 'billing/topups-all-count', [singleTopUp, parallelTopUps], {
    must: 'count every one of several top-ups sent at the same time',
    after: ['billing/topup', 'billing/topup-in-minor-units'],
    async expect(t: CheckContext, single, run) {
      // A fee or a bonus makes a top-up raise the balance by another amount than its own.
      const each = requireCreditedRise(t, single);
      const { before, replies, after, amount, wallet } = run;
      noServerError(t, ...replies);
      const accepted = replies.filter(isSuccess).length;
      if (accepted === 0) t.inconclusive('none of them was taken', { exchange: replies });
      const deviation = deviationOf(
        parallelTopUps,
        run,
        (one) => one.after - one.before - one.replies.filter(isSuccess).length * each,
      );
      await expectBalance(t, deviation.measured === 0, `${accepted} top-ups of ${amount} were taken`, {
        ...deviation,
        unit: each,
        expected: accepted * each,
        actual: after - before,
        exchange: [wallet, ...replies],
      });
    },
  }),
  invalidAmountCheck('a fraction of a cent', 1.5, 'billing/whole-amounts'),
  invalidAmountCheck('zero', 0, 'billing/topup-positive'),
  invalidAmountCheck('a negative amount', -100, 'billing/topup-positive'),
];
