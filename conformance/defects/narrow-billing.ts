// Planted faults that show in one place, or to one kind of caller, only: limits, billing, services, customers.

import { isObject } from '../../src/contract/is-object.ts';
import { BURST, chosen, stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import { editObject } from './request-edits.ts';
import {
  changeAt,
  dropHeader,
  isSuccess,
  numberAt,
  onSuccess,
  refusal,
  replaceResponse,
  setHeader,
  textAt,
} from './response-edits.ts';

export const narrowBilling: readonly Mutant[] = [
  stated(
    'limits/headers-missing-on-downloads',
    'downloads carry no rate-limit headers',
    ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
    'limits/ratelimit-limit',
    (p) =>
      p.reply(['downloadInvoicePdf', 'downloadCertificate'], (r) => {
        if (isSuccess(r)) for (const h of Object.keys(r.headers)) if (/ratelimit/i.test(h)) dropHeader(r, h);
      }),
  ),
  stated(
    'limits/remaining-missing-on-201',
    'what is created is answered without RateLimit-Remaining',
    'limits/headers-on-success',
    'limits/ratelimit-remaining',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 201) dropHeader(r, 'RateLimit-Remaining');
      }),
  ),
  stated(
    'limits/retry-after-is-a-time',
    'Retry-After is a time of day',
    'limits/retry-after-seconds',
    'limits/retry-after-in-seconds',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 429) setHeader(r, 'Retry-After', new Date(p.now() + 60000).toUTCString());
      }),
    BURST,
  ),
  stated(
    'wallet/topup-in-major-units',
    'a top-up is taken in major units',
    'billing/topup-exact',
    'billing/topup-exact',
    (p) =>
      p.handler('topUpWallet', ({ body }, go) =>
        go({ body: editObject(body, (b) => ({ ...b, amount: numberAt(b, 'amount') * 100 })) }),
      ),
  ),
  stated(
    'billing/payment-always-pays-all',
    'a payment always pays all that is due',
    ['endpoints/create-payment', 'endpoints/create-echoes'],
    'billing/payment-echo',
    (p) =>
      p.handler('createPayment', ({ body, db }, go) => {
        const i = db.table('invoices').find(textAt(body, 'invoice_id'));
        return go({
          body: editObject(body, (b) => ({ ...b, amount: numberAt(i, 'due_amount') || b.amount })),
        });
      }),
  ),
  stated(
    'billing/unpaid-pdf-is-html',
    'the PDF of an unpaid invoice is an HTML page called a PDF',
    'endpoints/invoice-pdf',
    'documents/pdf-starts-as-one',
    (p) =>
      p.reply('downloadInvoicePdf', (r) => {
        if (isSuccess(r)) r.raw = '<html><body>Invoice</body></html>';
      }),
  ),
  stated(
    'billing/subscriptions-unfiltered',
    'the list of subscriptions shows cancelled ones too',
    'endpoints/list-subscriptions',
    'billing/subscriptions-active',
    (p) =>
      p.handler('listSubscriptions', ({ db, query }, go) => {
        const page = go();
        const deleted = db
          .table('subscriptions')
          .all()
          .filter((s) => s.status === 'cancelled')
          .slice(-5);
        return query.status === undefined || query.status === 'active'
          ? isObject(page) && Array.isArray(page.data)
            ? { ...page, data: [...page.data, ...deleted] }
            : page
          : page;
      }),
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
  stated(
    'services/suspends-other-services',
    "suspending a service suspends the customer's other services",
    ['states/service-actions', 'endpoints/suspend-service'],
    'services/only-the-one',
    (p) =>
      p.handler('suspendService', ({ db }, go) => {
        const done = go();
        if (isObject(done))
          for (const s of db.table('services').all())
            if (s.customer_id === done.customer_id && s.status === 'active')
              db.table('services').update(s.id, { status: 'suspended' });
        return done;
      }),
  ),
  chosen(
    'services/renewal-keeps-expiry',
    'a renewal is billed and the service expires as before',
    'states/action-visible',
    'services/renew-moves-the-date',
    (p) =>
      p.handler('renewService', ({ request, db }, go) => {
        const s = db.table('services').find(request.params.id ?? '');
        const done = go();
        if (s) db.table('services').update(s.id, { expires_at: s.expires_at, next_due_at: s.next_due_at });
        return done;
      }),
  ),
  chosen(
    'customers/deactivation-deletes',
    'deactivating a customer deletes the record',
    'states/deactivated-still-readable',
    'customers/deactivated-is-readable',
    (p) => {
      const deleted = new Set<string>();
      p.reply('deactivateCustomer', (r, a) => {
        if (isSuccess(r)) deleted.add(a.params.id ?? '');
      });
      p.reply('getCustomer', (r, a) => {
        if (deleted.has(a.params.id ?? '')) replaceResponse(r, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listCustomers', (j) =>
        changeAt(j, 'data', (d) => (Array.isArray(d) ? d.filter((c) => !deleted.has(textAt(c, 'id'))) : d)),
      );
    },
  ),
];
