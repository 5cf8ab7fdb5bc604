// Handlers for the customers of a tenant: create, read, update, deactivate.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { CustomerRow, Store } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';

/** The metadata of every customer that was created without any. */
const NO_METADATA = Object.freeze({});

/** Handles the operations under /customers. */
export const customers = {
  listCustomers: ({ store, query }) => store.customers.page(query),

  createCustomer: ({ store, body }) => createCustomer(store, body),

  getCustomer: ({ store, params }) => store.customers.get(params.id),

  // Chosen by this contract: the details of an inactive customer can be updated; only orders for an inactive customer
  // are refused.
  updateCustomer: ({ store, params, body }) => {
    assertUnique(store, body, params.id);
    const changed = store.customers.update(params.id, {
      email: body.email,
      first_name: body.first_name,
      last_name: body.last_name,
      company_name: body.company_name,
      phone: body.phone,
      address: body.address,
      tax_id: body.tax_id,
      locale: body.locale,
      external_id: body.external_id,
      metadata: body.metadata,
    });
    return emitEvent(store, 'customer.updated', changed);
  },

  deactivateCustomer: ({ store, params }) => deactivateCustomer(store, params.id),

  listCustomerServices: ({ store, params, query }) =>
    store.services.page({ ...query, customer_id: store.customers.get(params.id).id }),
} satisfies Partial<Handlers<Store>>;

/** Builds the members of a new customer that the request gives, with the defaults of the others. */
export const customerValues = (body: Body<'createCustomer'>) => ({
  email: body.email,
  first_name: body.first_name,
  last_name: body.last_name,
  company_name: body.company_name ?? null,
  phone: body.phone ?? null,
  address: body.address ?? null,
  tax_id: body.tax_id ?? null,
  locale: body.locale ?? 'en',
  external_id: body.external_id ?? null,
  metadata: body.metadata ?? NO_METADATA,
});

/** Creates a customer. Throws the refusal ALREADY_EXISTS on `email`, on `external_id`, or on both fields. */
export function createCustomer(store: Store, body: Body<'createCustomer'>): CustomerRow {
  assertUnique(store, body);
  const customer = store.customers.insert({
    id: undefined,
    tenant_id: undefined,
    ...customerValues(body),
    status: 'active',
    deactivated_at: null,
    created_at: undefined,
    updated_at: undefined,
  });
  return emitEvent(store, 'customer.created', customer);
}

/**
 * Deactivates a customer. A customer that is inactive already stays unchanged. Throws the refusal
 * CUSTOMER_HAS_SERVICES while the customer has services that have not ended.
 */
export function deactivateCustomer(store: Store, id: string): CustomerRow {
  const customer = store.customers.get(id);
  if (customer.status === 'inactive') return customer;
  const count = countActiveServices(store, id);
  if (count > 0) throw new Refusal('CUSTOMER_HAS_SERVICES', { values: { count } });
  return emitEvent(
    store,
    'customer.deactivated',
    store.customers.move(id, 'deactivate', { deactivated_at: store.now }),
  );
}

// Counts the services of a customer that have not ended. Chosen by this contract: pending, active and suspended
// services have not ended.
const countActiveServices = (store: Store, customer_id: string): number =>
  store.services.count({ customer_id, status: 'pending' }) +
  store.services.count({ customer_id, status: 'active' }) +
  store.services.count({ customer_id, status: 'suspended' });

function assertUnique(store: Store, { email, external_id }: Body<'updateCustomer'>, self?: string): void {
  const byEmail = email === undefined ? undefined : store.customers.by('email', email);
  const byExternal = external_id ? store.customers.by('external_id', external_id) : undefined;
  const isOther = (row: CustomerRow | undefined): boolean => row !== undefined && row.id !== self;
  if (!isOther(byEmail) && !isOther(byExternal)) return;
  throw new Refusal('ALREADY_EXISTS', {
    errors: {
      ...(isOther(byEmail) && { email: ['Another customer has this e-mail address. Send another one.'] }),
      ...(isOther(byExternal) && {
        external_id: ['Another customer has this external_id. Send another one, or none.'],
      }),
    },
  });
}
