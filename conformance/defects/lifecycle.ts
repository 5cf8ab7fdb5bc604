// Planted faults: creating, updating, deactivating, cancelling.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import type { RequirementId } from '../requirements.ts';
import { NOT_FOUND } from './response-edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import { each, isSuccess, refusal, replaceResponse, serverError, setAt, valueAt } from './response-edits.ts';

/** What an order promises of things that can no longer be read; a list that is gone takes its prefix along. */
const IMPLIED: Record<string, readonly RequirementId[]> = {
  getInvoice: ['states/order-creates-invoice'],
  getService: ['states/order-creates-services'],
};

export const lifecycle: readonly Mutant[] = [
  chosen(
    'customers/deactivated-unreadable',
    'a deactivated customer can no longer be read',
    'states/deactivated-still-readable',
    'customers/deactivated-is-readable',
    (p) => {
      const deleted = new Set<string>();
      p.reply('deactivateCustomer', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply('getCustomer', (reply, { params }) => {
        if (deleted.has(params.id ?? '')) replaceResponse(reply, NOT_FOUND);
      });
    },
  ),
  chosen(
    'customers/deactivated-orders',
    'a deactivated customer can order',
    'states/deactivated-cannot-order',
    'customers/deactivated-cannot-order',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const customers = db.table('customers');
        const customer = customers.find(String(valueAt(body, 'customer_id')));
        if (customer?.status !== 'inactive') return go();
        customers.update(customer.id, { status: 'active' });
        const done = go();
        customers.update(customer.id, { status: 'inactive' });
        return done;
      }),
  ),
  ...each(['deactivateCustomer', 'cancelSubscription'] as const, (operation) =>
    follows(
      `actions/second-delete-500[${operation}]`,
      `${operation} a second time is a server error`,
      'states/second-delete',
      operation === 'deactivateCustomer' ? 'customers/deactivate-twice' : 'billing/cancel-subscription-twice',
      (p) => {
        const done = new Set<string>();
        p.request(operation, (_asking, { params }) =>
          done.has(params.id ?? '') ? serverError() : undefined,
        );
        p.reply(operation, (reply, { params }) => {
          if (isSuccess(reply)) done.add(params.id ?? '');
        });
      },
    ),
  ),
  stated(
    'actions/delete-not-done[customer]',
    'DELETE of a customer is acknowledged and changes nothing',
    ['states/delete-deactivates-customer', 'endpoints/delete-customer', 'states/acknowledged-action-happens'],
    'customers/deactivate-shows',
    (p) =>
      p.handler('deactivateCustomer', ({ request, db }) =>
        db.table('customers').find(request.params.id ?? ''),
      ),
  ),
  stated(
    'actions/delete-not-done[subscription]',
    'DELETE of a subscription is acknowledged and changes nothing',
    [
      'states/delete-cancels-subscription',
      'endpoints/cancel-subscription',
      'endpoints/list-subscriptions',
      'states/acknowledged-action-happens',
    ],
    'billing/cancelled-not-listed',
    (p) =>
      p.handler('cancelSubscription', ({ request, db }) =>
        db.table('subscriptions').find(request.params.id ?? ''),
      ),
  ),
  ...each(
    [
      ['createCustomer', 'endpoints/create-customer', 'customers/create'],
      ['updateCustomer', 'endpoints/update-customer', 'customers/update'],
      ['deactivateCustomer', 'endpoints/delete-customer', 'customers/deactivate'],
      ['cancelSubscription', 'endpoints/cancel-subscription', 'billing/cancel-subscription'],
      ['createPayment', 'endpoints/create-payment', 'billing/payment'],
      ['topUpWallet', 'endpoints/wallet-topup', 'billing/topup'],
      ['createOrder', 'endpoints/create-order', 'orders/create'],
      ['login', 'endpoints/login', 'auth/login'],
      ['refreshSession', 'endpoints/refresh', 'auth/refresh-offered'],
      ['logout', 'endpoints/logout', 'auth/logout-succeeds'],
    ] as const,
    ([operation, requirement, check]) =>
      stated(
        `availability/server-error[${operation}]`,
        `${operation} is a server error`,
        operation === 'login' ? [requirement, 'authentication/login-answers-jwt'] : requirement,
        check,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) replaceResponse(reply, serverError());
          }),
      ),
  ),
  ...each(
    [
      ['getCustomer', 'endpoints/get-customer', 'customers/get'],
      ['getService', 'endpoints/get-service', 'services/get'],
      ['getOrder', 'endpoints/get-order', 'orders/get'],
      ['getInvoice', 'endpoints/get-invoice', 'billing/invoice'],
      ['getSubscription', 'endpoints/get-subscription', 'billing/subscription'],
      ['listCustomers', 'endpoints/list-customers', 'customers/in-list'],
      ['listServices', 'endpoints/list-services', 'services/in-list'],
      ['listOrders', 'endpoints/list-orders', 'orders/in-list'],
      ['listInvoices', 'endpoints/list-invoices', 'billing/invoice-listed'],
      ['listPayments', 'endpoints/list-payments', 'billing/payment-listed'],
      ['listSubscriptions', 'endpoints/list-subscriptions', 'billing/subscriptions'],
      ['getWallet', 'endpoints/wallet', 'billing/wallet'],
      ['listCustomerServices', 'endpoints/list-customer-services', 'customers/services'],
      ['getCurrentUser', 'endpoints/me', 'auth/me'],
    ] as const,
    ([operation, requirement, check]) =>
      stated(
        `availability/not-found[${operation}]`,
        `${operation} finds nothing`,
        [requirement, ...(IMPLIED[operation] ?? ['service/path-prefixes'])],
        check,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) replaceResponse(reply, NOT_FOUND);
          }),
      ),
  ),
  stated(
    'actions/update-not-stored',
    'an update of a customer is acknowledged and not kept',
    ['endpoints/update-customer', 'endpoints/update-persists'],
    'customers/update-persists',
    (p) =>
      p.handler('updateCustomer', ({ request, db, body }) => ({
        ...db.table('customers').find(request.params.id ?? ''),
        ...(isObject(body) ? body : {}),
      })),
  ),
  chosen(
    'customers/update-empties-unsent',
    'an update of a customer empties what was not sent',
    'endpoints/update-keeps-unsent',
    'customers/update-keeps-unsent',
    (p) =>
      p.handler('updateCustomer', ({ body }, go) => {
        const empty = {
          company_name: null,
          phone: null,
          address: null,
          tax_id: null,
          external_id: null,
          metadata: {},
          locale: 'en',
        };
        return go({ body: { ...empty, ...(isObject(body) ? body : {}) } });
      }),
  ),
  follows(
    'customers/update-changes-id',
    'an update changes the id of a customer',
    'endpoints/update-keeps-identity',
    'customers/update-keeps-identity',
    (p) =>
      p.handler('updateCustomer', ({ request, db }, go) => {
        const done = go();
        const id = valueAt(request.json, 'id');
        if (!isObject(done) || typeof id !== 'string') return done;
        db.table('customers').remove(String(done.id));
        return db.table('customers').insert({ ...done, id });
      }),
  ),
  follows(
    'customers/update-changes-id[always]',
    'an updated customer is shown under a new id',
    'endpoints/update-keeps-identity',
    'customers/update-keeps-identity',
    (p) =>
      p.reply('updateCustomer', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'id', randomUUID());
      }),
  ),
  follows(
    'actions/refused-update-changes',
    'a refused update changes the customer',
    'endpoints/refused-write-changes-nothing',
    'customers/refused-update-changes-nothing',
    (p) =>
      p.reply('updateCustomer', (reply, { params: { id = '' }, json }) => {
        if (reply.status !== 422) return;
        p.readDb((db) => {
          const tenant = db.table('customers').find(id)?.tenant_id;
          const name = valueAt(json, 'last_name') ?? valueAt(json, 'first_name');
          if (typeof tenant === 'string') {
            db.of(tenant)
              .table('customers')
              .update(id, { last_name: `${typeof name === 'string' ? name : ''} changed` });
          }
        });
      }),
  ),
];
