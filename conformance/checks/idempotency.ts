// What an Idempotency-Key is: optional, its tenant's own, bound to one request, kept by a refusal.
import type { Context } from '../../src/suite/define.ts';
import { spoil } from '../kit/bodies.ts';
import { apart } from '../kit/exhibits.ts';
import { balanceBefore, balanceOf, stillWallet, topup } from '../kit/funds.ts';
import { idOf, isRefusal, isSuccess, mentions, statusIn } from '../kit/reading.ts';
import { customer, firstOrder, placePending } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';
import { keyed, paid } from './billing-payments.ts';
import { collapsed, replayedTopup } from './idempotency-money.ts';
import { replayedOrder } from './idempotency-orders.ts';
import { single } from './wallet.ts';

const area = 'everywhere';

const mode = 'full';

/** An order that waits for its payment, replayed at once, and again after it was cancelled. */
const waitingReplay = subject('replayed waiting order', {
  cost: 4,
  destructive: true,
  uses: [customer],
  async make(t: Context) {
    const headers = keyed(t.unique('order'));
    const placed = await placePending(t, (await t.use(customer)).id, headers);
    const api = t.as('tenantA');
    const send = () => api.send('createOrder', { body: placed.body, headers });
    const replay = await send();
    const cancel = await api.send('cancelOrder', { params: { id: placed.id } });
    return { placed, replay, cancel, again: await send() };
  },
});

/** Whether a key serves after it came without a credential and with a body that is invalid; false: each is for itself. */
const refusedTwice = subject('key that was refused twice', {
  cost: 3,
  destructive: true,
  async make(t: Context): Promise<boolean> {
    const headers = keyed(t.unique('topup'));
    const { body, member } = topup(t, 5);
    const api = t.as('tenantA');
    const odd = spoil(body, member, 'five');
    const refused = [
      await t.anonymous.send('topUpWallet', { body, headers, spoiled: 'no credential' }),
      await api.send('topUpWallet', { body: odd, headers, spoiled: `${member} = "five"` }),
    ];
    return refused.every(isRefusal) && isSuccess(await api.send('topUpWallet', { body, headers }));
  },
});

export const idempotency = [
  check('idempotency/key-is-optional', {
    must: 'take an order without `Idempotency-Key`',
    says: 'idempotency/key-is-optional',
    area,
    mode,
    cost: 0,
    async run(t: Context) {
      const { plain, keyed: withKey } = await t.use(firstOrder);
      if (isSuccess(plain)) return;
      if (plain.status === 403 || withKey === null) return void t.require(plain).success();
      if (!isSuccess(withKey)) {
        t.inconclusive('the order was refused with a key too', { exchange: [plain, withKey] });
      }
      t.fail('it is refused without the header and taken with it', {
        expected: 201,
        actual: plain.status,
        exchange: [plain, withKey],
      });
    },
    uses: [firstOrder],
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
      if (plain.status === 403) t.require(plain).success();
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
    destructive: true,
    uses: [paid],
    group: 'idempotency/optional',
    after: ['billing/payment'],
    async run(t: Context) {
      const { body, member, reply } = await t.use(paid);
      t.require(reply).success();
      const one = { ...body, [member]: 1, reference: t.unique('payment') };
      const plain = await t.as('tenantA').send('createPayment', { body: one });
      if (isSuccess(plain)) return;
      if (plain.status === 403) t.require(plain).success();
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
  check('idempotency/key-within-tenant', {
    must: 'keep the keys of two tenants apart',
    says: 'idempotency/key-within-tenant',
    area,
    mode,
    needs: ['tenantA', 'tenantB'],
    cost: 3,
    destructive: true,
    uses: [apart, replayedTopup],
    after: ['billing/topup', 'isolation/wallet'],
    async run(t: Context) {
      await t.use(apart);
      const { key, body, amount, first } = await t.use(replayedTopup);
      t.require(first).success();
      const before = await balanceBefore(t, 'tenantB');
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
      await stillWallet(t, 'tenantB');
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
    cost: 0,
    uses: [collapsed, replayedTopup],
    after: ['idempotency/topup-replay', 'billing/topup'],
    async run(t: Context) {
      // it was among what was done once
      if (await t.use(collapsed)) return;
      const { key, body, member, amount, first } = await t.use(replayedTopup);
      t.require(first).success();
      const before = await balanceBefore(t);
      const other = spoil(body, member, amount + 1);
      const reply = await t
        .as('tenantA')
        .send('topUpWallet', { body: other, headers: keyed(key), spoiled: 'another amount' });
      const after = await balanceOf(t);
      if (reply.status >= 500) t.fail('it is a server error', { exchange: reply });
      if (after.balance === before.balance) return;
      await stillWallet(t);
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
    destructive: true,
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
    cost: 0,
    uses: [replayedTopup, refusedTwice],
    after: ['billing/topup'],
    async run(t: Context) {
      t.require((await t.use(replayedTopup)).first).success();
      if (await t.use(refusedTwice)) return;
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
    cost: 0,
    uses: [replayedTopup, refusedTwice],
    after: ['billing/topup', 'authentication/missing/topUpWallet'],
    async run(t: Context) {
      t.require((await t.use(replayedTopup)).first).success();
      if (await t.use(refusedTwice)) return;
      const headers = keyed(t.unique('topup'));
      const { body } = topup(t, 5);
      t.require(await t.anonymous.send('topUpWallet', { body, headers })).refused();
      t.expect(await t.as('tenantA').send('topUpWallet', { body, headers })).success();
    },
  }),
  check('idempotency/waiting-order-replay', {
    must: 'place one order for the replay of an order that waits for its payment',
    says: 'idempotency/replay-is-one-operation',
    area,
    cost: 0,
    uses: [waitingReplay],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services', 'idempotency/order-replay-id'],
    async run(t: Context) {
      const { placed, replay } = await t.use(waitingReplay);
      if (!isSuccess(replay) || idOf(replay) === placed.id) return;
      t.fail('the replay names another order', {
        expected: placed.id,
        actual: idOf(replay) ?? null,
        exchange: [replay, placed.created],
      });
    },
  }),
  check('idempotency/replay-after-cancel', {
    should: 'not place an order again that was cancelled since',
    says: 'idempotency/replay-same-answer',
    area,
    cost: 0,
    uses: [waitingReplay],
    after: ['orders/cancel-pending', 'idempotency/order-replay-id', 'idempotency/waiting-order-replay'],
    async run(t: Context) {
      const { placed, cancel, again } = await t.use(waitingReplay);
      t.require(cancel).success();
      if (!isSuccess(again) || idOf(again) === placed.id) return;
      t.fail('the replay placed a new order', {
        expected: placed.id,
        actual: `${idOf(again)} (${statusIn(again.json)})`,
        exchange: [again, placed.created],
      });
    },
  }),
];
