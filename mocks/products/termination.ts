// Ends services in any status, and orders that are not completed.

import { cancelOrder } from '../areas/orders.ts';
import type { OrderRow, ServiceRow, Store } from '../tables.ts';
import { terminateService } from './instances.ts';
import { syncResource } from './product-types.ts';
import { failOrder } from './provisioning.ts';

/**
 * Ends a service in any status. Chosen by this contract: a pending service leaves its order; an order without
 * remaining services is cancelled, or, if it was paid, failed and refunded.
 */
export function endService(store: Store, service: ServiceRow): void {
  if (service.status === 'active' || service.status === 'suspended') terminateService(store, service.id);
  if (service.status !== 'pending') return;
  const cancelled = store.services.move(service.id, 'cancel', { auto_renew: false });
  syncResource(store, cancelled, 'cancel');
  const order = cancelled.order_id == null ? undefined : store.orders.get(cancelled.order_id);
  if (order?.services.every((id) => store.services.get(id).status !== 'pending')) endOrder(store, order);
}

/** Ends an order that is not completed: cancels an unpaid order, and fails and refunds a paid order. */
export function endOrder(store: Store, order: OrderRow): void {
  if (order.status === 'pending') cancelOrder(store, order.id);
  if (order.status === 'processing') failOrder(store, order, 'It was ended before it was provisioned.');
}
