// Further valid orders for a target that refuses the usual order: other products, billing cycles, quantities and
// payment methods.

import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { isSuccess, textsIn } from '../reply-readers/response-readers.ts';
import { newIdempotencyKey, type OrderBody, orderBody, orderItem } from './request-bodies.ts';

/** The most products that are taken from the tenant's services. */
const MAX_SKUS = 3;

/** Returns the products of the tenant's services, as far as the first page of the list names them. */
async function knownSkus(t: CheckContext): Promise<string[]> {
  const reply = await t.as('tenantA').send('listServices', { allowCached: true });
  return [...new Set(textsIn(itemsInPage(reply.json), /sku|product/i))].slice(0, MAX_SKUS);
}

export type OrderVariations = {
  refused: Exchange[];
  /** the first accepted order that is paid by wallet, with its body */
  byWallet: { reply: Exchange; body: OrderBody } | null;
  /** the first accepted order, however it is paid */
  accepted: Exchange | null;
};

/**
 * Places valid orders that differ from a refused one in one member each, until one is accepted: first those that are
 * paid by wallet, then those with another payment method.
 */
export async function tryOrderVariations(
  t: CheckContext,
  { customer_id, items: [usual] }: OrderBody,
  methods: readonly string[],
): Promise<OrderVariations> {
  const skus = (await knownSkus(t)).filter((sku_id) => sku_id !== usual?.sku_id);
  const byWallet: Partial<OrderBody>[] = [
    ...skus.map((sku_id) => ({ sku_id })),
    { billing_cycle: '1_year' },
    { billing_cycle: 'one_time' },
    { quantity: 2 },
  ].map((change) => ({ items: [orderItem(t, change)] }));
  const otherwise: Partial<OrderBody>[] = methods.map((payment_method) => ({ payment_method }));
  const refused: Exchange[] = [];
  for (const change of [...byWallet, ...otherwise]) {
    const body = orderBody(t, customer_id, change);
    const headers = { 'Idempotency-Key': newIdempotencyKey(t) };
    const reply = await t.as('tenantA').send('createOrder', { body, headers });
    if (isSuccess(reply)) {
      const isByWallet = body.payment_method === 'wallet';
      return { refused, byWallet: isByWallet ? { reply, body } : null, accepted: reply };
    }
    refused.push(reply);
  }
  return { refused, byWallet: null, accepted: null };
}
