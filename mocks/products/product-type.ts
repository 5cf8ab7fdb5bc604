// The interface of a product type: the resource (account, domain, instance …) that follows its service.
import type { ServiceRow, Store } from '../tables.ts';

/**
 * The callbacks of a product type. Each one changes only the type's own table, after the service has changed; money,
 * orders and subscriptions are handled elsewhere.
 */
export type ProductType<Details> = {
  /**
   * Creates the resource of a new service in its initial state. Returns its id for `resource_id`, or null when it
   * creates none.
   * @param details members of the area's own create request; undefined for an item of POST /orders
   * @param invoice_id the invoice of the order, which is issued later
   */
  open(store: Store, service: ServiceRow, details: Details | undefined, invoice_id: string): string | null;
  /** Activates the resource of a provisioned service. */
  activate?(store: Store, service: ServiceRow): void;
  /** Marks the resource as failed after failed provisioning. */
  fail?(store: Store, service: ServiceRow): void;
  /** Cancels the resource of an order that was cancelled before provisioning. */
  cancel?(store: Store, service: ServiceRow): void;
  suspend?(store: Store, service: ServiceRow): void;
  unsuspend?(store: Store, service: ServiceRow): void;
  terminate?(store: Store, service: ServiceRow): void;
  /** Applies a paid renewal: `next_due_at` and, if set, `expires_at` of the service have changed. */
  renew?(store: Store, service: ServiceRow): void;
  /** Records that the service has no automatic renewal any more. */
  unrenewed?(store: Store, service: ServiceRow): void;

  /** Reports at the end of provisioning why it fails, as a sentence; null when it succeeds. */
  provisioningError?(store: Store, service: ServiceRow): string | null;
  /** The start of the first cycle; now by default. */
  firstCycleStart?(store: Store, service: ServiceRow): string;
  /** Refuses a renewal until `until` that the resource cannot have. */
  assertRenewable?(store: Store, service: ServiceRow, until: string): void;
  /** Checks whether resource and service survive the end of the paid period; the resource ends the service later. */
  survivesExpiry?(store: Store, service: ServiceRow): boolean;
};
