// Checks of orders of every kind of product: paid by wallet and otherwise, alone, and as the second item of an order.
import { isObject } from '../../../src/contract/is-object.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { allCells, coveringCells } from '../../cells.ts';
import { checksOf } from '../../define.ts';
import { noServerError, request } from '../../expectations.ts';
import { billingCycles } from '../../rules/schema-names.ts';
import { kindSpecs } from '../../support/fixtures/created-resources.ts';
import { customer } from '../../support/fixtures/customers-and-orders.ts';
import { isSuccess } from '../../support/reply-readers/response-readers.ts';
import { bodyOf } from '../../support/request-bodies/creation-bodies.ts';
import {
  deferredMethods,
  type Item,
  orderBody,
  orderItem,
  withValueAt,
} from '../../support/request-bodies/request-bodies.ts';

const { row } = checksOf({ area: 'orders', mode: 'full' });

const KINDS = ['domain', 'hosting account', 'certificate', 'email service', 'instance'] as const;

const DOMAIN = {
  kind: KINDS,
  payment: ['wallet', 'otherwise'],
  place: ['alone', 'second'],
  config: ['shown', 'missing'],
  cycle: ['usual', 'drawn'],
} as const;

const cells = allCells(DOMAIN);
const chosen = coveringCells(cells);

/**
 * Returns the item that orders a product, by the product of its own purchase, and by the cycle of that purchase or one
 * that the seed draws.
 */
function itemOf(t: CheckContext, { kind, cycle: by }: (typeof cells)[number]): Item {
  const { body } = bodyOf(t, kindSpecs[kind].create, t.unknownId());
  const own = isObject(body) ? body : {};
  const cycle = by === 'drawn' ? t.random.pick(billingCycles()) : own.billing_cycle;
  return orderItem(t, {
    sku_id: typeof own.sku_id === 'string' ? own.sku_id : 'domain-com',
    ...(typeof cycle === 'string' ? { billing_cycle: cycle } : {}),
    ...(kind === 'domain' ? { config: { domain: `${t.unique()}.com`, plan: 'pro' } } : {}),
  });
}

export const purchases = chosen.map((cell, at) => {
  const { kind, payment, place, config, cycle } = cell;
  const how = `${place === 'alone' ? 'alone' : 'as the second item'}, paid ${payment === 'wallet' ? 'by wallet' : 'otherwise'}, with its ${cycle} cycle and its config ${config}`;
  return row(
    `orders/product/${Object.values(cell).join('/').replaceAll(' ', '-')}`,
    'endpoints/create-order',
    customer,
    {
      must: `answer an order of a ${kind}, ${how}, without a server error`,
      destructive: true,
      cells: { asked: 1, of: at === 0 ? cells.length - chosen.length + 1 : 1 },
      group: 'orders/product',
      after: ['orders/wallet-accepted'],
      async expect(t, { id }) {
        const items = [...(place === 'second' ? [orderItem(t)] : []), itemOf(t, cell)];
        const method = payment === 'wallet' ? 'wallet' : deferredMethods(t)[0];
        const body = orderBody(t, id, { items, payment_method: method ?? 'wallet' });
        const reply = await request(
          t,
          'createOrder',
          config === 'shown'
            ? { body }
            : {
                body: withValueAt(body, `items.${items.length - 1}.config`, undefined),
                deliberateFault: 'an item without its config',
              },
        );
        noServerError(t, reply);
        if (!isSuccess(reply)) t.notApplicable(`the target refuses this order with ${reply.status}`);
      },
    },
  );
});
