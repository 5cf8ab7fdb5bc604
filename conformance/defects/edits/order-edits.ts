// Functions with which defects change orders, and the list of billing cycles.
import type { Injector } from '../mutant.ts';
import { isSuccess, type JsonObject, recordsIn } from './response-edits.ts';

/** Every billing cycle that the specification names. */
export const BILLING_CYCLES = [
  'hourly',
  'one_time',
  'monthly',
  'quarterly',
  'semi_annual',
  ...Array.from({ length: 10 }, (_, index) => `${index + 1}_year`),
];

/** Changes every order in every successful reply. */
export const editOrders = (p: Injector, edit: (order: JsonObject) => void): void =>
  p.reply(['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], (reply) => {
    if (isSuccess(reply)) for (const order of recordsIn(reply.json)) edit(order);
  });
