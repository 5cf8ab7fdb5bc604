// Fixtures for the invoice and the subscription of the shared order.
import type { CheckContext } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { firstService, type Order, order, waitForReadLag } from './customers-and-orders.ts';
import { idIn, isSuccess, mentions } from './response-readers.ts';
import { readReadyService } from './services.ts';

/** Reads the invoice of the shared order. */
export const invoice = fixture('invoice', {
  cost: 1,
  uses: [order],
  async make(t: CheckContext) {
    const placed = await t.use(order);
    if (placed.invoiceId === '') t.inconclusive('the order names no invoice', { exchange: placed.created });
    const get = () => t.as('tenantA').send('getInvoice', { params: { id: placed.invoiceId } });
    let reply = await get();
    if (!isSuccess(reply) && t.lag.read > 0) {
      await waitForReadLag(t);
      reply = await get();
    }
    return { placed, reply };
  },
});

export type FoundSubscription = { id: string; item: unknown };

/**
 * Finds the subscription of an order: the element of the list of subscriptions that mentions the first service of the
 * order.
 */
export async function subscriptionOf(t: CheckContext, placed: Order): Promise<FoundSubscription> {
  const service = firstService(t, placed);
  for (let attempt = 0; ; attempt++) {
    const { items, exchange } = await t.as('tenantA').list('listSubscriptions', {
      pages: 12,
      query: { service_id: service },
      until: (one) => mentions(one, service),
    });
    const item = items.find((one) => mentions(one, service));
    const id = idIn(item);
    if (id !== undefined) {
      t.addOwned(id);
      return { id, item };
    }
    if (attempt === 3 || !isSuccess(exchange)) {
      t.inconclusive('no subscription speaks of the service that was ordered', { exchange });
    }
    if (attempt === 0) await readReadyService(t, service);
    else await t.sleep(1000);
  }
}

/** The subscription of the shared order. */
export const subscription = fixture('subscription', {
  cost: 1,
  uses: [order],
  make: async (t: CheckContext): Promise<FoundSubscription> => subscriptionOf(t, await t.use(order)),
});
