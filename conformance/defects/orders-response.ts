// Defects of the form of an order in replies: its members, their types and their times.

import { randomUUID } from 'node:crypto';
import type { RequirementId } from '../requirements.ts';
import { follows, stated } from './define-mutant.ts';
import { editOrders } from './edits/order-edits.ts';
import {
  changeAt,
  each,
  isSuccess,
  listAt,
  numberAt,
  onSuccess,
  removeAt,
  setAt,
  shiftInstant,
  textAt,
} from './edits/response-edits.ts';
import { asEpoch, withOffset, withoutZone } from './edits/time-edits.ts';
import type { Mutant } from './mutant.ts';

const orderMembers = {
  id: 'order-response/id',
  status: 'order-response/status',
  total_amount: 'order-response/total-amount',
  currency: 'order-response/currency',
  invoice_id: 'order-response/invoice-id',
  services: 'order-response/services',
  created_at: 'order-response/created-at',
} as const satisfies Record<string, RequirementId>;

export const ordersResponse: readonly Mutant[] = [
  ...each(Object.entries(orderMembers), ([member, requirement]) =>
    stated(
      `orders/response-member-missing[${member}]`,
      `a new order comes without \`${member}\``,
      requirement,
      `orders/response-${member}`,
      (p) => onSuccess(p, 'createOrder', (json) => removeAt(json, member)),
    ),
  ),
  stated(
    'orders/total-as-string',
    '`total_amount` of an order is a string',
    ['order-response/total-amount', 'service/integer-amounts'],
    'orders/response-total_amount',
    (p) => editOrders(p, (order) => setAt(order, 'total_amount', String(order.total_amount))),
  ),
  stated(
    'orders/total-with-decimals',
    '`total_amount` of an order has decimals',
    ['order-response/total-amount', 'service/integer-amounts'],
    'orders/response-total_amount',
    (p) =>
      editOrders(p, (order) => setAt(order, 'total_amount', numberAt(order, 'total_amount') / 100 + 0.001)),
  ),
  stated(
    'orders/total-in-major-units',
    '`total_amount` of an order is in major units',
    ['service/integer-amounts', 'order-response/total-amount', 'billing/invoice-agrees'],
    'orders/total-in-minor-units',
    (p) =>
      editOrders(p, (order) =>
        setAt(order, 'total_amount', Math.round(numberAt(order, 'total_amount') / 100)),
      ),
  ),
  stated(
    'orders/reference-not-uuid[id]',
    '`id` of an order is no UUID',
    'order-response/id',
    'orders/response-id',
    (p) => {
      editOrders(p, (order) => setAt(order, 'id', `ord-${textAt(order, 'id')}`));
      p.request('everything', (change) => {
        change.path = change.path.replace('/ord-', '/');
        return undefined;
      });
    },
  ),
  stated(
    'orders/reference-not-uuid[invoice_id]',
    '`invoice_id` of an order is no UUID',
    'order-response/invoice-id',
    'orders/response-invoice_id',
    (p) => {
      editOrders(p, (order) => setAt(order, 'invoice_id', `inv-${textAt(order, 'invoice_id')}`));
      p.request('everything', (change) => {
        change.path = change.path.replace('/inv-', '/');
        return undefined;
      });
    },
  ),
  stated(
    'orders/services-not-strings[objects]',
    '`services` of an order holds objects',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => changeAt(order, 'services.*', (id) => ({ id }))),
  ),
  stated(
    'orders/services-not-strings[integers]',
    '`services` of an order holds integers',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => changeAt(order, 'services.*', () => 42)),
  ),
  stated(
    'orders/services-empty',
    '`services` of a new order is empty',
    ['states/order-creates-services', 'order-response/services'],
    'orders/services-named',
    (p) => editOrders(p, (order) => setAt(order, 'services', [])),
  ),
  ...each(
    [
      ['orders/created-at-number', 'a number', 'orders/response-created_at', asEpoch],
      ['orders/created-at-not-utc', 'not in UTC', 'bodies/utc-times', withOffset],
      ['orders/created-at-without-zone', 'without a zone', 'orders/response-created_at', withoutZone],
    ] as const,
    ([id, what, check, how]) =>
      stated(
        id,
        `\`created_at\` of an order is ${what}`,
        ['order-response/created-at', 'service/utc-times'],
        check,
        (p) => editOrders(p, (order) => changeAt(order, 'created_at', how)),
      ),
  ),
  ...each(
    [
      ['ahead', 5 * 3_600_000],
      ['behind', -2 * 365 * 86_400_000],
    ] as const,
    ([label, ms]) =>
      follows(
        `orders/created-at-not-now[${label}]`,
        `\`created_at\` of a new order lies far ${label}`,
        'service/times-are-now',
        'orders/created-now',
        (p) =>
          editOrders(p, (order) => changeAt(order, 'created_at', (instant) => shiftInstant(instant, ms))),
      ),
  ),
  stated(
    'orders/status-not-string[object]',
    '`status` of an order is an object',
    ['order-response/status', 'states/order-starts-processing'],
    'orders/response-status',
    (p) => editOrders(p, (order) => changeAt(order, 'status', (name) => ({ name }))),
  ),
  stated(
    'orders/status-not-string[number]',
    '`status` of an order is a number',
    ['order-response/status', 'states/order-starts-processing'],
    'orders/response-status',
    (p) => editOrders(p, (order) => setAt(order, 'status', 3)),
  ),
  ...each(
    [
      ['total_amount', (amount: unknown) => Number(amount) + 1],
      ['currency', () => 'XTS'],
      ['invoice_id', () => randomUUID()],
      ['services', () => [randomUUID()]],
    ] as const,
    ([member, edit]) =>
      follows(
        `orders/detail-differs[${member}]`,
        `an order read again shows another \`${member}\``,
        ['order-response/detail-agrees', 'endpoints/list-and-detail-agree'],
        'orders/detail-agrees',
        (p) => onSuccess(p, 'getOrder', (json) => changeAt(json, member, edit)),
      ),
  ),
  stated(
    'orders/created-at-http-date',
    'created_at of an order is an HTTP date',
    ['order-response/created-at', 'service/utc-times'],
    'orders/response-created_at',
    (p) =>
      editOrders(p, (order) =>
        changeAt(order, 'created_at', (instant) => new Date(String(instant)).toUTCString()),
      ),
  ),
  stated(
    'orders/created-at-with-space',
    'created_at of an order has a blank and no zone',
    ['order-response/created-at', 'service/utc-times'],
    'orders/response-created_at',
    (p) =>
      editOrders(p, (order) =>
        changeAt(order, 'created_at', (instant) => String(instant).replace('T', ' ').replace('Z', '')),
      ),
  ),
  stated(
    'orders/services-with-null',
    'services of an order holds a null',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => setAt(order, 'services', [...listAt(order, 'services'), null])),
  ),
  stated(
    'orders/currency-invalid[number]',
    'currency of an order is a number',
    'order-response/currency',
    'orders/response-currency',
    (p) => editOrders(p, (order) => setAt(order, 'currency', 978)),
  ),
  stated(
    'orders/currency-invalid[empty]',
    'currency of an order is empty',
    'order-response/currency',
    'orders/currency-is-a-code',
    (p) => editOrders(p, (order) => setAt(order, 'currency', '')),
  ),
  follows(
    'orders/status-differs-on-read',
    'an order that is read again has a status that no order has',
    'order-response/detail-agrees',
    'orders/detail-agrees',
    (p) =>
      p.reply('getOrder', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'created_at', '2020-01-01T00:00:00Z');
      }),
  ),
  stated(
    'orders/detail-total-as-text',
    'total_amount is a text in the details of an order',
    ['order-response/total-amount', 'service/integer-amounts'],
    'bodies/integer-amounts',
    (p) => onSuccess(p, 'getOrder', (body) => changeAt(body, 'total_amount', (value) => String(value))),
  ),
  stated(
    'orders/currency-as-sign',
    'currency of an order is a sign',
    'order-response/currency',
    'orders/currency-is-a-code',
    (p) => onSuccess(p, 'createOrder', (body) => setAt(body, 'currency', '€')),
  ),
  stated(
    'orders/services-as-objects',
    'services of an order are objects',
    'order-response/services',
    'orders/response-services',
    (p) =>
      onSuccess(p, 'createOrder', (body) =>
        changeAt(body, 'services', (list) => (Array.isArray(list) ? list.map((id) => ({ id })) : list)),
      ),
  ),
];
