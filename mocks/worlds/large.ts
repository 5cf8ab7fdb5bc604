// Seeds the large world: 100,000 customers of one tenant, and 400 orders.
import type { SeededWorld, WorldBuilder } from '../../src/server/mock-definition.ts';
import { orderProduct } from '../areas/orders.ts';
import { DAY } from '../billing/cycles.ts';
import type { HostingTables } from '../tables.ts';
import { History } from './history.ts';
import { demoWorldOfSize } from './sized.ts';

const CUSTOMERS = 100_000;
const ORDERS = 400;
/** One minute, as a fraction of a day. */
const MINUTE = 60_000 / DAY;
const fillCustomers = demoWorldOfSize(CUSTOMERS);

/** Seeds the large world and returns its personas. */
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
