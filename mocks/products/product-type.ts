// Defines the interface of a product type, which manages the resource (account, domain, instance …) that follows its
// service.
import type { Body, Schemas } from '../../src/contract/types.ts';
import type { ServiceRow, Store } from '../tables.ts';

/** The members of the requests under /domains that an order item lacks. A request with `auth_code` is a transfer. */
export type DomainDetails = {
  domain: string;
  nameservers?: string[] | undefined;
  auto_renew?: boolean | undefined;
  privacy_enabled?: boolean | undefined;
  registrant?: Schemas['Registrant'] | null | undefined;
  auth_code: string | null;
};

/** The members of a create request of another area, such as /domains, that an order item lacks, by product type. */
export type ProductDetails = {
  domain?: DomainDetails;
  email?: Body<'createEmailService'>;
  hosting?: Body<'createHostingAccount'>;
  ssl?: Body<'createCertificate'>;
  vps?: Body<'createVps'>;
};

/**
 * The callbacks of a product type. Each callback changes only the table of its own product type, after the service
 * has changed. Other functions handle payments, orders and subscriptions.
 */
export type ProductType = {
  /**
   * Creates the resource of a new service in its initial state. Returns the id of the resource for `resource_id`, or
   * null when no resource is created.
   * @param details members of the create request of the product's own area, such as /domains; none for an item of
   * POST /orders
   */
  open(store: Store, service: ServiceRow, details: ProductDetails, invoice_id: string): string | null;
  activate?(store: Store, service: ServiceRow): void;
  /** Marks the resource as failed after the provisioning of its service failed. */
  fail?(store: Store, service: ServiceRow): void;
  /** Cancels the resource of a service whose order was cancelled before provisioning. */
  cancel?(store: Store, service: ServiceRow): void;
  suspend?(store: Store, service: ServiceRow): void;
  unsuspend?(store: Store, service: ServiceRow): void;
  terminate?(store: Store, service: ServiceRow): void;
  /**
   * Applies a paid renewal to the resource, after `next_due_at` and, if set, `expires_at` of the service have
   * changed.
   */
  renew?(store: Store, service: ServiceRow): void;
  /** Records on the resource that its service is no longer renewed automatically. */
  unrenewed?(store: Store, service: ServiceRow): void;

  /** Reports at the end of provisioning why provisioning fails, as a sentence; null when it succeeds. */
  provisioningError?(store: Store, service: ServiceRow): string | null;
  /** Returns the start of the first billing cycle, ISO 8601; the current time by default. */
  firstCycleStart?(store: Store, service: ServiceRow): string;
  /** Throws a refusal when the resource cannot be renewed until the instant `until`. */
  assertRenewable?(store: Store, service: ServiceRow, until: string): void;
  /**
   * Checks whether the resource and its service survive the end of the paid period, because the resource ends the
   * service later; false by default.
   */
  survivesExpiry?(store: Store, service: ServiceRow): boolean;
};
