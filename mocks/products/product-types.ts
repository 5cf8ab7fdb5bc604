// The kinds of product whose services have a resource of an area of their own.
import type { Body } from '../../src/contract/types.ts';
import type { ServiceType } from '../lifecycles.ts';
import type { ServiceRow, Store } from '../tables.ts';
import type { ProductType } from './product-type.ts';
import { type DomainDetails, domain } from './types/domain.ts';
import { email } from './types/email.ts';
import { hosting } from './types/hosting.ts';
import { ssl } from './types/ssl.ts';
import { vps } from './types/vps.ts';

/** What was asked for beyond an order item, by kind: the members of the area's own create request. */
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

/** Each kind is handed the details of its own. */
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

/** The kind that an area's own create request asks for, whatever its SKU is called; undefined for POST /orders. */
export function requestedType(details: ProductDetails): ServiceType | undefined {
  for (const type of serviceTypes) if (type in details) return type;
  return undefined;
}
const serviceTypes: readonly ServiceType[] = ['domain', 'hosting', 'ssl', 'email', 'vps'];

/** Opens the resource of a service just ordered. Returns its id, or null for a kind without resources. */
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

/** Tells the resource of a service what has become of the service. */
export function syncResource(store: Store, service: ServiceRow, change: ServiceChange): void {
  productTypes[service.type]?.[change]?.(store, service);
}

/** Why a service cannot be made after all; null when it can. */
export const provisioningError = (store: Store, service: ServiceRow): string | null =>
  productTypes[service.type]?.provisioningError?.(store, service) ?? null;

/** When the first cycle of a service begins. */
export const firstCycleStart = (store: Store, service: ServiceRow): string =>
  productTypes[service.type]?.firstCycleStart?.(store, service) ?? store.now;

/** Refuses a renewal that the resource of a service cannot follow. */
export const assertRenewable = (store: Store, service: ServiceRow, until: string): void =>
  productTypes[service.type]?.assertRenewable?.(store, service, until);

/** Whether a service lives past the time that is paid for. */
export const survivesExpiry = (store: Store, service: ServiceRow): boolean =>
  productTypes[service.type]?.survivesExpiry?.(store, service) ?? false;
