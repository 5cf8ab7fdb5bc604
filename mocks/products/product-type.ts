// What a kind of product adds to a service: the resource of its own area (an account, a name, a server) that lives with it.
import type { ServiceRow, Store } from '../tables.ts';

/**
 * The resource behind a service, as the service is ordered, made, and ended. A kind knows its own table only: money,
 * orders and subscriptions are none of its business, and it is told after the service itself has moved.
 */
export type ProductType<Details> = {
  /**
   * The resource of a service that was just ordered, in its first state. Returns its id: the service's
   * `resource_id`; null where nothing can be opened.
   * @param details what the area's own create request says; undefined for an item of POST /orders
   * @param invoice_id the invoice that will bill the order, which is issued after
   */
  open(store: Store, service: ServiceRow, details: Details | undefined, invoice_id: string): string | null;
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
  /** Nothing renews the service any more: it lives as long as it is paid for. */
  unrenewed?(store: Store, service: ServiceRow): void;

  /** Why it cannot be made after all, as a sentence; null when it can. Asked when provisioning ends. */
  provisioningError?(store: Store, service: ServiceRow): string | null;
  /** When the first cycle begins; now where a kind does not say. */
  firstCycleStart?(store: Store, service: ServiceRow): string;
  /** Refuses a renewal until `until` that the resource would not survive to, or cannot be paid for that far ahead. */
  assertRenewable?(store: Store, service: ServiceRow, until: string): void;
  /** Whether the resource, and the service with it, lives past the time that is paid for; it ends the service then. */
  survivesExpiry?(store: Store, service: ServiceRow): boolean;
};
