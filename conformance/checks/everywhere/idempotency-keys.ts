// Checks of the Idempotency-Key itself: the key is optional, belongs to one tenant and one request, and stays unused
// when the request is refused.

import type { CallerApi, CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, noServerError, request } from '../../expectations.ts';
import { customer, firstOrder } from '../../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { placePending } from '../../support/fixtures/pending-orders.ts';
import { idOf, isSuccess, mentions, statusIn } from '../../support/reply-readers/response-readers.ts';
import {
  idempotencyHeader,
  newIdempotencyKey,
  withValueAt,
} from '../../support/request-bodies/request-bodies.ts';
import { balanceAfter, balanceBefore, balanceOf, expectBalance, topUpBody } from '../../support/wallet.ts';
import { paymentRun } from '../billing-payments.ts';
import { singleTopUp } from '../billing-wallet.ts';
import { replayedOrder } from './idempotency-orders.ts';
import { replayedTopUp, riseOfOneTopUp } from './idempotency-payments.ts';

const { row } = checksOf({ area: 'everywhere', mode: 'full' });

/** The forms that a key may have beside a UUID: the specification shows none. */
const KEY_FORMS: readonly ((unique: string) => string)[] = [
  (unique) => unique,
  (unique) => `order 7/${unique}:a@b`,
  (unique) => unique.padEnd(300, 'k'),
];

/** Replays a pending order at once, and replays the order again after its cancellation. */
const pendingOrderReplay = fixture('replayed waiting order', {
  destructive: true,
  uses: [customer],
  async make(t: CheckContext) {
    const headers = idempotencyHeader(newIdempotencyKey(t));
    const placed = await placePending(t, (await t.use(customer)).id, headers);
    const api = t.as('tenantA');
    const send = () => api.send('createOrder', { body: placed.body, headers });
    const replay = await send();
    const cancel = await api.send('cancelOrder', { params: { id: placed.id } });
    return { placed, replay, cancel, again: await send() };
  },
});

/** Asserts that a request without a key was taken, where the same request with a key was. */
function expectTaken(t: CheckContext, plain: Exchange, withKey: Exchange | null): void {
  if (t.compared(isSuccess(plain))) return;
  if (plain.status === 403 || withKey === null) return void t.require(plain).success();
  if (!isSuccess(withKey)) t.inconclusive('it was refused with a key too', { exchange: [plain, withKey] });
  t.fail('it is refused without the header and taken with it', {
    expected: withKey.status,
    actual: plain.status,
    exchange: [plain, withKey],
  });
}

/**
 * Asserts that a top-up that is sent twice with one key counts once.
 * @param replayer the caller of the second
 * @param others how many top-ups with other keys come between
 */
async function expectOneTopUp(
  t: CheckContext,
  form: (unique: string) => string,
  replayer?: () => Promise<CallerApi>,
  others = 0,
): Promise<void> {
  const { body, amount } = topUpBody(t, 1011);
  const measure = async (on: CheckContext) => {
    const headers = idempotencyHeader(form(on.unique()));
    const by = (await replayer?.()) ?? on.as('tenantA');
    const before = await balanceBefore(on);
    const first = await request(on, 'topUpWallet', { body, headers });
    for (let other = 0; other < others; other++) {
      const another = { body, headers: idempotencyHeader(newIdempotencyKey(on)) };
      on.require(await request(on, 'topUpWallet', another)).success();
    }
    const replay = await by.send('topUpWallet', { body, headers });
    const ids = [first, replay].map(idOf);
    const isOne = !isSuccess(first) || !isSuccess(replay) || (ids[0] !== undefined && ids[0] === ids[1]);
    const rise = isOne ? 0 : (await balanceOf(on)).balance - before.balance - others * amount;
    return { rise, exchange: [replay, first] };
  };
  const { rise, exchange } = await measure(t);
  await expectBalance(t, rise < 2 * amount, 'the replay was a second top-up', {
    measured: rise,
    remeasure: async (fresh) => (await measure(fresh)).rise,
    unit: amount,
    expected: amount,
    actual: rise,
    exchange,
  });
}

/** Tops up twice with keys that differ in their last character alone. @returns the rise of the balance */
async function topUpWithSimilarKeys(t: CheckContext) {
  const { body, amount } = topUpBody(t, 1013);
  const key = newIdempotencyKey(t).slice(0, -1);
  const before = await balanceBefore(t);
  const exchange: Exchange[] = [];
  for (const end of ['1', '2']) {
    const reply = await request(t, 'topUpWallet', { body, headers: idempotencyHeader(`${key}${end}`) });
    exchange.push(t.require(reply).success());
  }
  const { balance } = await balanceAfter(t, before.balance, 2 * amount);
  return { rise: balance - before.balance, amount, exchange };
}

export const idempotency = [
  row('idempotency/key-is-optional', 'idempotency/key-is-optional', firstOrder, {
    must: 'take an order without `Idempotency-Key`',
    group: 'idempotency/optional',
    phase: 'first',
    expect: (t, { withoutKey, withKey }) => expectTaken(t, withoutKey, withKey),
  }),
  row('idempotency/topup-without-key', 'idempotency/key-is-optional', [singleTopUp, replayedTopUp], {
    must: 'take a top-up without `Idempotency-Key`',
    group: 'idempotency/optional',
    expect: (t, { reply }, { first }) => expectTaken(t, reply, first),
  }),
  row('idempotency/payment-without-key', 'idempotency/key-is-optional', paymentRun, {
    must: 'take a payment without `Idempotency-Key`',
    destructive: true,
    group: 'idempotency/optional',
    after: ['billing/payment'],
    given: ['reply'],
    async expect(t: CheckContext, { body, member }) {
      const payment = { ...body, [member]: 1, reference: t.unique('payment') };
      const plain = await request(t, 'createPayment', { body: payment });
      const headers = idempotencyHeader(newIdempotencyKey(t));
      const isOpen = !isSuccess(plain) && plain.status !== 403;
      expectTaken(t, plain, isOpen ? await request(t, 'createPayment', { body: payment, headers }) : null);
    },
  }),
  row('idempotency/key-within-tenant', 'idempotency/key-within-tenant', [replayedTopUp, distinctTenants], {
    must: 'keep the keys of two tenants apart',
    needs: ['tenantA', 'tenantB'],
    destructive: true,
    after: ['billing/topup', 'isolation/wallet'],
    async expect(t: CheckContext, run) {
      const { key, body, first } = run;
      const amount = riseOfOneTopUp(t, run);
      const before = await balanceBefore(t, 'tenantB');
      const reply = await t.as('tenantB').send('topUpWallet', { body, headers: idempotencyHeader(key) });
      const after = await balanceOf(t, 'tenantB');
      if (!isSuccess(reply)) {
        const headers = idempotencyHeader(newIdempotencyKey(t));
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
      const isOwn = after.balance - before.balance === amount;
      await expectBalance(t, isOwn, 'the other tenant got the answer to the first one', {
        measured: after.balance - before.balance - amount,
        tenant: 'tenantB',
        async remeasure(fresh) {
          const repeated = await fresh.use(replayedTopUp);
          const start = await balanceBefore(fresh, 'tenantB');
          const headers = idempotencyHeader(repeated.key);
          await fresh.as('tenantB').send('topUpWallet', { body: repeated.body, headers });
          return (await balanceOf(fresh, 'tenantB')).balance - start.balance - amount;
        },
        expected: amount,
        actual: after.balance - before.balance,
        exchange: [after.reply, reply, first],
      });
    },
  }),
  row('idempotency/other-body', 'idempotency/other-body', replayedTopUp, {
    should: 'have no further effect for a used key with another body',
    after: ['idempotency/topup-replay', 'billing/topup'],
    async expect(t: CheckContext, { key, body, member, amount, first }) {
      t.require(first).success();
      const sendOther = async (on: CheckContext, key: string) => {
        const before = await balanceBefore(on);
        const reply = await request(on, 'topUpWallet', {
          body: withValueAt(body, member, amount + 1),
          headers: idempotencyHeader(key),
          deliberateFault: 'another amount',
        });
        return { before, reply, after: await balanceOf(on) };
      };
      const { before, reply, after } = await sendOther(t, key);
      noServerError(t, reply);
      await expectBalance(t, after.balance === before.balance, 'a second operation took place', {
        measured: after.balance - before.balance,
        async remeasure(fresh) {
          const repeated = await sendOther(fresh, (await fresh.use(replayedTopUp)).key);
          return repeated.after.balance - repeated.before.balance;
        },
        expected: before.balance,
        actual: after.balance,
        exchange: [after.reply, reply, first],
      });
    },
  }),
  row('idempotency/key-forms', 'idempotency/replay-is-one-operation', replayedTopUp, {
    must: 'collapse a replay whatever form its key has, where the key is accepted',
    destructive: true,
    cells: { asked: KEY_FORMS.length, of: KEY_FORMS.length },
    after: ['idempotency/topup-replay', 'billing/topup', 'billing/topup-in-minor-units'],
    given: ['first'],
    async expect(t: CheckContext) {
      for (const form of KEY_FORMS) await expectOneTopUp(t, form);
    },
  }),
  row('idempotency/replay-after-another-key', 'idempotency/replay-is-one-operation', replayedTopUp, {
    must: 'collapse a replay that comes after a top-up with another key',
    destructive: true,
    after: ['idempotency/topup-replay', 'billing/topup', 'billing/topup-in-minor-units'],
    given: ['first'],
    expect: (t: CheckContext) => expectOneTopUp(t, (unique) => unique, undefined, 1),
  }),
  row('idempotency/similar-keys', 'endpoints/wallet-topup', replayedTopUp, {
    must: 'make two top-ups whose keys differ in their last character',
    destructive: true,
    after: ['billing/topup', 'idempotency/topup-replay'],
    given: ['first'],
    async expect(t: CheckContext) {
      const { rise, amount, exchange } = await topUpWithSimilarKeys(t);
      await expectBalance(t, rise > 1.5 * amount, 'the balance rose by less than two top-ups', {
        measured: rise,
        remeasure: async (fresh) => (await topUpWithSimilarKeys(fresh)).rise,
        unit: amount,
        expected: 2 * amount,
        actual: rise,
        exchange,
      });
    },
  }),
  row('idempotency/replay-by-another-login', 'idempotency/replay-is-one-operation', replayedTopUp, {
    must: 'collapse a replay that the same user sends with the token of a later log-in',
    destructive: true,
    needs: ['tenantA.login'],
    after: ['idempotency/topup-replay', 'billing/topup', 'billing/topup-in-minor-units'],
    given: ['first'],
    expect: (t: CheckContext) =>
      expectOneTopUp(
        t,
        (unique) => unique,
        async () => (await t.session('tenantA')).api,
      ),
  }),
  row('idempotency/other-endpoint', 'idempotency/other-endpoint', replayedOrder, {
    should: 'not replay the response to a key at another endpoint',
    destructive: true,
    after: ['billing/topup'],
    async expect(t: CheckContext, { key, first }) {
      const reply = await request(t, 'topUpWallet', {
        body: topUpBody(t, 1007).body,
        headers: idempotencyHeader(key),
      });
      holds(t, !mentions(reply.json, first.id), 'a top-up was answered with an order', {
        actual: reply.json,
        exchange: [reply, first.created],
      });
      t.expect(reply).success();
    },
  }),
  row('idempotency/refused-keeps-the-key', 'idempotency/refusal-keeps-key', replayedTopUp, {
    should: 'leave a key free whose request was refused as invalid',
    given: ['first'],
    async expect(t: CheckContext) {
      const headers = idempotencyHeader(newIdempotencyKey(t));
      const { body: validTopUp, member } = topUpBody(t, 1005);
      const api = t.as('tenantA');
      const body = withValueAt(validTopUp, member, 'five');
      const refused = await api.send('topUpWallet', { body, headers, deliberateFault: `${member} = "five"` });
      t.require(refused).refused();
      t.expect(await api.send('topUpWallet', { body: validTopUp, headers })).success();
    },
  }),
  row('idempotency/unauthenticated-keeps-the-key', 'idempotency/refusal-keeps-key', replayedTopUp, {
    should: 'leave a key free whose request had no credential',
    given: ['first'],
    after: ['authentication/missing/topUpWallet'],
    async expect(t: CheckContext) {
      const headers = idempotencyHeader(newIdempotencyKey(t));
      const { body } = topUpBody(t, 1005);
      t.require(await t.anonymous.send('topUpWallet', { body, headers })).refused();
      t.expect(await request(t, 'topUpWallet', { body, headers })).success();
    },
  }),
  row('authentication/missing/replay', 'authentication/missing-is-401', replayedTopUp, {
    must: 'answer 401 to the replay of a top-up without credential',
    given: ['first'],
    group: 'authentication/missing',
    after: ['authentication/missing/topUpWallet'],
    async expect(t: CheckContext, { body, key }) {
      const deliberateFault = 'no credential';
      const call = { body, headers: idempotencyHeader(key), deliberateFault };
      t.expect(await t.anonymous.send('topUpWallet', call)).status(401);
    },
  }),
  row('idempotency/waiting-order-replay', 'idempotency/replay-is-one-operation', pendingOrderReplay, {
    must: 'place one order for the replay of an order that waits for its payment',
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services', 'idempotency/order-replay-id'],
    expect: (t, { placed, replay }) =>
      holds(t, !isSuccess(replay) || idOf(replay) === placed.id, 'the replay names another order', {
        expected: placed.id,
        actual: idOf(replay) ?? null,
        exchange: [replay, placed.created],
      }),
  }),
  row('idempotency/replay-after-cancel', 'idempotency/replay-same-answer', pendingOrderReplay, {
    should: 'not place an order again that was cancelled since',
    after: ['orders/cancel-pending', 'idempotency/order-replay-id', 'idempotency/waiting-order-replay'],
    given: ['cancel'],
    expect: (t, { placed, again: repeated }) =>
      holds(t, !isSuccess(repeated) || idOf(repeated) === placed.id, 'the replay placed a new order', {
        expected: placed.id,
        actual: `${idOf(repeated)} (${statusIn(repeated.json)})`,
        exchange: [repeated, placed.created],
      }),
  }),
];
