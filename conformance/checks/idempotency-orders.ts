// Checks of orders that are replayed with the same Idempotency-Key, one after the other and in parallel; the checks
// count services, invoices and charges.

import { isObject } from '../../src/contract/is-object.ts';
import { idText } from '../../src/suite/mapping/ids.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import {
  createUsableCustomer,
  type Order,
  parseOrder,
  placeOrder,
  waitForReadLag,
} from '../support/fixtures/customers-and-orders.ts';
import { distinctTenants } from '../support/fixtures/owned-resources.ts';
import { idIn, idOf, isSuccess, leaves, mentions } from '../support/reply-readers/response-readers.ts';
import { timeOf } from '../support/reply-readers/times.ts';
import { balanceIn } from '../support/reply-readers/wallet-balance.ts';
import { newIdempotencyKey } from '../support/request-bodies/idempotency-key.ts';
import { orderBody } from '../support/request-bodies/request-bodies.ts';
import { PARALLEL_REQUESTS, requireOwnDeviation } from '../support/wallet.ts';
import { firstServerError, idempotencyHeader } from './billing-payments.ts';

const check = checksOf({ area: 'everywhere', mode: 'full' });

const ROUNDS = 2;

/** The services, invoices and wallet balance that exist after the orders of a customer. */
type OrderEffects = {
  services: string[];
  invoices: number;
  balance: number | undefined;
  exchanges: Exchange[];
};

async function readOrderEffects(t: CheckContext, customerId: string): Promise<OrderEffects> {
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

type OrderReplay = {
  /** the wallet balance before the first order, in minor units; undefined when the wallet shows no balance */
  start: number | undefined;
  first: Order;
  key: string;
  before: OrderEffects;
  replay: Exchange;
  after: OrderEffects;
};

/**
 * Places an order for a new customer, and sends the same request again.
 * @param between whether to read the effects between the two requests, for the case that the final state does not
 * show which request caused an effect
 */
async function replayOrder(t: CheckContext, between: boolean): Promise<OrderReplay> {
  const { id } = await createUsableCustomer(t);
  const key = newIdempotencyKey(t);
  const body = orderBody(t, id);
  const start = balanceIn((await t.as('tenantA').send('getWallet')).json);
  const first = await placeOrder(t, body, { headers: idempotencyHeader(key) });
  await waitForReadLag(t);
  const before = between ? await readOrderEffects(t, id) : undefined;
  const replay = await t
    .as('tenantA')
    .send('createOrder', { body, headers: idempotencyHeader(key), undo: false });
  await waitForReadLag(t);
  const after = await readOrderEffects(t, id);
  return { start, first, key, before: before ?? after, replay, after };
}

/** Returns whether a customer has exactly the services, invoices and charges of the given orders. */
function matchesExpectedEffects(
  orders: readonly Order[],
  start: number | undefined,
  after: OrderEffects,
): boolean {
  const { services, invoices, balance } = after;
  const named = orders.flatMap((placed) => placed.services).sort();
  if (orders.some((placed) => placed.services.length === 0) || services.join() !== named.join()) return false;
  const total = orders.reduce((sum, placed) => sum + placed.total, 0);
  return (
    invoices === orders.length && start !== undefined && balance !== undefined && start - balance === total
  );
}

type ParallelOrders = { replies: Exchange[][]; services: string[]; list: Exchange };

/**
 * Places several orders for a new customer, each by parallel requests with one Idempotency-Key, and sends the first
 * order once more. Returns null when the number of services, invoices or charges differs from the number of orders;
 * then other fixtures send each case by itself.
 */
const collapsedOrders = fixture('orders of one key each', {
  destructive: true,
  async make(t: CheckContext): Promise<{ replayed: OrderReplay; parallel: ParallelOrders } | null> {
    const api = t.as('tenantA');
    const start = balanceIn((await api.send('getWallet', { allowCached: true })).json);
    const { id } = await createUsableCustomer(t);
    const keys = Array.from({ length: ROUNDS }, () => newIdempotencyKey(t));
    const replies: Exchange[][] = [];
    const placed: Order[] = [];
    for (const key of keys) {
      const body = orderBody(t, id);
      const call = ['createOrder', { body, headers: idempotencyHeader(key) }] as const;
      const round = await api.sendConcurrently(Array.from({ length: PARALLEL_REQUESTS }, () => call));
      const accepted = round.filter(isSuccess);
      if (accepted[0] === undefined || new Set(accepted.map(idOf)).size > 1 || firstServerError(round))
        return null;
      replies.push(round);
      placed.push(parseOrder(t, accepted[0], body));
    }
    const [first] = placed;
    const [key] = keys;
    if (first === undefined || key === undefined) return null;
    await waitForReadLag(t);
    const replay = await api.send('createOrder', {
      body: first.body,
      headers: idempotencyHeader(key),
      undo: false,
    });
    await waitForReadLag(t);
    const after = await readOrderEffects(t, id);
    if (!matchesExpectedEffects(placed, start, after)) return null;
    return {
      replayed: { start, first, key, before: after, replay, after },
      parallel: { replies, services: after.services, list: after.exchanges[0] ?? replay },
    };
  },
});

/**
 * Places an order and sends the same request again. When the effects are not the effects of one order, does so with
 * another order and reads the effects between the two requests.
 */
export const replayedOrder = fixture('replayed order', {
  uses: [collapsedOrders],
  async make(t: CheckContext): Promise<OrderReplay> {
    const together = await t.use(collapsedOrders);
    if (together) return together.replayed;
    const firstTry = await replayOrder(t, false);
    return matchesExpectedEffects([firstTry.first], firstTry.start, firstTry.after)
      ? firstTry
      : replayOrder(t, true);
  },
});

/**
 * Sends the same order in parallel requests for one customer, in several rounds; each round has an Idempotency-Key of
 * its own.
 */
const parallelOrder = fixture('parallel orders', {
  uses: [collapsedOrders, replayedOrder],
  async make(t: CheckContext): Promise<ParallelOrders> {
    const together = await t.use(collapsedOrders);
    if (together) return together.parallel;
    const { first, after } = await t.use(replayedOrder);
    const id = first.body.customer_id;
    const replies: Exchange[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const body = orderBody(t, id);
      const headers = idempotencyHeader(newIdempotencyKey(t));
      replies.push(
        await t
          .as('tenantA')
          .sendConcurrently(
            Array.from({ length: PARALLEL_REQUESTS }, () => ['createOrder', { body, headers }] as const),
          ),
      );
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

export const replayedOrders = [
  check('idempotency/order-replay-services', {
    must: 'create the services of a replayed order once',
    requirement: REPLAY_REQUIREMENT,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    async run(t: CheckContext) {
      const { first, before, replay: repeated, after } = await t.use(replayedOrder);
      if (before.services.length === 0)
        t.inconclusive('the customer shows no services', { exchange: before.exchanges });
      if (after.services.join() === before.services.join()) return;
      t.fail('the replay created services of its own', {
        expected: before.services,
        actual: after.services,
        exchange: [repeated, first.created, ...after.exchanges],
      });
    },
  }),
  check('idempotency/order-replay-invoice', {
    must: 'bill a replayed order once',
    requirement: REPLAY_REQUIREMENT,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services'],
    async run(t: CheckContext) {
      const { first, before, replay: repeated, after } = await t.use(replayedOrder);
      if (before.invoices === 0)
        t.inconclusive('no invoice speaks of the customer', { exchange: before.exchanges });
      if (after.invoices === before.invoices) return;
      t.fail('the replay created an invoice of its own', {
        expected: before.invoices,
        actual: after.invoices,
        exchange: [repeated, first.created, ...after.exchanges],
      });
    },
  }),
  check('idempotency/order-replay-debit', {
    must: 'charge the wallet for a replayed order once',
    requirement: REPLAY_REQUIREMENT,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services'],
    async run(t: CheckContext) {
      const { start, first, before, replay: repeated, after } = await t.use(replayedOrder);
      if (start === undefined || before.balance === undefined || after.balance === undefined) {
        t.inconclusive('no member of the wallet is known to be its balance', { exchange: before.exchanges });
      }
      if (after.balance >= before.balance) return;
      await requireOwnDeviation(t, {
        measured: after.balance - before.balance,
        async remeasure(fresh) {
          const repeated = await replayOrder(fresh, true);
          return (repeated.after.balance ?? Number.NaN) - (repeated.before.balance ?? Number.NaN);
        },
        unit: first.total,
      });
      // The charge for the first order may appear in the balance after a delay, so the order's total is used where it is
      // known.
      const due = first.total > 0 ? first.total : start - before.balance;
      if (start - before.balance < due)
        t.inconclusive('the balance did not show the charge for the first order yet', {
          exchange: before.exchanges,
        });
      t.fail('the replay charged the wallet once more', {
        expected: before.balance,
        actual: after.balance,
        exchange: [repeated, first.created, ...after.exchanges],
      });
    },
  }),
  check('idempotency/order-replay-id', {
    must: 'answer a replayed order with the order that was placed',
    requirement: REPLAY_REQUIREMENT,
    uses: [replayedOrder],
    group: 'idempotency/order-replay',
    after: ['idempotency/order-replay-services', 'orders/response-id'],
    async run(t: CheckContext) {
      const { first, replay: repeated } = await t.use(replayedOrder);
      if (!isSuccess(repeated)) return;
      if (idOf(repeated) !== first.id) {
        t.fail('the replay names another order', {
          expected: first.id,
          actual: idOf(repeated) ?? null,
          exchange: [repeated, first.created],
        });
      }
      const [original, replayed] = [first.created.json, repeated.json].map((json) =>
        isObject(json) ? json.created_at : undefined,
      );
      if (
        original === undefined ||
        replayed === undefined ||
        !(Math.abs(timeOf(original) - timeOf(replayed)) >= 1000)
      )
        return;
      t.fail('the replay names another creation time', {
        expected: original,
        actual: replayed,
        exchange: [repeated, first.created],
      });
    },
  }),
  check('idempotency/order-replay-answer', {
    should: 'answer a replay as the original was answered',
    requirement: 'idempotency/replay-same-answer',
    uses: [replayedOrder],
    after: ['idempotency/order-replay-services', 'idempotency/order-replay-id', 'statuses/order-is-201'],
    async run(t) {
      const { first, replay: repeated } = await t.use(replayedOrder);
      t.expect(repeated).status(first.created.status);
    },
  }),
  check('idempotency/order-parallel', {
    must: 'place one order when its replays arrive at the same time',
    requirement: REPLAY_REQUIREMENT,
    uses: [parallelOrder],
    group: 'idempotency/order-replay',
    after: [
      'customers/services-own',
      'orders/services-exist',
      'orders/services-of-the-customer',
      'idempotency/order-replay-services',
      'idempotency/order-replay-id',
      'idempotency/order-parallel-no-crash',
    ],
    async run(t: CheckContext) {
      const { replies, services, list } = await t.use(parallelOrder);
      for (const round of replies) {
        const ids = new Set(round.filter(isSuccess).map(idOf));
        if (ids.size === 0) t.inconclusive('none of the requests was taken', { exchange: round });
        if (ids.size > 1)
          t.fail(`${ids.size} orders were placed`, { expected: 1, actual: [...ids], exchange: round });
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
      if (extra.length === 0) return;
      t.fail('services were created that no answer names', {
        actual: extra,
        exchange: [list, ...replies.flat()],
      });
    },
  }),
  check('idempotency/key-within-tenant/createOrder', {
    must: 'give no tenant the order that another one placed under the same key',
    requirement: 'idempotency/key-within-tenant',
    needs: ['tenantA', 'tenantB'],
    uses: [distinctTenants, replayedOrder],
    after: ['idempotency/key-within-tenant', 'isolation/createOrder'],
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { first } = await t.use(replayedOrder);
      const key = first.created.request.headers['idempotency-key'];
      if (key === undefined)
        t.inconclusive('the order was placed without a key', { exchange: first.created });
      const reply = await t.as('tenantB').send('createOrder', {
        body: first.body,
        headers: idempotencyHeader(key),
        deliberateFault: "another tenant's key",
      });
      if (!isSuccess(reply) || !mentions(reply.json, first.id)) return;
      t.fail("the other tenant got the first one's order", {
        expected: 'a refusal, or an order of its own',
        actual: reply.json,
        exchange: [reply, first.created],
      });
    },
  }),
  check('idempotency/order-parallel-no-crash', {
    must: 'answer replays that arrive at the same time without a server error',
    requirement: 'idempotency/parallel-no-crash',
    uses: [parallelOrder],
    async run(t: CheckContext) {
      const { replies } = await t.use(parallelOrder);
      const crash = firstServerError(replies.flat());
      if (crash !== undefined)
        t.fail('one of them is a server error', { actual: crash.status, exchange: crash });
    },
  }),
];
