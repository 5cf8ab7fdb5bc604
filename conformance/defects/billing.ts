// Planted faults: totals, the wallet, invoices and payments.

import { isObject } from '../../src/contract/is-object.ts';
import { changeBalance } from './db-edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Db, Injector, Mutant } from './mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  listAt,
  numberAt,
  recordsIn,
  setAt,
  textAt,
  valueAt,
} from './response-edits.ts';

const balanceOf = (db: Db): number => numberAt(db.table('wallets').all()[0], 'balance_amount');

/** Changes what top-ups do to the balance. @param by how much more, or less, than the amount that was sent */
const changeTopUps = (p: Injector, by: (amount: number) => number): void =>
  p.handler('topUpWallet', ({ db, body }, go) => {
    const done = go();
    changeBalance(db, by(numberAt(body, 'amount')));
    return done;
  });

/** Bills an order as if it were another. */
const changeBilledItems = (p: Injector, edit: (items: unknown[]) => unknown[]): void =>
  p.handler('createOrder', ({ body }, go) => {
    const copy = structuredClone(body);
    setAt(copy, 'items', edit(listAt(copy, 'items')));
    return go({ body: copy });
  });

export const money: readonly Mutant[] = [
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
  stated(
    'wallet/topup-not-credited',
    'a top-up does not raise the balance',
    ['endpoints/wallet-topup', 'billing/topup-exact'],
    'billing/topup',
    (p) => changeTopUps(p, (amount) => -amount),
  ),
  stated(
    'wallet/topup-amount-wrong[doubled]',
    'a top-up is credited twice',
    ['billing/topup-exact', 'endpoints/wallet-topup'],
    'billing/topup-exact',
    (p) => changeTopUps(p, (amount) => amount),
  ),
  stated(
    'wallet/topup-amount-wrong[unit]',
    'a top-up is taken for major units',
    ['billing/topup-exact', 'endpoints/wallet-topup', 'service/integer-amounts'],
    'billing/topup-exact',
    (p) => changeTopUps(p, (amount) => amount * 99),
  ),
  chosen(
    'wallet/order-not-debited',
    'an order paid by wallet does not lower the balance',
    'billing/wallet-pays-total',
    'billing/wallet-pays-the-total',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const before = balanceOf(db);
        const done = go();
        if (textAt(body, 'payment_method') === 'wallet') changeBalance(db, before - balanceOf(db));
        return done;
      }),
  ),
  chosen(
    'wallet/order-debits-other-sum',
    'an order paid by wallet lowers the balance by another sum',
    'billing/wallet-pays-total',
    'billing/wallet-pays-the-total',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const done = go();
        if (textAt(body, 'payment_method') === 'wallet') changeBalance(db, -50);
        return done;
      }),
  ),
  follows(
    'wallet/order-debited-twice',
    'an order is paid twice',
    'billing/wallet-pays-once',
    'billing/wallet-pays-once',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const before = balanceOf(db);
        const done = go();
        if (textAt(body, 'payment_method') === 'wallet') changeBalance(db, balanceOf(db) - before);
        return done;
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
        label === 'zero' ? 'billing/topup-of-nothing' : 'billing/topup-of-less-than-nothing',
        (p) =>
          p.request('topUpWallet', (change) => {
            changeAt(change.json, 'amount', (amount) => (wrong(amount) ? 1 : amount));
            return undefined;
          }),
      ),
  ),
  stated(
    'billing/invalid-amount-accepted[fraction]',
    'a top-up of a fraction of a cent is accepted',
    ['service/integer-amounts', 'billing/topup-exact'],
    'billing/topup-of-a-fraction-of-a-cent',
    (p) =>
      p.request('topUpWallet', (change) => {
        changeAt(change.json, 'amount', (amount) =>
          typeof amount === 'number' && !Number.isInteger(amount) ? Math.max(1, Math.floor(amount)) : amount,
        );
        return undefined;
      }),
  ),
  stated(
    'billing/invalid-amount-accepted[payment]',
    'a payment of a fraction of a cent is accepted',
    'service/integer-amounts',
    'billing/payment-of-a-fraction-of-a-cent',
    (p) =>
      p.request('createPayment', (change) => {
        changeAt(change.json, 'amount', (amount) =>
          typeof amount === 'number' ? Math.ceil(amount) : amount,
        );
        return undefined;
      }),
  ),
  follows(
    'wallet/parallel-topups-lost',
    'top-ups sent at the same time overwrite each other',
    ['billing/topups-all-count', 'billing/topup-exact'],
    'billing/topups-all-count',
    (p) =>
      p.interleave(
        'topUpWallet',
        ({ db }) => balanceOf(db),
        (before, { db, body }, go) => {
          const done = go();
          changeBalance(db, before + numberAt(body, 'amount') - balanceOf(db));
          return done;
        },
      ),
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
        const done = go();
        if (before) db.table('invoices').update(id, { status: before.status, paid_at: before.paid_at });
        return done;
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
  chosen(
    'orders/unpaid-order-starts',
    'an order that is not paid yet starts at once',
    'billing/pending-without-wallet',
    'orders/pending-without-wallet',
    (p) =>
      p.handler('createOrder', ({ body, db }, go) => {
        const done = go();
        if (textAt(body, 'payment_method') === 'wallet' || !isObject(done)) return done;
        return db.table('orders').update(String(done.id), { status: 'processing' });
      }),
  ),
  stated('wallet/balance-missing', 'the wallet shows no balance', 'endpoints/wallet', 'billing/wallet', (p) =>
    p.reply('getWallet', (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
];
