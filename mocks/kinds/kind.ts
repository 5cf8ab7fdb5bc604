// What a kind of product adds to a service: the resource of its own area (an account, a name, a server) that lives with it.
import type { ServiceRow, Store } from '../tables.ts';

/**
 * The resource behind a service, as the service is ordered, made, and ended. A kind knows its own table only: money,
 * orders and subscriptions are none of its business, and it is told after the service itself has moved.
 */
export type Kind<Details> = {
  /**
   * The resource of a service that was just ordered, in its first state. Returns its id: the service's `resource_id`.
   * @param details what the area's own create request says; undefined for an item of POST /orders
   * @param invoice_id the invoice that will bill the order, which is issued after
   */
  open(store: Store, service: ServiceRow, details: Details | undefined, invoice_id: string): string;
  /** Provisioning is done: the service runs. */
  activate?(store: Store, service: ServiceRow): void;
  /** Provisioning failed. */
  fail?(store: Store, service: ServiceRow): void;
  /** The order was cancelled before anything was made. */
  cancel?(store: Store, service: ServiceRow): void;
  suspend?(store: Store, service: ServiceRow): void;
  unsuspend?(store: Store, service: ServiceRow): void;
  terminate?(store: Store, service: ServiceRow): void;
  /** A renewal was paid: `next_due_at` and, where it has one, `expires_at` of the service have moved on. */
  renew?(store: Store, service: ServiceRow): void;
};
