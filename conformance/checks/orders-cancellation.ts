// Checks of order cancellation: a pending order can be cancelled, any other order cannot.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { CheckEnded } from '../../src/suite/model/outcome.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, request } from '../expectations.ts';
import { customer, order, placeOrder, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { readOrderDetail } from '../support/fixtures/orders.ts';
import { givenPendingOrder, meansPending, placePending } from '../support/fixtures/pending-orders.ts';
import { serviceLifecycle } from '../support/fixtures/service-lifecycle.ts';
import { waitUntilStable } from '../support/polling.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';
import { orderBody } from '../support/request-bodies/request-bodies.ts';
import { endedServices } from '../undo.ts';

const { row } = checksOf({ area: 'orders' });

/** Returns a pending order: an unused order from the target file, else a new order. */
async function findPendingOrder(t: CheckContext): Promise<{ id: string; before: Exchange }> {
  const given = await givenPendingOrder(t);
  if (given) return { id: given.id, before: given.created };
  const { id } = await placePending(t, (await t.use(customer)).id, {}, true);
  const before = await readOrderDetail(t, id);
  if (isSuccess(before) && meansPending(t, statusIn(before.json))) return { id, before };
  t.inconclusive('the order to be cancelled is not shown as `pending`', { exchange: before });
}

const cancelledOrder = fixture('cancelled order', {
  pendingOrders: 1,
  destructive: true,
  uses: [customer],
  after: ['orders/cancel-pending'],
  async make(t: CheckContext) {
    const api = t.as('tenantA');
    const { id, before } = await findPendingOrder(t);
    const cancel = await api.send('cancelOrder', { params: { id } });
    await waitForReadLag(t);
    const after = await readOrderDetail(t, id);
    const repeated = await api.send('cancelOrder', { params: { id } });
    return { id, before, cancel, after, repeated };
  },
});

/** Tries to cancel an order paid by wallet as soon as it is placed, while it is in the first of its states. */
const earlyCancellation = fixture('order too late to cancel', {
  cost: 4,
  destructive: true,
  uses: [order, cancelledOrder],
  after: ['orders/cancel-only-pending'],
  async make(t: CheckContext) {
    const { body } = await t.use(order);
    const pending = await t.use(cancelledOrder).catch((error: unknown) => {
      if (!(error instanceof CheckEnded)) throw error;
    });
    const { id, status: initial } = await placeOrder(t, orderBody(t, body.customer_id), {
      undo: endedServices,
    });
    const before = await readOrderDetail(t, id);
    const status = statusIn(t.require(before).success().json);
    if (status === undefined || meansPending(t, status)) {
      t.inconclusive('the order paid by wallet is not shown in a state other than `pending`', {
        exchange: before,
      });
    }
    // The specification shows one state of an order, and does not say that an order in it is not pending.
    if (pending === undefined && status === initial) {
      t.inconclusive(`no order showed which state is pending, so \`${status}\` may be it`, {
        exchange: before,
      });
    }
    const cancel = await request(t, 'cancelOrder', { params: { id } });
    await waitForReadLag(t);
    return { before, cancel, after: await readOrderDetail(t, id) };
  },
});

/** The order paid by wallet, at the end of the run: its state may be another one than when its cancellation was refused. */
const lateCancellation = fixture('cancellation of an order at the end of the run', {
  uses: [order, earlyCancellation],
  changes: [],
  after: ['orders/cancel-only-pending'],
  async make(t: CheckContext) {
    const { id, status: first } = await t.use(order);
    const tried = await t.use(earlyCancellation).then(
      ({ before }) => statusIn(before.json),
      (error: unknown) => {
        if (error instanceof CheckEnded) return first;
        throw error;
      },
    );
    const now = await waitUntilStable(t, (allowCached) => readOrderDetail(t, id, allowCached), {
      kind: 'order',
      isInProgress: (status) => /process|progress|provision/i.test(status),
      patience: 10_000,
    });
    const status = statusIn(t.require(now).success().json);
    if (status === undefined || status === tried || meansPending(t, status))
      t.notApplicable('the order is in no state in which no cancellation was tried');
    const deliberateFault = `an order that is \`${status}\``;
    return { now, status, cancel: await request(t, 'cancelOrder', { params: { id }, deliberateFault }) };
  },
});

export const orderCancellation = [
  row('orders/cancel-pending', 'endpoints/cancel-order', cancelledOrder, {
    must: 'cancel a pending order',
    expect: (t, { cancel }) => t.expect(cancel).success(),
  }),
  row('orders/cancel-shows', 'states/acknowledged-action-happens', cancelledOrder, {
    must: 'show that an order was cancelled',
    async expect(t, { id, before, cancel }) {
      let { after } = await t.use(cancelledOrder);
      t.require(cancel).success();
      const isAnnounced = cancel.status === 202 || !isSameBody(after.json, before.json);
      if (meansPending(t, statusIn(after.json)) && isAnnounced)
        t.inconclusive('the order may be cancelled later', { exchange: [after, cancel] });
      await t.eventually('read', async () => {
        if (meansPending(t, statusIn(after.json))) after = await readOrderDetail(t, id);
        holds(t, !meansPending(t, statusIn(after.json)), 'the cancelled order is still pending', {
          actual: after.json,
          exchange: [after, cancel],
        });
      });
    },
  }),
  row('orders/cancelled-state', 'states/action-visible', cancelledOrder, {
    should: 'put a cancelled order into the state `cancelled`',
    after: ['orders/cancel-shows'],
    given: ['cancel'],
    expect: (t, { after }) =>
      equals(t, statusIn(after.json), 'cancelled', 'the order is in another state', after),
  }),
  row('orders/cancel-twice', 'states/wrong-state-refused', cancelledOrder, {
    should: 'refuse to cancel an order twice',
    after: ['orders/cancel-shows', 'orders/cancel-only-pending'],
    given: ['cancel'],
    expect: (t, { repeated }) => t.expect(repeated).refused(),
  }),
  row('orders/cancel-only-pending', 'states/only-pending-orders-cancel', earlyCancellation, {
    must: 'refuse to cancel an order that is not pending',
    mode: 'full',
    after: ['orders/starts-processing', 'orders/get'],
    expect(t: CheckContext, { before, cancel, after }) {
      holds(t, !isSuccess(cancel), `an order in the state \`${statusIn(before.json)}\` was cancelled`, {
        expected: '422, or another refusal',
        actual: cancel.status,
        exchange: [cancel, before, after],
      });
      t.expect(cancel).refused();
    },
  }),
  row('orders/cancel-completed', 'states/only-pending-orders-cancel', serviceLifecycle, {
    must: 'refuse to cancel an order whose services were delivered',
    mode: 'full',
    after: ['orders/cancel-only-pending'],
    expect(t: CheckContext, { orderAfterwards: { order, cancel } }) {
      const status = statusIn(t.require(order).success().json);
      if (cancel === null) t.inconclusive(`the order is shown as \`${status}\``, { exchange: order });
      holds(t, !isSuccess(cancel), `an order in the state \`${status}\` was cancelled`, {
        expected: '422, or another refusal',
        actual: cancel.status,
        exchange: [cancel, order],
      });
    },
  }),
  row('orders/cancel-late', 'states/only-pending-orders-cancel', lateCancellation, {
    must: 'refuse to cancel an order in the state that it reaches last',
    mode: 'full',
    phase: 'last',
    retry: false,
    after: ['orders/cancel-only-pending', 'orders/cancel-completed'],
    expect: (t: CheckContext, { now, status, cancel }) =>
      holds(t, !isSuccess(cancel), `an order in the state \`${status}\` was cancelled`, {
        expected: '422, or another refusal',
        actual: cancel.status,
        exchange: [cancel, now],
      }),
  }),
  row('orders/refused-cancel-changes-nothing', 'states/refused-action-changes-nothing', earlyCancellation, {
    must: 'leave an order as it was when its cancellation is refused',
    mode: 'full',
    expect(t, { before, cancel, after }) {
      t.require(cancel).refused();
      const [was, is] = [statusIn(before.json), statusIn(after.json)];
      holds(
        t,
        is === was || is === undefined || !/cancel|void|withdrawn|abort/i.test(is),
        'a refused cancellation cancelled the order',
        { expected: was, actual: is, exchange: [after, cancel] },
      );
    },
  }),
];
