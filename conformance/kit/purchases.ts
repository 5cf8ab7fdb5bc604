// Orders that checks stand on, and how one is read.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { endedServices } from '../undo.ts';
import { item, orderBody } from './bodies.ts';
import { balanceBefore, balanceOf, topup } from './funds.ts';
import { customer, type Order, order, placeOrder } from './subjects.ts';

type Bought = {
  before: number;
  placed: Order;
  after: number;
  wallet: Exchange;
  /** the other tenant's wallet before and after, and a top-up of our own that followed the order; null when there is none */
  other: { before: Exchange; after: Exchange; topup: Exchange; amount: number } | null;
};

/** An order of two units between two looks into the wallets. */
export const bought = subject('order of two units', {
  cost: 8,
  destructive: true,
  uses: [customer],
  async make(t: Context): Promise<Bought> {
    const { id } = await t.use(customer);
    const look = async () => (t.has('tenantB') ? t.as('tenantB').send('getWallet') : null);
    const otherBefore = await look();
    const before = await balanceBefore(t);
    const placed = await placeOrder(t, orderBody(t, id, { items: [item(t, { quantity: 2 })] }));
    const after = await balanceOf(t);
    const { body, amount } = topup(t, 41);
    const topped = otherBefore && (await t.as('tenantA').send('topUpWallet', { body }));
    const otherAfter = await look();
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

/** An order of two equal items, each like that of the shared order; a service of it is led to its end. */
export const pair = subject('order of two items', {
  cost: 3,
  destructive: true,
  uses: [order],
  async make(t: Context) {
    const { body } = await t.use(order);
    return placeOrder(t, orderBody(t, body.customer_id, { items: [item(t), item(t)] }), {
      undo: endedServices,
    });
  },
});

export const readOrderDetail = (t: Context, id: string, known = false): Promise<Exchange> =>
  t.as('tenantA').send('getOrder', { params: { id }, known });
