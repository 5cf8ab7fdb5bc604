// Changes that several defects make to orders, and the billing cycles that an order may name.
import type { Injector } from './mutant.ts';
import { isSuccess, type JsonObject, recordsIn } from './response-edits.ts';

/** Every billing cycle of the specification. */
export const BILLING_CYCLES = [
  'hourly',
  'one_time',
  'monthly',
  'quarterly',
  'semi_annual',
  ...Array.from({ length: 10 }, (_, index) => `${index + 1}_year`),
];

/** Changes every order in a successful reply. */
export const editOrders = (p: Injector, edit: (order: JsonObject) => void): void =>
  p.reply(['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], (reply) => {
    if (isSuccess(reply)) for (const order of recordsIn(reply.json)) edit(order);
  });
