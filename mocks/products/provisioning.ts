// Provisioning: turns a paid order into active services, or into a failed order with a refund.

import { refundInvoice } from '../billing/payments.ts';
import { type OrderRow, type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { activateService } from './instances.ts';
import { scheduleByPace } from './lifecycle-pace.ts';
import { productOf } from './price-list.ts';
import { provisioningError, syncResource } from './product-types.ts';

/** How long provisioning takes on the world's clock, in milliseconds. Chosen by this contract. */
const PROVISIONING_MS = 3000;

/** Starts the provisioning of a paid order. */
export const beginProvisioning = (store: Store, order: OrderRow): void =>
  scheduleByPace(store, 'order.provisioned', PROVISIONING_MS, timerRef('order_id', order));

/**
 * Completes an order and activates its services. If the provisioning of one service fails, the order fails and no
 * service is activated. A timer calls this function at the end of provisioning.
 */
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

/** Lists the services of an order that still wait for provisioning. */
export const pendingServices = (store: Store, order: OrderRow): ServiceRow[] =>
  order.services.map((id) => store.services.get(id)).filter(({ status }) => status === 'pending');

/** Fails an order: marks its services as failed, and returns the payment to the wallet. */
export function failOrder(store: Store, order: OrderRow, reason: string): OrderRow {
  for (const { id } of pendingServices(store, order))
    syncResource(store, store.services.move(id, 'fail'), 'fail');
  refundInvoice(store, store.invoices.get(order.invoice_id));
  return emitEvent(store, 'order.failed', store.orders.move(order.id, 'fail', { failure_reason: reason }));
}
