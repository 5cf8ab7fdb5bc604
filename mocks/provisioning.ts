// Provisioning: what happens between an order that is paid and services that run.
import { productOf } from './catalogue.ts';
import { later } from './cycles.ts';
import { tell } from './events.ts';
import { activate } from './instances.ts';
import { flaw, follow } from './kinds/index.ts';
import { refund } from './money.ts';
import type { OrderRow, ServiceRow, Store } from './tables.ts';

/** How long provisioning takes on the world's clock, in milliseconds. Chosen. */
const DURATION = 3000;

/**
 * Provisioning of a paid order begins. By the world's `lifecycle` it takes a few seconds (`time`), is done before the
 * next request (`immediate`), or waits for a hand (`manual`).
 */
export function beginProvisioning(store: Store, { id: order_id, tenant_id }: OrderRow): void {
  const { lifecycle } = store.settings;
  if (lifecycle === 'manual') return;
  const at = lifecycle === 'immediate' ? store.now : later(store.now, DURATION);
  store.schedule('order.provisioned', at, { tenant_id, order_id });
}

/** Timer: provisioning ends. All services become active, or, when one of them cannot be made, none does. */
export function endProvisioning(store: Store, order: OrderRow): OrderRow {
  if (order.status !== 'processing') return order;
  const services = awaited(store, order);
  for (const service of services) {
    const { fails } = productOf(service.sku_id);
    const reason = fails ? `${service.name} could not be provisioned.` : flaw(store, service);
    if (reason !== null) return giveUp(store, order, reason);
  }
  for (const service of services) activate(store, service);
  return tell(store, 'order.completed', store.orders.move(order.id, 'complete', { completed_at: store.now }));
}

/** The services of an order that wait to be provisioned: all of them, but for those that were ended meanwhile. */
export const awaited = (store: Store, order: OrderRow): ServiceRow[] =>
  order.services.map((id) => store.services.get(id)).filter(({ status }) => status === 'pending');

/** Gives an order up: its services fail, and what was paid goes back into the wallet. */
export function giveUp(store: Store, order: OrderRow, reason: string): OrderRow {
  for (const { id } of awaited(store, order)) follow(store, store.services.move(id, 'fail'), 'fail');
  refund(store, store.invoices.get(order.invoice_id));
  return tell(store, 'order.failed', store.orders.move(order.id, 'fail', { failure_reason: reason }));
}
