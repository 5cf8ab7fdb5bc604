// Provisioning: turns a paid order into active services, or into a failed order with a refund.

import { endOfCycle, isRecurring } from '../billing/cycles.ts';
import { refundInvoice } from '../billing/payments.ts';
import { startSubscription } from '../billing/subscriptions.ts';
import { type OrderRow, type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { scheduleByPace } from './lifecycle-pace.ts';
import { productOf } from './price-list.ts';
import { firstCycleStart, provisioningError, syncResource } from './product-types.ts';

/** How long provisioning takes on the world's clock, in milliseconds. Chosen by this contract. */
const PROVISIONING_MS = 3000;

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

function activateService(store: Store, service: ServiceRow): ServiceRow {
  const { billing_cycle: cycle, type } = service;
  const until = isRecurring(cycle) ? endOfCycle(firstCycleStart(store, service), cycle) : null;
  const subscription = startSubscription(store, service, until);
  const active = store.services.move(service.id, 'activate', {
    activated_at: store.now,
    next_due_at: until,
    // Chosen by this contract: domains and certificates have an expiry date of their own; other services last as long as
    // they are paid for.
    expires_at: type === 'domain' || type === 'ssl' ? until : null,
    subscription_id: subscription?.id ?? null,
  });
  syncResource(store, active, 'activate');
  return emitEvent(store, 'service.activated', active);
}
