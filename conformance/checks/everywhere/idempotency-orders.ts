// Checks of orders and purchases that are replayed with the same Idempotency-Key; those of orders count services,
// invoices and charges.

import { isObject } from '../../../src/contract/is-object.ts';
import { type OperationId, operation as operationOf } from '../../../src/contract/operations.ts';
import { idText } from '../../../src/suite/mapping/ids.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, type FixtureValue, fixture } from '../../define.ts';
import { equals, holds, noServerError, request } from '../../expectations.ts';
import { chargedOnce, chargeOf } from '../../support/charged-once.ts';
import {
  CREATED_KINDS,
  type Creation,
  creations,
  kindSpecs,
  newTransfer,
} from '../../support/fixtures/created-resources.ts';
import {
  createUsableCustomer,
  placeOrder,
  requireCreated,
  waitForReadLag,
} from '../../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { idIn, idOf, isSuccess, leaves, mentions } from '../../support/reply-readers/response-readers.ts';
import { isSameTime, timeOf } from '../../support/reply-readers/times.ts';
import {
  idempotencyHeader,
  newIdempotencyKey,
  orderBody,
} from '../../support/request-bodies/request-bodies.ts';
import { balanceIn, deviationOf, expectBalance, sendTogether } from '../../support/wallet.ts';

const { row } = checksOf({ area: 'everywhere', mode: 'full' });

const ROUNDS = 2;

async function readOrderEffects(t: CheckContext, customerId: string) {
  const api = t.as('tenantA');
  const services = await api.list('listCustomerServices', { params: { id: customerId }, whole: true });
  const invoices = await api.list('listInvoices', { query: { customer_id: customerId }, whole: true });
  const wallet = await api.send('getWallet');
  return {
    services: services.items.flatMap((item) => idIn(item) ?? []).sort(),
    invoices: invoices.items.filter((item) => mentions(item, customerId)).length,
    balance: balanceIn(wallet.json),
    exchanges: [services.exchange, invoices.exchange, wallet],
  };
}

/**
 * An order for a new customer that was sent twice with one Idempotency-Key, with the effects after each request; `start`
 * is the balance before the first, in minor units.
 */
export const replayedOrder = fixture('replayed order', {
  destructive: true,
  async make(t: CheckContext) {
    const { id } = await createUsableCustomer(t);
    const key = newIdempotencyKey(t);
    const body = orderBody(t, id);
    const api = t.as('tenantA');
    const start = balanceIn((await api.send('getWallet')).json);
    const first = await placeOrder(t, body, { headers: idempotencyHeader(key) });
    await waitForReadLag(t);
    const before = await readOrderEffects(t, id);
    const replay = await api.send('createOrder', { body, headers: idempotencyHeader(key), undo: false });
    await waitForReadLag(t);
    return { start, first, key, before, replay, after: await readOrderEffects(t, id) };
  },
});

/**
 * Sends the same order in parallel requests for one customer, in several rounds; each round has an Idempotency-Key of
 * its own.
 */
const parallelOrder = fixture('parallel orders', {
  destructive: true,
  uses: [replayedOrder],
  async make(t: CheckContext) {
    const { first, after } = await t.use(replayedOrder);
    const id = first.body.customer_id;
    const replies: Exchange[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const body = orderBody(t, id);
      const headers = idempotencyHeader(newIdempotencyKey(t));
      replies.push(await sendTogether(t, 'createOrder', { body, headers }));
    }
    await waitForReadLag(t);
    const listing = await t.as('tenantA').list('listCustomerServices', { params: { id }, whole: true });
    // Services that existed before the parallel requests are not counted.
    const servicesBefore = new Set(after.services);
    const services = listing.items
      .flatMap((item) => idIn(item) ?? [])
      .filter((id) => !servicesBefore.has(id));
    return { replies, services, list: listing.exchange };
  },
});

const REPLAY_REQUIREMENT = 'idempotency/replay-is-one-operation';

// Ends the check as inconclusive when the customer had more services or invoices before the replay than its one order
// explains: then others order for the customer as well. Call this function before reporting an effect of the replay.
function requireOwnEffects(t: CheckContext, { first, before }: FixtureValue<typeof replayedOrder>): void {
  const shown = first.services.filter((id) => before.services.includes(id)).length;
  if (shown > 0 && before.services.length > shown && before.invoices > 1)
    t.inconclusive('others order for this customer as well', {
      exchange: [first.created, ...before.exchanges],
    });
}

export const replayedOrders = [
  row('idempotency/order-replay-services', REPLAY_REQUIREMENT, replayedOrder, {
    must: 'create the services of a replayed order once',
    group: 'idempotency/order-replay',
    expect(t: CheckContext, run) {
      const { first, before, replay: repeated, after } = run;
      if (before.services.length === 0)
        t.inconclusive('the customer shows no services', { exchange: before.exchanges });
      if (t.compared(after.services.join() === before.services.join())) return;
      requireOwnEffects(t, run);
      t.fail('the replay created services of its own', {
        expected: before.services,
        actual: after.services,
        exchange: [repeated, first.created, ...after.exchanges],
      });
    },
  }),
  row('idempotency/order-replay-invoice', REPLAY_REQUIREMENT, replayedOrder, {
    must: 'bill a replayed order once',
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services'],
    expect(t: CheckContext, run) {
      const { first, before, replay: repeated, after } = run;
      if (before.invoices === 0)
        t.inconclusive('no invoice speaks of the customer', { exchange: before.exchanges });
      if (after.invoices !== before.invoices) requireOwnEffects(t, run);
      equals(t, after.invoices, before.invoices, 'the replay created an invoice of its own', [
        repeated,
        first.created,
        ...after.exchanges,
      ]);
    },
  }),
  row('idempotency/order-replay-debit', REPLAY_REQUIREMENT, replayedOrder, {
    must: 'charge the wallet for a replayed order once',
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services'],
    async expect(t: CheckContext, run) {
      const { start, first, before, replay: repeated, after } = run;
      if (start === undefined || before.balance === undefined || after.balance === undefined) {
        t.inconclusive('no member of the wallet is known to be its balance', { exchange: before.exchanges });
      }
      if (after.balance < before.balance) {
        requireOwnEffects(t, run);
        // The charge for the first order may appear in the balance after a delay, so the order's total is used where it
        // is known.
        if (start - before.balance < first.total)
          t.inconclusive('the balance did not show the charge for the first order yet', {
            exchange: before.exchanges,
          });
      }
      await expectBalance(t, after.balance >= before.balance, 'the replay charged the wallet once more', {
        ...deviationOf(
          replayedOrder,
          run,
          (one) => (one.after.balance ?? Number.NaN) - (one.before.balance ?? Number.NaN),
        ),
        unit: first.total,
        expected: before.balance,
        actual: after.balance,
        exchange: [repeated, first.created, ...after.exchanges],
      });
    },
  }),
  row('idempotency/order-replay-id', REPLAY_REQUIREMENT, replayedOrder, {
    must: 'answer a replayed order with the order that was placed',
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services', 'orders/response-id'],
    expect(t: CheckContext, { first, replay: repeated }) {
      if (t.compared(!isSuccess(repeated))) return;
      equals(t, idOf(repeated), first.id, 'the replay names another order', [repeated, first.created]);
      const [original, replayed] = [first.created.json, repeated.json].map((json) =>
        isObject(json) ? json.created_at : undefined,
      );
      holds(
        t,
        original === undefined ||
          replayed === undefined ||
          Number.isNaN(timeOf(original) - timeOf(replayed)) ||
          isSameTime(original, replayed),
        'the replay names another creation time',
        { expected: original, actual: replayed, exchange: [repeated, first.created] },
      );
    },
  }),
  row('idempotency/order-replay-answer', 'idempotency/replay-same-answer', replayedOrder, {
    should: 'answer a replay as the original was answered',
    after: ['idempotency/order-replay-services', 'idempotency/order-replay-id', 'statuses/order-is-201'],
    expect: (t, { first, replay: repeated }) => t.expect(repeated).status(first.created.status),
  }),
  row('idempotency/order-parallel', REPLAY_REQUIREMENT, parallelOrder, {
    must: 'place one order when its replays arrive at the same time',
    group: 'idempotency/order-replay',
    after: [
      'customers/services-own',
      'orders/services-exist',
      'orders/services-of-the-customer',
      'idempotency/order-replay-services',
      'idempotency/order-replay-id',
      'idempotency/order-parallel-no-crash',
    ],
    async expect(t: CheckContext, { replies, services, list }) {
      for (const round of replies) {
        const ids = new Set(round.filter(isSuccess).map(idOf));
        if (ids.size === 0) t.inconclusive('none of the requests was taken', { exchange: round });
        holds(t, ids.size <= 1, `${ids.size} orders were placed`, {
          expected: 1,
          actual: ids.size,
          exchange: round,
        });
      }
      const named = new Set(
        replies
          .flat()
          .filter(isSuccess)
          .flatMap(({ json }) => [...leaves(json)])
          .filter(({ name, value }) => name === 'services' && idText(value) !== undefined)
          .map(({ value }) => idText(value)),
      );
      const extra = services.filter((id) => !named.has(id));
      if (extra.length > 0) requireOwnEffects(t, await t.use(replayedOrder));
      holds(t, extra.length === 0, 'services were created that no answer names', {
        actual: extra,
        exchange: [list, ...replies.flat()],
      });
    },
  }),
  row(
    'idempotency/key-within-tenant/createOrder',
    'idempotency/key-within-tenant',
    [replayedOrder, distinctTenants],
    {
      must: 'give no tenant the order that another one placed under the same key',
      needs: ['tenantA', 'tenantB'],
      after: ['idempotency/key-within-tenant', 'isolation/createOrder'],
      async expect(t: CheckContext, { first }) {
        const key = first.created.request.headers['idempotency-key'];
        if (key === undefined)
          t.inconclusive('the order was placed without a key', { exchange: first.created });
        const reply = await t.as('tenantB').send('createOrder', {
          body: first.body,
          headers: idempotencyHeader(key),
          deliberateFault: "another tenant's key",
        });
        holds(
          t,
          !isSuccess(reply) || !mentions(reply.json, first.id),
          "the other tenant got the first one's order",
          {
            expected: 'a refusal, or an order of its own',
            actual: reply.json,
            exchange: [reply, first.created],
          },
        );
      },
    },
  ),
  row('idempotency/order-parallel-no-crash', 'idempotency/parallel-no-crash', parallelOrder, {
    must: 'answer replays that arrive at the same time without a server error',
    expect: (t, { replies }) => noServerError(t, ...replies.flat()),
  }),
];

const PURCHASES: readonly (readonly [OperationId, Fixture<Creation>])[] = [
  ['transferDomain', newTransfer],
  ...CREATED_KINDS.map((kind) => [kindSpecs[kind].create, creations[kind]] as const),
];

export const replayedProducts = PURCHASES.filter(
  ([operation]) => operationOf(operation).idempotency !== null,
).flatMap(([operation, attempt]) => {
  const { area } = operationOf(operation);
  const replayed = fixture(`replayed ${operation}`, {
    uses: [attempt],
    async make(t: CheckContext) {
      const first = requireCreated(t, await t.use(attempt));
      const headers = idempotencyHeader(first.key);
      return { first, again: await chargeOf(t, () => request(t, operation, { body: first.body, headers })) };
    },
  });
  return [
    row(`idempotency/${operation}`, 'idempotency/purchases', replayed, {
      should: `collapse a replayed ${operation} into one`,
      area,
      mode: 'full',
      group: 'idempotency/purchases',
      after: ['idempotency/topup-replay'],
      async expect(t: CheckContext, { first, again: { value: replay } }) {
        if (!isSuccess(replay))
          t.inconclusive('the replay was refused', { exchange: [replay, first.created] });
        const repeated = idOf(replay);
        if (repeated === undefined) t.inconclusive('the replay shows no id', { exchange: replay });
        equals(t, repeated, first.id, 'the replay made another one', [replay, first.created]);
      },
    }),
    chargedOnce(operation, area, replayed, ({ again }) => again),
  ];
});
