// Planted faults: the third set that was written before anybody looked at the checks; what it got by them with was mended since.
import { randomUUID } from 'node:crypto';
import {
  answer,
  at,
  become,
  change,
  drop,
  dropHeader,
  errorsOf,
  isDict,
  isInvalid,
  isSuccess,
  listAt,
  numberAt,
  put,
  records,
  refusal,
  setErrors,
  setHeader,
  textAt,
} from './edit.ts';
import type { Asked, Defect, Identified, Plant } from './plant.ts';
import { BURST, chosen, stated, WEBHOOKS } from './row.ts';

const OWN = ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'] as const;
const onSuccess = (
  p: Plant,
  op: Parameters<Plant['reply']>[0],
  edit: (json: unknown, asked: Asked) => void,
): void =>
  p.reply(op, (r, a) => {
    if (isSuccess(r)) edit(r.json, a);
  });
const later = (
  v: unknown,
  by: (x: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> => (isDict(v) ? by(v) : {});

export const unseenThird: readonly Defect[] = [
  // auth
  stated(
    'TH01',
    'expires_at of a login has a blank instead of a T and no zone',
    ['login-response/expires-at', 'service/utc-times'],
    'auth/login-expires_at',
    (p) =>
      onSuccess(p, 'login', (j) =>
        change(j, 'expires_at', (v) => String(v).replace('T', ' ').replace('Z', '')),
      ),
  ),
  stated('TH02', 'a login answers 201', ['login-response/status'], 'statuses/login-is-200', (p) =>
    p.reply('login', (r) => {
      if (r.status === 200) r.status = 201;
    }),
  ),
  stated('TH03', 'the user of a login has no tenant_id', 'login-response/user', 'auth/login-user', (p) =>
    onSuccess(p, 'login', (j) => drop(j, 'user.tenant_id')),
  ),
  stated(
    'TH04',
    'refresh hands back the token it was given',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-token-works',
    (p) => onSuccess(p, 'refreshSession', (j, a) => put(j, 'token', a.bearer)),
  ),
  stated(
    'TH05',
    'refresh refuses a token that has expired',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refresh-expired',
    (p) => {
      p.identify((_b, go) => {
        const f = go();
        return 'refused' in f ? { refused: f.refused } : f;
      });
    },
  ),
  stated(
    'TH06',
    'after logout the token works everywhere but at /auth/me',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => {
      let op: string | null = null;
      p.request('everything', (_asking, a) => {
        op = a.operation;
        return undefined;
      });
      const who = new Map<string, Identified>();
      const out = new Set<string>();
      p.reply('logout', (r, a) => {
        if (isSuccess(r) && a.bearer) out.add(a.bearer);
      });
      p.identify((b, go) => {
        const f = go();
        if (!('refused' in f)) who.set(b, f);
        return out.has(b) && op !== 'getCurrentUser' && op !== 'refreshSession' ? (who.get(b) ?? f) : f;
      });
    },
  ),
  stated(
    'TH07',
    'logout answers 200 and does nothing for a session that was refreshed',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout-refreshed',
    (p) => {
      const fresh = new Set<string>();
      onSuccess(p, 'refreshSession', (j) => fresh.add(textAt(j, 'token')));
      p.request('logout', (_asking, a) =>
        a.bearer && fresh.has(a.bearer) ? answer(200, { message: 'Signed out.' }) : undefined,
      );
    },
  ),
  stated(
    'TH08',
    'a second factor of any six digits signs in',
    [
      'login-request/totp-code',
      'authentication/invalid-is-401',
      'authentication/two-factor',
      'endpoints/login',
    ],
    'auth/2fa-wrong-code',
    (p) => {
      const s = new Map<string, unknown>();
      p.reply('login', (r, a) => {
        const e = textAt(a.json, 'email');
        if (isSuccess(r)) s.set(e, structuredClone(r.json));
        else if (r.status === 401 && /^\d{6}$/.test(textAt(a.json, 'totp_code')) && s.has(e))
          become(r, answer(200, s.get(e)));
      });
    },
  ),
  stated(
    'TH09',
    'keys are found whatever the case of their letters',
    'authentication/invalid-is-401',
    'api-keys/the-case-of-its-letters-turned',
    (p) => {
      const good = new Map<string, string>();
      p.identify((b, go) => {
        const f = go();
        if (!('refused' in f)) {
          good.set(b.toLowerCase(), b);
          return f;
        }
        const g = good.get(b.toLowerCase());
        return g ? go(g) : f;
      });
    },
  ),
  stated(
    'TH10',
    'a key with something appended is accepted',
    'authentication/invalid-is-401',
    'api-keys/something-appended',
    (p) => {
      const good = new Set<string>();
      p.identify((b, go) => {
        const f = go();
        if (!('refused' in f)) {
          if (f.kind === 'api_key') good.add(b);
          return f;
        }
        const g = [...good].find((k) => b.startsWith(k));
        return g ? go(g) : f;
      });
    },
  ),
  stated(
    'TH11',
    'a read-only key that deletes a record is told 401',
    ['authentication/lacking-permission-is-403', 'service/own-tenant-only'],
    'isolation/terminateTenant',
    (p) =>
      p.reply(
        (a) => a.method === 'DELETE',
        (r) => {
          if (r.status === 403) become(r, refusal(401, 'UNAUTHENTICATED', 'No.'));
        },
      ),
  ),
  chosen(
    'TH12',
    'a read-only key may cancel orders and reply to tickets',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-bind-everywhere',
    (p) => p.skip('authorise', ['cancelOrder', 'createTicketReply', 'closeTicket']),
  ),
  stated(
    'TH13',
    'a revoked key still reads',
    ['states/key-revoked', 'authentication/invalid-is-401', 'endpoints/revoke-api-key'],
    'api-keys/revoked-is-401',
    (p) => {
      let get = false;
      p.request('everything', (_asking, a) => {
        get = a.method === 'GET' && a.operation !== 'getCurrentUser' && a.operation !== 'listApiKeys';
        return undefined;
      });
      const who = new Map<string, Identified>();
      p.identify((b, go) => {
        const f = go();
        if (!('refused' in f)) {
          who.set(b, f);
          return f;
        }
        const w = who.get(b);
        return get && w && !('refused' in w) && w.kind === 'api_key' ? w : f;
      });
    },
  ),
  // tenancy
  stated(
    'TH14',
    'the filter customer_id of services looks beyond the tenant',
    OWN,
    'isolation/filtered-list/listServices',
    (p) =>
      p.handler('listServices', ({ books, query }, go) =>
        query.customer_id === undefined ? go() : go({ books: books.platform }),
      ),
  ),
  stated('TH15', "a payment for another tenant's invoice is recorded", OWN, 'isolation/createPayment', (p) =>
    p.handler('createPayment', ({ books, body }, go) => {
      const i = books.platform.shelf('invoices').find(textAt(body, 'invoice_id'));
      const t = textAt(i, 'tenant_id');
      return i && t !== books.tenantId ? go({ books: books.of(t) }) : go();
    }),
  ),
  stated(
    'TH16',
    "a record of another tenant's zone can be changed under one's own zone",
    [...OWN],
    'isolation/updateDnsRecord/foreign-parent',
    (p) => {
      p.step('locate', 'updateDnsRecord', ({ asked, books }, go) => {
        const r = books?.platform.shelf('dns_records').find(asked.params.rid ?? '');
        return r && books?.shelf('dns_zones').find(asked.params.id ?? '') ? undefined : go();
      });
      p.handler('updateDnsRecord', ({ asked, books, body }, go) => {
        const r = books.platform.shelf('dns_records').find(asked.params.rid ?? '');
        if (r && r.tenant_id !== books.tenantId && isDict(body))
          return books.platform.shelf('dns_records').update(r.id, { content: body.content });
        return go();
      });
    },
  ),
  stated(
    'TH17',
    "closing another tenant's ticket says 404 and closes it",
    OWN,
    'isolation/closeTicket',
    (p) =>
      p.step('locate', 'closeTicket', ({ asked, books }, go) => {
        const t = books?.platform.shelf('tickets').find(asked.params.id ?? '');
        if (books && t && t.tenant_id !== books.tenantId)
          p.books((b) => b.shelf('tickets').update(t.id, { status: 'closed', closed_at: b.now }));
        return go();
      }),
  ),
  stated(
    'TH18',
    'a ticket may be opened for a customer of another tenant',
    OWN,
    'isolation/createTicket',
    (p) =>
      p.handler('createTicket', ({ books, body }, go) => {
        const c = books.platform.shelf('customers').find(textAt(body, 'customer_id'));
        if (!c || c.tenant_id === books.tenantId) return go();
        const made = go({ body: later(body, ({ customer_id: _, ...rest }) => rest) });
        return isDict(made) ? books.shelf('tickets').update(String(made.id), { customer_id: c.id }) : made;
      }),
  ),
  stated(
    'TH19',
    'the sixth and later rows of invoices come from all tenants',
    OWN,
    'isolation/listInvoices',
    (p) =>
      p.handler('listInvoices', ({ books }, go) => {
        const page = go();
        const other = books.platform
          .shelf('invoices')
          .all()
          .filter((r) => r.tenant_id !== books.tenantId)
          .at(-1);
        return isDict(page) && Array.isArray(page.data) && other
          ? { ...page, data: [...page.data.slice(0, 5), other, ...page.data.slice(5)] }
          : page;
      }),
  ),
  stated(
    'TH20',
    "zones of other tenants can be read by their owner's customers: GET of a foreign zone's records",
    OWN,
    'isolation/listDnsRecords',
    (p) => p.unscoped('listDnsRecords'),
  ),
  stated(
    'TH21',
    'any user of a tenant gets the list of tenants, filtered to its own',
    ['authentication/tenants-for-admins'],
    'tenants/list-not-for-keys',
    (p) => {
      p.skip('authorise', 'listTenants');
      p.handler('listTenants', ({ who, books }, go) => {
        const page = go({ books: books.platform });
        if (who.scopes.includes('platform:admin')) return page;
        return isDict(page) && Array.isArray(page.data)
          ? { ...page, data: page.data.filter((t) => isDict(t) && t.id === who.tenantId) }
          : page;
      });
    },
  ),
  // orders
  stated(
    'TH22',
    'total_amount is a text in the details of an order',
    ['order-response/total-amount', 'service/integer-amounts'],
    'bodies/integer-amounts',
    (p) => onSuccess(p, 'getOrder', (j) => change(j, 'total_amount', (v) => String(v))),
  ),
  stated(
    'TH23',
    'currency of an order is a sign',
    'order-response/currency',
    'orders/currency-is-a-code',
    (p) => onSuccess(p, 'createOrder', (j) => put(j, 'currency', '€')),
  ),
  stated(
    'TH24',
    'services of an order are objects',
    'order-response/services',
    'orders/response-services',
    (p) =>
      onSuccess(p, 'createOrder', (j) =>
        change(j, 'services', (l) => (Array.isArray(l) ? l.map((id) => ({ id })) : l)),
      ),
  ),
  stated(
    'TH25',
    'invoice_id of an order names nothing',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/invoice-exists',
    (p) => {
      const ids = new Map<string, string>();
      onSuccess(p, ['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], (j) => {
        for (const o of records(j))
          change(o, 'invoice_id', (v) => {
            const k = String(v);
            if (!ids.has(k)) ids.set(k, randomUUID());
            return ids.get(k);
          });
      });
    },
  ),
  stated(
    'TH26',
    'an order names the services of the order before it',
    ['states/order-creates-services', 'order-response/services'],
    'orders/own-services',
    (p) => {
      let before: unknown[] = [];
      onSuccess(p, 'createOrder', (j) => {
        const now = listAt(j, 'services');
        if (before.length > 0) put(j, 'services', before);
        before = now;
      });
    },
  ),
  stated(
    'TH27',
    'an order paid by wallet has its invoice issued only when it completes: listed nowhere',
    ['states/order-creates-invoice', 'endpoints/list-invoices'],
    'orders/invoice-exists',
    (p) => {
      const hidden = new Set<string>();
      onSuccess(p, 'createOrder', (j) => hidden.add(textAt(j, 'invoice_id')));
      p.reply('getInvoice', (r, a) => {
        if (isSuccess(r) && hidden.has(a.params.id ?? ''))
          become(r, refusal(404, 'NOT_FOUND', 'There is no such invoice.'));
      });
      onSuccess(p, 'listInvoices', (j) =>
        change(j, 'data', (d) => (Array.isArray(d) ? d.filter((i) => !hidden.has(textAt(i, 'id'))) : d)),
      );
    },
  ),
  stated(
    'TH28',
    'quarterly orders are refused',
    ['billing-cycle/all-accepted', 'endpoints/create-order'],
    'validation/all-cycles',
    (p) =>
      p.request('createOrder', (a) =>
        listAt(a.json, 'items').some((i) => at(i, 'billing_cycle') === 'quarterly')
          ? refusal(422, 'VALIDATION_FAILED', 'No.', {
              'items.0.billing_cycle': [
                'The selected billing cycle is invalid. Allowed: hourly, one_time, monthly, quarterly, semi_annual, 1_year, 2_year, 3_year, 4_year, 5_year, 6_year, 7_year, 8_year, 9_year, 10_year.',
              ],
            })
          : undefined,
      ),
  ),
  stated(
    'TH29',
    'hosting for 9 years is refused',
    ['billing-cycle/all-accepted', 'hosting-request/billing-cycle', 'endpoints/create-hosting'],
    'hosting/valid-cycle-not-named',
    (p) =>
      p.request('createHostingAccount', (a) =>
        at(a.json, 'billing_cycle') === '9_year'
          ? refusal(422, 'VALIDATION_FAILED', 'No.', {
              billing_cycle: [
                'Allowed: hourly, one_time, monthly, quarterly, semi_annual, 1_year, 2_year, 3_year, 4_year, 5_year, 6_year, 7_year, 8_year, 9_year, 10_year.',
              ],
            })
          : undefined,
      ),
  ),
  stated(
    'TH30',
    'a sku must be lower-case letters and dashes',
    ['gaps/any-sku', 'order-item/sku-id'],
    'orders/any-sku-form',
    (p) =>
      p.request('createOrder', (a) =>
        listAt(a.json, 'items').some((i) => !/^[a-z0-9-]+$/.test(textAt(i, 'sku_id'))) &&
        listAt(a.json, 'items').every((i) => typeof at(i, 'sku_id') === 'string')
          ? refusal(422, 'VALIDATION_FAILED', 'No.', { 'items.0.sku_id': ['The sku format is invalid.'] })
          : undefined,
      ),
  ),
  stated(
    'TH31',
    'a quantity written as text is taken',
    'order-item/quantity',
    'validation/createOrder/items.0.quantity/2',
    (p) =>
      p.request('createOrder', (a) => {
        change(a.json, 'items.*.quantity', (v) => (typeof v === 'string' && /^\d+$/.test(v) ? Number(v) : v));
        return undefined;
      }),
  ),
  stated(
    'TH32',
    'a single item that is not in an array is taken',
    'order-request/items',
    'validation/createOrder/items/sku_id-hosting-pro',
    (p) =>
      p.request('createOrder', (a) => {
        change(a.json, 'items', (v) =>
          isDict(v)
            ? [Object.keys(v).length > 0 ? v : { sku_id: 'web', quantity: 1, billing_cycle: 'monthly' }]
            : v,
        );
        return undefined;
      }),
  ),
  stated(
    'TH33',
    'a payment method that is no string is taken for the wallet',
    'order-request/payment-method',
    'validation/createOrder/payment_method/42',
    (p) =>
      p.request('createOrder', (a) => {
        change(a.json, 'payment_method', (v) => (typeof v === 'string' ? v : 'wallet'));
        return undefined;
      }),
  ),
  stated(
    'TH34',
    'cancelling a processing order is acknowledged and does nothing',
    ['states/only-pending-orders-cancel'],
    'orders/cancel-only-pending',
    (p) =>
      p.reply('cancelOrder', (r) => {
        if (r.status === 422) {
          become(r, answer(200, { message: 'Cancellation requested.' }));
        }
      }),
  ),
  // idempotency
  stated(
    'TH35',
    'a replayed top-up answers the first transaction and credits again',
    'idempotency/replay-is-one-operation',
    'idempotency/topup-replay',
    (p) => {
      const seen = new Map<string, string>();
      let now = '';
      p.handler('topUpWallet', ({ books }, go) => {
        now = books.tenantId ?? '';
        return go();
      });
      p.reply('topUpWallet', (r, a) => {
        const k = `${a.bearer} ${a.headers['idempotency-key']}`;
        if (!isSuccess(r) || !a.headers['idempotency-key']) return;
        const tenant = seen.get(k);
        const amount = numberAt(a.json, 'amount');
        if (tenant)
          p.books((b) => {
            const w = b
              .shelf('wallets')
              .all()
              .find((x) => x.tenant_id === tenant);
            if (w)
              b.shelf('wallets').update(w.id, {
                balance_amount: numberAt(w, 'balance_amount') + amount,
                available_amount: numberAt(w, 'available_amount') + amount,
              });
          });
        else seen.set(k, now);
      });
    },
  ),
  stated(
    'TH36',
    'keys of payments are not looked at when a session calls',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-services',
    (p) => {
      for (const st of ['replay', 'remember'])
        p.step(st, ['createPayment', 'createOrder', 'topUpWallet'], (x, go) => {
          const k = x.onceKey;
          if (x.who.kind === 'session') x.onceKey = null;
          try {
            return go();
          } finally {
            x.onceKey = k;
          }
        });
    },
  ),
  stated(
    'TH37',
    'a replay of an order answers the order as it is and makes another invoice',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-invoice',
    (p) => {
      const seen = new Map<string, string>();
      let n = 0;
      p.reply('createOrder', (r, a) => {
        const k = a.headers['idempotency-key'];
        if (!k || !isSuccess(r)) return;
        const before = seen.get(k);
        if (before)
          p.books((b) => {
            const i = b.shelf('invoices').find(before);
            if (i) {
              const { id: _, order_id: _o, number, ...rest } = i;
              n += 1;
              b.of(String(i.tenant_id))
                .shelf('invoices')
                .insert({ ...rest, id: randomUUID(), order_id: null, number: `${number}-B${n}` });
            }
          });
        else seen.set(k, textAt(r.json, 'invoice_id'));
      });
    },
  ),
  // validation and errors
  stated(
    'TH38',
    'hosting: only the first invalid field is named',
    'errors/one-entry-per-field',
    'hosting/all-fields-at-once',
    (p) =>
      p.reply('createHostingAccount', (r) => {
        if (isInvalid(r)) setErrors(r.json, Object.fromEntries(Object.entries(errorsOf(r.json)).slice(0, 1)));
      }),
  ),
  stated(
    'TH39',
    'hosting: the message for a cycle names the pattern and not the values',
    'errors/cycle-lists-values',
    'hosting/cycle-lists-values',
    (p) =>
      p.reply('createHostingAccount', (r) => {
        if (isInvalid(r))
          change(errorsOf(r.json), 'billing_cycle', () => [
            'The billing cycle must be monthly, quarterly or match <N>_year.',
          ]);
      }),
  ),
  stated(
    'TH40',
    'messages of nested fields are texts, not lists',
    'errors/errors-is-a-map',
    'errors/map',
    (p) =>
      p.reply('createOrder', (r) => {
        if (isInvalid(r))
          setErrors(
            r.json,
            Object.fromEntries(
              Object.entries(errorsOf(r.json)).map(([k, v]) => [
                k,
                k.includes('.') && Array.isArray(v) ? v[0] : v,
              ]),
            ),
          );
      }),
  ),
  stated('TH41', '404 is told as a bare error text', 'errors/two-shapes', 'errors/one-of-two-shapes', (p) =>
    p.reply('everything', (r) => {
      if (r.status === 404) r.json = { error: 'Not Found' };
    }),
  ),
  stated('TH42', '403 has no body', 'errors/two-shapes', 'errors/has-a-body', (p) =>
    p.reply('everything', (r) => {
      if (r.status === 403) {
        r.raw = '';
      }
    }),
  ),
  stated('TH43', 'the code of a 404 is a number', 'errors/envelope-code', 'errors/code', (p) =>
    p.reply('everything', (r) => {
      if (r.status === 404) put(r.json, 'error.code', 404);
    }),
  ),
  stated(
    'TH44',
    'a hosting order whose customer_id is no UUID is answered 404',
    ['errors/validation-is-422', 'hosting-request/customer-id'],
    'validation/createHostingAccount/customer_id/not-a-uuid',
    (p) =>
      p.reply('createHostingAccount', (r) => {
        if (isInvalid(r) && 'customer_id' in errorsOf(r.json))
          become(r, refusal(404, 'NOT_FOUND', 'There is no such customer.'));
      }),
  ),
  chosen('TH45', 'deleting a webhook answers 204', 'errors/status-codes', 'statuses/no-204', (p) =>
    p.reply('deleteWebhook', (r) => {
      if (r.status === 200) {
        r.status = 204;
        r.raw = '';
      }
    }),
  ),
  stated(
    'TH46',
    'starting a machine answers 202',
    ['errors/status-codes', 'endpoints/start-vps'],
    'statuses/listed',
    (p) =>
      p.reply(['startVps', 'stopVps', 'rebootVps'], (r) => {
        if (r.status === 200) r.status = 202;
      }),
  ),
  // limits
  stated(
    'TH47',
    'downloads carry no rate-limit headers',
    ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
    'limits/ratelimit-limit',
    (p) =>
      p.reply(['downloadInvoicePdf', 'downloadCertificate'], (r) => {
        if (isSuccess(r)) for (const h of Object.keys(r.headers)) if (/ratelimit/i.test(h)) dropHeader(r, h);
      }),
  ),
  stated(
    'TH48',
    'what is created is answered without RateLimit-Remaining',
    'limits/headers-on-success',
    'limits/ratelimit-remaining',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 201) dropHeader(r, 'RateLimit-Remaining');
      }),
  ),
  stated(
    'TH49',
    'Retry-After is a time of day',
    'limits/retry-after-seconds',
    'limits/retry-after-in-seconds',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 429) setHeader(r, 'Retry-After', new Date(p.now() + 60000).toUTCString());
      }),
    BURST,
  ),
  // billing
  stated('TH50', 'a top-up is taken in major units', 'billing/topup-exact', 'billing/topup-exact', (p) =>
    p.handler('topUpWallet', ({ body }, go) =>
      go({ body: later(body, (b) => ({ ...b, amount: numberAt(b, 'amount') * 100 })) }),
    ),
  ),
  stated(
    'TH51',
    'a payment always pays all that is due',
    ['endpoints/create-payment', 'endpoints/create-echoes'],
    'billing/payment-echo',
    (p) =>
      p.handler('createPayment', ({ body, books }, go) => {
        const i = books.shelf('invoices').find(textAt(body, 'invoice_id'));
        return go({ body: later(body, (b) => ({ ...b, amount: numberAt(i, 'due_amount') || b.amount })) });
      }),
  ),
  stated(
    'TH52',
    'the PDF of an unpaid invoice is an HTML page called a PDF',
    'endpoints/invoice-pdf',
    'documents/pdf-starts-as-one',
    (p) =>
      p.reply('downloadInvoicePdf', (r) => {
        if (isSuccess(r)) r.raw = '<html><body>Invoice</body></html>';
      }),
  ),
  stated(
    'TH53',
    'the list of subscriptions shows cancelled ones too',
    'endpoints/list-subscriptions',
    'billing/subscriptions-active',
    (p) =>
      p.handler('listSubscriptions', ({ books, query }, go) => {
        const page = go();
        const gone = books
          .shelf('subscriptions')
          .all()
          .filter((s) => s.status === 'cancelled')
          .slice(-5);
        return query.status === undefined || query.status === 'active'
          ? isDict(page) && Array.isArray(page.data)
            ? { ...page, data: [...page.data, ...gone] }
            : page
          : page;
      }),
  ),
  // services, customers
  stated(
    'TH54',
    'the services of a customer are those of the whole tenant',
    'endpoints/list-customer-services',
    'customers/services-own',
    (p) =>
      p.handler('listCustomerServices', ({ books }, go) => {
        const page = go();
        return isDict(page) && Array.isArray(page.data)
          ? { ...page, data: books.shelf('services').all().slice(-25).reverse() }
          : page;
      }),
  ),
  stated(
    'TH55',
    "suspending a service suspends the customer's other services",
    ['states/service-actions', 'endpoints/suspend-service'],
    'services/only-the-one',
    (p) =>
      p.handler('suspendService', ({ books }, go) => {
        const done = go();
        if (isDict(done))
          for (const s of books.shelf('services').all())
            if (s.customer_id === done.customer_id && s.status === 'active')
              books.shelf('services').update(s.id, { status: 'suspended' });
        return done;
      }),
  ),
  chosen(
    'TH56',
    'a renewal is billed and the service expires as before',
    'states/action-visible',
    'services/renew-moves-the-date',
    (p) =>
      p.handler('renewService', ({ asked, books }, go) => {
        const s = books.shelf('services').find(asked.params.id ?? '');
        const done = go();
        if (s) books.shelf('services').update(s.id, { expires_at: s.expires_at, next_due_at: s.next_due_at });
        return done;
      }),
  ),
  chosen(
    'TH57',
    'deactivating a customer deletes the record',
    'states/deactivated-still-readable',
    'customers/deactivated-is-readable',
    (p) => {
      const gone = new Set<string>();
      p.reply('deactivateCustomer', (r, a) => {
        if (isSuccess(r)) gone.add(a.params.id ?? '');
      });
      p.reply('getCustomer', (r, a) => {
        if (gone.has(a.params.id ?? '')) become(r, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listCustomers', (j) =>
        change(j, 'data', (d) => (Array.isArray(d) ? d.filter((c) => !gone.has(textAt(c, 'id'))) : d)),
      );
    },
  ),
  // products
  stated(
    'TH58',
    'new nameservers are added to the old ones',
    ['endpoints/update-nameservers', 'endpoints/update-persists'],
    'domains/nameservers-replaced',
    (p) =>
      p.handler('replaceDomainNameservers', ({ asked, books }, go) => {
        const old = listAt(books.shelf('domains').find(asked.params.id ?? ''), 'nameservers');
        const done = go();
        return isDict(done)
          ? books.shelf('domains').update(String(done.id), {
              nameservers: [...new Set([...old, ...listAt(done, 'nameservers')])],
            })
          : done;
      }),
  ),
  stated(
    'TH59',
    'the hosting account is made for the www name',
    ['endpoints/create-hosting', 'hosting-request/domain', 'endpoints/create-echoes'],
    'hosting/echo',
    (p) =>
      p.handler('createHostingAccount', ({ body }, go) =>
        go({ body: later(body, (b) => ({ ...b, domain: `www.${String(b.domain)}` })) }),
      ),
  ),
  stated(
    'TH60',
    'a certificate is downloaded as PEM',
    ['endpoints/download-certificate'],
    'ssl/bundle-is-a-zip',
    (p) =>
      p.reply('downloadCertificate', (r) => {
        if (isSuccess(r)) r.raw = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
      }),
  ),
  stated(
    'TH61',
    'deleting a record deletes all of its name',
    'endpoints/delete-record',
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ asked, books }, go) => {
        const r = books.shelf('dns_records').find(asked.params.rid ?? '');
        const done = go();
        if (r)
          for (const o of books.shelf('dns_records').all())
            if (o.zone_id === r.zone_id && o.name === r.name && o.type === r.type)
              books.shelf('dns_records').remove(o.id);
        return done;
      }),
  ),
  stated(
    'TH62',
    'updating a record leaves the old one and adds another',
    ['endpoints/update-record', 'endpoints/update-persists'],
    'dns/update-persists',
    (p) =>
      p.handler('updateDnsRecord', ({ asked, books }, go) => {
        const r = books.shelf('dns_records').find(asked.params.rid ?? '');
        const done = go();
        if (!r || !isDict(done)) return done;
        const { id: _, ...now } = done;
        books.shelf('dns_records').update(r.id, { content: r.content, ttl: r.ttl });
        return books.shelf('dns_records').insert({ ...now, id: randomUUID() });
      }),
  ),
  stated(
    'TH63',
    'a deleted zone is still listed',
    ['endpoints/delete-zone', 'endpoints/list-zones', 'states/deletes-delete'],
    'dns/deleted-not-listed',
    (p) => {
      const rows: unknown[] = [];
      p.handler('deleteDnsZone', ({ asked, books }, go) => {
        const z = books.shelf('dns_zones').find(asked.params.id ?? '');
        const done = go();
        if (z) rows.push(structuredClone(z));
        return done;
      });
      onSuccess(p, 'listDnsZones', (j) => change(j, 'data', (d) => (Array.isArray(d) ? [...rows, ...d] : d)));
    },
  ),
  stated(
    'TH64',
    'a deleted mailbox is still in the service',
    ['endpoints/delete-mailbox', 'states/deletes-delete'],
    'email/deleted-is-gone',
    (p) => {
      const kept = new Map<string, unknown[]>();
      p.handler('deleteMailbox', ({ asked, books }, go) => {
        const m = books.shelf('mailboxes').find(asked.params.mbx ?? '');
        const done = go();
        if (m) kept.set(String(m.email_id), [...(kept.get(String(m.email_id)) ?? []), structuredClone(m)]);
        return done;
      });
      onSuccess(p, 'getEmailService', (j, a) =>
        change(j, 'mailboxes', (l) =>
          Array.isArray(l) ? [...l, ...(kept.get(a.params.id ?? '') ?? [])] : l,
        ),
      );
    },
  ),
  stated(
    'TH65',
    'a resize is acknowledged and the machine keeps its size',
    ['endpoints/resize-vps', 'states/vps-actions'],
    'vps/resize-happens',
    (p) =>
      p.handler('resizeVps', ({ asked, books }, go) => {
        const v = books.shelf('vps').find(asked.params.id ?? '');
        const done = go();
        if (v && isDict(done))
          books
            .shelf('vps')
            .update(v.id, { sku_id: v.sku_id, vcpus: v.vcpus, memory_mb: v.memory_mb, disk_gb: v.disk_gb });
        return done;
      }),
  ),
  stated(
    'TH66',
    'a reboot leaves the machine stopped',
    ['endpoints/reboot-vps', 'states/vps-actions'],
    'vps/reboot-happens',
    (p) =>
      p.handler('rebootVps', ({ asked, books }, go) => {
        const done = go();
        books.shelf('vps').update(asked.params.id ?? '', { status: 'stopped' });
        return done;
      }),
  ),
  stated(
    'TH67',
    'the detail of a ticket shows its first reply only',
    ['endpoints/get-ticket', 'endpoints/reply-to-ticket'],
    'support/reply-is-shown',
    (p) =>
      onSuccess(p, 'getTicket', (j) => change(j, 'replies', (l) => (Array.isArray(l) ? l.slice(0, 1) : l))),
  ),
  stated(
    'TH68',
    'a reply goes to the newest ticket of the tenant',
    ['endpoints/reply-to-ticket', 'endpoints/get-ticket'],
    'support/reply-to-its-ticket',
    (p) =>
      p.handler('createTicketReply', ({ books }, go) => {
        const done = go();
        const newest = books
          .shelf('tickets')
          .all()
          .filter((t) => t.tenant_id === books.tenantId)
          .at(0);
        if (isDict(done) && newest)
          books.shelf('ticket_replies').update(String(done.id), { ticket_id: newest.id });
        return done;
      }),
  ),
  stated(
    'TH69',
    'a test is acknowledged and nothing is sent',
    ['endpoints/test-webhook'],
    'webhooks/test',
    (p) =>
      p.handler('testWebhook', ({ asked, books }) =>
        books.platform.shelf('webhook_deliveries').insert({
          webhook_id: asked.params.id,
          event_id: `evt_${randomUUID()}`,
          event_type: 'webhook.test',
          attempt: 1,
          status: 'succeeded',
          response_status: 200,
          duration_ms: 12,
          error: null,
          request_body: '{}',
          next_attempt_at: null,
          attempted_at: books.now,
        }),
      ),
    WEBHOOKS,
  ),
  stated(
    'TH70',
    'the attempts of one endpoint are listed at every endpoint',
    ['endpoints/list-deliveries'],
    'webhooks/attempts-of-one-endpoint',
    (p) => {
      onSuccess(p, 'listWebhookDeliveries', () => {});
      p.handler('listWebhookDeliveries', ({ books, asked }, go) => {
        const page = go();
        const mine = books.platform
          .shelf('webhook_deliveries')
          .all()
          .filter((d) => d.webhook_id !== asked.params.id)
          .slice(-5);
        return isDict(page) && Array.isArray(page.data) ? { ...page, data: [...page.data, ...mine] } : page;
      });
    },
    WEBHOOKS,
  ),
  chosen(
    'TH71',
    'the scopes of a new key are those of its creator',
    ['api-keys/scopes-asked-for', 'authentication/keys-carry-scopes'],
    'api-keys/scopes-shown',
    (p) =>
      p.handler('createApiKey', ({ body, who }, go) => {
        const done = go({ body: later(body, (b) => ({ ...b, scopes: [...who.scopes] })) });
        return isDict(done) && isDict(body) ? { ...done, scopes: body.scopes } : done;
      }),
  ),
  stated(
    'TH72',
    'the usage of a key is that of all keys: it stays when the key is not used',
    ['endpoints/api-key-usage'],
    'api-keys/usage-of-the-key',
    (p) => {
      let n = 0;
      p.reply('everything', () => {
        n += 1;
      });
      onSuccess(p, 'getApiKeyUsage', (j) => put(j, 'total_requests', n));
    },
  ),
  stated(
    'TH73',
    "the settings of a tenant that are updated are those of the caller's tenant",
    ['endpoints/update-tenant', 'endpoints/update-persists'],
    'tenants/update-persists',
    (p) =>
      p.handler('updateTenant', ({ asked, body, books }, go) => {
        const before = books.platform.shelf('tenants').find(asked.params.id ?? '');
        const done = go();
        if (before && isDict(done) && isDict(body)) {
          const { id: _i, created_at: _c, ...rest } = before;
          books.platform.shelf('tenants').update(before.id, rest);
        }
        return done;
      }),
  ),
  stated(
    'TH74',
    'a terminated tenant is gone',
    ['states/tenant-soft-delete', 'endpoints/terminate-tenant'],
    'tenants/soft-delete',
    (p) => {
      const gone = new Set<string>();
      p.reply('terminateTenant', (r, a) => {
        if (isSuccess(r)) gone.add(a.params.id ?? '');
      });
      p.reply('getTenant', (r, a) => {
        if (gone.has(a.params.id ?? '')) become(r, refusal(404, 'NOT_FOUND', 'No.'));
      });
      onSuccess(p, 'listTenants', (j) =>
        change(j, 'data', (d) => (Array.isArray(d) ? d.filter((c) => !gone.has(textAt(c, 'id'))) : d)),
      );
    },
  ),
];
