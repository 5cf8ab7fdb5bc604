// Defects of the validation of the members of an order, except its items.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { UUID } from '../../src/contract/uuid.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid } from './edits/request-edits.ts';
import {
  changeAt,
  each,
  listAt,
  refusesField,
  serverError,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/**
 * Makes the mock accept invalid orders: replaces invalid parts of the body by valid ones before the mock validates
 * the body.
 */
export const repairsOrder = (p: Injector, repair: (json: unknown) => void): void =>
  p.request('createOrder', (change) => {
    repair(change.json);
    return undefined;
  });

/**
 * Records the customer of every created order.
 * @returns a function that returns the id of the customer of the order created last
 */
function lastCustomer(p: Injector): () => string {
  let last: string = randomUUID();
  p.reply('createOrder', (reply) => {
    if (reply.status === 201) last = textAt(reply.json, 'customer_id');
  });
  return () => last;
}

export const validationOrders: readonly Mutant[] = [
  stated(
    'validation/customer-id-type-accepted',
    'a `customer_id` that is no UUID is accepted',
    'order-request/customer-id',
    'validation/createOrder/customer_id/not-a-uuid',
    (p) => {
      const customer = lastCustomer(p);
      repairsOrder(p, (json) =>
        changeAt(json, 'customer_id', (id) => (typeof id === 'string' && !UUID.test(id) ? customer() : id)),
      );
    },
  ),
  stated(
    'validation/customer-id-type-accepted[number]',
    'a number is accepted as `customer_id`',
    'order-request/customer-id',
    'validation/createOrder/customer_id/12345',
    (p) => {
      const customer = lastCustomer(p);
      repairsOrder(p, (json) =>
        changeAt(json, 'customer_id', (id) => (typeof id === 'number' ? customer() : id)),
      );
    },
  ),
  follows(
    'validation/unknown-customer-not-refused[accepted]',
    'an order for a customer that does not exist is accepted',
    'order-request/customer-exists',
    'orders/unknown-customer',
    (p) => {
      const customer = lastCustomer(p);
      p.handler('createOrder', ({ db, body }, go) => {
        const id = textAt(body, 'customer_id');
        if (db.platform.table('customers').find(id)) return go();
        const copy = structuredClone(body);
        setAt(copy, 'customer_id', customer());
        return go({ body: copy });
      });
    },
  ),
  follows(
    'validation/unknown-customer-not-refused[500]',
    'an order for a customer that does not exist is a server error',
    'order-request/customer-exists',
    'orders/unknown-customer',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        if (!db.platform.table('customers').find(textAt(body, 'customer_id')))
          throw new Error('Foreign key.');
        return go();
      }),
  ),
  stated(
    'validation/items-object-accepted',
    '`items` that is no array is accepted',
    'order-request/items',
    'validation/createOrder/items/sku_id-hosting-pro',
    (p) =>
      repairsOrder(p, (json) => {
        if (isObject(json) && 'items' in json && !Array.isArray(json.items)) {
          json.items = [
            isObject(json.items)
              ? json.items
              : { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' },
          ];
        }
      }),
  ),
  chosen(
    'validation/items-empty-accepted[empty]',
    'an order without any item is accepted',
    'order-request/required',
    'validation/createOrder/items/empty',
    (p) =>
      repairsOrder(p, (json) =>
        changeAt(json, 'items', (list) =>
          Array.isArray(list) && list.length === 0
            ? [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }]
            : list,
        ),
      ),
  ),
  stated(
    'validation/wallet-payment-refused',
    'payment by wallet is refused',
    ['order-request/wallet', 'endpoints/create-order'],
    'orders/wallet-accepted',
    (p) =>
      p.request('createOrder', (change, { bearer }) =>
        bearer !== null &&
        typeof valueAt(change.json, 'payment_method') === 'string' &&
        !['manual', 'bank_transfer'].includes(textAt(change.json, 'payment_method'))
          ? refusesField('payment_method', 'Pay by bank transfer.')
          : undefined,
      ),
  ),
  follows(
    'validation/unknown-payment-method-500',
    'an unknown payment method is a server error',
    ['gaps/payment-methods', 'errors/odd-strings'],
    'validation/unknown-payment-method',
    (p) =>
      p.request('createOrder', ({ json }) =>
        typeof valueAt(json, 'payment_method') === 'string' &&
        !['wallet', 'manual', 'bank_transfer'].includes(textAt(json, 'payment_method'))
          ? serverError()
          : undefined,
      ),
  ),
  stated(
    'validation/payment-method-object-accepted',
    'an object is accepted as `payment_method`',
    'order-request/payment-method',
    'validation/createOrder/payment_method/method-wallet',
    (p) => acceptsInvalid(p, 'createOrder', 'payment_method', isObject, 'wallet'),
  ),
  chosen(
    'validation/payment-method-number-accepted',
    'a number is accepted as `payment_method`',
    'errors/no-conversion',
    'validation/createOrder/payment_method/42',
    (p) => acceptsInvalid(p, 'createOrder', 'payment_method', (value) => typeof value === 'number', 'wallet'),
  ),
  ...each(['customer_id', 'items', 'payment_method'] as const, (member) =>
    chosen(
      `validation/field-missing-accepted[${member}]`,
      `an order without \`${member}\` is accepted`,
      'order-request/required',
      `validation/createOrder/${member}/missing`,
      (p) => {
        const customer = lastCustomer(p);
        repairsOrder(p, (json) => {
          if (!isObject(json) || member in json) return;
          if (member === 'customer_id') json.customer_id = customer();
          if (member === 'payment_method') json.payment_method = 'wallet';
          if (member === 'items')
            json.items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
        });
      },
    ),
  ),
  ...each(
    [
      ['sku_id', 'hosting-pro'],
      ['quantity', 1],
      ['billing_cycle', 'monthly'],
    ] as const,
    ([member, value]) =>
      chosen(
        `validation/field-missing-accepted[items.${member}]`,
        `an item without \`${member}\` is accepted`,
        'order-item/required',
        `validation/createOrder/items.0.${member}/missing`,
        (p) =>
          repairsOrder(p, (json) => {
            for (const item of listAt(json, 'items'))
              if (isObject(item) && !(member in item)) item[member] = value;
          }),
      ),
  ),
  stated(
    'validation/items-text-accepted',
    'a text is accepted as items',
    'order-request/items',
    'validation/createOrder/items/hosting-pro',
    (p) =>
      acceptsInvalid(p, 'createOrder', 'items', (value) => typeof value === 'string', [
        { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' },
      ]),
  ),
  chosen(
    'validation/payment-method-null-accepted',
    'a null payment method is accepted',
    'order-request/required',
    'validation/createOrder/payment_method/null',
    (p) => acceptsInvalid(p, 'createOrder', 'payment_method', (value) => value === null, 'wallet'),
  ),
  stated(
    'validation/single-item-accepted',
    'a single item that is not in an array is accepted',
    'order-request/items',
    'validation/createOrder/items/sku_id-hosting-pro',
    (p) =>
      p.request('createOrder', (change) => {
        changeAt(change.json, 'items', (value) =>
          isObject(value)
            ? [
                Object.keys(value).length > 0
                  ? value
                  : { sku_id: 'web', quantity: 1, billing_cycle: 'monthly' },
              ]
            : value,
        );
        return undefined;
      }),
  ),
  stated(
    'validation/payment-method-type-accepted',
    'a payment method that is not a string is read as the wallet',
    'order-request/payment-method',
    'validation/createOrder/payment_method/method-wallet',
    (p) =>
      p.request('createOrder', (change) => {
        changeAt(change.json, 'payment_method', (value) => (typeof value === 'string' ? value : 'wallet'));
        return undefined;
      }),
  ),
];
