// Planted faults: the states of orders, services and subscriptions.

import { hideRows } from './response-edits.ts';
import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Injector, Mutant } from './mutant.ts';
import { editOrders } from './order-edits.ts';
import {
  changeAt,
  each,
  isSuccess,
  listAt,
  recordsIn,
  replaceResponse,
  serverError,
  setAt,
  valueAt,
} from './response-edits.ts';

const ACTIONS = ['suspendService', 'unsuspendService', 'terminateService', 'renewService'] as const;
const RESULT = {
  suspendService: 'suspended',
  unsuspendService: 'active',
  terminateService: 'terminated',
  renewService: 'active',
};


const SHOW_SERVICES = [
  'getService',
  'listServices',
  'suspendService',
  'unsuspendService',
  'terminateService',
] as const;

export const states: readonly Mutant[] = [
  ...each(['pending', 'completed'], (status) =>
    stated(
      `orders/starts-in-wrong-status[${status}]`,
      `a new order paid by wallet is \`${status}\``,
      'states/order-starts-processing',
      'orders/starts-processing',
      (p) =>
        p.reply('createOrder', (reply, { json }) => {
          if (isSuccess(reply) && valueAt(json, 'payment_method') === 'wallet')
            setAt(reply.json, 'status', status);
        }),
    ),
  ),
  stated(
    'orders/cancel-when-not-pending[processing]',
    'an order that is not pending can be cancelled',
    ['states/only-pending-orders-cancel', 'endpoints/cancel-order'],
    'orders/cancel-only-pending',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        if (order?.status === 'pending' || order?.status === 'cancelled') return go();
        return db
          .table('orders')
          .update(request.params.id ?? '', { status: 'cancelled', cancelled_at: db.now });
      }),
  ),
  chosen(
    'orders/cancel-when-not-pending[cancelled]',
    'an order can be cancelled twice',
    ['states/wrong-state-refused', 'states/only-pending-orders-cancel'],
    'orders/cancel-twice',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'cancelled' ? order : go();
      }),
  ),
  stated(
    'orders/pending-cancel-refused',
    'a pending order cannot be cancelled',
    ['endpoints/cancel-order', 'states/only-pending-orders-cancel'],
    'orders/cancel-pending',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) =>
        db.table('orders').find(request.params.id ?? '')?.status === 'pending'
          ? p.throwRefusal('INVALID_STATE')
          : go(),
      ),
  ),
  follows(
    'orders/cancel-not-done',
    'a cancellation is acknowledged and does not happen',
    ['states/acknowledged-action-happens', 'endpoints/cancel-order'],
    'orders/cancel-shows',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'pending' ? { ...order, status: 'cancelled' } : go();
      }),
  ),
  follows(
    'orders/refused-cancel-changes',
    'a refused cancellation changes the order',
    ['states/refused-action-changes-nothing', 'states/only-pending-orders-cancel'],
    'orders/refused-cancel-changes-nothing',
    (p) =>
      p.reply('cancelOrder', ({ status }, { params: { id = '' } }) => {
        if (status !== 422) return;
        p.readDb((db) => {
          const tenant = db.table('orders').find(id)?.tenant_id;
          if (typeof tenant === 'string') db.of(tenant).table('orders').update(id, { status: 'cancelled' });
        });
      }),
  ),
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
  ...each(
    [
      ['createOrder', 'listOrders', 'endpoints/list-orders', 'orders/in-list'],
      ['createCustomer', 'listCustomers', 'endpoints/list-customers', 'customers/in-list'],
    ] as const,
    ([create, list, requirement, check]) =>
      follows(
        `lists/new-record-missing[${list}]`,
        `what ${create} created is not in ${list}`,
        ['endpoints/list-shows-all', requirement],
        check,
        (p) => {
          const created = new Set<unknown>();
          p.reply(create, (reply) => {
            if (isSuccess(reply)) created.add(valueAt(reply.json, 'id'));
          });
          p.reply(list, (reply) => hideRows(reply, (row) => created.has(valueAt(row, 'id'))));
        },
      ),
  ),
  stated(
    'customers/services-list-wrong',
    "a customer's services are not listed",
    ['endpoints/list-customer-services', 'endpoints/list-shows-all'],
    'orders/services-of-the-customer',
    (p) => p.reply('listCustomerServices', (reply) => hideRows(reply, () => true)),
  ),
  stated(
    'customers/services-list-wrong[foreign]',
    "another customer's services are listed too",
    ['endpoints/list-customer-services', 'service/own-tenant-only'],
    'customers/services-own',
    (p) =>
      p.handler('listCustomerServices', ({ db }, go) => {
        const page = go();
        if (!isObject(page) || !Array.isArray(page.data)) return page;
        return { ...page, data: [...page.data, ...db.table('services').all().slice(0, 3)] };
      }),
  ),
  stated(
    'billing/cancelled-subscription-listed',
    'a cancelled subscription stays among the active ones',
    ['endpoints/list-subscriptions', 'states/delete-cancels-subscription', 'endpoints/cancel-subscription'],
    'billing/subscriptions-active',
    (p) =>
      p.handler('listSubscriptions', ({ db, query }, go) => {
        const page = go();
        if (query.status !== undefined || !isObject(page) || !Array.isArray(page.data)) return page;
        const over = db
          .table('subscriptions')
          .all()
          .filter(({ status }) => status === 'cancelled');
        return { ...page, data: [...over.reverse(), ...page.data] };
      }),
  ),
  ...each(ACTIONS, (operation) =>
    chosen(
      `actions/acknowledged-not-done[${operation}]`,
      `${operation} is acknowledged and does not happen`,
      ['states/action-visible', 'states/acknowledged-action-happens', 'states/service-actions'],
      {
        suspendService: 'services/suspend-changes',
        unsuspendService: 'services/unsuspend-changes',
        terminateService: 'services/terminate-changes',
        renewService: 'services/renew-moves-the-date',
      }[operation],
      (p) =>
        p.handler(operation, ({ request, db }, go) => {
          const service = db.table('services').find(request.params.id ?? '');
          if (!service) return go();
          return operation === 'renewService'
            ? {
                service_id: service.id,
                resource_type: 'service',
                resource_id: service.id,
                invoice_id: randomUUID(),
                billing_cycle: service.billing_cycle,
                amount: service.unit_amount,
                currency: service.currency,
                status: 'completed',
                renewed_from: db.now,
                renewed_until: db.now,
              }
            : { ...service, status: RESULT[operation] };
        }),
    ),
  ),
  ...each(ACTIONS, (operation) =>
    stated(
      `actions/always-refused[${operation}]`,
      `${operation} is always refused`,
      [
        (
          {
            suspendService: 'endpoints/suspend-service',
            unsuspendService: 'endpoints/unsuspend-service',
            terminateService: 'endpoints/terminate-service',
            renewService: 'endpoints/renew-service',
          } as const
        )[operation],
        'states/service-actions',
      ],
      `services/${operation.replace('Service', '')}`,
      (p) => p.handler(operation, () => p.throwRefusal('INVALID_STATE')),
    ),
  ),
  chosen(
    'actions/wrong-state-accepted',
    'a service that was never suspended can be unsuspended',
    'states/wrong-state-refused',
    'services/wrong-state',
    (p) =>
      p.handler('unsuspendService', ({ request, db }, go) => {
        const service = db.table('services').find(request.params.id ?? '');
        return service?.status === 'active' ? service : go();
      }),
  ),
  ...each(['suspendService', 'terminateService', 'renewService'] as const, (operation) =>
    chosen(
      `actions/terminated-accepted[${operation}]`,
      `${operation} works on a terminated service`,
      'states/wrong-state-refused',
      'services/terminated-is-final',
      (p) =>
        p.handler(operation, ({ request, db }, go) => {
          const service = db.table('services').find(request.params.id ?? '');
          return service?.status === 'terminated' ? service : go();
        }),
    ),
  ),
  ...each(['cancelOrder', 'unsuspendService', 'suspendService'] as const, (operation) =>
    follows(
      `actions/wrong-state-500[${operation}]`,
      `${operation} in a state that does not allow it is a server error`,
      ['states/wrong-state-no-crash', 'states/only-pending-orders-cancel'],
      operation === 'cancelOrder' ? 'orders/cancel-only-pending' : 'services/wrong-state-no-crash',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 422) replaceResponse(reply, serverError());
        }),
    ),
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
        const done = go();
        const services = isObject(done) && Array.isArray(done.services) ? done.services : [];
        const first = db.table('services').find(String(services[0]));
        if (!isObject(done) || !first) return done;
        const { id } = db.table('services').insert({ ...first, id: randomUUID() });
        return db.table('orders').update(String(done.id), { services: [...services, id] });
      }),
  ),
  ...each(
    [
      ['orders', ['getOrder', 'listOrders', 'cancelOrder'], 'cancelled', 'void', 'orders/cancelled-state'],
      ['suspended', SHOW_SERVICES, 'suspended', 'paused', 'services/suspended-state'],
      ['active', SHOW_SERVICES, 'active', 'live', 'services/unsuspended-state'],
      ['terminated', SHOW_SERVICES, 'terminated', 'gone', 'services/terminated-state'],
      [
        'subscriptions',
        ['getSubscription', 'cancelSubscription'],
        'cancelled',
        'ended',
        'billing/cancelled-state',
      ],
    ] as const,
    ([label, where, status, word, check]) =>
      chosen(
        `actions/status-renamed[${label}]`,
        `\`${status}\` is called \`${word}\``,
        'states/action-visible',
        check,
        (p) =>
          p.reply(where, (reply) => {
            if (!isSuccess(reply)) return;
            for (const record of recordsIn(reply.json)) if (record.status === status) record.status = word;
          }),
      ),
  ),
  chosen(
    'services/suspended-twice',
    'a suspended service can be suspended again',
    'states/wrong-state-refused',
    'services/suspend-twice',
    (p) =>
      p.handler('suspendService', ({ request, db }, go) => {
        const service = db.table('services').find(request.params.id ?? '');
        return service?.status === 'suspended' ? service : go();
      }),
  ),
  follows(
    'actions/wrong-state-500[cancel twice]',
    'cancelling an order twice is a server error',
    'states/wrong-state-no-crash',
    'orders/cancel-twice-no-crash',
    (p) => {
      const cancelled = new Set<string>();
      p.request('cancelOrder', (_asking, { params }) =>
        cancelled.has(params.id ?? '') ? serverError() : undefined,
      );
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
    },
  ),
  follows(
    'lists/new-record-missing[listServices]',
    'the services of new orders are not in listServices',
    ['endpoints/list-shows-all', 'endpoints/list-services'],
    'services/in-list',
    (p) => {
      const created = new Set<unknown>();
      p.reply('createOrder', (reply) => {
        for (const id of listAt(reply.json, 'services')) created.add(id);
      });
      p.reply('listServices', (reply) => hideRows(reply, (row) => created.has(valueAt(row, 'id'))));
    },
  ),
  follows(
    'lists/new-record-missing[listInvoices]',
    'the invoices of new orders are not in listInvoices',
    ['endpoints/list-shows-all', 'endpoints/list-invoices'],
    'billing/invoice-listed',
    (p) => {
      const created = new Set<unknown>();
      p.reply('createOrder', (reply) => {
        if (isSuccess(reply)) created.add(valueAt(reply.json, 'invoice_id'));
      });
      p.reply('listInvoices', (reply) => hideRows(reply, (row) => created.has(valueAt(row, 'id'))));
    },
  ),
];
