// Defects of what an order creates: its invoice, its services and its items.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { duplicateNewest } from './edits/db-edits.ts';
import { editOrders } from './edits/order-edits.ts';
import {
  changeAt,
  isInvalid,
  isSuccess,
  listAt,
  onSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Db, Injector, Mutant } from './mutant.ts';

/**
 * Makes a change to the stored data whenever the mock refuses an order as invalid.
 * @param what makes the change; it gets the data of the caller's tenant and the id of the customer
 */
const leavesBehind = (p: Injector, what: (db: Db, customer_id: string) => void): void =>
  p.reply('createOrder', (reply, { json }) => {
    if (!isInvalid(reply)) return;
    const customer = textAt(json, 'customer_id');
    p.readDb((db) => {
      const tenant = db.table('customers').find(customer)?.tenant_id;
      if (typeof tenant === 'string') what(db.of(tenant), customer);
    });
  });

export const ordersContents: readonly Mutant[] = [
  stated(
    'orders/invoice-id-unknown',
    '`invoice_id` of an order leads nowhere',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/invoice-exists',
    (p) => {
      const ids = new Map<string, string>();
      editOrders(p, (order) => {
        const id = String(order.id);
        ids.set(id, ids.get(id) ?? randomUUID());
        order.invoice_id = ids.get(id);
      });
    },
  ),
  stated(
    'orders/services-unknown',
    '`services` of an order lead nowhere',
    ['states/order-creates-services', 'order-response/services'],
    'orders/services-exist',
    (p) => {
      const ids = new Map<string, string>();
      editOrders(p, (order) =>
        changeAt(order, 'services.*', (id) => {
          ids.set(String(id), ids.get(String(id)) ?? randomUUID());
          return ids.get(String(id));
        }),
      );
    },
  ),
  chosen(
    'orders/services-per-unit-wrong',
    'an order of several units creates one service',
    'states/service-per-unit',
    'orders/two-items',
    (p) =>
      editOrders(p, (order) =>
        changeAt(order, 'services', (ids) => (Array.isArray(ids) ? ids.slice(0, 1) : ids)),
      ),
  ),
  chosen(
    'orders/services-per-unit-wrong[two]',
    'an order of one unit creates two services',
    'states/service-per-unit',
    'orders/one-service-per-unit',
    (p) =>
      p.handler('createOrder', ({ db }, go) => {
        const result = go();
        const services = isObject(result) && Array.isArray(result.services) ? result.services : [];
        const first = db.table('services').find(String(services[0]));
        if (!isObject(result) || !first) return result;
        const { id } = db.table('services').insert({ ...first, id: randomUUID() });
        return db.table('orders').update(String(result.id), { services: [...services, id] });
      }),
  ),
  stated(
    'orders/invoice-of-older-order',
    'invoice_id of an order is that of an older order',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/own-invoice',
    (p) =>
      editOrders(p, (order) => {
        const id = textAt(order, 'invoice_id');
        const other = p.readDb((db) => {
          const tenant = db.table('invoices').find(id)?.tenant_id;
          return typeof tenant === 'string' ? db.of(tenant).table('invoices').all()[0] : undefined;
        });
        if (other) order.invoice_id = other.id;
      }),
  ),
  stated(
    'orders/services-of-other-order',
    'services of an order are those of another order',
    ['states/order-creates-services', 'endpoints/list-customer-services', 'order-response/services'],
    'orders/services-of-the-customer',
    (p) =>
      p.reply(['createOrder', 'getOrder', 'listOrders'], (reply) => {
        if (!isSuccess(reply)) return;
        const other = p.readDb((owner) => owner.table('services').all()[0]);
        for (const order of recordsIn(reply.json)) if (other) order.services = [other.id];
      }),
  ),
  stated(
    'orders/uuid-sku-cut',
    'a UUID-shaped SKU is cut to 20 letters',
    'gaps/any-sku',
    'orders/any-sku-form',
    (p) =>
      p.request('createOrder', (change, { bearer }) =>
        bearer && listAt(change.json, 'items').some((item) => textAt(item, 'sku_id').length === 36)
          ? refusal(422, 'VALIDATION_FAILED', 'Invalid.', { 'items.0.sku_id': ['Too long.'] })
          : undefined,
      ),
  ),
  chosen(
    'orders/services-of-first-item-only',
    'an order of several items creates services for the first only',
    'states/service-per-unit',
    'orders/two-items',
    (p) =>
      p.handler('createOrder', ({ db }, go) => {
        const result = go();
        if (!isObject(result) || !Array.isArray(result.services)) return result;
        return db.table('orders').update(String(result.id), { services: result.services.slice(0, 1) });
      }),
  ),
  stated(
    'orders/invoice-id-names-nothing',
    'invoice_id of an order names nothing',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/invoice-exists',
    (p) => {
      const ids = new Map<string, string>();
      onSuccess(p, ['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], (body) => {
        for (const order of recordsIn(body))
          changeAt(order, 'invoice_id', (value) => {
            const key = String(value);
            if (!ids.has(key)) ids.set(key, randomUUID());
            return ids.get(key);
          });
      });
    },
  ),
  stated(
    'orders/services-of-previous-order',
    'an order names the services of the order before it',
    ['states/order-creates-services', 'order-response/services'],
    'orders/own-services',
    (p) => {
      let before: unknown[] = [];
      onSuccess(p, 'createOrder', (body) => {
        const now = listAt(body, 'services');
        if (before.length > 0) setAt(body, 'services', before);
        before = now;
      });
    },
  ),
  stated(
    'orders/invoice-issued-on-completion',
    'an order paid by wallet has its invoice issued only when it completes: listed nowhere',
    ['states/order-creates-invoice', 'endpoints/list-invoices'],
    'orders/invoice-exists',
    (p) => {
      const hidden = new Set<string>();
      onSuccess(p, 'createOrder', (body) => hidden.add(textAt(body, 'invoice_id')));
      p.reply('getInvoice', (reply, request) => {
        if (isSuccess(reply) && hidden.has(request.params.id ?? ''))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'There is no such invoice.'));
      });
      onSuccess(p, 'listInvoices', (body) =>
        changeAt(body, 'data', (data) =>
          Array.isArray(data) ? data.filter((i) => !hidden.has(textAt(i, 'id'))) : data,
        ),
      );
    },
  ),
  stated(
    'orders/service-of-other-sku',
    'the details of a service name another sku than its order',
    ['states/order-creates-services', 'endpoints/get-service'],
    'orders/service-of-the-sku',
    (p) =>
      onSuccess(p, ['getService', 'listServices'], (body) => {
        for (const row of [body, ...listAt(body, 'data')])
          if (isObject(row) && 'sku_id' in row) row.sku_id = 'something-else';
      }),
  ),
  stated(
    'orders/invoice-of-previous-order',
    'an order names the invoice of the order before it',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/own-invoice',
    (p) => {
      let last: unknown;
      onSuccess(p, ['createOrder'], (body) => {
        const own = valueAt(body, 'invoice_id');
        if (last !== undefined) setAt(body, 'invoice_id', last);
        last = own;
      });
    },
  ),
  stated(
    'orders/first-item-kept',
    'of several items of an order the first alone is kept',
    [
      'endpoints/create-order',
      'billing-cycle/values',
      'order-request/items',
      'order-item/billing-cycle',
      'errors/validation-is-422',
      'errors/one-entry-per-field',
    ],
    'validation/createOrder/items.1.billing_cycle/01_year',
    (p) =>
      p.request('createOrder', (change) => {
        if (isObject(change.json)) {
          const items = listAt(change.json, 'items');
          if (items.length > 1) change.json = { ...change.json, items: items.slice(0, 1) };
        }
        return undefined;
      }),
  ),
  follows(
    'orders/yearly-terms-cut',
    'yearly terms are all billed as one year',
    ['order-request/items', 'order-item/billing-cycle'],
    'orders/items-unchanged',
    (p) =>
      p.request('createOrder', (change) => {
        if (isObject(change.json))
          change.json = {
            ...change.json,
            items: listAt(change.json, 'items').map((item) =>
              isObject(item) && /^([2-9]|10)_year$/.test(String(item.billing_cycle))
                ? { ...item, billing_cycle: '1_year' }
                : item,
            ),
          };
        return undefined;
      }),
  ),
  follows(
    'orders/refused-order-leaves-data[order]',
    'a refused order leaves an order behind',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-not-stored',
    (p) =>
      leavesBehind(p, (db, customer_id) =>
        duplicateNewest(db, 'orders', { customer_id, invoice_id: randomUUID() }),
      ),
  ),
  follows(
    'orders/refused-order-leaves-data[invoice]',
    'a refused order leaves an invoice behind',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-not-stored',
    (p) =>
      leavesBehind(p, (db, customer_id) =>
        duplicateNewest(db, 'invoices', { customer_id, number: `DUP-${randomUUID()}`, order_id: null }),
      ),
  ),
  follows(
    'orders/refused-order-leaves-data[service]',
    'a refused order leaves a service behind',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-not-stored',
    (p) => leavesBehind(p, (db, customer_id) => duplicateNewest(db, 'services', { customer_id })),
  ),
  follows(
    'orders/refused-order-leaves-data[wallet]',
    'a refused order is paid for',
    'states/invalid-order-creates-nothing',
    'validation/refused-orders-not-stored',
    (p) =>
      leavesBehind(p, (db) => {
        const [wallet] = db.table('wallets').all();
        if (!wallet) return;
        const less = (amount: unknown): number => Number(amount) - 1190;
        db.table('wallets').update(wallet.id, {
          balance_amount: less(wallet.balance_amount),
          available_amount: less(wallet.available_amount),
        });
      }),
  ),
];
