// Provisioning: what happens between an order that is paid and services that run.

import { addMs } from '../billing/cycles.ts';
import { refundInvoice } from '../billing/payments.ts';
import { type OrderRow, type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { activateService } from './instances.ts';
import { productOf } from './price-list.ts';
import { provisioningError, syncResource } from './product-types.ts';

/** How long provisioning takes on the world's clock, in milliseconds. Chosen. */
const PROVISIONING_MS = 3000;

/**
 * Provisioning of a paid order begins. By the world's `lifecycle` it takes a few seconds (`time`), is done before the
 * next request (`immediate`), or waits for a hand (`manual`).
 */
export function beginProvisioning(store: Store, order: OrderRow): void {
  const { lifecycle } = store.settings;
  if (lifecycle === 'manual') return;
  const at = lifecycle === 'immediate' ? store.now : addMs(store.now, PROVISIONING_MS);
  store.schedule('order.provisioned', at, timerRef('order_id', order));
}

/** Timer: provisioning ends. All services become active, or, when one of them cannot be made, none does. */
export function finishProvisioning(store: Store, order: OrderRow): OrderRow {
  if (order.status !== 'processing') return order;
  const services = pendingServices(store, order);
  for (const service of services) {
    const { fails } = productOf(service.sku_id);
    const reason = fails ? `${service.name} could not be provisioned.` : provisioningError(store, service);
    if (reason !== null) return failOrder(store, order, reason);
  }
  for (const service of services) activateService(store, service);
  return emitEvent(
    store,
    'order.completed',
    store.orders.move(order.id, 'complete', { completed_at: store.now }),
  );
}

/** The services of an order that wait to be provisioned: all of them, but for those that were ended meanwhile. */
export const pendingServices = (store: Store, order: OrderRow): ServiceRow[] =>
  order.services.map((id) => store.services.get(id)).filter(({ status }) => status === 'pending');

/** Gives an order up: its services fail, and what was paid goes back into the wallet. */
export function failOrder(store: Store, order: OrderRow, reason: string): OrderRow {
  for (const { id } of pendingServices(store, order))
    syncResource(store, store.services.move(id, 'fail'), 'fail');
  refundInvoice(store, store.invoices.get(order.invoice_id));
  return emitEvent(store, 'order.failed', store.orders.move(order.id, 'fail', { failure_reason: reason }));
}
