// Defects of customers: their updates, their deactivation, and the list of their services.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { pathId } from './edits/request-edits.ts';
import {
  changeAt,
  hideRows,
  isSuccess,
  listAt,
  NOT_FOUND,
  onSuccess,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const customers: readonly Mutant[] = [
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
        const result = go();
        customers.update(customer.id, { status: 'inactive' });
        return result;
      }),
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
        const result = go();
        const id = valueAt(request.json, 'id');
        if (!isObject(result) || typeof id !== 'string') return result;
        db.table('customers').remove(String(result.id));
        return db.table('customers').insert({ ...result, id });
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
    'customers/deactivation-touches-time-only',
    'a deactivation touches the time of change only',
    ['states/delete-deactivates-customer', 'endpoints/delete-customer'],
    'customers/deactivate-shows',
    (p) =>
      p.handler('deactivateCustomer', ({ request, db }) =>
        db.table('customers').update(request.params.id ?? '', { status: 'active' }),
      ),
  ),
  follows(
    'customers/update-half-stored',
    'an update of one member is echoed and half kept',
    'endpoints/update-persists',
    'customers/update-persists',
    (p) =>
      p.handler('updateCustomer', ({ body }, go) => {
        const copy = structuredClone(body);
        changeAt(copy, 'last_name', (n) => String(n).slice(0, 4));
        changeAt(copy, 'first_name', (n) => String(n).slice(0, 4));
        return go({ body: copy });
      }),
  ),
  follows(
    'customers/update-stores-first-member',
    'an update keeps the first of two new texts',
    ['endpoints/update-persists', 'endpoints/update-customer'],
    'customers/update-persists',
    (p) =>
      p.handler('updateCustomer', ({ body }, go) =>
        go({ body: isObject(body) && 'first_name' in body ? { first_name: body.first_name } : body }),
      ),
  ),
  stated(
    'customers/services-of-the-tenant',
    'the services of a customer are those of the whole tenant',
    'endpoints/list-customer-services',
    'customers/services-own',
    (p) =>
      p.handler('listCustomerServices', ({ db }, go) => {
        const page = go();
        return isObject(page) && Array.isArray(page.data)
          ? { ...page, data: db.table('services').all().slice(-25).reverse() }
          : page;
      }),
  ),
  chosen(
    'customers/deactivation-deletes',
    'deactivating a customer deletes the record',
    'states/deactivated-still-readable',
    'customers/deactivated-is-readable',
    (p) => {
      const deleted = new Set<string>();
      p.reply('deactivateCustomer', (reply, request) => {
        if (isSuccess(reply)) deleted.add(request.params.id ?? '');
      });
      p.reply('getCustomer', (reply, request) => {
        if (deleted.has(request.params.id ?? '')) replaceResponse(reply, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listCustomers', (body) =>
        changeAt(body, 'data', (data) =>
          Array.isArray(data) ? data.filter((c) => !deleted.has(textAt(c, 'id'))) : data,
        ),
      );
    },
  ),
  follows(
    'customers/contact-lost',
    'a new customer’s `company_name` and `phone` are shown by the answer and then lost',
    ['endpoints/create-echoes', 'endpoints/create-customer'],
    'customers/echo',
    (p) =>
      p.handler('createCustomer', ({ db }, go) => {
        const result = go();
        if (!isObject(result)) return result;
        db.table('customers').update(String(result.id), {
          company_name: null,
          phone: null,
          last_name: 'Doe',
        });
        return result;
      }),
  ),
  follows(
    'customers/deactivated-listed-active',
    'the list shows a deactivated customer as active',
    ['states/shown-as-left', 'endpoints/list-and-detail-agree', 'endpoints/list-customers'],
    'resources/unchanged-since-write',
    (p) =>
      onSuccess(p, 'listCustomers', (body) => {
        for (const row of listAt(body, 'data')) if (isObject(row)) row.status = 'active';
      }),
  ),
  follows(
    'customers/deactivates-previous-too',
    'deactivating a customer deactivates the customer that was created before it too',
    ['states/others-untouched', 'endpoints/delete-customer', 'states/delete-deactivates-customer'],
    'resources/others-unchanged',
    (p) =>
      p.handler('deactivateCustomer', ({ request, db }, go) => {
        const result = go();
        const rows = db.table('customers').all();
        const before = rows[rows.findIndex(({ id }) => id === pathId(request)) - 1];
        if (before) db.table('customers').update(before.id, { status: 'inactive' });
        return result;
      }),
  ),
  stated(
    'customers/services-of-all-customers',
    'the services of a customer are those of all customers of the tenant',
    'endpoints/list-customer-services',
    'customers/services-own',
    (p) =>
      p.request('listCustomerServices', (change) => {
        change.path = '/services';
        return undefined;
      }),
  ),
];
