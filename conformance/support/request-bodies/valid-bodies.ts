// Builds for every operation with a body a request that the target should accept.
import type { OperationId } from '../../../src/contract/operations.ts';
import type { CheckContext, SendOptions } from '../../../src/suite/model/define.ts';
import { topUpBody } from '../wallet.ts';
import { platformBodyOf } from './platform-bodies.ts';
import { productBodyOf } from './product-bodies.ts';
import { customerBody, orderBody } from './request-bodies.ts';

/** Returns a body that the operation accepts from an authorized caller. */
export function validBody(t: CheckContext, id: OperationId, customerId: string): SendOptions {
  const bodies: Partial<Record<OperationId, () => unknown>> = {
    createCustomer: () => customerBody(t),
    updateCustomer: () => customerBody(t),
    createOrder: () => orderBody(t, customerId),
    createPayment: () => ({
      invoice_id: t.unknownId(),
      amount: 100,
      currency: 'EUR',
      method: 'bank_transfer',
    }),
    topUpWallet: () => topUpBody(t, 100).body,
  };
  const body = bodies[id]?.() ?? productBodyOf(t, id, customerId) ?? platformBodyOf(t, id, customerId);
  return body === undefined ? {} : { body };
}
