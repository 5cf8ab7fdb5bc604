// Seeds the large world: 100,000 customers of one tenant, and 400 orders.
import type { SeededWorld, WorldBuilder } from '../../src/server/mock-definition.ts';
import { placeOrder } from '../areas/orders.ts';
import type { HostingTables } from '../tables.ts';
import { History } from './history.ts';
import { demoWorldOfSize } from './sized.ts';

const CUSTOMERS = 100_000;
const ORDERS = 400;
const MINUTE = 60_000;
const fillCustomers = demoWorldOfSize(CUSTOMERS);

/** Seeds the large world and returns its personas. */
export function large(builder: WorldBuilder<HostingTables>): SeededWorld {
  const { store } = builder;
  const seeded = fillCustomers(builder);
  const tenant = seeded.personas.owner?.tenantId ?? '';
  const customers = store.forTenant(tenant).customers.where('status', 'active');
  const history = new History(store);
  for (let at = 0; at < ORDERS; at += 1) {
    const sku_id = SKUS[at % SKUS.length] ?? 'hosting-pro';
    const config = { domain: `shop-${at}.example` };
    const customer_id = customers[(at * 37) % customers.length]?.id ?? '';
    const payment_method = at % 10 === 9 ? 'bank_transfer' : 'wallet';
    history.at(store.nowMs - (ORDERS - at) * MINUTE, (platform) => {
      placeOrder(platform.forTenant(tenant), {
        customer_id,
        payment_method,
        items: [{ sku_id, quantity: 1, billing_cycle: 'monthly', config }],
      });
    });
  }
  history.run();
  return seeded;
}

const SKUS = ['hosting-basic', 'hosting-pro', 'email-basic', 'vps-s', 'vps-m', 'backup-plus'];
