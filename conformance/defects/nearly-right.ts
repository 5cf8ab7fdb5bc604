// Planted faults that are nearly right: something is taken, kept or told a little otherwise than was said.
import {
  at,
  become,
  errorsOf,
  isDict,
  isInvalid,
  listAt,
  numberAt,
  onSuccess,
  put,
  refusal,
  setErrors,
  textAt,
} from './edit.ts';
import type { Answer, Asked, Defect, Item } from './plant.ts';
import { chosen, follows, stated } from './row.ts';

const idOf = (asked: Asked): string => asked.params.id ?? '';
/** The others of its tenant, oldest first. */
const othersThan = (rows: readonly Item[], id: string): Item[] => rows.filter((row) => row.id !== id);

export const nearlyRight: readonly Defect[] = [
  // auth
  stated(
    'FY01',
    'a password of twenty characters or more is not compared',
    ['authentication/invalid-is-401', 'endpoints/login', 'authentication/wrong-password-is-401'],
    'auth/wrong-password',
    (p) =>
      p.request('login', (asking) => {
        const given = textAt(asking.json, 'password');
        if (given.length >= 20 && isDict(asking.json))
          asking.json = { ...asking.json, password: 'demo-hosting-2026' };
        return undefined;
      }),
  ),
  // tenants
  follows(
    'FY04',
    'the name of a tenant is cut to ten characters when it is updated',
    ['endpoints/update-persists', 'endpoints/update-tenant'],
    'tenants/update-persists',
    (p) =>
      p.request('updateTenant', (asking) => {
        if (isDict(asking.json) && typeof asking.json.name === 'string')
          asking.json = { ...asking.json, name: asking.json.name.slice(0, 10) };
        return undefined;
      }),
  ),
  stated(
    'FY05',
    'the list of tenants never shows more than two of them',
    ['endpoints/list-tenants', 'endpoints/list-shows-all'],
    'tenants/list',
    (p) =>
      onSuccess(p, 'listTenants', (j) => {
        put(j, 'data', listAt(j, 'data').slice(0, 2));
        if (isDict(at(j, 'meta'))) {
          put(j, 'meta.total', Math.min(2, numberAt(j, 'meta.total')));
          put(j, 'meta.last_page', 1);
        }
        put(j, 'links.next', null);
      }),
  ),
  // customers
  follows(
    'FY07',
    'a new customer’s `company_name` and `phone` are shown by the answer and then lost',
    ['endpoints/create-echoes', 'endpoints/create-customer'],
    'customers/echo',
    (p) =>
      p.handler('createCustomer', ({ books }, go) => {
        const done = go();
        if (!isDict(done)) return done;
        books
          .shelf('customers')
          .update(String(done.id), { company_name: null, phone: null, last_name: 'Doe' });
        return done;
      }),
  ),
  follows(
    'FY09',
    'the list shows a deactivated customer as active',
    ['states/shown-as-left', 'endpoints/list-and-detail-agree', 'endpoints/list-customers'],
    'things/as-left',
    (p) =>
      onSuccess(p, 'listCustomers', (j) => {
        for (const row of listAt(j, 'data')) if (isDict(row)) row.status = 'active';
      }),
  ),
  follows(
    'FY10',
    'deactivating a customer deactivates the customer that was created before it too',
    ['states/others-untouched', 'endpoints/delete-customer', 'states/delete-deactivates-customer'],
    'things/others-untouched',
    (p) =>
      p.handler('deactivateCustomer', ({ asked, books }, go) => {
        const done = go();
        const rows = books.shelf('customers').all();
        const before = rows[rows.findIndex(({ id }) => id === idOf(asked)) - 1];
        if (before) books.shelf('customers').update(before.id, { status: 'inactive' });
        return done;
      }),
  ),
  // services
  stated(
    'FY11',
    'the services of a customer are those of all customers of the tenant',
    'endpoints/list-customer-services',
    'customers/services-own',
    (p) =>
      p.request('listCustomerServices', (asking) => {
        asking.path = '/services';
        return undefined;
      }),
  ),
  stated(
    'FY12',
    'suspending a service suspends all services of its customer',
    ['endpoints/suspend-service', 'states/others-untouched', 'states/service-actions'],
    'services/only-the-one',
    (p) =>
      p.handler('suspendService', ({ asked, books }, go) => {
        const done = go();
        const shelf = books.shelf('services');
        const own = shelf.find(idOf(asked));
        for (const row of othersThan(shelf.all(), idOf(asked)))
          if (row.customer_id === own?.customer_id && row.status === 'active')
            shelf.update(row.id, { status: 'suspended' });
        return done;
      }),
  ),
  stated(
    'FY14',
    'the details of a service name another sku than its order',
    ['states/order-creates-services', 'endpoints/get-service'],
    'orders/service-of-the-sku',
    (p) =>
      onSuccess(p, ['getService', 'listServices'], (j) => {
        for (const row of [j, ...listAt(j, 'data')])
          if (isDict(row) && 'sku_id' in row) row.sku_id = 'something-else';
      }),
  ),
  // orders
  stated(
    'FY15',
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
    'FY16',
    'an order names the invoice of the order before it',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/own-invoice',
    (p) => {
      let last: unknown;
      onSuccess(p, ['createOrder'], (j) => {
        const own = at(j, 'invoice_id');
        if (last !== undefined) put(j, 'invoice_id', last);
        last = own;
      });
    },
  ),
  stated(
    'FY17',
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
      p.request('createOrder', (asking) => {
        if (isDict(asking.json)) {
          const items = listAt(asking.json, 'items');
          if (items.length > 1) asking.json = { ...asking.json, items: items.slice(0, 1) };
        }
        return undefined;
      }),
  ),
  follows(
    'FY18',
    'cancelling an order cancels every pending order of the tenant',
    ['states/others-untouched', 'endpoints/cancel-order', 'states/only-pending-orders-cancel'],
    'things/others-untouched',
    (p) =>
      p.handler('cancelOrder', ({ books }, go) => {
        const done = go();
        const shelf = books.shelf('orders');
        for (const row of shelf.all())
          if (row.status === 'pending') shelf.update(row.id, { status: 'cancelled' });
        return done;
      }),
  ),
  follows(
    'FY19',
    'yearly terms are all billed as one year',
    ['order-request/items', 'order-item/billing-cycle'],
    'orders/items-kept',
    (p) =>
      p.request('createOrder', (asking) => {
        if (isDict(asking.json))
          asking.json = {
            ...asking.json,
            items: listAt(asking.json, 'items').map((item) =>
              isDict(item) && /^([2-9]|10)_year$/.test(String(item.billing_cycle))
                ? { ...item, billing_cycle: '1_year' }
                : item,
            ),
          };
        return undefined;
      }),
  ),
  // billing
  stated(
    'FY20',
    'every invoice downloads as the PDF that was asked for first',
    'endpoints/invoice-pdf',
    'billing/pdf-of-its-own',
    (p) => {
      let first: Answer['raw'] = null;
      onSuccess(p, 'downloadInvoicePdf', (_j, _a, r) => {
        first ??= r.raw;
        r.raw = first;
      });
    },
  ),
  chosen(
    'FY23',
    'payments are listed with a negative amount',
    ['endpoints/list-and-detail-agree', 'endpoints/list-payments', 'endpoints/fields'],
    'billing/fields',
    (p) =>
      onSuccess(p, 'listPayments', (j) => {
        for (const row of listAt(j, 'data')) if (isDict(row)) row.amount = -numberAt(row, 'amount');
      }),
  ),
  // domains
  stated(
    'FY24',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ asked, books, body }, go) => {
        const before = books.shelf('domains').find(idOf(asked));
        const done = go();
        const all = [...listAt(before, 'nameservers'), ...listAt(body, 'nameservers')];
        books.shelf('domains').update(idOf(asked), { nameservers: all });
        return isDict(done) ? { ...done, nameservers: all } : done;
      }),
  ),
  stated(
    'FY26',
    'a check of availability answers about the name that was asked about before',
    'endpoints/check-domain',
    'domains/check-of-the-name',
    (p) => {
      let last: unknown;
      onSuccess(p, 'checkDomain', (j, _a, r) => {
        const own = structuredClone(j);
        if (last !== undefined) become(r, { ...r, json: last });
        last = own;
      });
    },
  ),
  // hosting
  chosen(
    'FY27',
    'the password of a control panel is reset to the same one everywhere',
    ['hosting/reset-makes-new', 'endpoints/reset-hosting-password'],
    'hosting/reset-makes-new',
    (p) => onSuccess(p, 'resetHostingPassword', (j) => put(j, 'password', 'Hosting-2026!')),
  ),
  follows(
    'FY28',
    'the usage of an account is that of another account',
    ['endpoints/about-the-named', 'endpoints/hosting-stats'],
    'things/about-the-named',
    (p) =>
      onSuccess(p, 'getHostingStats', (j, a) => {
        put(
          j,
          'hosting_id',
          idOf(a).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        );
      }),
  ),
  // ssl
  follows(
    'FY30',
    'a reissued certificate is for another name',
    ['endpoints/keeps-what-was-sent', 'endpoints/reissue-certificate'],
    'things/keep-what-was-sent',
    (p) =>
      p.handler('reissueCertificate', ({ asked, books }, go) => {
        const done = go();
        books.shelf('certificates').update(idOf(asked), { common_name: 'other.example' });
        return isDict(done) ? { ...done, common_name: 'other.example' } : done;
      }),
  ),
  // dns
  stated(
    'FY31',
    'deleting a record deletes all records of its type',
    ['endpoints/delete-record', 'states/others-untouched', 'states/deletes-delete'],
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ asked, books }, go) => {
        const shelf = books.shelf('dns_records');
        const own = shelf.find(asked.params.rid ?? '');
        const done = go();
        for (const row of shelf.all())
          if (own && row.zone_id === own.zone_id && row.type === own.type && row.id !== own.id)
            shelf.remove(row.id);
        return done;
      }),
  ),
  follows(
    'FY32',
    'the content of a TXT record is written in lower case',
    ['endpoints/create-echoes', 'endpoints/add-record'],
    'dns/content-kept',
    (p) =>
      p.request(['createDnsRecord', 'updateDnsRecord'], (asking) => {
        if (isDict(asking.json) && asking.json.type === 'TXT')
          asking.json = { ...asking.json, content: String(asking.json.content).toLowerCase().slice(0, 24) };
        return undefined;
      }),
  ),
  follows(
    'FY33',
    'an updated record is another record: it has a new id',
    ['endpoints/about-the-named', 'endpoints/update-record', 'endpoints/update-keeps-identity'],
    'things/about-the-named',
    (p) =>
      p.handler('updateDnsRecord', ({ asked, books }, go) => {
        const done = go();
        const shelf = books.shelf('dns_records');
        const row = shelf.find(asked.params.rid ?? '');
        if (!row) return done;
        const { id: _, ...rest } = row;
        shelf.remove(row.id);
        return shelf.insert(rest);
      }),
  ),
  // email
  stated(
    'FY34',
    'a mailbox is created under another domain than its service',
    'endpoints/create-mailbox',
    'email/mailbox-of-the-domain',
    (p) =>
      onSuccess(p, ['createMailbox', 'getEmailService'], (j) => {
        for (const row of [j, ...listAt(j, 'mailboxes')])
          if (isDict(row) && typeof row.address === 'string')
            row.address = `${row.address.split('@')[0]}@mail.invalid`;
      }),
  ),
  follows(
    'FY35',
    'deleting a mailbox empties the whole service',
    ['states/others-untouched', 'endpoints/delete-mailbox'],
    'email/others-stay',
    (p) =>
      p.handler('deleteMailbox', ({ books, asked }, go) => {
        const done = go();
        const shelf = books.shelf('mailboxes');
        for (const row of shelf.all()) if (row.email_id === idOf(asked)) shelf.remove(row.id);
        return done;
      }),
  ),
  // vps
  // support
  follows(
    'FY37',
    'closing a ticket closes all tickets of the tenant',
    ['states/others-untouched', 'endpoints/close-ticket', 'states/ticket-closes'],
    'things/others-untouched',
    (p) =>
      p.handler('closeTicket', ({ books }, go) => {
        const done = go();
        const shelf = books.shelf('tickets');
        for (const row of shelf.all())
          if (row.status !== 'closed') shelf.update(row.id, { status: 'closed' });
        return done;
      }),
  ),
  // webhooks
  follows(
    'FY38',
    'deleting an endpoint deletes all endpoints of the tenant',
    ['states/others-untouched', 'endpoints/delete-webhook'],
    'things/others-untouched',
    (p) =>
      p.handler('deleteWebhook', ({ books }, go) => {
        const done = go();
        const shelf = books.shelf('webhooks');
        for (const row of shelf.all()) shelf.remove(row.id);
        return done;
      }),
  ),
  // api keys
  follows(
    'FY39',
    'revoking a key revokes all keys of the same scopes',
    ['states/others-untouched', 'endpoints/revoke-api-key', 'states/key-revoked'],
    'things/others-untouched',
    (p) =>
      p.handler('revokeApiKey', ({ asked, books }, go) => {
        const shelf = books.shelf('api_keys');
        const own = shelf.find(idOf(asked));
        const done = go();
        for (const row of shelf.all())
          if (row.id !== own?.id && JSON.stringify(row.scopes) === JSON.stringify(own?.scopes))
            shelf.update(row.id, { status: 'revoked' });
        return done;
      }),
  ),
  // errors
  stated(
    'FY40',
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
