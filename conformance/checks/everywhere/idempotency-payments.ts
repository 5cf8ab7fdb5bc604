// Checks of top-ups and payments that are replayed with the same Idempotency-Key; the checks compare balances and
// lists of payments.

import type { CheckContext } from '../../../src/suite/model/define.ts';
import { checksOf, type FixtureValue, fixture } from '../../define.ts';
import { equals, holds, noServerError, request } from '../../expectations.ts';
import { customer, waitForReadLag } from '../../support/fixtures/customers-and-orders.ts';
import { pendingOrder } from '../../support/fixtures/pending-orders.ts';
import { idOf, isSuccess, mentions } from '../../support/reply-readers/response-readers.ts';
import { expectUnchanged } from '../../support/reply-readers/shown-changes.ts';
import { idempotencyHeader, newIdempotencyKey } from '../../support/request-bodies/request-bodies.ts';
import {
  balanceAfter,
  balanceBefore,
  balanceOf,
  deviationOf,
  expectBalance,
  sendTogether,
  topUpBody,
} from '../../support/wallet.ts';
import { paymentFor, paymentRun } from '../billing-payments.ts';

const { row } = checksOf({ area: 'everywhere', mode: 'full' });

/** A top-up that was sent twice with one Idempotency-Key, with the balance after each. */
export const replayedTopUp = fixture('replayed top-up', {
  destructive: true,
  async make(t: CheckContext) {
    const key = newIdempotencyKey(t);
    const { body, amount, member } = topUpBody(t, 1023);
    const send = () => request(t, 'topUpWallet', { body, headers: idempotencyHeader(key) });
    const { balance: before } = await balanceBefore(t);
    const first = await send();
    const { balance: once } = await balanceAfter(t, before);
    const replay = await send();
    await waitForReadLag(t);
    const { balance: twice, reply: wallet } = await balanceOf(t);
    return { key, body, member, amount, before, first, once, replay, twice, wallet };
  },
});

/** Sends one top-up in parallel requests with one Idempotency-Key, and reads the balance before and after. */
const parallelTopUp = fixture('parallel top-up replays', {
  destructive: true,
  async make(t: CheckContext) {
    const { body, amount } = topUpBody(t, 1023);
    const headers = idempotencyHeader(newIdempotencyKey(t));
    const before = await balanceBefore(t);
    const replies = await sendTogether(t, 'topUpWallet', { body, headers });
    const after = await balanceAfter(t, before.balance);
    return { amount, before: before.balance, replies, after: after.balance, wallet: after.reply };
  },
});

/**
 * Returns how much one top-up raised the balance, in minor units: its amount, unless the platform takes a fee. Ends the
 * check as inconclusive when the balance has not risen, because a top-up may be credited later.
 */
export function riseOfOneTopUp(
  t: CheckContext,
  { before, once, first, wallet }: FixtureValue<typeof replayedTopUp>,
): number {
  t.require(first).success();
  if (once > before) return once - before;
  return t.inconclusive('the first top-up did not show in the balance: it may be credited later', {
    exchange: [wallet, first],
  });
}

/** Sends the same payment for a pending order in parallel requests with one Idempotency-Key. */
const parallelPayment = fixture('parallel payments', {
  pendingOrders: 1,
  uses: [customer, paymentRun],
  async make(t: CheckContext) {
    const { parallel: before } = await t.use(paymentRun);
    if (before) return before;
    const placed = await pendingOrder(t, (await t.use(customer)).id);
    const { body } = paymentFor(t, placed);
    const headers = idempotencyHeader(newIdempotencyKey(t));
    const replies = await sendTogether(t, 'createPayment', { body, headers });
    await waitForReadLag(t);
    const query = { invoice_id: placed.invoiceId };
    const { items, exchange } = await t.as('tenantA').list('listPayments', { query, whole: true });
    return {
      replies,
      listed: items.filter((item) => mentions(item, placed.invoiceId)).length,
      list: exchange,
    };
  },
});

const REPLAY_REQUIREMENT = 'idempotency/replay-is-one-operation';

export const replayedMoney = [
  row('idempotency/topup-replay', REPLAY_REQUIREMENT, replayedTopUp, {
    must: 'credit a replayed top-up once',
    after: ['billing/topup', 'billing/topup-in-minor-units'],
    given: ['first'],
    async expect(t: CheckContext, run) {
      const { amount, before, first, once, replay, twice, wallet } = run;
      if (once === before)
        t.inconclusive('the first top-up did not show in the balance', { exchange: wallet });
      await expectBalance(t, twice === once, 'the replay moved the balance', {
        ...deviationOf(replayedTopUp, run, (one) => one.twice - one.once),
        unit: amount,
        expected: once,
        actual: twice,
        exchange: [wallet, replay, first],
      });
    },
  }),
  row('idempotency/topup-parallel', REPLAY_REQUIREMENT, [replayedTopUp, parallelTopUp], {
    must: 'credit a top-up once when its replays arrive at the same time',
    group: 'idempotency/topup',
    after: [
      'idempotency/topup-replay',
      'idempotency/topup-parallel-no-crash',
      'billing/topup-in-minor-units',
    ],
    async expect(t: CheckContext, one, run) {
      const amount = riseOfOneTopUp(t, one);
      const { before, replies, after, wallet } = run;
      if (!replies.some(isSuccess)) t.inconclusive('none of the requests was taken', { exchange: replies });
      const isOne = after - before === amount;
      await expectBalance(t, isOne, 'the balance rose by another amount than that of one top-up', {
        ...deviationOf(parallelTopUp, run, (other) => other.after - other.before - amount),
        unit: amount,
        expected: amount,
        actual: after - before,
        exchange: [wallet, ...replies],
      });
    },
  }),
  row('idempotency/topup-parallel-no-crash', 'idempotency/parallel-no-crash', parallelTopUp, {
    must: 'answer top-ups replayed at the same time without a server error',
    expect: (t, { replies }) => noServerError(t, ...replies),
  }),
  row('idempotency/payment-replay', REPLAY_REQUIREMENT, paymentRun, {
    must: 'record a replayed payment once',
    group: 'idempotency/payment',
    after: ['billing/payment', 'billing/payment-listed'],
    given: ['reply'],
    expect(t: CheckContext, { reply, replay: repeated, listed }) {
      const [first, second] = [idOf(reply), idOf(repeated)];
      holds(
        t,
        !isSuccess(repeated) || first === undefined || second === undefined || first === second,
        'the replay names another payment',
        { expected: first, actual: second, exchange: [repeated, reply] },
      );
      if (listed.once === 0)
        t.inconclusive('no payment in the list speaks of the invoice', { exchange: listed.list });
      equals(t, listed.twice, listed.once, 'the replay recorded a payment of its own', [
        listed.list,
        repeated,
        reply,
      ]);
    },
  }),
  row('idempotency/payment-replay-invoice', REPLAY_REQUIREMENT, paymentRun, {
    must: 'count a replayed payment once on its invoice',
    after: ['billing/payment', 'idempotency/payment-replay'],
    given: ['reply'],
    async expect(t, { replay: action, invoiceAround }) {
      const before = t.require(invoiceAround.before).success();
      const after = t.require(invoiceAround.after).success();
      const read = () => request(t, 'getInvoice', { params: after.request.params });
      await expectUnchanged(t, { what: 'the replay changed the invoice', before, action, after, read });
    },
  }),
  row('idempotency/payment-parallel', REPLAY_REQUIREMENT, parallelPayment, {
    must: 'record a payment once when its replays arrive at the same time',
    after: ['billing/payment', 'idempotency/payment-replay', 'idempotency/payment-parallel-no-crash'],
    expect(t: CheckContext, { replies, listed, list }) {
      const ids = new Set(replies.filter(isSuccess).map(idOf));
      if (ids.size === 0) t.inconclusive('none of the requests was taken', { exchange: replies });
      holds(t, ids.size <= 1 && !(listed > 1), `${Math.max(ids.size, listed)} payments were recorded`, {
        expected: 1,
        actual: Math.max(ids.size, listed),
        exchange: [list, ...replies],
      });
    },
  }),
  row('idempotency/payment-parallel-no-crash', 'idempotency/parallel-no-crash', parallelPayment, {
    must: 'answer payments replayed at the same time without a server error',
    expect: (t, { replies }) => noServerError(t, ...replies),
  }),
];
