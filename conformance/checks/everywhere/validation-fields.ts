// Checks of the requests that the specification shows: one invalid field per check, which the target must refuse with a
// 422 that names the field.

import { creations } from '../../support/fixtures/created-resources.ts';
import { customer } from '../../support/fixtures/customers-and-orders.ts';
import { bodyOf } from '../../support/request-bodies/creation-bodies.ts';
import { type InvalidFieldRow, invalidFieldChecks } from '../../support/request-bodies/invalid-fields.ts';
import { withValueAt } from '../../support/request-bodies/request-bodies.ts';
import { invalidCycleOrder, ORDER_REFUSAL_CAUSES, validOrder } from './validation-errors.ts';

const area = 'orders';

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

export const invalidFields = invalidFieldChecks(
  {
    operation: 'createOrder',
    what: 'an order',
    area,
    mode: 'safe',
    uses: [customer],
    after,
    control: invalidCycleOrder,
    call: async (t, items) => ({ body: await validOrder(t, items) }),
  },
  INVALID_ORDER_FIELDS,
);

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
