// Fixtures for orders of several units or items, and the function that reads one order.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { endedServices } from '../undo.ts';
import { customer, type Order, order, placeOrder } from './customers-and-orders.ts';
import { orderBody, orderItem } from './request-bodies.ts';
import { balanceBefore, balanceOf, topUpBody } from './wallet.ts';

type WalletOrder = {
  before: number;
  placed: Order;
  after: number;
  wallet: Exchange;
  /**
   * tenant B's wallet before and after the order, and tenant A's top-up that followed the order; null when the target
   * file has no tenant B
   */
  other: { before: Exchange; after: Exchange; topup: Exchange; amount: number } | null;
};

/** Places an order of two units, and reads the wallets of both tenants before and after the order. */
export const twoUnitOrder = fixture('order of two units', {
  cost: 8,
  destructive: true,
  uses: [customer],
  async make(t: CheckContext): Promise<WalletOrder> {
    const { id } = await t.use(customer);
    const readOtherWallet = async () => (t.has('tenantB') ? t.as('tenantB').send('getWallet') : null);
    const otherBefore = await readOtherWallet();
    const before = await balanceBefore(t);
    const placed = await placeOrder(t, orderBody(t, id, { items: [orderItem(t, { quantity: 2 })] }));
    const after = await balanceOf(t);
    const { body, amount } = topUpBody(t, 41);
    const topped = otherBefore && (await t.as('tenantA').send('topUpWallet', { body }));
    const otherAfter = await readOtherWallet();
    return {
      before: before.balance,
      placed,
      after: after.balance,
      wallet: after.reply,
      other:
        otherBefore && otherAfter && topped
          ? { before: otherBefore, after: otherAfter, topup: topped, amount }
          : null,
    };
  },
});

/**
 * Places an order of two items with equal values, each like the item of the shared order. Checks terminate one of the
 * two services.
 */
export const twoItemOrder = fixture('order of two items', {
  cost: 3,
  destructive: true,
  uses: [order],
  async make(t: CheckContext) {
    const { body } = await t.use(order);
    return placeOrder(t, orderBody(t, body.customer_id, { items: [orderItem(t), orderItem(t)] }), {
      undo: endedServices,
    });
  },
});

export const readOrderDetail = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  t.as('tenantA').send('getOrder', { params: { id }, allowCached });
