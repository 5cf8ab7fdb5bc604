// The kinds of product whose services have a resource of an area of their own.
import type { Body } from '../../src/contract/types.ts';
import type { ServiceType } from '../lifecycles.ts';
import type { ServiceRow, Store } from '../tables.ts';
import { email } from './email.ts';
import { hosting } from './hosting.ts';
import type { Kind } from './kind.ts';

/** What was asked for beyond an order item, by kind: the members of the area's own create request. */
export type Details = {
  email?: Body<'createEmailService'>;
  hosting?: Body<'createHostingAccount'>;
};

const kinds: { [Type in ServiceType]?: Kind<Details[Type & keyof Details]> } = {
  email,
  hosting,
};

/** Each kind is handed the details of its own. */
const opened: {
  [Type in ServiceType]?: (store: Store, service: ServiceRow, details: Details, invoice_id: string) => string;
} = {
  email: (store, service, details, invoice_id) => email.open(store, service, details.email, invoice_id),
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

type Change = Exclude<keyof Kind<never>, 'open'>;

/** Tells the resource of a service what has become of the service. */
export function follow(store: Store, service: ServiceRow, change: Change): void {
  kinds[service.type]?.[change]?.(store, service);
}
