// Planted faults beyond the catalogue: the same sentences broken in other places and other ways.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { BURST, chosen, follows, stated } from './define-mutant.ts';
import type { CallerIdentity, ClientRequest, Injector, Mutant } from './mutant.ts';
import { sessionsByEmail } from './observed-credentials.ts';
import { BILLING_CYCLES, editOrders } from './order-edits.ts';
import { LIMIT_HEADERS } from './rate-limits.ts';
import { acceptsInvalid } from './request-edits.ts';
import {
  changeAt,
  dropHeader,
  each,
  errorsOf,
  isInvalid,
  isSuccess,
  jsonResponse,
  listAt,
  numberAt,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  setErrors,
  setHeader,
  shiftInstant,
  textAt,
  valueAt,
} from './response-edits.ts';

const staleCredential = (
  p: Injector,
  where: (request: ClientRequest) => boolean,
  which: 'expired' | 'loggedOut',
) => {
  const seen = new Map<string, CallerIdentity>();
  const out = new Set<string>();
  let current: ClientRequest | null = null;
  p.request('everything', (_a, request) => {
    current = request;
    return undefined;
  });
  p.reply('logout', (r, { bearer }) => {
    if (isSuccess(r) && bearer) out.add(bearer);
  });
  p.resolveCredential((bearer, go) => {
    const found = go();
    if (!('refused' in found)) {
      seen.set(bearer, found);
      return found;
    }
    if (!current || !where(current)) return found;
    if (which === 'expired') return found.expired ?? found;
    return out.has(bearer) ? (seen.get(bearer) ?? found) : found;
  });
};

export const furtherMutants: readonly Mutant[] = [
  stated(
    'billing/line-amounts-as-text',
    'unit amounts of invoice lines are decimal texts',
    'service/integer-amounts',
    'bodies/integer-amounts',
    (p) =>
      p.reply(['getInvoice', 'listInvoices'], (r) => {
        if (isSuccess(r))
          for (const i of recordsIn(r.json))
            changeAt(i, 'lines.*.unit_amount', (a) => (Number(a) / 100).toFixed(2));
      }),
  ),
  stated(
    'services/renewal-time-without-zone',
    'a renewal ends at a time without zone',
    'service/utc-times',
    'bodies/utc-times',
    (p) =>
      p.reply('renewService', (r) => {
        if (isSuccess(r)) changeAt(r.json, 'renewed_until', (t) => String(t).replace('Z', ''));
      }),
  ),
  stated(
    'billing/subscription-times-not-utc',
    'periods of subscriptions are not in UTC',
    'service/utc-times',
    'bodies/utc-times',
    (p) =>
      p.reply(['getSubscription', 'listSubscriptions'], (r) => {
        if (isSuccess(r))
          for (const s of recordsIn(r.json))
            changeAt(s, 'current_period_end', (t) => `${shiftInstant(t, 3600000).slice(0, -1)}+01:00`);
      }),
  ),
  stated(
    'orders/created-at-http-date',
    'created_at of an order is an HTTP date',
    ['order-response/created-at', 'service/utc-times'],
    'orders/response-created_at',
    (p) => editOrders(p, (o) => changeAt(o, 'created_at', (t) => new Date(String(t)).toUTCString())),
  ),
  stated(
    'orders/created-at-with-space',
    'created_at of an order has a blank and no zone',
    ['order-response/created-at', 'service/utc-times'],
    'orders/response-created_at',
    (p) =>
      editOrders(p, (o) => changeAt(o, 'created_at', (t) => String(t).replace('T', ' ').replace('Z', ''))),
  ),
  stated(
    'orders/services-with-null',
    'services of an order holds a null',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (o) => setAt(o, 'services', [...listAt(o, 'services'), null])),
  ),
  stated(
    'orders/currency-invalid[number]',
    'currency of an order is a number',
    'order-response/currency',
    'orders/response-currency',
    (p) => editOrders(p, (o) => setAt(o, 'currency', 978)),
  ),
  stated(
    'orders/currency-invalid[empty]',
    'currency of an order is empty',
    'order-response/currency',
    'orders/currency-is-a-code',
    (p) => editOrders(p, (o) => setAt(o, 'currency', '')),
  ),
  stated(
    'auth/login-tenant-id-null',
    'tenant_id of a login is null',
    'login-response/user',
    'auth/login-user',
    (p) =>
      p.reply('login', (r) => {
        if (isSuccess(r)) setAt(r.json, 'user.tenant_id', null);
      }),
  ),
  ...each(
    [
      ['DELETE', (a: ClientRequest) => a.method === 'DELETE'],
      ['PUT', (a: ClientRequest) => a.method === 'PUT'],
      ['the wallet', (a: ClientRequest) => a.operation === 'getWallet'],
      ['actions', (a: ClientRequest) => /\/(suspend|renew|cancel|terminate|unsuspend)$/.test(a.path)],
    ] as const,
    ([what, fits]) =>
      stated(
        `limits/headers-missing-for-some[${what}]`,
        `answers to ${what} have no rate-limit headers`,
        ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
        'limits/ratelimit-limit',
        (p) =>
          p.reply('everything', (r, a) => {
            if (isSuccess(r) && fits(a)) for (const n of LIMIT_HEADERS) dropHeader(r, n);
          }),
      ),
  ),
  stated(
    'errors/403-plain-text',
    '403 comes with a plain text',
    ['errors/two-shapes', 'service/json-bodies'],
    'errors/one-of-two-shapes',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 403) {
          r.raw = 'Forbidden';
          setHeader(r, 'Content-Type', 'text/plain');
        }
      }),
  ),
  stated(
    'limits/retry-after-is-a-word',
    'Retry-After is a word',
    ['limits/retry-after-seconds', 'limits/retry-after'],
    'limits/retry-after-in-seconds',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 429) setHeader(r, 'Retry-After', 'soon');
      }),
    BURST,
  ),
  stated(
    'auth/expired-token-lists',
    'an expired token is accepted by lists only',
    'authentication/expired-refused',
    'auth/expired-refused',
    (p) => staleCredential(p, (a) => a.operation?.startsWith('list') ?? false, 'expired'),
  ),
  stated(
    'auth/customers-readable-after-logout',
    'a token works for the customers after its logout',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => staleCredential(p, (a) => a.path.startsWith('/customers'), 'loggedOut'),
  ),
  stated(
    'auth/refresh-gives-foreign-token',
    'refresh hands out the token of somebody else',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/revived-token-works',
    (p) => {
      const s = sessionsByEmail(p);
      p.reply('refreshSession', (r) => {
        const other = [...s.values()].find(
          (one) => valueAt(one, 'user.email') !== valueAt(r.json, 'user.email'),
        );
        if (isSuccess(r) && other) setAt(r.json, 'token', valueAt(other, 'token'));
      });
    },
  ),
  stated(
    'errors/cycle-message-stops-at-nine',
    'the message for a billing cycle stops at nine years',
    'errors/cycle-lists-values',
    'errors/cycle-lists-values',
    (p) =>
      p.reply('createOrder', (r) => {
        if (!isInvalid(r)) return;
        const e = errorsOf(r.json);
        for (const k of Object.keys(e))
          if (k.endsWith('billing_cycle'))
            e[k] = [`Must be one of ${BILLING_CYCLES.slice(0, -1).join(', ')}.`];
      }),
  ),
  stated(
    'validation/first-item-only',
    'only the first item of an order is validated',
    ['billing-cycle/values', 'order-item/billing-cycle'],
    'validation/createOrder/items.1.billing_cycle/01_year',
    (p) =>
      p.request('createOrder', (change) => {
        for (const i of listAt(change.json, 'items').slice(1))
          if (isObject(i) && !BILLING_CYCLES.includes(textAt(i, 'billing_cycle')))
            i.billing_cycle = 'monthly';
        return undefined;
      }),
  ),
  chosen(
    'validation/quantity-null-accepted[null]',
    'a null quantity is accepted',
    'order-item/required',
    'validation/createOrder/items.0.quantity/null',
    (p) => acceptsInvalid(p, 'createOrder', 'items.*.quantity', (v) => v === null, 1),
  ),
  stated(
    'validation/quantity-null-accepted[word]',
    'a word is accepted as quantity',
    'order-item/quantity',
    'validation/createOrder/items.0.quantity/two',
    (p) =>
      acceptsInvalid(
        p,
        'createOrder',
        'items.*.quantity',
        (v) => typeof v === 'string' && !/^\d+$/.test(v),
        1,
      ),
  ),
  stated(
    'validation/items-text-accepted',
    'a text is accepted as items',
    'order-request/items',
    'validation/createOrder/items/hosting-pro',
    (p) =>
      acceptsInvalid(p, 'createOrder', 'items', (v) => typeof v === 'string', [
        { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' },
      ]),
  ),
  chosen(
    'validation/payment-method-null-accepted',
    'a null payment method is accepted',
    'order-request/required',
    'validation/createOrder/payment_method/null',
    (p) => acceptsInvalid(p, 'createOrder', 'payment_method', (v) => v === null, 'wallet'),
  ),
  stated(
    'errors/list-named-for-field',
    'errors name the list instead of the field',
    'errors/one-entry-per-field',
    'errors/one-entry-per-field',
    (p) =>
      p.reply('createOrder', (r) => {
        if (!isInvalid(r)) return;
        const e = errorsOf(r.json);
        setErrors(r.json, Object.fromEntries(Object.entries(e).map(([k, v]) => [k.split('.')[0] ?? k, v])));
      }),
  ),
  stated('errors/values-are-objects', 'errors hold objects', 'errors/errors-is-a-map', 'errors/map', (p) =>
    p.reply('everything', (r) => {
      if (isInvalid(r))
        changeAt(errorsOf(r.json), '*', (v) => (Array.isArray(v) ? v.map((message) => ({ message })) : v));
    }),
  ),
  stated(
    'errors/code-null',
    'the code of errors is null',
    ['errors/envelope-code', 'errors/two-shapes'],
    'errors/code',
    (p) => p.reply('everything', (r) => changeAt(r.json, 'error.code', () => null)),
  ),
  stated(
    'orders/cancel-500',
    'cancelling a pending order is a server error',
    'endpoints/cancel-order',
    'orders/cancel-pending',
    (p) =>
      p.reply('cancelOrder', (r) => {
        if (isSuccess(r)) replaceResponse(r, refusal(500, 'SERVER_ERROR', 'Oops.'));
      }),
  ),
  stated(
    'orders/processing-cancel-acknowledged',
    'cancelling a processing order is acknowledged without effect',
    ['states/only-pending-orders-cancel', 'endpoints/cancel-order'],
    'orders/cancel-only-pending',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const o = db.table('orders').find(request.params.id ?? '');
        return o?.status === 'processing' || o?.status === 'completed' ? o : go();
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
      p.reply(['createOrder', 'getOrder', 'listOrders'], (r) => {
        if (!isSuccess(r)) return;
        const other = p.readDb((b) => b.table('services').all()[0]);
        for (const o of recordsIn(r.json)) if (other) o.services = [other.id];
      }),
  ),
  stated(
    'wallet/topup-costs-fee',
    'a top-up costs a fee',
    ['billing/topup-exact', 'endpoints/wallet-topup'],
    'billing/topup-exact',
    (p) =>
      p.handler('topUpWallet', ({ db }, go) => {
        const d = go();
        const [w] = db.table('wallets').all();
        if (w)
          db.table('wallets').update(w.id, {
            balance_amount: numberAt(w, 'balance_amount') - 1,
            available_amount: numberAt(w, 'available_amount') - 1,
          });
        return d;
      }),
  ),
  stated(
    'idempotency/payment-counted-twice',
    'a replayed payment is answered alike and counted twice on the invoice',
    'idempotency/replay-is-one-operation',
    'idempotency/payment-replay-invoice',
    (p) =>
      p.step('replay', 'createPayment', ({ db, request }, go) => {
        const r = go();
        const id = textAt(request.json, 'invoice_id');
        const i = db?.table('invoices').find(id);
        if (r !== undefined && db && i)
          db.table('invoices').update(id, {
            paid_amount: numberAt(i, 'paid_amount') + numberAt(request.json, 'amount'),
            due_amount: numberAt(i, 'due_amount') - numberAt(request.json, 'amount'),
          });
        return r;
      }),
  ),
  stated(
    'idempotency/unpaid-order-repeated',
    'replays of orders that wait for payment are second orders',
    'idempotency/replay-is-one-operation',
    'idempotency/waiting-order-replay',
    (p) => {
      const wait = (a: ClientRequest) =>
        a.operation === 'createOrder' && valueAt(a.json, 'payment_method') !== 'wallet';
      p.skip('replay', wait);
      p.skip('remember', wait);
    },
  ),
  ...each(['deactivateCustomer', 'cancelSubscription', 'terminateService'] as const, (op) =>
    stated(
      `isolation/refused-action-done[${op}]`,
      `${op} refuses another tenant's record and changes it`,
      ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
      `isolation/${op}`,
      (p) => {
        const f = new WeakSet<ClientRequest>();
        p.readAcrossTenants(op, (a) => f.add(a));
        p.reply(op, (r, a) => {
          if (f.has(a)) replaceResponse(r, refusal(404, 'NOT_FOUND', 'Not found.'));
        });
      },
    ),
  ),
  stated(
    'billing/pdf-is-an-archive',
    'the PDF is an archive',
    ['endpoints/invoice-pdf', 'billing/pdf-complete'],
    'documents/pdf-starts-as-one',
    (p) =>
      p.reply('downloadInvoicePdf', (r) => {
        if (isSuccess(r))
          r.raw = Buffer.from('PK\u0003\u0004 and so on, long enough to be a file of its own kind');
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
  stated(
    'auth/missing-credential-pdf-404',
    'the PDF without a credential is answered 404',
    'authentication/missing-is-401',
    'authentication/missing/downloadInvoicePdf',
    (p) =>
      p.reply('downloadInvoicePdf', (r, a) => {
        if (r.status === 401 && a.headers.authorization === undefined)
          replaceResponse(r, refusal(404, 'NOT_FOUND', 'Not found.'));
      }),
  ),
  stated(
    'limits/legacy-headers-missing-at-auth',
    'the legacy headers are missing on the auth endpoints',
    'limits/legacy-headers-on-success',
    'limits/x-ratelimit-limit',
    (p) =>
      p.reply(['login', 'refreshSession', 'verifyTwoFactor'], (r) => {
        dropHeader(r, 'X-RateLimit-Limit');
        dropHeader(r, 'X-RateLimit-Remaining');
      }),
  ),
  stated(
    'representation/trailing-comma',
    'a list of customers has a comma too many',
    'service/json-bodies',
    'bodies/parse',
    (p) =>
      p.reply('listCustomers', (r) => {
        if (isSuccess(r)) r.raw = JSON.stringify(r.json).replace(/\]/, ',]');
      }),
  ),
  stated(
    'auth/any-six-digits-accepted',
    'a login takes any six digits',
    ['login-request/totp-code', 'authentication/two-factor'],
    'auth/2fa-wrong-code',
    (p) =>
      p.handler('login', ({ db, body }, go) => {
        const c = db.platform
          .table('credentials')
          .all()
          .find(({ email }) => email === textAt(body, 'email'));
        if (!c || c.totp_secret === null || !/^\d{6}$/.test(textAt(body, 'totp_code'))) return go();
        db.platform.table('credentials').update(c.id, { totp_secret: null });
        const done = go();
        db.platform.table('credentials').update(c.id, { totp_secret: c.totp_secret });
        return done;
      }),
  ),
  stated(
    'billing/suspended-subscriptions-listed',
    'suspended subscriptions are listed as active ones',
    'endpoints/list-subscriptions',
    'billing/subscriptions-active',
    (p) =>
      p.reply('listSubscriptions', (r, a) => {
        if (isSuccess(r) && !/status=/.test(a.query))
          for (const s of recordsIn(r.json).slice(0, 1)) s.status = 'expired';
      }),
  ),
  stated(
    'auth/lacking-permission-empty-list',
    'a credential that lacks permission gets an empty list',
    [
      'authentication/lacking-permission-is-403',
      'authentication/keys-carry-scopes',
      'authentication/tenants-for-admins',
    ],
    'authentication/scopes-bind',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 403) replaceResponse(r, jsonResponse(200, { data: [] }));
      }),
  ),
  stated(
    'orders/uuid-sku-cut',
    'a UUID-shaped SKU is cut to 20 letters',
    'gaps/any-sku',
    'orders/any-sku-form',
    (p) =>
      p.request('createOrder', (change, { bearer }) =>
        bearer && listAt(change.json, 'items').some((i) => textAt(i, 'sku_id').length === 36)
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
        const done = go();
        if (!isObject(done) || !Array.isArray(done.services)) return done;
        return db.table('orders').update(String(done.id), { services: done.services.slice(0, 1) });
      }),
  ),
  follows(
    'billing/payment-amount-differs',
    'a payment is answered with another amount',
    'endpoints/create-echoes',
    'billing/payment-echo',
    (p) =>
      p.reply('createPayment', (r) => {
        if (isSuccess(r)) changeAt(r.json, 'amount', (a) => Number(a) + 1);
      }),
  ),
  follows(
    'auth/login-text-body-500',
    'log-in with a body that is a text is a server error',
    'errors/other-json-types',
    'validation/login-body-is-a-text',
    (p) =>
      p.request('login', (_a, { json }) =>
        typeof json === 'string' ? refusal(500, 'SERVER_ERROR', 'Oops.') : undefined,
      ),
  ),
  follows(
    'lists/new-customer-twice',
    'a new customer appears a second time in the list',
    'endpoints/list-shows-all',
    'lists/page-size',
    (p) =>
      p.reply('listCustomers', (r) =>
        changeAt(r.json, 'data', (d) => (Array.isArray(d) && d.length > 0 ? [d[0], ...d] : d)),
      ),
  ),
  follows(
    'orders/status-differs-on-read',
    'an order read again has another status of its own',
    'order-response/detail-agrees',
    'orders/detail-agrees',
    (p) =>
      p.reply('getOrder', (r) => {
        if (isSuccess(r)) setAt(r.json, 'created_at', '2020-01-01T00:00:00Z');
      }),
  ),
  follows(
    'services/refused-renewal-bills',
    'a refused renewal bills the service',
    'states/refused-action-changes-nothing',
    'services/refused-renewal-bills-nothing',
    (p) =>
      p.reply('renewService', (r, { params: { id = '' } }) => {
        if (r.status !== 422) return;
        p.readDb((b) => {
          const t = b.table('services').find(id)?.tenant_id;
          const last = typeof t === 'string' ? b.of(t).table('invoices').all().at(-1) : undefined;
          if (typeof t === 'string' && last)
            b.of(t)
              .table('invoices')
              .insert({ ...last, id: randomUUID(), number: `D-${randomUUID()}`, order_id: null });
        });
      }),
  ),
  follows(
    'limits/refused-requests-count-only',
    'the remaining number falls on refused requests only',
    'limits/remaining-falls',
    'limits/remaining-falls',
    (p) =>
      p.reply('everything', (r) => {
        if (isSuccess(r)) {
          setHeader(r, 'RateLimit-Remaining', '500');
          setHeader(r, 'X-RateLimit-Remaining', '500');
        }
      }),
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
  chosen(
    'lists/oldest-first-pages-overlap',
    'the customer list is sorted oldest first and its pages overlap',
    'endpoints/list-paging',
    'lists/pages-do-not-overlap',
    (p) =>
      p.request('listCustomers', (change) => {
        const q = new URLSearchParams(change.query);
        const page = Number(q.get('page') ?? 1);
        if (page > 1) q.set('page', String(page - 1));
        change.query = q.toString();
        return undefined;
      }),
  ),
  chosen(
    'services/suspended-renewal-fails',
    'a renewal of a suspended service costs nothing and is shown as failed',
    'endpoints/fields',
    'services/fields',
    (p) =>
      p.reply('renewService', (r) => {
        if (isSuccess(r)) setAt(r.json, 'status', 'unknown');
      }),
  ),
];
