// The kinds of product whose services have a resource of an area of their own.
import type { Body } from '../../src/contract/types.ts';
import type { ServiceType } from '../lifecycles.ts';
import type { ServiceRow, Store } from '../tables.ts';
import { type DomainAsked, domain } from './domain.ts';
import { email } from './email.ts';
import { hosting } from './hosting.ts';
import type { Kind } from './kind.ts';
import { ssl } from './ssl.ts';
import { vps } from './vps.ts';

/** What was asked for beyond an order item, by kind: the members of the area's own create request. */
export type Details = {
  domain?: DomainAsked;
  email?: Body<'createEmailService'>;
  hosting?: Body<'createHostingAccount'>;
  ssl?: Body<'createCertificate'>;
  vps?: Body<'createVps'>;
};

const kinds: { [Type in ServiceType]?: Kind<Details[Type & keyof Details]> } = {
  domain,
  email,
  ssl,
  vps,
  hosting,
};

/** Each kind is handed the details of its own. */
const opened: {
  [Type in ServiceType]?: (
    store: Store,
    service: ServiceRow,
    details: Details,
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
export function kindAsked(details: Details): ServiceType | undefined {
  for (const type of serviceTypes) if (type in details) return type;
  return undefined;
}
const serviceTypes: readonly ServiceType[] = ['domain', 'hosting', 'ssl', 'email', 'vps'];

/** Opens the resource of a service just ordered. Returns its id, or null for a kind without resources. */
export function open(store: Store, service: ServiceRow, details: Details, invoice_id: string): string | null {
  return opened[service.type]?.(store, service, details, invoice_id) ?? null;
}

type Asked = 'flaw' | 'begins' | 'demandRenewable' | 'outlives';
type Change = Exclude<keyof Kind<never>, 'open' | Asked>;

/** Tells the resource of a service what has become of the service. */
export function follow(store: Store, service: ServiceRow, change: Change): void {
  kinds[service.type]?.[change]?.(store, service);
}

/** Why a service cannot be made after all; null when it can. */
export const flaw = (store: Store, service: ServiceRow): string | null =>
  kinds[service.type]?.flaw?.(store, service) ?? null;

/** When the first cycle of a service begins. */
export const begins = (store: Store, service: ServiceRow): string =>
  kinds[service.type]?.begins?.(store, service) ?? store.now;

/** Refuses a renewal that the resource of a service cannot follow. */
export const demandRenewable = (store: Store, service: ServiceRow, until: string): void =>
  kinds[service.type]?.demandRenewable?.(store, service, until);

/** Whether a service lives past the time that is paid for. */
export const outlives = (store: Store, service: ServiceRow): boolean =>
  kinds[service.type]?.outlives?.(store, service) ?? false;
