// Defects of the states of an order: its first state, and the states in which it can be cancelled.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const orders: readonly Mutant[] = [
  ...each(['pending', 'completed'], (status) =>
    stated(
      `orders/starts-in-wrong-status[${status}]`,
      `a new order paid by wallet is \`${status}\``,
      'states/order-starts-processing',
      'orders/starts-processing',
      (p) =>
        p.reply('createOrder', (reply, { json }) => {
          if (isSuccess(reply) && valueAt(json, 'payment_method') === 'wallet')
            setAt(reply.json, 'status', status);
        }),
    ),
  ),
  chosen(
    'orders/unpaid-order-starts',
    'an unpaid order starts at once',
    'billing/pending-without-wallet',
    'orders/pending-without-wallet',
    (p) =>
      p.handler('createOrder', ({ body, db }, go) => {
        const result = go();
        if (textAt(body, 'payment_method') === 'wallet' || !isObject(result)) return result;
        return db.table('orders').update(String(result.id), { status: 'processing' });
      }),
  ),
  stated(
    'orders/cancel-when-not-pending[processing]',
    'an order that is not pending can be cancelled',
    ['states/only-pending-orders-cancel', 'endpoints/cancel-order'],
    'orders/cancel-only-pending',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        if (order?.status === 'pending' || order?.status === 'cancelled') return go();
        return db
          .table('orders')
          .update(request.params.id ?? '', { status: 'cancelled', cancelled_at: db.now });
      }),
  ),
  chosen(
    'orders/cancel-when-not-pending[cancelled]',
    'an order can be cancelled twice',
    ['states/wrong-state-refused', 'states/only-pending-orders-cancel'],
    'orders/cancel-twice',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'cancelled' ? order : go();
      }),
  ),
  stated(
    'orders/pending-cancel-refused',
    'a pending order cannot be cancelled',
    ['endpoints/cancel-order', 'states/only-pending-orders-cancel'],
    'orders/cancel-pending',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) =>
        db.table('orders').find(request.params.id ?? '')?.status === 'pending'
          ? p.throwRefusal('INVALID_STATE')
          : go(),
      ),
  ),
  follows(
    'orders/cancel-not-done',
    'a cancellation is acknowledged and does not happen',
    ['states/acknowledged-action-happens', 'endpoints/cancel-order'],
    'orders/cancel-shows',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'pending' ? { ...order, status: 'cancelled' } : go();
      }),
  ),
  follows(
    'orders/refused-cancel-changes',
    'a refused cancellation changes the order',
    ['states/refused-action-changes-nothing', 'states/only-pending-orders-cancel'],
    'orders/refused-cancel-changes-nothing',
    (p) =>
      p.reply('cancelOrder', ({ status }, { params: { id = '' } }) => {
        if (status !== 422) return;
        p.readDb((db) => {
          const tenant = db.table('orders').find(id)?.tenant_id;
          if (typeof tenant === 'string') db.of(tenant).table('orders').update(id, { status: 'cancelled' });
        });
      }),
  ),
  stated(
    'orders/completed-cancelled',
    'a completed order can be cancelled',
    'states/only-pending-orders-cancel',
    'orders/cancel-completed',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'completed'
          ? db.table('orders').update(order.id, { status: 'cancelled' })
          : go();
      }),
  ),
  follows(
    'orders/cancel-forgotten',
    'a cancellation is forgotten by the next read',
    ['states/acknowledged-action-happens', 'endpoints/cancel-order'],
    'orders/cancel-shows',
    (p) => {
      const cancelled = new Set<string>();
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
      p.reply('getOrder', (reply, { params }) => {
        if (isSuccess(reply) && cancelled.has(params.id ?? '')) setAt(reply.json, 'status', 'pending');
      });
    },
  ),
  stated(
    'orders/cancel-500',
    'cancelling a pending order is a server error',
    'endpoints/cancel-order',
    'orders/cancel-pending',
    (p) =>
      p.reply('cancelOrder', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(500, 'SERVER_ERROR', 'Oops.'));
      }),
  ),
  stated(
    'orders/processing-cancel-acknowledged',
    'cancelling a processing order is acknowledged without effect',
    ['states/only-pending-orders-cancel', 'endpoints/cancel-order'],
    'orders/cancel-only-pending',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const o = db.table('orders').find(request.params.id ?? '');
        return o?.status === 'processing' || o?.status === 'completed' ? o : go();
      }),
  ),
  stated(
    'orders/processing-cancel-ignored',
    'cancelling a processing order is acknowledged and does nothing',
    ['states/only-pending-orders-cancel'],
    'orders/cancel-only-pending',
    (p) =>
      p.reply('cancelOrder', (reply) => {
        if (reply.status === 422) {
          replaceResponse(reply, jsonResponse(200, { message: 'Cancellation requested.' }));
        }
      }),
  ),
  follows(
    'orders/cancel-cancels-all',
    'cancelling an order cancels every pending order of the tenant',
    ['states/others-untouched', 'endpoints/cancel-order', 'states/only-pending-orders-cancel'],
    'resources/others-unchanged',
    (p) =>
      p.handler('cancelOrder', ({ db }, go) => {
        const result = go();
        const table = db.table('orders');
        for (const row of table.all())
          if (row.status === 'pending') table.update(row.id, { status: 'cancelled' });
        return result;
      }),
  ),
];
