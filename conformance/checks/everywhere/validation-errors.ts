// Checks of the requests that the specification shows: one invalid field per check, which the target must refuse with a 422
// that names the field, and what the `errors` of the 422 name and say.

import { errorCodes } from '../../../src/contract/error-codes.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { keyMatchesField } from '../../../src/suite/model/error-body.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import { creations } from '../../support/fixtures/created-resources.ts';
import { bodyAdvice, customer, refusalWithAdvice } from '../../support/fixtures/customers-and-orders.ts';
import { bodyWith, isRefusal, isUuid } from '../../support/reply-readers/response-readers.ts';
import { bodyOf } from '../../support/request-bodies/creation-bodies.ts';
import {
  GENERAL_CAUSES,
  type InvalidFieldRow,
  invalidFieldChecks,
  requireFieldErrors,
} from '../../support/request-bodies/invalid-fields.ts';
import {
  billingCycles,
  orderBody,
  orderItem,
  withValueAt,
} from '../../support/request-bodies/request-bodies.ts';

const { check, row } = checksOf({ area: 'orders' });

/** Checks whose breach means that the target refuses every order. */
const ORDER_REFUSAL_CAUSES = ['orders/wallet-accepted', 'orders/any-sku-form', 'idempotency/key-is-optional'];

const validOrder = async (t: CheckContext, items = 1): Promise<object> =>
  orderBody(t, (await t.use(customer)).id, { items: Array.from({ length: items }, () => orderItem(t)) });

/** Sends an order in which the billing cycle is the only invalid field. */
const invalidCycleOrder = fixture('order with an invalid billing cycle', {
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

/** The invalid values of each field of an order. The value undefined leaves the field out. */
const INVALID_ORDER_FIELDS: readonly InvalidFieldRow[] = [
  ['customer_id', 12345, 'order-request/customer-id'],
  ['customer_id', 'not-a-uuid', 'order-request/customer-id'],
  ['items', { sku_id: 'hosting-pro' }, 'order-request/items'],
  ['items', 'hosting-pro', 'order-request/items'],
  ['payment_method', { method: 'wallet' }, 'order-request/payment-method'],
  ['items.0.sku_id', { sku: 'hosting-pro' }, 'order-item/sku-id'],
  ['items.0.quantity', 1.5, 'order-item/quantity'],
  ['items.0.quantity', 'two', 'order-item/quantity'],
  ['items.0.quantity', { units: 2 }, 'order-item/quantity'],
  ['items.0.billing_cycle', '0_year', 'billing-cycle/values'],
  ['items.0.billing_cycle', '11_year', 'billing-cycle/values'],
  ['items.0.billing_cycle', '1_years', 'billing-cycle/values'],
  ['items.1.billing_cycle', '01_year', 'billing-cycle/values'],
  ['items.0.billing_cycle', 12, 'order-item/billing-cycle'],
  ['items.0.config', 'a text', 'order-item/config'],
  ['payment_method', 42, 'errors/no-conversion', 'should'],
  ['items.0.sku_id', 12345, 'errors/no-conversion', 'should'],
  ['items.0.quantity', '2', 'errors/no-conversion', 'should'],
  ['items.0.quantity', true, 'errors/no-conversion', 'should'],
  ['items.0.config.domain', 12345, 'order-item/config-members', 'should'],
  ['items.0.config.plan', 12345, 'order-item/config-members', 'should'],
  ['items.0.config.domain', 'not a domain', 'order-item/config-members', 'should'],
  ['items.0.sku_id', null, 'order-item/required', 'should'],
  ['items.0.billing_cycle', 'Monthly', 'billing-cycle/case', 'should'],
  ['items.0.quantity', 0, 'order-item/quantity-range', 'should'],
  ['items.0.quantity', -1, 'order-item/quantity-range', 'should'],
  ['items.0.quantity', null, 'order-item/required', 'should'],
  ['payment_method', null, 'order-request/required', 'should'],
  ['items', [], 'order-request/required', 'should'],
  ['items', undefined, 'order-request/required', 'should'],
  ['customer_id', undefined, 'order-request/required', 'should'],
  ['payment_method', undefined, 'order-request/required', 'should'],
  ['items.0.sku_id', undefined, 'order-item/required', 'should'],
  ['items.0.quantity', undefined, 'order-item/required', 'should'],
  ['items.0.billing_cycle', undefined, 'order-item/required', 'should'],
];

const after = ['validation/all-cycles', ...ORDER_REFUSAL_CAUSES];

const invalidOrderFields = invalidFieldChecks(
  {
    operation: 'createOrder',
    what: 'an order',
    area: 'orders',
    mode: 'safe',
    uses: [customer],
    after,
    control: invalidCycleOrder,
    call: async (t, items) => ({ body: await validOrder(t, items) }),
  },
  INVALID_ORDER_FIELDS,
);

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
  ...invalidOrderFields,
];

/** A different valid billing cycle for each request, so that a rule can check that no refusal names the cycle. */
const VALID_CYCLES = ['9_year', 'semi_annual', '3_year', '10_year', 'one_time', 'monthly', 'hourly'];

export const invalidHostingFields = invalidFieldChecks(
  {
    operation: 'createHostingAccount',
    what: 'a hosting account',
    area: 'hosting',
    mode: 'full',
    after: ['hosting/create'],
    uses: [customer, creations['hosting account']],
    accepted: creations['hosting account'],
    async call(t, _, at) {
      const { body } = bodyOf(t, 'createHostingAccount', (await t.use(customer)).id);
      return { body: at === undefined ? body : withValueAt(body, 'billing_cycle', VALID_CYCLES[at]) };
    },
  },
  [
    ['customer_id', 'not-a-uuid', 'hosting-request/customer-id'],
    ['sku_id', { sku: 'hosting-pro' }, 'hosting-request/sku-id', 'must', 'an-object'],
    ['sku_id', 12345, 'errors/no-conversion', 'should'],
    ['domain', 12345, 'errors/no-conversion', 'should'],
    ['domain', 'not a domain', 'hosting-request/domain', 'must', 'no-domain'],
    ['billing_cycle', 'weekly', 'hosting-request/billing-cycle'],
    ['billing_cycle', '11_year', 'hosting-request/billing-cycle'],
    ['domain', undefined, 'hosting-request/required', 'should'],
  ],
);
