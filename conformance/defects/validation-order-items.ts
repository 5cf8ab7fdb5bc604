// Defects of the validation of order items: SKU, quantity, billing cycle and `config`.
import { isObject } from '../../src/contract/is-object.ts';
import { UUID } from '../../src/contract/uuid.ts';
import { chosen, stated } from './define-mutant.ts';
import { BILLING_CYCLES } from './edits/order-edits.ts';
import { acceptsInvalid } from './edits/request-edits.ts';
import {
  changeAt,
  each,
  listAt,
  numberAt,
  refusal,
  refusesField,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant, RequestEdit } from './mutant.ts';
import { repairsOrder } from './validation-orders.ts';

const items = ({ json }: Pick<RequestEdit, 'json'>): unknown[] => listAt(json, 'items');

export const validationOrderItems: readonly Mutant[] = [
  stated(
    'validation/billing-cycle-accepted',
    'the billing cycle `weekly` is accepted',
    ['billing-cycle/values', 'order-item/billing-cycle'],
    'validation/billing-cycle',
    (p) =>
      acceptsInvalid(p, 'createOrder', 'items.*.billing_cycle', (value) => value === 'weekly', 'monthly'),
  ),
  stated(
    'validation/billing-cycle-accepted[any]',
    'any billing cycle is accepted',
    ['billing-cycle/values', 'order-item/billing-cycle'],
    'validation/billing-cycle',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.billing_cycle',
        (value) => typeof value === 'string' && !BILLING_CYCLES.includes(value),
        'monthly',
      ),
  ),
  stated(
    'validation/billing-cycle-accepted[number]',
    'a number is accepted as billing cycle',
    ['order-item/billing-cycle', 'billing-cycle/values'],
    'validation/createOrder/items.0.billing_cycle/12',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.billing_cycle',
        (value) => typeof value === 'number',
        'monthly',
      ),
  ),
  ...each(['0_year', '11_year', '1_years', '01_year'], (cycle) =>
    stated(
      `validation/billing-term-accepted[${cycle}]`,
      `the billing cycle \`${cycle}\` is accepted`,
      ['billing-cycle/values', 'order-item/billing-cycle'],
      `validation/createOrder/items.${cycle === '01_year' ? 1 : 0}.billing_cycle/${cycle}`,
      (p) => acceptsInvalid(p, 'createOrder', 'items.*.billing_cycle', (value) => value === cycle, 'monthly'),
    ),
  ),
  chosen(
    'validation/billing-term-accepted[Monthly]',
    'billing cycles are accepted in any letter case',
    'billing-cycle/case',
    'validation/createOrder/items.0.billing_cycle/Monthly',
    (p) =>
      repairsOrder(p, (json) =>
        changeAt(json, 'items.*.billing_cycle', (value) =>
          typeof value === 'string' ? value.toLowerCase() : value,
        ),
      ),
  ),
  ...each(BILLING_CYCLES, (cycle) =>
    stated(
      `validation/billing-cycle-refused[${cycle}]`,
      `the billing cycle \`${cycle}\` is refused`,
      ['billing-cycle/all-accepted', 'order-item/billing-cycle'],
      'validation/all-cycles',
      (p) =>
        p.request('createOrder', (change, { bearer }) =>
          bearer !== null && items(change).some((item) => valueAt(item, 'billing_cycle') === cycle)
            ? refusesField(
                'items.0.billing_cycle',
                `Choose one of ${BILLING_CYCLES.filter((text) => text !== cycle).join(', ')}.`,
              )
            : undefined,
        ),
    ),
  ),
  ...each(
    [
      ['any text', 'two', (value: unknown) => typeof value === 'string'],
      ['1.5', '1.5', (value: unknown) => typeof value === 'number' && !Number.isInteger(value)],
      ['an object', 'units-2', isObject],
    ] as const,
    ([label, sent, wrong]) =>
      stated(
        `validation/quantity-type-accepted[${label}]`,
        `the quantity ${label} is accepted`,
        'order-item/quantity',
        `validation/createOrder/items.0.quantity/${sent}`,
        (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', wrong, 1),
      ),
  ),
  chosen(
    'validation/quantity-type-accepted[true]',
    'the quantity true is accepted',
    'errors/no-conversion',
    'validation/createOrder/items.0.quantity/true',
    (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', (value) => typeof value === 'boolean', 1),
  ),
  ...each(
    [
      ['0', (value: unknown) => value === 0],
      ['negative', (value: unknown) => typeof value === 'number' && value < 0],
    ] as const,
    ([label, wrong]) =>
      chosen(
        `validation/quantity-below-one-accepted[${label}]`,
        `the quantity ${label} is accepted`,
        'order-item/quantity-range',
        `validation/createOrder/items.0.quantity/${label === '0' ? 0 : 1}`,
        (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', wrong, 1),
      ),
  ),
  ...each(
    [
      ['slug', (sku: string) => !UUID.test(sku)],
      ['uuid', (sku: string) => UUID.test(sku)],
    ] as const,
    ([label, fits]) =>
      stated(
        `validation/sku-refused[${label}]`,
        `an SKU that is a ${label} is refused`,
        ['gaps/any-sku', 'endpoints/create-order'],
        'orders/any-sku-form',
        (p) =>
          p.request('createOrder', (change, { bearer }) =>
            bearer !== null &&
            items(change).some(
              (item) => typeof valueAt(item, 'sku_id') === 'string' && fits(textAt(item, 'sku_id')),
            )
              ? refusesField('items.0.sku_id', 'There is no such product.')
              : undefined,
          ),
      ),
  ),
  stated(
    'validation/sku-type-accepted[an object]',
    'an object is accepted as `sku_id`',
    'order-item/sku-id',
    'validation/createOrder/items.0.sku_id/sku-hosting-pro',
    (p) => acceptsInvalid(p, 'createOrder', 'items.*.sku_id', isObject, 'hosting-pro'),
  ),
  ...each(
    [
      ['a number', 'errors/no-conversion', 12345, (value: unknown) => typeof value === 'number'],
      ['null', 'order-item/required', 'null', (value: unknown) => value === null],
    ] as const,
    ([label, requirement, sent, wrong]) =>
      chosen(
        `validation/sku-type-accepted[${label}]`,
        `${label} is accepted as \`sku_id\``,
        requirement,
        `validation/createOrder/items.0.sku_id/${sent}`,
        (p) => acceptsInvalid(p, 'createOrder', 'items.*.sku_id', wrong, 'hosting-pro'),
      ),
  ),
  chosen(
    'validation/config-invalid-accepted',
    'any text is accepted as `config.domain`',
    'order-item/config-members',
    'validation/createOrder/items.0.config.domain/not-a-domain',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.config.domain',
        (value) => typeof value === 'string' && !/^[a-z0-9][a-z0-9.-]*$/.test(value),
        'example.org',
      ),
  ),
  chosen(
    'validation/config-invalid-accepted[number]',
    'a number is accepted as `config.domain`',
    'order-item/config-members',
    'validation/createOrder/items.0.config.domain/12345',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.config.domain',
        (value) => typeof value !== 'string',
        'example.org',
      ),
  ),
  stated(
    'validation/config-invalid-accepted[config]',
    'a text is accepted as `config`',
    'order-item/config',
    'validation/createOrder/items.0.config/a-text',
    (p) => acceptsInvalid(p, 'createOrder', 'items.*.config', (value) => !isObject(value), {}),
  ),
  chosen(
    'validation/config-invalid-accepted[plan]',
    'a number is accepted as `config.plan`',
    'order-item/config-members',
    'validation/createOrder/items.0.config.plan/12345',
    (p) =>
      acceptsInvalid(p, 'createOrder', 'items.*.config.plan', (value) => typeof value === 'number', 'pro'),
  ),
  stated(
    'validation/first-item-only',
    'only the first item of an order is validated',
    ['billing-cycle/values', 'order-item/billing-cycle'],
    'validation/createOrder/items.1.billing_cycle/01_year',
    (p) =>
      p.request('createOrder', (change) => {
        for (const item of listAt(change.json, 'items').slice(1))
          if (isObject(item) && !BILLING_CYCLES.includes(textAt(item, 'billing_cycle')))
            item.billing_cycle = 'monthly';
        return undefined;
      }),
  ),
  chosen(
    'validation/quantity-null-accepted[null]',
    'a null quantity is accepted',
    'order-item/required',
    'validation/createOrder/items.0.quantity/null',
    (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', (value) => value === null, 1),
  ),
  stated(
    'validation/quantity-null-accepted[word]',
    'a word is accepted as quantity',
    'order-item/quantity',
    'validation/createOrder/items.0.quantity/two',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.quantity',
        (value) => typeof value === 'string' && !/^\d+$/.test(value),
        1,
      ),
  ),
  stated(
    'validation/quarterly-refused',
    'quarterly orders are refused',
    ['billing-cycle/all-accepted', 'endpoints/create-order'],
    'validation/all-cycles',
    (p) =>
      p.request('createOrder', (change) =>
        listAt(change.json, 'items').some((item) => valueAt(item, 'billing_cycle') === 'quarterly')
          ? refusal(422, 'VALIDATION_FAILED', 'No.', {
              'items.0.billing_cycle': [
                'The selected billing cycle is invalid. Allowed: hourly, one_time, monthly, quarterly, semi_annual, 1_year, 2_year, 3_year, 4_year, 5_year, 6_year, 7_year, 8_year, 9_year, 10_year.',
              ],
            })
          : undefined,
      ),
  ),
  stated(
    'validation/sku-capitals-refused',
    'a sku must be lower-case letters and dashes',
    ['gaps/any-sku', 'order-item/sku-id'],
    'orders/any-sku-form',
    (p) =>
      p.request('createOrder', (change) =>
        listAt(change.json, 'items').some((item) => !/^[a-z0-9-]+$/.test(textAt(item, 'sku_id'))) &&
        listAt(change.json, 'items').every((item) => typeof valueAt(item, 'sku_id') === 'string')
          ? refusal(422, 'VALIDATION_FAILED', 'No.', { 'items.0.sku_id': ['The sku format is invalid.'] })
          : undefined,
      ),
  ),
  chosen(
    'validation/quantity-text-accepted',
    'a quantity written as text is accepted',
    'errors/no-conversion',
    'validation/createOrder/items.0.quantity/2',
    (p) =>
      p.request('createOrder', (change) => {
        changeAt(change.json, 'items.*.quantity', (value) =>
          typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
        );
        return undefined;
      }),
  ),
  stated(
    'validation/quantity-above-one-refused',
    'a quantity above one is refused',
    [
      'order-item/quantity',
      'endpoints/create-order',
      'errors/no-entry-for-valid-fields',
      'errors/one-entry-per-field',
    ],
    'errors/all-fields-at-once',
    (p) =>
      p.request('createOrder', ({ json }) => {
        const over = listAt(json, 'items').find((item) => numberAt(item, 'quantity') > 1);
        return over
          ? refusal(422, 'VALIDATION_FAILED', 'Invalid.', { 'items.0.quantity': ['At most 1.'] })
          : undefined;
      }),
  ),
];
