// Checks of request bodies of a wrong type, and of refused orders, which must have no effects.

import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf } from '../../define.ts';
import { holds, isRefused, isServed, request } from '../../expectations.ts';
import { customer } from '../../support/fixtures/customers-and-orders.ts';
import { idleCustomer } from '../../support/fixtures/resources.ts';
import { idIn, isRefusal, mentions } from '../../support/reply-readers/response-readers.ts';
import {
  customerBody,
  firstTextMember,
  orderBody,
  orderItem,
  withValueAt,
} from '../../support/request-bodies/request-bodies.ts';
import { balanceIn, balanceOf, expectBalance } from '../../support/wallet.ts';

const { check, row } = checksOf({ area: 'orders' });

const ODD_TEXTS = [
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['a change of direction', 'a\u202eb'],
] as const;

async function sendInvalidOrders(t: CheckContext, customerId: string): Promise<Exchange[]> {
  const body = orderBody(t, customerId);
  const replies: Exchange[] = [];
  for (const [path, value] of [
    ['items.0.billing_cycle', 'weekly'],
    ['payment_method', 42],
  ] as const) {
    const deliberateFault = `${path} = ${JSON.stringify(value)}`;
    const call = { body: withValueAt(body, path, value), deliberateFault };
    replies.push(await request(t, 'createOrder', call));
  }
  return replies;
}

export const invalidBodies = [
  row('validation/refused-orders-not-stored', 'states/invalid-order-creates-nothing', idleCustomer, {
    must: 'create nothing for a refused order',
    after: ['validation/billing-cycle', 'customers/services-own'],
    async expect(t: CheckContext, { id }) {
      const api = t.as('tenantA');
      const wallet = await api.send('getWallet', { allowCached: true });
      const refused = await sendInvalidOrders(t, id);
      const accepted = refused.find((reply) => !isRefusal(reply));
      if (accepted !== undefined)
        t.inconclusive('one of the invalid orders was not refused', { exchange: accepted });
      const services = await api.list('listCustomerServices', { params: { id }, whole: true });
      const remainingServices = services.items.flatMap((item) => idIn(item) ?? []);
      holds(t, remainingServices.length === 0, 'a refused order left a service', {
        actual: remainingServices,
        exchange: [services.exchange, ...refused],
      });
      for (const operation of ['listOrders', 'listInvoices'] as const) {
        const { items, exchange } = await api.list(operation, {
          query: { customer_id: id },
          until: (item) => mentions(item, id),
          whole: true,
        });
        const trace = items.find((item) => mentions(item, id));
        holds(t, trace === undefined, 'a refused order left a trace', {
          actual: trace,
          exchange: [exchange, ...refused],
        });
      }
      const after = await api.send('getWallet');
      const [was, is] = [balanceIn(wallet.json), balanceIn(after.json)];
      if (was === undefined || is === undefined) return;
      await expectBalance(t, is >= was, 'refused orders were charged', {
        measured: is - was,
        async remeasure(fresh) {
          const start = await balanceOf(fresh);
          await sendInvalidOrders(fresh, id);
          return (await balanceOf(fresh)).balance - start.balance;
        },
        expected: was,
        actual: is,
        exchange: [after, ...refused],
      });
    },
  }),

  row('validation/extra-member', 'errors/extra-members', customer, {
    must: 'answer a body with an unknown member without a server error',
    expect: (t, { id }) =>
      isServed(t, 'createOrder', {
        body: {
          ...orderBody(t, id),
          items: [orderItem(t, { billing_cycle: 'weekly' })],
          zz_unknown: { a: [1] },
        },
        deliberateFault: 'zz_unknown beside a bad cycle',
      }),
  }),
  row('validation/unknown-payment-method', 'errors/odd-strings', customer, {
    must: 'answer an unknown payment method without a server error',
    mode: 'full',
    expect: (t, { id }) =>
      isServed(t, 'createOrder', {
        body: orderBody(t, id, { payment_method: 'zz_unknown' }),
        deliberateFault: 'payment_method = "zz_unknown"',
      }),
  }),
  ...ODD_TEXTS.map(([what, text]) =>
    row(`validation/text-with-${what.replaceAll(' ', '-')}`, 'errors/odd-strings', idleCustomer, {
      must: `answer a name with ${what} without a server error`,
      area: 'customers',
      group: 'validation/text',
      after: ['customers/update'],
      async expect(t: CheckContext, { id, body, created }) {
        const member = firstTextMember(body, created.json);
        if (member === undefined)
          t.inconclusive('the customer shows no free text under the name it was sent by');
        await isServed(t, 'updateCustomer', {
          params: { id },
          body: { ...body, [member]: text },
          deliberateFault: `${member} with ${what}`,
        });
      },
    }),
  ),
  check('validation/text-plain', 'errors/wrong-media-type', {
    should: 'refuse a body that is labelled text/plain',
    area: 'customers',
    run: (t) =>
      isRefused(t, 'createCustomer', {
        body: customerBody(t),
        headers: { 'content-type': 'text/plain' },
        deliberateFault: 'content-type = text/plain',
      }),
  }),
];
