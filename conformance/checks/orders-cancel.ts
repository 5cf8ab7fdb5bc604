// Orders cancelled while they are pending, and only then.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { life } from '../kit/life.ts';
import { readOrderDetail } from '../kit/purchases.ts';
import { isSuccess, statusIn } from '../kit/reading.ts';
import { customer, order, placePending, sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'orders';

const mode = 'full';

type Cancelled = { id: string; before: Exchange; cancel: Exchange; after: Exchange; again: Exchange };

/** Which of the orders that a target file names were taken already: a second try cancels another one. */
const taken = new WeakMap<readonly string[], Set<string>>();

/** An order that is shown as pending: one the target file names, else a new one. */
async function pendingOrder(t: Context): Promise<{ id: string; before: Exchange }> {
  const given = t.values.pendingOrderIds ?? [];
  const tried = taken.get(given) ?? new Set();
  taken.set(given, tried);
  for (const id of given) {
    if (tried.has(id)) continue;
    tried.add(id);
    const before = await readOrderDetail(t, id);
    if (isSuccess(before) && statusIn(before.json) === 'pending') return { id, before };
  }
  const { id } = await placePending(t, (await t.use(customer)).id);
  const before = await readOrderDetail(t, id);
  if (isSuccess(before) && statusIn(before.json) === 'pending') return { id, before };
  t.inconclusive('the order to be cancelled is not shown as `pending`', { exchange: before });
}

/** A pending order that is cancelled, and then cancelled again. */
const cancelled = subject('cancelled order', {
  cost: 4,
  destructive: true,
  uses: [customer],
  async make(t: Context): Promise<Cancelled> {
    const api = t.as('tenantA');
    const { id, before } = await pendingOrder(t);
    const cancel = await api.send('cancelOrder', { params: { id } });
    await sinkIn(t);
    const after = await readOrderDetail(t, id);
    const again = await api.send('cancelOrder', { params: { id } });
    return { id, before, cancel, after, again };
  },
});

type Refused = { before: Exchange; cancel: Exchange; after: Exchange };

/** An order that is not pending, sent to be cancelled. */
const tooLate = subject('order too late to cancel', {
  cost: 2,
  uses: [order],
  async make(t: Context): Promise<Refused> {
    const { id } = await t.use(order);
    const before = await readOrderDetail(t, id, true);
    const status = statusIn(t.require(before).success().json);
    if (status === undefined || status === 'pending') {
      t.inconclusive('the order paid by wallet is not shown in a state other than `pending`', {
        exchange: before,
      });
    }
    const cancel = await t.as('tenantA').send('cancelOrder', { params: { id } });
    await sinkIn(t);
    return { before, cancel, after: await readOrderDetail(t, id) };
  },
});

export const orderCancellation = [
  check('orders/cancel-pending', {
    must: 'cancel a pending order',
    says: 'endpoints/cancel-order',
    area,
    cost: 0,
    uses: [cancelled],
    async run(t) {
      t.expect((await t.use(cancelled)).cancel).success();
    },
  }),
  check('orders/cancel-shows', {
    must: 'show that an order was cancelled',
    says: 'states/acknowledged-action-happens',
    area,
    cost: 0,
    uses: [cancelled],
    after: ['orders/cancel-pending'],
    async run(t: Context) {
      const { id, cancel } = await t.use(cancelled);
      let { after } = await t.use(cancelled);
      t.require(cancel).success();
      await t.eventually('read', async () => {
        if (statusIn(after.json) === 'pending') after = await readOrderDetail(t, id);
        if (statusIn(after.json) !== 'pending') return;
        t.fail('the cancelled order is still pending', { actual: after.json, exchange: [after, cancel] });
      });
    },
  }),
  check('orders/cancelled-state', {
    should: 'put a cancelled order into the state `cancelled`',
    says: 'states/action-visible',
    area,
    cost: 0,
    uses: [cancelled],
    after: ['orders/cancel-pending', 'orders/cancel-shows'],
    async run(t: Context) {
      const { cancel, after } = await t.use(cancelled);
      t.require(cancel).success();
      if (statusIn(after.json) === 'cancelled') return;
      t.fail('the order is in another state', { expected: 'cancelled', actual: after.json, exchange: after });
    },
  }),
  check('orders/cancel-twice', {
    should: 'refuse to cancel an order twice',
    says: 'states/wrong-state-refused',
    area,
    cost: 0,
    uses: [cancelled],
    after: ['orders/cancel-pending', 'orders/cancel-shows', 'orders/cancel-only-pending'],
    async run(t) {
      const { cancel, again } = await t.use(cancelled);
      t.require(cancel).success();
      t.expect(again).refused();
    },
  }),
  check('orders/cancel-twice-no-crash', {
    must: 'answer a second cancellation without a server error',
    says: 'states/wrong-state-no-crash',
    area,
    cost: 0,
    uses: [cancelled],
    after: ['orders/cancel-pending'],
    async run(t: Context) {
      const { again } = await t.use(cancelled);
      if (again.status >= 500) t.fail('it is a server error', { actual: again.status, exchange: again });
    },
  }),
  check('orders/cancel-only-pending', {
    must: 'refuse to cancel an order that is not pending',
    says: 'states/only-pending-orders-cancel',
    area,
    mode,
    cost: 0,
    uses: [tooLate],
    after: ['orders/starts-processing', 'orders/get'],
    async run(t: Context) {
      const { before, cancel, after } = await t.use(tooLate);
      if (isSuccess(cancel)) {
        t.fail(`an order in the state \`${statusIn(before.json)}\` was cancelled`, {
          expected: '422, or another refusal',
          actual: cancel.status,
          exchange: [cancel, before, after],
        });
      }
      t.expect(cancel).refused();
    },
  }),
  check('orders/cancel-completed', {
    must: 'refuse to cancel an order that is completed',
    says: 'states/only-pending-orders-cancel',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['orders/cancel-only-pending'],
    async run(t: Context) {
      const { order, cancel } = (await t.use(life)).done;
      const status = statusIn(t.require(order).success().json);
      if (cancel === null) t.inconclusive(`the order is shown as \`${status}\``, { exchange: order });
      if (!isSuccess(cancel)) return;
      t.fail(`an order in the state \`${status}\` was cancelled`, {
        expected: '422, or another refusal',
        actual: cancel.status,
        exchange: [cancel, order],
      });
    },
  }),
  check('orders/refused-cancel-changes-nothing', {
    must: 'leave an order as it was when its cancellation is refused',
    says: 'states/refused-action-changes-nothing',
    area,
    mode,
    cost: 0,
    uses: [tooLate],
    after: ['orders/cancel-only-pending'],
    async run(t: Context) {
      const { before, cancel, after } = await t.use(tooLate);
      t.require(cancel).refused();
      const [was, is] = [statusIn(before.json), statusIn(after.json)];
      if (is === was || is === undefined || !/cancel|void|withdrawn|abort/i.test(is)) return;
      t.fail('a refused cancellation cancelled the order', {
        expected: was,
        actual: is,
        exchange: [after, cancel],
      });
    },
  }),
];
