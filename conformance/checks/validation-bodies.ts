// Bodies that are no orders, and what a refused one must not leave behind.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { customerBody, item, orderBody, spoil, textMember } from '../kit/bodies.ts';
import { stillWallet } from '../kit/funds.ts';
import { balanceIn, idIn, isRefusal, isSuccess, mentions } from '../kit/reading.ts';
import { customer } from '../kit/subjects.ts';
import { idleCustomer } from '../kit/things.ts';
import { check, subject } from '../suite.ts';

const area = 'orders';

const oddTexts = [
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['a change of direction', 'a\u202eb'],
] as const;

/** A customer under another name. */
async function renamed(t: Context, text: string, what: string): Promise<Exchange> {
  const made = await t.use(idleCustomer);
  const member = textMember(made.body, made.created.json);
  if (member === undefined) t.inconclusive('the customer shows no free text under the name it was sent by');
  return t.as('tenantA').send('updateCustomer', {
    params: { id: made.id },
    body: { ...made.body, [member]: text },
    spoiled: `${member} with ${what}`,
  });
}

const allOddTexts = subject('customer with odd characters', {
  cost: 1,
  uses: [idleCustomer],
  make: (t: Context) =>
    renamed(t, oddTexts.map(([, text]) => text).join(''), oddTexts.map(([what]) => what).join(', ')),
});

export const oddBodies = [
  check('validation/refused-orders-leave-nothing', {
    must: 'leave nothing behind of an order that was refused',
    says: 'states/invalid-order-creates-nothing',
    area,
    cost: 7,
    uses: [idleCustomer],
    after: ['validation/billing-cycle'],
    async run(t: Context) {
      const { id } = await t.use(idleCustomer);
      const api = t.as('tenantA');
      const wallet = await api.send('getWallet', { known: true });
      const body = orderBody(t, id);
      const refused = [];
      for (const [path, value] of [
        ['items.0.billing_cycle', 'weekly'],
        ['payment_method', 42],
      ] as const) {
        const spoiled = `${path} = ${JSON.stringify(value)}`;
        refused.push(await api.send('createOrder', { body: spoil(body, path, value), spoiled }));
      }
      const taken = refused.find((reply) => !isRefusal(reply));
      if (taken !== undefined)
        t.inconclusive('one of the invalid orders was not refused', { exchange: taken });
      const services = await api.list('listCustomerServices', { params: { id } });
      const left = services.items.flatMap((one) => idIn(one) ?? []);
      if (left.length > 0) {
        t.fail('a refused order left a service', { actual: left, exchange: [services.exchange, ...refused] });
      }
      for (const operation of ['listOrders', 'listInvoices'] as const) {
        const { items, exchange } = await api.list(operation, { query: { customer_id: id }, pages: 4 });
        const trace = items.find((one) => mentions(one, id));
        if (trace !== undefined) {
          t.fail('a refused order left a trace', { actual: trace, exchange: [exchange, ...refused] });
        }
      }
      const after = await api.send('getWallet');
      const [was, is] = [balanceIn(wallet.json), balanceIn(after.json)];
      if (was === undefined || is === undefined || is >= was) return;
      await stillWallet(t);
      t.fail('refused orders were charged', { expected: was, actual: is, exchange: [after, ...refused] });
    },
  }),

  check('validation/malformed-json', {
    must: 'refuse a body that is no JSON',
    says: 'errors/malformed-json',
    area,
    cost: 1,
    async run(t) {
      const reply = await t
        .as('tenantA')
        .send('createOrder', { raw: '{"customer_id":', spoiled: 'half a body' });
      t.expect(reply).refused();
    },
  }),
  ...(
    [
      ['an array', '[]'],
      ['a string', '"an order"'],
      ['a number', '42'],
      ['null', 'null'],
    ] as const
  ).map(([what, raw]) =>
    check(`validation/body-is-${what.replace(/^an? /, '')}`, {
      must: `refuse ${what} as the body of an order`,
      says: 'errors/other-json-types',
      area,
      cost: 1,
      group: 'validation/body',
      async run(t) {
        t.expect(
          await t.as('tenantA').send('createOrder', { raw, spoiled: `the body is ${what}` }),
        ).refused();
      },
    }),
  ),
  check('validation/login-body-is-a-text', {
    must: 'refuse a text as the body of a login',
    says: 'errors/other-json-types',
    area: 'auth',
    needs: [],
    mode: 'read-only',
    cost: 1,
    authCost: 1,
    group: 'validation/body',
    async run(t) {
      t.expect(
        await t.anonymous.send('login', { raw: '"a login"', spoiled: 'the body is a string' }),
      ).refused();
    },
  }),
  check('validation/extra-member', {
    must: 'answer a member nobody asked for without a server error',
    says: 'errors/extra-members',
    area,
    cost: 1,
    uses: [customer],
    async run(t: Context) {
      const { id } = await t.use(customer);
      const body = {
        ...orderBody(t, id),
        items: [item(t, { billing_cycle: 'weekly' })],
        zz_unknown: { a: [1] },
      };
      const reply = await t
        .as('tenantA')
        .send('createOrder', { body, spoiled: 'zz_unknown beside a bad cycle' });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  check('validation/unknown-payment-method', {
    must: 'answer a payment method nobody knows without a server error',
    says: 'errors/odd-strings',
    area,
    cost: 2,
    uses: [customer],
    async run(t: Context) {
      const { id } = await t.use(customer);
      const reply = await t.as('tenantA').send('createOrder', {
        body: orderBody(t, id, { payment_method: 'zz_unknown' }),
        spoiled: 'payment_method = "zz_unknown"',
      });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  ...oddTexts.map(([what, text]) =>
    check(`validation/text-with-${what.replaceAll(' ', '-')}`, {
      must: `answer a name with ${what} without a server error`,
      says: 'errors/odd-strings',
      area: 'customers',
      cost: 0,
      uses: [allOddTexts],
      group: 'validation/text',
      after: ['customers/update'],
      async run(t: Context) {
        // what was taken with all of them in it stands each of them; a refusal may be about one and hide another
        if (isSuccess(await t.use(allOddTexts))) return;
        const reply = await renamed(t, text, what);
        if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
      },
    }),
  ),
  check('validation/text-plain', {
    should: 'refuse a body that is labelled text/plain',
    says: 'errors/wrong-media-type',
    area: 'customers',
    cost: 1,
    async run(t) {
      const reply = await t.as('tenantA').send('createCustomer', {
        body: customerBody(t),
        headers: { 'content-type': 'text/plain' },
        spoiled: 'content-type = text/plain',
      });
      t.expect(reply).refused();
    },
  }),
];
