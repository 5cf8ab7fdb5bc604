// The large world: a hundred thousand customers of one tenant, and orders by some of them.
import type { Settled, WorldBuilder } from '../../src/server/content.ts';
import { placeOrder } from '../orders.ts';
import type { HostingTables } from '../tables.ts';
import { Past } from './past.ts';
import { demoOfSize } from './sized.ts';

const CUSTOMERS = 100_000;
const ORDERS = 400;
const MINUTE = 60_000;
const fill = demoOfSize(CUSTOMERS);

export function large(builder: WorldBuilder<HostingTables>): Settled {
  const { store } = builder;
  const settled = fill(builder);
  const tenant = settled.personas.owner?.tenantId ?? '';
  const customers = store.forTenant(tenant).customers.where('status', 'active');
  const past = new Past(store);
  for (let at = 0; at < ORDERS; at += 1) {
    const sku_id = SKUS[at % SKUS.length] ?? 'hosting-pro';
    const config = { domain: `shop-${at}.example` };
    const customer_id = customers[(at * 37) % customers.length]?.id ?? '';
    const payment_method = at % 10 === 9 ? 'bank_transfer' : 'wallet';
    past.at(store.nowMs - (ORDERS - at) * MINUTE, (platform) => {
      placeOrder(platform.forTenant(tenant), {
        customer_id,
        payment_method,
        items: [{ sku_id, quantity: 1, billing_cycle: 'monthly', config }],
      });
    });
  }
  past.run();
  return settled;
}

const SKUS = ['hosting-basic', 'hosting-pro', 'email-basic', 'vps-s', 'vps-m', 'backup-plus'];
