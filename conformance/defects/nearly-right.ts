// Planted faults that are nearly right: something is taken, kept or told a little otherwise than was said.

import { pathId } from './request-edits.ts';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { ClientRequest, Mutant, ResponseEdit, StoredRow } from './mutant.ts';
import {
  errorsOf,
  isInvalid,
  listAt,
  numberAt,
  onSuccess,
  refusal,
  replaceResponse,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from './response-edits.ts';

/** The others of its tenant, oldest first. */
const otherRows = (rows: readonly StoredRow[], id: string): StoredRow[] =>
  rows.filter((row) => row.id !== id);

export const nearlyConforming: readonly Mutant[] = [
  // auth
  stated(
    'auth/long-password-not-compared',
    'a password of twenty characters or more is not compared',
    ['authentication/invalid-is-401', 'endpoints/login', 'authentication/wrong-password-is-401'],
    'auth/wrong-password',
    (p) =>
      p.request('login', (change) => {
        const given = textAt(change.json, 'password');
        if (given.length >= 20 && isObject(change.json))
          change.json = { ...change.json, password: 'demo-hosting-2026' };
        return undefined;
      }),
  ),
  // tenants
  follows(
    'tenants/name-cut',
    'the name of a tenant is cut to ten characters when it is updated',
    ['endpoints/update-persists', 'endpoints/update-tenant'],
    'tenants/update-persists',
    (p) =>
      p.request('updateTenant', (change) => {
        if (isObject(change.json) && typeof change.json.name === 'string')
          change.json = { ...change.json, name: change.json.name.slice(0, 10) };
        return undefined;
      }),
  ),
  stated(
    'tenants/list-shows-two',
    'the list of tenants never shows more than two of them',
    ['endpoints/list-tenants', 'endpoints/list-shows-all'],
    'tenants/list',
    (p) =>
      onSuccess(p, 'listTenants', (j) => {
        setAt(j, 'data', listAt(j, 'data').slice(0, 2));
        if (isObject(valueAt(j, 'meta'))) {
          setAt(j, 'meta.total', Math.min(2, numberAt(j, 'meta.total')));
          setAt(j, 'meta.last_page', 1);
        }
        setAt(j, 'links.next', null);
      }),
  ),
  // customers
  follows(
    'customers/contact-lost',
    'a new customer’s `company_name` and `phone` are shown by the answer and then lost',
    ['endpoints/create-echoes', 'endpoints/create-customer'],
    'customers/echo',
    (p) =>
      p.handler('createCustomer', ({ db }, go) => {
        const done = go();
        if (!isObject(done)) return done;
        db.table('customers').update(String(done.id), { company_name: null, phone: null, last_name: 'Doe' });
        return done;
      }),
  ),
  follows(
    'customers/deactivated-listed-active',
    'the list shows a deactivated customer as active',
    ['states/shown-as-left', 'endpoints/list-and-detail-agree', 'endpoints/list-customers'],
    'things/as-left',
    (p) =>
      onSuccess(p, 'listCustomers', (j) => {
        for (const row of listAt(j, 'data')) if (isObject(row)) row.status = 'active';
      }),
  ),
  follows(
    'customers/deactivates-previous-too',
    'deactivating a customer deactivates the customer that was created before it too',
    ['states/others-untouched', 'endpoints/delete-customer', 'states/delete-deactivates-customer'],
    'things/others-untouched',
    (p) =>
      p.handler('deactivateCustomer', ({ request, db }, go) => {
        const done = go();
        const rows = db.table('customers').all();
        const before = rows[rows.findIndex(({ id }) => id === pathId(request)) - 1];
        if (before) db.table('customers').update(before.id, { status: 'inactive' });
        return done;
      }),
  ),
  // services
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
  stated(
    'services/suspends-all-of-customer',
    'suspending a service suspends all services of its customer',
    ['endpoints/suspend-service', 'states/others-untouched', 'states/service-actions'],
    'services/only-the-one',
    (p) =>
      p.handler('suspendService', ({ request, db }, go) => {
        const done = go();
        const table = db.table('services');
        const own = table.find(pathId(request));
        for (const row of otherRows(table.all(), pathId(request)))
          if (row.customer_id === own?.customer_id && row.status === 'active')
            table.update(row.id, { status: 'suspended' });
        return done;
      }),
  ),
  stated(
    'orders/service-of-other-sku',
    'the details of a service name another sku than its order',
    ['states/order-creates-services', 'endpoints/get-service'],
    'orders/service-of-the-sku',
    (p) =>
      onSuccess(p, ['getService', 'listServices'], (j) => {
        for (const row of [j, ...listAt(j, 'data')])
          if (isObject(row) && 'sku_id' in row) row.sku_id = 'something-else';
      }),
  ),
  // orders
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
  stated(
    'orders/invoice-of-previous-order',
    'an order names the invoice of the order before it',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/own-invoice',
    (p) => {
      let last: unknown;
      onSuccess(p, ['createOrder'], (j) => {
        const own = valueAt(j, 'invoice_id');
        if (last !== undefined) setAt(j, 'invoice_id', last);
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
    'orders/cancel-cancels-all',
    'cancelling an order cancels every pending order of the tenant',
    ['states/others-untouched', 'endpoints/cancel-order', 'states/only-pending-orders-cancel'],
    'things/others-untouched',
    (p) =>
      p.handler('cancelOrder', ({ db }, go) => {
        const done = go();
        const table = db.table('orders');
        for (const row of table.all())
          if (row.status === 'pending') table.update(row.id, { status: 'cancelled' });
        return done;
      }),
  ),
  follows(
    'orders/yearly-terms-cut',
    'yearly terms are all billed as one year',
    ['order-request/items', 'order-item/billing-cycle'],
    'orders/items-kept',
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
  // billing
  stated(
    'billing/pdf-of-first-download',
    'every invoice downloads as the PDF that was asked for first',
    'endpoints/invoice-pdf',
    'billing/pdf-of-its-own',
    (p) => {
      let first: ResponseEdit['raw'] = null;
      onSuccess(p, 'downloadInvoicePdf', (_j, _a, r) => {
        first ??= r.raw;
        r.raw = first;
      });
    },
  ),
  chosen(
    'billing/payments-listed-negative',
    'payments are listed with a negative amount',
    ['endpoints/list-and-detail-agree', 'endpoints/list-payments', 'endpoints/fields'],
    'billing/fields',
    (p) =>
      onSuccess(p, 'listPayments', (j) => {
        for (const row of listAt(j, 'data')) if (isObject(row)) row.amount = -numberAt(row, 'amount');
      }),
  ),
  // domains
  stated(
    'domains/nameservers-merged',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ request, db, body }, go) => {
        const before = db.table('domains').find(pathId(request));
        const done = go();
        const all = [...listAt(before, 'nameservers'), ...listAt(body, 'nameservers')];
        db.table('domains').update(pathId(request), { nameservers: all });
        return isObject(done) ? { ...done, nameservers: all } : done;
      }),
  ),
  stated(
    'domains/check-answers-previous-name',
    'a check of availability answers about the name that was asked about before',
    'endpoints/check-domain',
    'domains/check-of-the-name',
    (p) => {
      let last: unknown;
      onSuccess(p, 'checkDomain', (j, _a, r) => {
        const own = structuredClone(j);
        if (last !== undefined) replaceResponse(r, { ...r, json: last });
        last = own;
      });
    },
  ),
  // hosting
  chosen(
    'hosting/same-password-everywhere',
    'the password of a control panel is reset to the same one everywhere',
    ['hosting/reset-makes-new', 'endpoints/reset-hosting-password'],
    'hosting/reset-makes-new',
    (p) => onSuccess(p, 'resetHostingPassword', (j) => setAt(j, 'password', 'Hosting-2026!')),
  ),
  follows(
    'hosting/usage-of-another-account',
    'the usage of an account is that of another account',
    ['endpoints/about-the-named', 'endpoints/hosting-stats'],
    'things/about-the-named',
    (p) =>
      onSuccess(p, 'getHostingStats', (j, a) => {
        setAt(
          j,
          'hosting_id',
          pathId(a).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        );
      }),
  ),
  // ssl
  follows(
    'ssl/reissued-for-another-name',
    'a reissued certificate is for another name',
    ['endpoints/keeps-what-was-sent', 'endpoints/reissue-certificate'],
    'things/keep-what-was-sent',
    (p) =>
      p.handler('reissueCertificate', ({ request, db }, go) => {
        const done = go();
        db.table('certificates').update(pathId(request), { common_name: 'other.example' });
        return isObject(done) ? { ...done, common_name: 'other.example' } : done;
      }),
  ),
  // dns
  stated(
    'dns/delete-removes-whole-type',
    'deleting a record deletes all records of its type',
    ['endpoints/delete-record', 'states/others-untouched', 'states/deletes-delete'],
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ request, db }, go) => {
        const table = db.table('dns_records');
        const own = table.find(request.params.rid ?? '');
        const done = go();
        for (const row of table.all())
          if (own && row.zone_id === own.zone_id && row.type === own.type && row.id !== own.id)
            table.remove(row.id);
        return done;
      }),
  ),
  follows(
    'dns/txt-lowercased',
    'the content of a TXT record is written in lower case',
    ['endpoints/create-echoes', 'endpoints/add-record'],
    'dns/content-kept',
    (p) =>
      p.request(['createDnsRecord', 'updateDnsRecord'], (change) => {
        if (isObject(change.json) && change.json.type === 'TXT')
          change.json = { ...change.json, content: String(change.json.content).toLowerCase().slice(0, 24) };
        return undefined;
      }),
  ),
  follows(
    'dns/update-gives-new-id',
    'an updated record is another record: it has a new id',
    ['endpoints/about-the-named', 'endpoints/update-record', 'endpoints/update-keeps-identity'],
    'things/about-the-named',
    (p) =>
      p.handler('updateDnsRecord', ({ request, db }, go) => {
        const done = go();
        const table = db.table('dns_records');
        const row = table.find(request.params.rid ?? '');
        if (!row) return done;
        const { id: _, ...rest } = row;
        table.remove(row.id);
        return table.insert(rest);
      }),
  ),
  // email
  stated(
    'email/mailbox-under-other-domain',
    'a mailbox is created under another domain than its service',
    'endpoints/create-mailbox',
    'email/mailbox-of-the-domain',
    (p) =>
      onSuccess(p, ['createMailbox', 'getEmailService'], (j) => {
        for (const row of [j, ...listAt(j, 'mailboxes')])
          if (isObject(row) && typeof row.address === 'string')
            row.address = `${row.address.split('@')[0]}@mail.invalid`;
      }),
  ),
  follows(
    'email/delete-empties-service',
    'deleting a mailbox empties the whole service',
    ['states/others-untouched', 'endpoints/delete-mailbox'],
    'email/others-stay',
    (p) =>
      p.handler('deleteMailbox', ({ db, request }, go) => {
        const done = go();
        const table = db.table('mailboxes');
        for (const row of table.all()) if (row.email_id === pathId(request)) table.remove(row.id);
        return done;
      }),
  ),
  // vps
  // support
  follows(
    'support/close-closes-all',
    'closing a ticket closes all tickets of the tenant',
    ['states/others-untouched', 'endpoints/close-ticket', 'states/ticket-closes'],
    'things/others-untouched',
    (p) =>
      p.handler('closeTicket', ({ db }, go) => {
        const done = go();
        const table = db.table('tickets');
        for (const row of table.all())
          if (row.status !== 'closed') table.update(row.id, { status: 'closed' });
        return done;
      }),
  ),
  // webhooks
  follows(
    'webhooks/delete-deletes-all',
    'deleting an endpoint deletes all endpoints of the tenant',
    ['states/others-untouched', 'endpoints/delete-webhook'],
    'things/others-untouched',
    (p) =>
      p.handler('deleteWebhook', ({ db }, go) => {
        const done = go();
        const table = db.table('webhooks');
        for (const row of table.all()) table.remove(row.id);
        return done;
      }),
  ),
  // api keys
  follows(
    'api-keys/revoke-revokes-same-scopes',
    'revoking a key revokes all keys of the same scopes',
    ['states/others-untouched', 'endpoints/revoke-api-key', 'states/key-revoked'],
    'things/others-untouched',
    (p) =>
      p.handler('revokeApiKey', ({ request, db }, go) => {
        const table = db.table('api_keys');
        const own = table.find(pathId(request));
        const done = go();
        for (const row of table.all())
          if (row.id !== own?.id && JSON.stringify(row.scopes) === JSON.stringify(own?.scopes))
            table.update(row.id, { status: 'revoked' });
        return done;
      }),
  ),
  // errors
  stated(
    'errors/named-by-field-label',
    'errors are kept under the label of a field: `Billing cycle`',
    ['errors/errors-is-a-map', 'errors/one-entry-per-field'],
    'errors/one-entry-per-field',
    (p) =>
      p.reply('everything', (r) => {
        if (!isInvalid(r)) return;
        const label = (name: string): string => {
          const last = name.split('.').at(-1) ?? '';
          return `${last.charAt(0).toUpperCase()}${last.slice(1).replaceAll('_', ' ')}`;
        };
        setErrors(
          r.json,
          Object.fromEntries(Object.entries(errorsOf(r.json)).map(([name, list]) => [label(name), list])),
        );
      }),
  ),
];
