// Checks of invalid requests: one invalid field per check, which the target must refuse with a 422 that names the
// field.

import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { messagesForField } from '../../src/suite/model/error-body.ts';
import { checksOf } from '../define.ts';
import { holds, request } from '../expectations.ts';
import type { RequirementId } from '../requirements.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import { paymentBody } from '../support/request-bodies/creation-bodies.ts';
import {
  expectFieldNamed,
  type InvalidFieldGroup,
  invalidFieldGroup,
  requireFieldErrors,
} from '../support/request-bodies/invalid-fields.ts';
import { customerBody, orderBody, orderItem, withValueAt } from '../support/request-bodies/request-bodies.ts';
import { GENERAL_CAUSES, invalidCycleOrder, ORDER_REFUSAL_CAUSES, validOrder } from './validation-errors.ts';

const area = 'orders';
const check = checksOf({ area });

type Level = 'must' | 'should';

type InvalidFieldRow = readonly [path: string, value: unknown, says: RequirementId, level?: Level];

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

/** The invalid values of the customer fields that this contract adds where the specification leaves the body open. */
const INVALID_CUSTOMER_FIELDS: readonly InvalidFieldRow[] = [
  ['email', 'no address', 'errors/other-fields', 'should'],
  ['email', undefined, 'errors/other-fields', 'should'],
  ['first_name', 42, 'errors/other-fields', 'should'],
  ['last_name', undefined, 'errors/other-fields', 'should'],
  ['phone', 'call me', 'errors/other-fields', 'should'],
];

const INVALID_PAYMENT_FIELDS: readonly InvalidFieldRow[] = [
  ['invoice_id', 'not-a-uuid', 'errors/other-fields', 'should'],
  ['method', undefined, 'errors/other-fields', 'should'],
];

const printValue = (value: unknown): string =>
  value === undefined ? 'left out' : `= ${JSON.stringify(value)}`;

const slug = (value: unknown): string =>
  value === undefined
    ? 'missing'
    : String(typeof value === 'object' ? JSON.stringify(value) : value)
        .replace(/[^\w.-]+/g, '-')
        .replace(/^-|-$/g, '') || 'empty';

const invalidTogether = (
  operation: OperationId,
  fields: readonly InvalidFieldRow[],
  body: (t: CheckContext, items: number) => Promise<object>,
  uses: readonly (typeof customer)[],
): InvalidFieldGroup =>
  invalidFieldGroup(
    operation,
    fields.map(([path, value]) => ({ path, value })),
    uses,
    async (t, items) => ({ body: await body(t, items) }),
  );

/**
 * Returns one check per invalid field. One request has all fields invalid; a field that the refusal of this request
 * does not name is sent in a request of its own.
 */
const invalidFieldChecks = (
  operation: OperationId,
  of: string,
  fields: readonly InvalidFieldRow[],
  body: (t: CheckContext, items: number) => Promise<object>,
  more: { mode: 'safe' | 'full'; uses: readonly (typeof customer)[] },
  all = invalidTogether(operation, fields, body, more.uses),
) => {
  return fields.map(([path, value, requirement, level = 'must']) => {
    const sentence = `answer 422 naming \`${path}\` to ${of} with \`${path}\` ${printValue(value)}`;
    return check(`validation/${operation}/${path}/${slug(value)}`, requirement, {
      ...(level === 'must' ? { must: sentence } : { should: sentence }),
      area: operation === 'createCustomer' ? 'customers' : operation === 'createPayment' ? 'billing' : area,
      mode: more.mode,
      uses: all.uses,
      group: `validation/${operation}`,
      after: ['validation/all-cycles', ...ORDER_REFUSAL_CAUSES, ...GENERAL_CAUSES],
      async run(t: CheckContext) {
        if (t.compared(await all.isNamed(t, { path, value }))) return;
        const deliberateFault = `${path} ${printValue(value)}`;
        const reply = await request(t, operation, {
          body: withValueAt(await body(t, path.startsWith('items.1.') ? 2 : 1), path, value),
          deliberateFault,
        });
        const control =
          reply.status === 404 && operation === 'createOrder' ? await t.use(invalidCycleOrder) : undefined;
        expectFieldNamed(t, reply, path, control);
      },
    });
  });
};

const invalidOrders = invalidTogether('createOrder', INVALID_ORDER_FIELDS, validOrder, [customer]);

export const invalidFields = [
  ...invalidFieldChecks(
    'createOrder',
    'an order',
    INVALID_ORDER_FIELDS,
    validOrder,
    { mode: 'safe', uses: [customer] },
    invalidOrders,
  ),
  ...invalidFieldChecks(
    'createCustomer',
    'a customer',
    INVALID_CUSTOMER_FIELDS,
    async (t) => customerBody(t),
    { mode: 'safe', uses: [] },
  ),
  ...invalidFieldChecks('createPayment', 'a payment', INVALID_PAYMENT_FIELDS, async (t) => paymentBody(t), {
    mode: 'full',
    uses: [],
  }),
  check('errors/all-fields-at-once', 'errors/one-entry-per-field', {
    must: 'name every invalid field of a request',
    uses: invalidOrders.uses,
    after: [
      'errors/one-entry-per-field',
      'validation/createOrder/items.0.quantity/1.5',
      'validation/createOrder/customer_id/not-a-uuid',
      'validation/createOrder/items.1.billing_cycle/01_year',
      'validation/createOrder/items.0.sku_id/sku-hosting-pro',
      'validation/createOrder/items.0.quantity/two',
      ...GENERAL_CAUSES,
    ],
    async run(t: CheckContext) {
      const all = [
        { path: 'items.0.quantity', value: 1.5 },
        { path: 'items.0.billing_cycle', value: '11_year' },
        { path: 'items.0.sku_id', value: { sku: 'hosting-pro' } },
        { path: 'items.0.quantity', value: 'two' },
      ];
      if (t.compared(await invalidOrders.areAllNamed(t, all))) return;
      const { id } = await t.use(customer);
      const fields = [
        ['items.0.quantity', 1.5],
        ['items.1.billing_cycle', 'weekly'],
        ['items.2.sku_id', { sku: 'hosting-pro' }],
        ['items.3.quantity', 'two'],
      ] as const;
      const order = orderBody(t, id, { items: fields.map(() => orderItem(t)) });
      const reply = await request(t, 'createOrder', {
        body: fields.reduce<unknown>((body, [path, value]) => withValueAt(body, path, value), order),
        deliberateFault: fields.map(([path, value]) => `${path} = ${JSON.stringify(value)}`).join(', '),
      });
      const { errors } = t.require(requireFieldErrors(t, t.require(reply).status(422))).error();
      const lacking = fields
        .map(([path]) => path)
        .filter((field) => messagesForField(errors, field) === undefined);
      holds(t, lacking.length === 0, `\`errors\` lacks ${lacking.join(' and ')}`, {
        actual: errors,
        exchange: reply,
      });
    },
  }),
];
