// Defects of totals, invoices, payments and subscriptions.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { editObject } from './edits/request-edits.ts';
import {
  changeAt,
  each,
  isSuccess,
  listAt,
  numberAt,
  onSuccess,
  recordsIn,
  setAt,
  shiftInstant,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/** Makes the mock bill an order for other items than the request names. */
const changeBilledItems = (p: Injector, edit: (items: unknown[]) => unknown[]): void =>
  p.handler('createOrder', ({ body }, go) => {
    const copy = structuredClone(body);
    setAt(copy, 'items', edit(listAt(copy, 'items')));
    return go({ body: copy });
  });

export const billing: readonly Mutant[] = [
  chosen(
    'billing/quantity-ignored',
    'the total of an order does not depend on the quantity',
    'billing/total-follows-quantity',
    'billing/total-follows-quantity',
    (p) =>
      changeBilledItems(p, (items) =>
        items.map((item) => (isObject(item) ? { ...item, quantity: 1 } : item)),
      ),
  ),
  chosen(
    'billing/first-item-only',
    'only the first item of an order is billed',
    'billing/total-is-the-sum',
    'billing/total-is-the-sum',
    (p) => changeBilledItems(p, (items) => items.slice(0, 1)),
  ),
  chosen(
    'billing/invoice-total-differs',
    'the invoice shows another total than its order',
    'billing/invoice-agrees',
    'billing/invoice-agrees',
    (p) =>
      p.reply(['getInvoice', 'listInvoices'], (reply) => {
        if (!isSuccess(reply)) return;
        for (const invoice of recordsIn(reply.json)) {
          for (const name of ['total_amount', 'subtotal_amount', 'paid_amount'])
            invoice[name] = numberAt(invoice, name) + 100;
          changeAt(invoice, 'lines.0.amount', (amount) => Number(amount) + 100);
        }
      }),
  ),
  chosen(
    'billing/invoice-total-differs[lines]',
    'the lines of an invoice do not add up',
    'billing/invoice-adds-up',
    'billing/invoice-adds-up',
    (p) =>
      p.reply(['getInvoice', 'listInvoices'], (reply) => {
        if (!isSuccess(reply)) return;
        for (const invoice of recordsIn(reply.json))
          changeAt(invoice, 'lines.0.amount', (amount) => Number(amount) + 7);
      }),
  ),
  ...each(
    [
      ['negative', (amount: unknown) => typeof amount === 'number' && amount < 0],
      ['zero', (amount: unknown) => amount === 0],
    ] as const,
    ([label, wrong]) =>
      chosen(
        `billing/invalid-amount-accepted[${label}]`,
        `a ${label} top-up is accepted`,
        ['billing/topup-positive', 'errors/other-fields'],
        label === 'zero' ? 'billing/topup-of-zero' : 'billing/topup-of-a-negative-amount',
        (p) =>
          p.request('topUpWallet', (change) => {
            changeAt(change.json, 'amount', (amount) => (wrong(amount) ? 1 : amount));
            return undefined;
          }),
      ),
  ),
  chosen(
    'billing/invalid-amount-accepted[fraction]',
    'a top-up of a fraction of a cent is accepted',
    'billing/whole-amounts',
    'billing/topup-of-a-fraction-of-a-cent',
    (p) =>
      p.request('topUpWallet', (change) => {
        changeAt(change.json, 'amount', (amount) =>
          typeof amount === 'number' && !Number.isInteger(amount) ? Math.max(1, Math.floor(amount)) : amount,
        );
        return undefined;
      }),
  ),
  chosen(
    'billing/invalid-amount-accepted[payment]',
    'a payment of a fraction of a cent is accepted',
    'billing/whole-amounts',
    'billing/payment-of-a-fraction-of-a-cent',
    (p) =>
      p.request('createPayment', (change) => {
        changeAt(change.json, 'amount', (amount) =>
          typeof amount === 'number' ? Math.ceil(amount) : amount,
        );
        return undefined;
      }),
  ),
  stated(
    'billing/payment-not-listed',
    'a recorded payment is not listed',
    ['endpoints/list-payments', 'endpoints/create-payment', 'endpoints/list-shows-all'],
    'billing/payment-listed',
    (p) =>
      p.reply('listPayments', (reply) => {
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => valueAt(row, 'method') === 'wallet') : data,
        );
      }),
  ),
  follows(
    'billing/currency-differs[invoice]',
    'an invoice is in another currency than its order',
    ['billing/currency-agrees'],
    'billing/currency-agrees',
    (p) =>
      p.reply(['getInvoice', 'listInvoices'], (reply) => {
        for (const invoice of recordsIn(reply.json)) if ('currency' in invoice) invoice.currency = 'XTS';
      }),
  ),
  follows(
    'billing/currency-differs[wallet]',
    'the wallet is in another currency than the orders it pays',
    ['billing/currency-agrees'],
    'billing/currency-agrees',
    (p) =>
      p.reply('getWallet', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'currency', 'XTS');
      }),
  ),
  chosen(
    'billing/paid-invoice-stays-unpaid',
    'a payment that covers an invoice leaves it unpaid',
    'billing/payment-settles',
    'billing/payment-settles',
    (p) =>
      p.handler('createPayment', ({ db, body }, go) => {
        const id = textAt(body, 'invoice_id');
        const before = db.table('invoices').find(id);
        const result = go();
        if (before) db.table('invoices').update(id, { status: before.status, paid_at: before.paid_at });
        return result;
      }),
  ),
  chosen(
    'billing/payment-above-due-accepted',
    'a payment above the amount due is accepted',
    'billing/payment-within-due',
    'billing/payment-above-due',
    (p) =>
      p.handler('createPayment', ({ db, body }, go) => {
        const due = numberAt(db.table('invoices').find(textAt(body, 'invoice_id')), 'due_amount');
        return due > 0 && numberAt(body, 'amount') > due
          ? go({ body: { ...(isObject(body) ? body : {}), amount: due } })
          : go();
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
  stated(
    'billing/line-amounts-as-text',
    'unit amounts of invoice lines are decimal texts',
    'service/integer-amounts',
    'bodies/integer-amounts',
    (p) =>
      p.reply(['getInvoice', 'listInvoices'], (reply) => {
        if (isSuccess(reply))
          for (const i of recordsIn(reply.json))
            changeAt(i, 'lines.*.unit_amount', (amount) => (Number(amount) / 100).toFixed(2));
      }),
  ),
  stated(
    'billing/subscription-times-not-utc',
    'periods of subscriptions are not in UTC',
    'service/utc-times',
    'bodies/utc-times',
    (p) =>
      p.reply(['getSubscription', 'listSubscriptions'], (reply) => {
        if (isSuccess(reply))
          for (const s of recordsIn(reply.json))
            changeAt(
              s,
              'current_period_end',
              (instant) => `${shiftInstant(instant, 3600000).slice(0, -1)}+01:00`,
            );
      }),
  ),
  stated(
    'billing/suspended-subscriptions-listed',
    'suspended subscriptions are listed as active ones',
    'endpoints/list-subscriptions',
    'billing/subscriptions-active',
    (p) =>
      p.reply('listSubscriptions', (reply, request) => {
        if (isSuccess(reply) && !/status=/.test(request.query))
          for (const s of recordsIn(reply.json).slice(0, 1)) s.status = 'expired';
      }),
  ),
  follows(
    'billing/payment-amount-differs',
    'a payment is answered with another amount',
    'endpoints/create-echoes',
    'billing/payment-echo',
    (p) =>
      p.reply('createPayment', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'amount', (amount) => Number(amount) + 1);
      }),
  ),
  stated(
    'billing/payment-always-pays-all',
    'a payment always pays all that is due',
    ['endpoints/create-payment', 'endpoints/create-echoes'],
    'billing/payment-echo',
    (p) =>
      p.handler('createPayment', ({ body, db }, go) => {
        const invoice = db.table('invoices').find(textAt(body, 'invoice_id'));
        return go({
          body: editObject(body, (body) => ({
            ...body,
            amount: numberAt(invoice, 'due_amount') || body.amount,
          })),
        });
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
  chosen(
    'billing/payments-listed-negative',
    'payments are listed with a negative amount',
    ['endpoints/list-and-detail-agree', 'endpoints/list-payments', 'endpoints/fields'],
    'billing/fields',
    (p) =>
      onSuccess(p, 'listPayments', (body) => {
        for (const row of listAt(body, 'data')) if (isObject(row)) row.amount = -numberAt(row, 'amount');
      }),
  ),
];
