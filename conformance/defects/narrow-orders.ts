// Planted faults that show in one place, or to one kind of caller, only: orders, replays, refusals.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import {
  changeAt,
  errorsOf,
  isInvalid,
  isSuccess,
  jsonResponse,
  listAt,
  numberAt,
  onSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from './response-edits.ts';

export const narrowOrders: readonly Mutant[] = [
  stated(
    'orders/detail-total-as-text',
    'total_amount is a text in the details of an order',
    ['order-response/total-amount', 'service/integer-amounts'],
    'bodies/integer-amounts',
    (p) => onSuccess(p, 'getOrder', (j) => changeAt(j, 'total_amount', (v) => String(v))),
  ),
  stated(
    'orders/currency-as-sign',
    'currency of an order is a sign',
    'order-response/currency',
    'orders/currency-is-a-code',
    (p) => onSuccess(p, 'createOrder', (j) => setAt(j, 'currency', '€')),
  ),
  stated(
    'orders/services-as-objects',
    'services of an order are objects',
    'order-response/services',
    'orders/response-services',
    (p) =>
      onSuccess(p, 'createOrder', (j) =>
        changeAt(j, 'services', (l) => (Array.isArray(l) ? l.map((id) => ({ id })) : l)),
      ),
  ),
  stated(
    'orders/invoice-id-names-nothing',
    'invoice_id of an order names nothing',
    ['states/order-creates-invoice', 'order-response/invoice-id'],
    'orders/invoice-exists',
    (p) => {
      const ids = new Map<string, string>();
      onSuccess(p, ['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], (j) => {
        for (const o of recordsIn(j))
          changeAt(o, 'invoice_id', (v) => {
            const k = String(v);
            if (!ids.has(k)) ids.set(k, randomUUID());
            return ids.get(k);
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
      onSuccess(p, 'createOrder', (j) => {
        const now = listAt(j, 'services');
        if (before.length > 0) setAt(j, 'services', before);
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
      onSuccess(p, 'createOrder', (j) => hidden.add(textAt(j, 'invoice_id')));
      p.reply('getInvoice', (r, a) => {
        if (isSuccess(r) && hidden.has(a.params.id ?? ''))
          replaceResponse(r, refusal(404, 'NOT_FOUND', 'There is no such invoice.'));
      });
      onSuccess(p, 'listInvoices', (j) =>
        changeAt(j, 'data', (d) => (Array.isArray(d) ? d.filter((i) => !hidden.has(textAt(i, 'id'))) : d)),
      );
    },
  ),
  stated(
    'validation/quarterly-refused',
    'quarterly orders are refused',
    ['billing-cycle/all-accepted', 'endpoints/create-order'],
    'validation/all-cycles',
    (p) =>
      p.request('createOrder', (a) =>
        listAt(a.json, 'items').some((i) => valueAt(i, 'billing_cycle') === 'quarterly')
          ? refusal(422, 'VALIDATION_FAILED', 'No.', {
              'items.0.billing_cycle': [
                'The selected billing cycle is invalid. Allowed: hourly, one_time, monthly, quarterly, semi_annual, 1_year, 2_year, 3_year, 4_year, 5_year, 6_year, 7_year, 8_year, 9_year, 10_year.',
              ],
            })
          : undefined,
      ),
  ),
  stated(
    'hosting/nine-years-refused',
    'hosting for 9 years is refused',
    ['billing-cycle/all-accepted', 'hosting-request/billing-cycle', 'endpoints/create-hosting'],
    'hosting/valid-cycle-not-named',
    (p) =>
      p.request('createHostingAccount', (a) =>
        valueAt(a.json, 'billing_cycle') === '9_year'
          ? refusal(422, 'VALIDATION_FAILED', 'No.', {
              billing_cycle: [
                'Allowed: hourly, one_time, monthly, quarterly, semi_annual, 1_year, 2_year, 3_year, 4_year, 5_year, 6_year, 7_year, 8_year, 9_year, 10_year.',
              ],
            })
          : undefined,
      ),
  ),
  stated(
    'validation/sku-capitals-refused',
    'a sku must be lower-case letters and dashes',
    ['gaps/any-sku', 'order-item/sku-id'],
    'orders/any-sku-form',
    (p) =>
      p.request('createOrder', (a) =>
        listAt(a.json, 'items').some((i) => !/^[a-z0-9-]+$/.test(textAt(i, 'sku_id'))) &&
        listAt(a.json, 'items').every((i) => typeof valueAt(i, 'sku_id') === 'string')
          ? refusal(422, 'VALIDATION_FAILED', 'No.', { 'items.0.sku_id': ['The sku format is invalid.'] })
          : undefined,
      ),
  ),
  stated(
    'validation/quantity-text-accepted',
    'a quantity written as text is taken',
    'order-item/quantity',
    'validation/createOrder/items.0.quantity/2',
    (p) =>
      p.request('createOrder', (a) => {
        changeAt(a.json, 'items.*.quantity', (v) =>
          typeof v === 'string' && /^\d+$/.test(v) ? Number(v) : v,
        );
        return undefined;
      }),
  ),
  stated(
    'validation/single-item-accepted',
    'a single item that is not in an array is taken',
    'order-request/items',
    'validation/createOrder/items/sku_id-hosting-pro',
    (p) =>
      p.request('createOrder', (a) => {
        changeAt(a.json, 'items', (v) =>
          isObject(v)
            ? [Object.keys(v).length > 0 ? v : { sku_id: 'web', quantity: 1, billing_cycle: 'monthly' }]
            : v,
        );
        return undefined;
      }),
  ),
  stated(
    'validation/payment-method-type-accepted',
    'a payment method that is no string is taken for the wallet',
    'order-request/payment-method',
    'validation/createOrder/payment_method/42',
    (p) =>
      p.request('createOrder', (a) => {
        changeAt(a.json, 'payment_method', (v) => (typeof v === 'string' ? v : 'wallet'));
        return undefined;
      }),
  ),
  stated(
    'orders/processing-cancel-ignored',
    'cancelling a processing order is acknowledged and does nothing',
    ['states/only-pending-orders-cancel'],
    'orders/cancel-only-pending',
    (p) =>
      p.reply('cancelOrder', (r) => {
        if (r.status === 422) {
          replaceResponse(r, jsonResponse(200, { message: 'Cancellation requested.' }));
        }
      }),
  ),
  stated(
    'idempotency/topup-credited-again',
    'a replayed top-up answers the first transaction and credits again',
    'idempotency/replay-is-one-operation',
    'idempotency/topup-replay',
    (p) => {
      const seen = new Map<string, string>();
      let now = '';
      p.handler('topUpWallet', ({ db }, go) => {
        now = db.tenantId ?? '';
        return go();
      });
      p.reply('topUpWallet', (r, a) => {
        const k = `${a.bearer} ${a.headers['idempotency-key']}`;
        if (!isSuccess(r) || !a.headers['idempotency-key']) return;
        const tenant = seen.get(k);
        const amount = numberAt(a.json, 'amount');
        if (tenant)
          p.readDb((b) => {
            const w = b
              .table('wallets')
              .all()
              .find((x) => x.tenant_id === tenant);
            if (w)
              b.table('wallets').update(w.id, {
                balance_amount: numberAt(w, 'balance_amount') + amount,
                available_amount: numberAt(w, 'available_amount') + amount,
              });
          });
        else seen.set(k, now);
      });
    },
  ),
  stated(
    'idempotency/session-payment-keys-ignored',
    'keys of payments are not looked at when a session calls',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-services',
    (p) => {
      for (const st of ['replay', 'remember'])
        p.step(st, ['createPayment', 'createOrder', 'topUpWallet'], (x, go) => {
          const k = x.idempotencyKey;
          if (x.caller.kind === 'session') x.idempotencyKey = null;
          try {
            return go();
          } finally {
            x.idempotencyKey = k;
          }
        });
    },
  ),
  stated(
    'idempotency/replay-adds-invoice',
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
          p.readDb((b) => {
            const i = b.table('invoices').find(before);
            if (i) {
              const { id: _, order_id: _o, number, ...rest } = i;
              n += 1;
              b.of(String(i.tenant_id))
                .table('invoices')
                .insert({ ...rest, id: randomUUID(), order_id: null, number: `${number}-B${n}` });
            }
          });
        else seen.set(k, textAt(r.json, 'invoice_id'));
      });
    },
  ),
  stated(
    'hosting/first-invalid-field-only',
    'hosting: only the first invalid field is named',
    'errors/one-entry-per-field',
    'hosting/all-fields-at-once',
    (p) =>
      p.reply('createHostingAccount', (r) => {
        if (isInvalid(r)) setErrors(r.json, Object.fromEntries(Object.entries(errorsOf(r.json)).slice(0, 1)));
      }),
  ),
  stated(
    'hosting/cycle-message-names-pattern',
    'hosting: the message for a cycle names the pattern and not the values',
    'errors/cycle-lists-values',
    'hosting/cycle-lists-values',
    (p) =>
      p.reply('createHostingAccount', (r) => {
        if (isInvalid(r))
          changeAt(errorsOf(r.json), 'billing_cycle', () => [
            'The billing cycle must be monthly, quarterly or match <N>_year.',
          ]);
      }),
  ),
  stated(
    'errors/nested-values-are-strings',
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
  stated(
    'errors/404-bare-text',
    '404 is told as a bare error text',
    'errors/two-shapes',
    'errors/one-of-two-shapes',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 404) r.json = { error: 'Not Found' };
      }),
  ),
  stated('errors/403-empty', '403 has no body', 'errors/two-shapes', 'errors/has-a-body', (p) =>
    p.reply('everything', (r) => {
      if (r.status === 403) {
        r.raw = '';
      }
    }),
  ),
  stated(
    'errors/404-code-number',
    'the code of a 404 is a number',
    'errors/envelope-code',
    'errors/code',
    (p) =>
      p.reply('everything', (r) => {
        if (r.status === 404) setAt(r.json, 'error.code', 404);
      }),
  ),
  stated(
    'hosting/customer-id-404',
    'a hosting order whose customer_id is no UUID is answered 404',
    ['errors/validation-is-422', 'hosting-request/customer-id'],
    'validation/createHostingAccount/customer_id/not-a-uuid',
    (p) =>
      p.reply('createHostingAccount', (r) => {
        if (isInvalid(r) && 'customer_id' in errorsOf(r.json))
          replaceResponse(r, refusal(404, 'NOT_FOUND', 'There is no such customer.'));
      }),
  ),
  chosen(
    'webhooks/delete-204',
    'deleting a webhook answers 204',
    'errors/status-codes',
    'statuses/no-204',
    (p) =>
      p.reply('deleteWebhook', (r) => {
        if (r.status === 200) {
          r.status = 204;
          r.raw = '';
        }
      }),
  ),
  stated(
    'vps/start-202',
    'starting a machine answers 202',
    ['errors/status-codes', 'endpoints/start-vps'],
    'statuses/listed',
    (p) =>
      p.reply(['startVps', 'stopVps', 'rebootVps'], (r) => {
        if (r.status === 200) r.status = 202;
      }),
  ),
];
