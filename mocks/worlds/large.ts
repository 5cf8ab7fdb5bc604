// Seeds worlds with many customers of one tenant, or none: the large world has 100,000, and 400 orders.

import { customerBodies } from '../../fixtures/worlds/customers.ts';
import type { SeededWorld, WorldBuilder } from '../../src/server/mock-definition.ts';
import { customerValues } from '../areas/customers.ts';
import { orderProduct } from '../areas/orders.ts';
import { DAY, iso } from '../billing/cycles.ts';
import { topUp } from '../billing/wallet.ts';
import type { CustomerRow, HostingTables, Store } from '../tables.ts';
import { History } from './history.ts';
import { findPersonas, seedOwnerTenant } from './tenants.ts';

const CUSTOMERS = 100_000;
const ORDERS = 400;
/** One minute, as a fraction of a day. */
const MINUTE = 60_000 / DAY;
const fillCustomers = demoWorldOfSize(CUSTOMERS);

/** Seeds one tenant with users and credit in the wallet, without customers. */
export const empty = demoWorldOfSize(0);

export function large(builder: WorldBuilder<HostingTables>): SeededWorld {
  const { store } = builder;
  const seeded = fillCustomers(builder);
  const tenant = store.forTenant(seeded.personas.owner?.tenantId ?? '');
  const customers = tenant.customers.where('status', 'active');
  const history = new History(store);
  const on = history.ofTenant(tenant);
  for (let at = 0; at < ORDERS; at += 1) {
    const body = {
      sku_id: SKUS[at % SKUS.length] ?? 'hosting-pro',
      billing_cycle: 'monthly',
      customer_id: customers[(at * 37) % customers.length]?.id ?? '',
      payment_method: at % 10 === 9 ? 'bank_transfer' : 'wallet',
    } as const;
    on((ORDERS - at) * MINUTE, (one) => orderProduct(one, body, { domain: `shop-${at}.example` }));
  }
  history.run();
  return seeded;
}

const SKUS = ['hosting-basic', 'hosting-pro', 'email-basic', 'vps-s', 'vps-m', 'backup-plus'];

// The time between the creation of two customers, in milliseconds. Customers created within the same second have the
// same `created_at`.
const CREATION_INTERVAL_MS = 100;

/**
 * Creates a function that seeds a world with the given number of customers in the owner's tenant. The customers were
 * created until now, ten per second.
 */
export function demoWorldOfSize(customers: number): (build: WorldBuilder<HostingTables>) => SeededWorld {
  return ({ store, seed }) => {
    const { acme } = seedOwnerTenant(store);
    if (acme) {
      topUp(acme, 100_000_000, 'first credit');
      addCustomers(acme, seed, customers);
    }
    return {
      personas: findPersonas(store).personas,
      values: { skuId: 'hosting-pro', paymentMethod: 'wallet' },
    };
  };
}

// Inserts complete customer rows, which the store does not need to copy. The rows are generated so that they would pass
// the checks of `createCustomer`.
function addCustomers(store: Store, seed: number, customers: number): void {
  const person = customerBodies(seed, 'sized');
  const tenant_id = store.tenantId ?? '';
  for (let ordinal = 0; ordinal < customers; ordinal += 1) {
    const created_at = iso(store.nowMs - (customers - ordinal) * CREATION_INTERVAL_MS);
    const isInactive = ordinal % 20 === 19;
    const row: CustomerRow = {
      id: store.mint('customers'),
      tenant_id,
      created_at,
      ...customerValues(person(ordinal)),
      status: isInactive ? 'inactive' : 'active',
      deactivated_at: isInactive ? created_at : null,
      updated_at: created_at,
    };
    store.customers.insert(row);
  }
}
