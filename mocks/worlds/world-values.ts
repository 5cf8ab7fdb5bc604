// The names of the built-in worlds, and the values of a world that callers need in requests.
import type { Schemas } from '../../src/contract/types.ts';
import type { Store } from '../tables.ts';

/** The name of a built-in world, which `createMock({ world })` and `--world` take. */
export type WorldName = 'demo' | 'empty' | 'large' | 'edge';

/**
 * Values of a world for requests of its owner. Every built-in world has `skuId` and `paymentMethod`; a world that was
 * imported without the persona `owner` has none.
 */
export type WorldValues = {
  /** the SKU of a product that can be ordered */
  skuId: string;
  /** a payment method that completes an order at once */
  paymentMethod: Schemas['PaymentMethod'];
  /** the id of a customer that can order; not in the worlds `empty` and `large` */
  customerId?: string;
  /** the ids of orders that can be paid or cancelled; only in the world `demo` */
  pendingOrderIds?: string[];
};

/** Selects values of the owner's tenant that callers need in requests, such as a customer id. */
export function worldValues(store: Store): WorldValues {
  const ordering = store.customers.where('status', 'active').at(-1);
  return {
    skuId: 'hosting-pro',
    paymentMethod: 'wallet',
    ...(ordering && { customerId: ordering.id }),
    pendingOrderIds: store.orders.where('status', 'pending').map((order) => order.id),
  };
}
