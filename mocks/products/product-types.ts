// The table of product types, and functions that call a callback of the product type of a service.
import type { ServiceType } from '../lifecycles.ts';
import type { ServiceRow, Store } from '../tables.ts';
import type { ProductDetails, ProductType } from './product-type.ts';
import { domain } from './types/domain.ts';
import { email } from './types/email.ts';
import { hosting } from './types/hosting.ts';
import { ssl } from './types/ssl.ts';
import { vps } from './types/vps.ts';

const productTypes: { [Type in ServiceType]?: ProductType } = { domain, hosting, ssl, email, vps };

/**
 * Creates the resource of a new service. Returns the id of the resource, or null when the product type creates none.
 */
export function openResource(
  store: Store,
  service: ServiceRow,
  details: ProductDetails,
  invoice_id: string,
): string | null {
  return productTypes[service.type]?.open(store, service, details, invoice_id) ?? null;
}

type QueryMethod = 'provisioningError' | 'firstCycleStart' | 'assertRenewable' | 'survivesExpiry';
type ServiceChange = Exclude<keyof ProductType, 'open' | QueryMethod>;

export function syncResource(store: Store, service: ServiceRow, change: ServiceChange): void {
  productTypes[service.type]?.[change]?.(store, service);
}

/** Reports why the provisioning of a service fails, as a sentence; null when it succeeds. */
export const provisioningError = (store: Store, service: ServiceRow): string | null =>
  productTypes[service.type]?.provisioningError?.(store, service) ?? null;

/** Returns the start of the first billing cycle of a service, ISO 8601. */
export const firstCycleStart = (store: Store, service: ServiceRow): string =>
  productTypes[service.type]?.firstCycleStart?.(store, service) ?? store.now;

/** Throws a refusal when the resource of a service cannot be renewed until the instant `until`. */
export const assertRenewable = (store: Store, service: ServiceRow, until: string): void =>
  productTypes[service.type]?.assertRenewable?.(store, service, until);

/** Checks whether a service survives the end of its paid period because its resource does. */
export const survivesExpiry = (store: Store, service: ServiceRow): boolean =>
  productTypes[service.type]?.survivesExpiry?.(store, service) ?? false;
