// Checks of orders of every kind of product: paid by wallet and otherwise, alone, and as the second item of an order.
import { isObject } from '../../../src/contract/is-object.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { checksOf } from '../../define.ts';
import { noServerError, request } from '../../expectations.ts';
import { kindSpecs } from '../../support/fixtures/created-resources.ts';
import { customer } from '../../support/fixtures/customers-and-orders.ts';
import { isSuccess } from '../../support/reply-readers/response-readers.ts';
import { bodyOf } from '../../support/request-bodies/creation-bodies.ts';
import {
  billingCycles,
  deferredMethods,
  type Item,
  orderBody,
  orderItem,
  withValueAt,
} from '../../support/request-bodies/request-bodies.ts';

// They spend what others need.
const { row } = checksOf({ area: 'orders', mode: 'full', phase: 'last' });

const KINDS = ['domain', 'hosting account', 'certificate', 'email service', 'instance'] as const;

const PAYMENTS = ['wallet', 'otherwise'] as const;
const PLACES = ['alone', 'second'] as const;

type Purchase = {
  kind: (typeof KINDS)[number];
  payment: (typeof PAYMENTS)[number];
  place: (typeof PLACES)[number];
  /** a billing cycle; null for that of the product's own purchase, in an item without its config */
  cycle: string | null;
};

/** Each product with each payment: with each cycle, at a place that takes turns, and without its config at each place. */
const all: readonly Purchase[] = KINDS.flatMap((kind, at) =>
  PAYMENTS.flatMap((payment) => [
    ...billingCycles().map((cycle, turn) => ({
      ...{ kind, payment, cycle },
      place: PLACES[(at + turn) % 2] ?? 'alone',
    })),
    ...PLACES.map((place) => ({ kind, payment, place, cycle: null })),
  ]),
);

function itemOf(t: CheckContext, { kind, cycle }: Purchase): Item {
  const { body } = bodyOf(t, kindSpecs[kind].create, t.unknownId());
  const own = isObject(body) ? body : {};
  const itsCycle = cycle ?? own.billing_cycle;
  return orderItem(t, {
    sku_id: typeof own.sku_id === 'string' ? own.sku_id : 'domain-com',
    ...(typeof itsCycle === 'string' ? { billing_cycle: itsCycle } : {}),
    ...(kind === 'domain' ? { config: { domain: `${t.unique()}.com`, plan: 'pro' } } : {}),
  });
}

export const purchases = all.map((purchase) => {
  const { kind, payment, place, cycle } = purchase;
  const how = `${place === 'alone' ? 'alone' : 'as the second item'}, paid ${payment === 'wallet' ? 'by wallet' : 'otherwise'}, ${cycle === null ? 'without its config' : `with the cycle ${cycle}`}`;
  return row(
    `orders/product/${[kind, payment, place, cycle ?? 'no-config'].join('/').replaceAll(' ', '-')}`,
    'endpoints/create-order',
    customer,
    {
      must: `answer an order of a ${kind}, ${how}, without a server error`,
      destructive: true,
      group: 'orders/product',
      after: ['orders/wallet-accepted'],
      async expect(t, { id }) {
        const items = [...(place === 'second' ? [orderItem(t)] : []), itemOf(t, purchase)];
        const method = payment === 'wallet' ? 'wallet' : deferredMethods(t)[0];
        const body = orderBody(t, id, { items, payment_method: method ?? 'wallet' });
        const reply = await request(
          t,
          'createOrder',
          cycle === null
            ? {
                body: withValueAt(body, `items.${items.length - 1}.config`, undefined),
                deliberateFault: 'an item without its config',
              }
            : { body },
        );
        noServerError(t, reply);
        if (!isSuccess(reply)) t.notApplicable(`the target refuses this order with ${reply.status}`);
      },
    },
  );
});
