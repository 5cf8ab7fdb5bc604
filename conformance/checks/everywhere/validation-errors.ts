// Checks of the 422 that refuses an order with an invalid billing cycle: what its `errors` name and say.

import { errorCodes } from '../../../src/contract/error-codes.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { keyMatchesField } from '../../../src/suite/model/error-body.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import { billingCycles } from '../../rules/schema-names.ts';
import { creations } from '../../support/fixtures/created-resources.ts';
import { bodyAdvice, customer, refusalWithAdvice } from '../../support/fixtures/customers-and-orders.ts';
import { bodyWith, isRefusal, isUuid } from '../../support/reply-readers/response-readers.ts';
import { bodyOf } from '../../support/request-bodies/creation-bodies.ts';
import { GENERAL_CAUSES, requireFieldErrors } from '../../support/request-bodies/invalid-fields.ts';
import { orderBody, orderItem, withValueAt } from '../../support/request-bodies/request-bodies.ts';

const { check, row } = checksOf({ area: 'orders' });

/** Checks whose breach means that the target refuses every order. */
export const ORDER_REFUSAL_CAUSES = [
  'orders/wallet-accepted',
  'orders/any-sku-form',
  'idempotency/key-is-optional',
];

export const validOrder = async (t: CheckContext, items = 1): Promise<object> =>
  orderBody(t, (await t.use(customer)).id, { items: Array.from({ length: items }, () => orderItem(t)) });

/** Sends an order in which the billing cycle is the only invalid field. */
export const invalidCycleOrder = fixture('order with an invalid billing cycle', {
  uses: [customer],
  after: ['validation/billing-cycle'],
  async make(t: CheckContext): Promise<Exchange> {
    const body = withValueAt(await validOrder(t), 'items.0.billing_cycle', 'weekly');
    return request(t, 'createOrder', { body, deliberateFault: 'items.0.billing_cycle = "weekly"' });
  },
});

// The refusal of the order with the invalid billing cycle. Ends the check as inconclusive when the refusal has another
// reason than invalid fields.
const cycleRefusal = fixture('refusal of an invalid billing cycle', {
  cost: 0,
  uses: [invalidCycleOrder],
  async make(t: CheckContext): Promise<Exchange> {
    const reply = await t.use(invalidCycleOrder);
    if ([401, 402, 403, 404, 409, 429].includes(reply.status)) {
      t.inconclusive(
        `the order was refused for another reason than a field: ${refusalWithAdvice(reply, bodyAdvice(reply))}`,
        { exchange: reply },
      );
    }
    return t.require(reply).refused();
  },
});

export const validationErrors = [
  row('validation/billing-cycle', 'billing-cycle/values', invalidCycleOrder, {
    phase: 'first',
    must: 'refuse a billing cycle that is none',
    after: ['statuses/listed'],
    expect: (t, reply) =>
      holds(t, isRefusal(reply), `"weekly" was answered ${reply.status}`, {
        expected: 422,
        actual: reply.status,
        exchange: reply,
      }),
  }),
  row('errors/invalid-is-422', 'errors/validation-is-422', cycleRefusal, {
    phase: 'first',
    must: 'answer a request that fails validation with 422',
    after: [...ORDER_REFUSAL_CAUSES],
    expect: (t, reply) => t.expect(reply).status(422),
  }),
  row('errors/one-entry-per-field', 'errors/one-entry-per-field', cycleRefusal, {
    phase: 'first',
    must: 'name the invalid field in `errors`',
    after: [
      ...ORDER_REFUSAL_CAUSES,
      ...GENERAL_CAUSES.filter((cause) => cause !== 'errors/one-entry-per-field'),
    ],
    expect: (t, reply) => t.expect(requireFieldErrors(t, reply)).invalid('items.0.billing_cycle'),
  }),
  row('errors/names-the-member', 'errors/member-names', cycleRefusal, {
    should: 'name an invalid member of an item by its own name',
    after: ['errors/one-entry-per-field', ...GENERAL_CAUSES],
    expect(t: CheckContext, reply) {
      const { errors } = t.require(t.require(reply).status(422)).error();
      holds(
        t,
        Object.keys(errors).some((key) => keyMatchesField(key, 'items.0.billing_cycle')),
        'no key names `billing_cycle`',
        { expected: bodyWith('items.0.billing_cycle'), actual: errors, exchange: reply },
      );
    },
  }),
  row('errors/validation-code', 'errors/validation-code', cycleRefusal, {
    should: 'give a validation failure the code VALIDATION_FAILED',
    after: ['errors/code', ...GENERAL_CAUSES],
    expect(t: CheckContext, reply) {
      const { shape: errorForm, code } = t.require(t.require(reply).status(422)).error();
      const { code: expected } = errorCodes().VALIDATION_FAILED;
      holds(t, errorForm === 'flat' || code === expected, 'it has another code', {
        expected,
        actual: code ?? null,
        exchange: reply,
      });
    },
  }),
  row('errors/names-no-valid-field', 'errors/no-entry-for-valid-fields', cycleRefusal, {
    must: 'name no valid field in `errors`',
    after: [...ORDER_REFUSAL_CAUSES, ...GENERAL_CAUSES],
    async expect(t: CheckContext, reply) {
      const { errors } = t.require(t.require(reply).status(422)).error();
      const { id } = await t.use(customer);
      const valid = [
        ...(isUuid(id) ? ['customer_id'] : []),
        'payment_method',
        'items.0.quantity',
        'items.0.config',
        'items.0.config.domain',
      ];
      const wrong = Object.keys(errors).find((key) => valid.some((field) => keyMatchesField(key, field)));
      holds(t, wrong === undefined, `\`${wrong}\` is named, and is valid`, {
        actual: errors,
        exchange: reply,
      });
    },
  }),
  check('validation/all-cycles', 'billing-cycle/all-accepted', {
    must: 'accept each of the billing cycles',
    after: [...GENERAL_CAUSES, 'errors/names-no-valid-field'],
    async run(t: CheckContext) {
      const all = billingCycles();
      const items = all.map((billing_cycle) => orderItem(t, { billing_cycle }));
      const reply = await request(t, 'createOrder', {
        body: { customer_id: 'not-a-uuid', items, payment_method: 'wallet' },
        deliberateFault: 'customer_id = "not-a-uuid"',
      });
      const { errors } = t.require(t.require(reply).status(422)).error();
      const refused = all.filter((_, at) =>
        Object.keys(errors).some(
          (key) => /billing_cycle/.test(key) && keyMatchesField(key, `items.${at}.billing_cycle`),
        ),
      );
      holds(t, refused.length === 0, `${refused.join(', ')} was named invalid`, {
        actual: errors,
        exchange: reply,
      });
    },
  }),
  check('validation/all-cycles/createHostingAccount', 'billing-cycle/all-accepted', {
    must: 'accept each of the billing cycles for a hosting account',
    area: 'hosting',
    mode: 'full',
    cost: billingCycles().length,
    phase: 'cells',
    uses: [creations['hosting account']],
    after: [...GENERAL_CAUSES, 'hosting/create'],
    async run(t: CheckContext) {
      t.require((await t.use(creations['hosting account'])).created).success();
      const { body } = bodyOf(t, 'createHostingAccount', 'not-a-uuid');
      for (const billing_cycle of billingCycles()) {
        const reply = await request(t, 'createHostingAccount', {
          body: { ...body, customer_id: 'not-a-uuid', billing_cycle },
          deliberateFault: `customer_id = "not-a-uuid", billing_cycle = ${billing_cycle}`,
        });
        const { errors } = t.require(t.require(reply).status(422)).error();
        const isNamed = Object.keys(errors).some((key) => keyMatchesField(key, 'billing_cycle'));
        holds(t, !isNamed, `${billing_cycle} was named invalid`, {
          actual: errors,
          exchange: reply,
        });
      }
    },
  }),
];
