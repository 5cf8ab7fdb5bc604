// Defects of orders and services: what an order creates, its items, its states, and the actions on a service.

import { randomUUID } from 'node:crypto';
import {
  changeAt,
  isInvalid,
  listAt,
  onEachRecord,
  onSuccess,
  setAt,
  textAt,
  valueAt,
} from '../../src/variations/edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { after, changeBalance, shiftInstant } from './edits/injections.ts';
import type { Db, Injector, Mutant } from './mutant.ts';

const INVOICE = [
  'states/order-creates-invoice',
  'order-response/invoice-id',
  'endpoints/ids-of-one',
] as const;
const SERVICES = [
  'states/order-creates-services',
  'order-response/services',
  'endpoints/ids-of-one',
] as const;

const editOrders = (p: Injector, edit: (order: Record<string, unknown>) => void): void =>
  onEachRecord(p, ['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], edit);

/** Replaces ids in orders by ids that name nothing; the same id gets the same replacement. */
function namesNothing(p: Injector, path: string): void {
  const ids = new Map<unknown, string>();
  editOrders(p, (order) =>
    changeAt(order, path, (id) => {
      ids.set(id, ids.get(id) ?? randomUUID());
      return ids.get(id);
    }),
  );
}

function ofPreviousOrder(p: Injector, member: string): void {
  let before: unknown;
  onSuccess(p, 'createOrder', (json) => {
    const own = valueAt(json, member);
    if (before !== undefined) setAt(json, member, before);
    before = own;
  });
}

/**
 * Makes a change to the stored data whenever the mock refuses an order as invalid.
 * @param act makes the change; it gets the data of the caller's tenant and the id of the customer
 */
const leavesBehind = (p: Injector, act: (db: Db, customer_id: string) => void): void =>
  p.reply('createOrder', (reply, { json }) => {
    const customer = textAt(json, 'customer_id');
    if (isInvalid(reply))
      p.readDb((db) => {
        const tenant = db.table('customers').find(customer)?.tenant_id;
        if (typeof tenant === 'string') act(db.of(tenant), customer);
      });
  });

export const ordersAndServices: readonly Mutant[] = [
  stated('orders/invoice-id-names-nothing', INVOICE, (p) => namesNothing(p, 'invoice_id')),
  stated('orders/invoice-of-previous-order', INVOICE, (p) => ofPreviousOrder(p, 'invoice_id')),
  stated('orders/services-name-nothing', SERVICES, (p) => namesNothing(p, 'services.*')),
  stated('orders/services-empty', SERVICES, (p) => editOrders(p, (order) => setAt(order, 'services', []))),
  stated('orders/services-of-previous-order', SERVICES, (p) => ofPreviousOrder(p, 'services')),
  stated('orders/services-of-other-customer', [...SERVICES, 'endpoints/list-customer-services'], (p) =>
    editOrders(p, (order) => {
      const [other] = p.readDb((db) => db.table('services').all());
      if (other) order.services = [other.id];
    }),
  ),
  stated('orders/service-named-twice', SERVICES, (p) =>
    onSuccess(p, 'createOrder', (json) => {
      const [first, ...others] = listAt(json, 'services');
      if (others.length > 0) setAt(json, 'services', [first, first]);
    }),
  ),
  stated('orders/service-of-other-sku', ['states/order-creates-services', 'endpoints/get-service'], (p) =>
    onEachRecord(p, ['getService', 'listServices'], (row) =>
      Object.assign(row, { sku_id: 'something-else' }),
    ),
  ),
  stated('orders/services-of-first-item-only', 'states/order-creates-services', (p) =>
    after(p, 'createOrder', ({ db }, { id, services }) =>
      Array.isArray(services)
        ? db.table('orders').update(String(id), { services: services.slice(0, 1) })
        : undefined,
    ),
  ),
  chosen('orders/unit-creates-two-services', 'states/service-per-unit', (p) =>
    after(p, 'createOrder', ({ db }, { id, services }) => {
      const first = db.table('services').find(String(listAt({ services }, 'services')[0]));
      if (!first) return undefined;
      const more = db.table('services').insert({ ...first, id: randomUUID() });
      return db
        .table('orders')
        .update(String(id), { services: [...listAt({ services }, 'services'), more.id] });
    }),
  ),
  ...['', '€'].map((currency) =>
    stated(`orders/currency-is-no-code[${currency}]`, 'order-response/currency', (p) =>
      editOrders(p, (order) => setAt(order, 'currency', currency)),
    ),
  ),
  ...[5 * 3_600_000, -2 * 365 * 86_400_000].map((ms) =>
    follows(`orders/created-at-not-now[${ms > 0 ? 'ahead' : 'behind'}]`, 'service/times-are-now', (p) =>
      editOrders(p, (order) => changeAt(order, 'created_at', (instant) => shiftInstant(instant, ms))),
    ),
  ),
  follows('orders/detail-differs', ['order-response/detail-agrees', 'endpoints/list-and-detail-agree'], (p) =>
    onSuccess(p, 'getOrder', (json) => setAt(json, 'created_at', '2020-01-01T00:00:00Z')),
  ),
  ...(['getOrder', 'listOrders'] as const).map((read) =>
    follows(
      `orders/of-two-items-differs[${read}]`,
      ['order-response/detail-agrees', 'endpoints/list-and-detail-agree'],
      (p) =>
        onEachRecord(p, read, (order) => {
          if (listAt(order, 'items').length > 1) setAt(order, 'total_amount', 1);
        }),
    ),
  ),
  stated(
    'orders/first-item-kept',
    [
      'endpoints/create-order',
      'billing-cycle/values',
      'order-request/items',
      'order-item/billing-cycle',
      'errors/validation-is-422',
      'errors/one-entry-per-field',
    ],
    (p) =>
      p.request('createOrder', ({ json }) =>
        changeAt(json, 'items', (items) => (Array.isArray(items) ? items.slice(0, 1) : items)),
      ),
  ),
  ...(
    [
      [
        'order',
        (db, customer_id) => duplicateNewest(db, 'orders', { customer_id, invoice_id: randomUUID() }),
      ],
      ['service', (db, customer_id) => duplicateNewest(db, 'services', { customer_id })],
      ['debit', (db) => changeBalance(db, -1190)],
    ] as [string, (db: Db, customer_id: string) => void][]
  ).map(([label, act]) =>
    follows(`orders/refused-order-leaves-data[${label}]`, 'states/invalid-order-creates-nothing', (p) =>
      leavesBehind(p, act),
    ),
  ),

  // States.
  ...['pending', 'completed'].map((status) =>
    stated(`orders/starts-in-wrong-status[${status}]`, 'states/order-starts-processing', (p) =>
      onSuccess(p, 'createOrder', (json, request) => {
        if (textAt(request.json, 'payment_method') === 'wallet') setAt(json, 'status', status);
      }),
    ),
  ),
  chosen('orders/unpaid-order-starts', 'billing/pending-without-wallet', (p) =>
    after(p, 'createOrder', ({ body, db }, { id }) =>
      textAt(body, 'payment_method') === 'wallet'
        ? undefined
        : db.table('orders').update(String(id), { status: 'processing' }),
    ),
  ),
  stated(
    'orders/processing-order-cancelled',
    ['states/only-pending-orders-cancel', 'endpoints/cancel-order'],
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'processing'
          ? db.table('orders').update(order.id, { status: 'cancelled', cancelled_at: db.now })
          : go();
      }),
  ),
];

function duplicateNewest(db: Db, table: string, patch: Record<string, unknown>): void {
  const newest = db.table(table).all().at(-1);
  if (newest) db.table(table).insert({ ...newest, id: randomUUID(), ...patch });
}
