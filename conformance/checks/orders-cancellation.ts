// Checks of order cancellation: a pending order can be cancelled, any other order cannot.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { customer, order, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { readOrderDetail } from '../support/fixtures/orders.ts';
import { givenPendingOrder, meansPending, placePending } from '../support/fixtures/pending-orders.ts';
import { serviceLifecycle } from '../support/fixtures/service-lifecycle.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';

const check = checksOf({ area: 'orders' });

type CancelledOrder = { id: string; before: Exchange; cancel: Exchange; after: Exchange; repeated: Exchange };

/** Returns a pending order: an unused order from the target file, else a new order. */
async function findPendingOrder(t: CheckContext): Promise<{ id: string; before: Exchange }> {
  const given = await givenPendingOrder(t);
  if (given) return { id: given.id, before: given.created };
  const { id } = await placePending(t, (await t.use(customer)).id, {}, true);
  const before = await readOrderDetail(t, id);
  if (isSuccess(before) && meansPending(t, statusIn(before.json))) return { id, before };
  t.inconclusive('the order to be cancelled is not shown as `pending`', { exchange: before });
}

/** Cancels the same pending order twice. */
const cancelledOrder = fixture('cancelled order', {
  pendingOrders: 1,
  destructive: true,
  uses: [customer],
  after: ['orders/cancel-pending'],
  async make(t: CheckContext): Promise<CancelledOrder> {
    const api = t.as('tenantA');
    const { id, before } = await findPendingOrder(t);
    const cancel = await api.send('cancelOrder', { params: { id } });
    await waitForReadLag(t);
    const after = await readOrderDetail(t, id);
    const repeated = await api.send('cancelOrder', { params: { id } });
    return { id, before, cancel, after, repeated };
  },
});

type RejectedCancellation = { before: Exchange; cancel: Exchange; after: Exchange };

/** Sends a cancellation of an order that is no longer pending. */
const completedOrderCancellation = fixture('order too late to cancel', {
  uses: [order],
  after: ['orders/cancel-only-pending'],
  async make(t: CheckContext): Promise<RejectedCancellation> {
    const { id } = await t.use(order);
    const before = await readOrderDetail(t, id, true);
    const status = statusIn(t.require(before).success().json);
    if (status === undefined || meansPending(t, status)) {
      t.inconclusive('the order paid by wallet is not shown in a state other than `pending`', {
        exchange: before,
      });
    }
    const cancel = await t.as('tenantA').send('cancelOrder', { params: { id } });
    await waitForReadLag(t);
    return { before, cancel, after: await readOrderDetail(t, id) };
  },
});

export const orderCancellation = [
  check('orders/cancel-pending', {
    must: 'cancel a pending order',
    requirement: 'endpoints/cancel-order',
    uses: [cancelledOrder],
    async run(t) {
      t.expect((await t.use(cancelledOrder)).cancel).success();
    },
  }),
  check('orders/cancel-shows', {
    must: 'show that an order was cancelled',
    requirement: 'states/acknowledged-action-happens',
    uses: [cancelledOrder],
    async run(t: CheckContext) {
      const { id, cancel } = await t.use(cancelledOrder);
      let { after } = await t.use(cancelledOrder);
      t.require(cancel).success();
      await t.eventually('read', async () => {
        if (meansPending(t, statusIn(after.json))) after = await readOrderDetail(t, id);
        if (t.compared(!meansPending(t, statusIn(after.json)))) return;
        t.fail('the cancelled order is still pending', { actual: after.json, exchange: [after, cancel] });
      });
    },
  }),
  check('orders/cancelled-state', {
    should: 'put a cancelled order into the state `cancelled`',
    requirement: 'states/action-visible',
    uses: [cancelledOrder],
    after: ['orders/cancel-shows'],
    async run(t: CheckContext) {
      const { cancel, after } = await t.use(cancelledOrder);
      t.require(cancel).success();
      if (t.compared(statusIn(after.json) === 'cancelled')) return;
      t.fail('the order is in another state', {
        expected: 'cancelled',
        actual: statusIn(after.json) ?? null,
        exchange: after,
      });
    },
  }),
  check('orders/cancel-twice', {
    should: 'refuse to cancel an order twice',
    requirement: 'states/wrong-state-refused',
    uses: [cancelledOrder],
    after: ['orders/cancel-shows', 'orders/cancel-only-pending'],
    async run(t) {
      const { cancel, repeated } = await t.use(cancelledOrder);
      t.require(cancel).success();
      t.expect(repeated).refused();
    },
  }),
  check('orders/cancel-twice-no-crash', {
    must: 'answer a second cancellation without a server error',
    requirement: 'states/wrong-state-no-crash',
    uses: [cancelledOrder],
    async run(t: CheckContext) {
      const { repeated } = await t.use(cancelledOrder);
      if (t.compared(repeated.status >= 500))
        t.fail('it is a server error', { actual: repeated.status, exchange: repeated });
    },
  }),
  check('orders/cancel-only-pending', {
    must: 'refuse to cancel an order that is not pending',
    requirement: 'states/only-pending-orders-cancel',
    mode: 'full',
    uses: [completedOrderCancellation],
    after: ['orders/starts-processing', 'orders/get'],
    async run(t: CheckContext) {
      const { before, cancel, after } = await t.use(completedOrderCancellation);
      if (t.compared(isSuccess(cancel))) {
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
    must: 'refuse to cancel an order whose services were delivered',
    requirement: 'states/only-pending-orders-cancel',
    mode: 'full',
    uses: [serviceLifecycle],
    after: ['orders/cancel-only-pending'],
    async run(t: CheckContext) {
      const { order, cancel } = (await t.use(serviceLifecycle)).orderAfterwards;
      const status = statusIn(t.require(order).success().json);
      if (cancel === null) t.inconclusive(`the order is shown as \`${status}\``, { exchange: order });
      if (t.compared(!isSuccess(cancel))) return;
      t.fail(`an order in the state \`${status}\` was cancelled`, {
        expected: '422, or another refusal',
        actual: cancel.status,
        exchange: [cancel, order],
      });
    },
  }),
  check('orders/refused-cancel-changes-nothing', {
    must: 'leave an order as it was when its cancellation is refused',
    requirement: 'states/refused-action-changes-nothing',
    mode: 'full',
    uses: [completedOrderCancellation],
    async run(t: CheckContext) {
      const { before, cancel, after } = await t.use(completedOrderCancellation);
      t.require(cancel).refused();
      const [was, is] = [statusIn(before.json), statusIn(after.json)];
      if (t.compared(is === was || is === undefined || !/cancel|void|withdrawn|abort/i.test(is))) return;
      t.fail('a refused cancellation cancelled the order', {
        expected: was,
        actual: is,
        exchange: [after, cancel],
      });
    },
  }),
];
