// Defines the event types, and emits events to the event stream and to webhook endpoints.

import type { Store } from '../tables.ts';
import { deliverToSubscribers } from './deliveries.ts';

/** The type of an event of the platform. */
export type EventType =
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deactivated'
  | 'service.activated'
  | 'service.suspended'
  | 'service.unsuspended'
  | 'service.terminated'
  | 'service.renewed'
  | 'order.created'
  | 'order.completed'
  | 'order.cancelled'
  | 'order.failed'
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.overdue'
  | 'invoice.cancelled'
  | 'subscription.created'
  | 'subscription.renewed'
  | 'subscription.cancelled'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.refunded'
  | 'wallet.topped_up'
  | 'wallet.debited'
  | 'wallet.low_balance'
  | 'domain.registered'
  | 'domain.transfer_started'
  | 'domain.transferred'
  | 'domain.renewed'
  | 'domain.nameservers_updated'
  | 'domain.expired'
  | 'dns_zone.created'
  | 'dns_zone.deleted'
  | 'dns_zone.records_changed'
  | 'certificate.issued'
  | 'certificate.reissued'
  | 'certificate.renewed'
  | 'certificate.expired'
  | 'vps.provisioned'
  | 'vps.started'
  | 'vps.stopped'
  | 'vps.rebooted'
  | 'vps.resized'
  | 'vps.terminated'
  | 'ticket.opened'
  | 'ticket.replied'
  | 'ticket.closed';

/**
 * Emits an event about a row, delivers the event to the webhook endpoints that subscribe to it, and returns the row.
 */
export function emitEvent<Row extends object>(store: Store, type: EventType, row: Row): Row {
  store.emit(type, row);
  deliverToSubscribers(store, type, row);
  return row;
}
