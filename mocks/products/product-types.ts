// The table of product types, and functions that call a callback of the product type of a service.
import type { Body } from '../../src/contract/types.ts';
import type { ServiceType } from '../lifecycles.ts';
import type { ServiceRow, Store } from '../tables.ts';
import type { ProductType } from './product-type.ts';
import { type DomainDetails, domain } from './types/domain.ts';
import { email } from './types/email.ts';
import { hosting } from './types/hosting.ts';
import { ssl } from './types/ssl.ts';
import { vps } from './types/vps.ts';

/** The members of a create request of another area, such as /domains, that an order item lacks, by product type. */
export type ProductDetails = {
  domain?: DomainDetails;
  email?: Body<'createEmailService'>;
  hosting?: Body<'createHostingAccount'>;
  ssl?: Body<'createCertificate'>;
  vps?: Body<'createVps'>;
};

const productTypes: { [Type in ServiceType]?: ProductType<ProductDetails[Type & keyof ProductDetails]> } = {
  domain,
  email,
  ssl,
  vps,
  hosting,
};

/** For each product type, calls its callback `open` with the details of this type. */
const openers: {
  [Type in ServiceType]?: (
    store: Store,
    service: ServiceRow,
    details: ProductDetails,
    invoice_id: string,
  ) => string | null;
} = {
  domain: (store, service, details, invoice_id) => domain.open(store, service, details.domain, invoice_id),
  email: (store, service, details, invoice_id) => email.open(store, service, details.email, invoice_id),
  ssl: (store, service, details, invoice_id) => ssl.open(store, service, details.ssl, invoice_id),
  vps: (store, service, details, invoice_id) => vps.open(store, service, details.vps, invoice_id),
  hosting: (store, service, details, invoice_id) => hosting.open(store, service, details.hosting, invoice_id),
};

/**
 * Finds the product type whose own area, such as /domains, received the create request, whatever the SKU is;
 * undefined for POST /orders.
 */
export function requestedType(details: ProductDetails): ServiceType | undefined {
  for (const type of serviceTypes) if (type in details) return type;
  return undefined;
}
const serviceTypes: readonly ServiceType[] = ['domain', 'hosting', 'ssl', 'email', 'vps'];

/**
 * Creates the resource of a new service. Returns the id of the resource, or null when the product type creates none.
 */
export function openResource(
  store: Store,
  service: ServiceRow,
  details: ProductDetails,
  invoice_id: string,
): string | null {
  return openers[service.type]?.(store, service, details, invoice_id) ?? null;
}

type QueryMethod = 'provisioningError' | 'firstCycleStart' | 'assertRenewable' | 'survivesExpiry';
type ServiceChange = Exclude<keyof ProductType<never>, 'open' | QueryMethod>;

/** Applies a change of a service to the resource of the service. */
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
