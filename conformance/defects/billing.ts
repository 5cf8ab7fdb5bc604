// Defects of money: totals, invoices and their PDF, payments, the wallet and subscriptions.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import {
  changeAt,
  listAt,
  numberAt,
  onEachRecord,
  onSuccess,
  setAt,
  textAt,
} from '../../src/variations/edits.ts';
import type { RequirementId } from '../requirements.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { changeBalance, editBody, editFile } from './edits/injections.ts';
import type { Db, HandlerCall, Injector, Mutant } from './mutant.ts';

const PDF = ['endpoints/invoice-pdf', 'billing/pdf-complete'] as const;
const INVOICES = ['getInvoice', 'listInvoices'] as const;

const balanceOf = (db: Db): number => numberAt(db.table('wallets').all()[0], 'balance_amount');

/** Changes the balance after an operation; `by` gets the call and the balance before it. */
const alsoDebits = (
  p: Injector,
  operation: 'createOrder' | 'topUpWallet',
  by: (call: HandlerCall, before: number) => number,
): void =>
  p.handler(operation, (call, go) => {
    const before = balanceOf(call.db);
    const result = go();
    if (operation === 'topUpWallet' || textAt(call.body, 'payment_method') === 'wallet')
      changeBalance(call.db, by(call, before));
    return result;
  });

const amountOf = ({ body }: HandlerCall): number => numberAt(body, 'amount');

const changeBilledItems = (p: Injector, edit: (items: unknown[]) => unknown[]): void =>
  editBody(p, 'createOrder', (body) => setAt(body, 'items', edit(listAt(body, 'items'))));

const acceptsAmount = (
  p: Injector,
  operation: 'topUpWallet' | 'createPayment',
  isWrong: (amount: number) => boolean,
): void =>
  p.request(operation, ({ json }) =>
    changeAt(json, 'amount', (amount) =>
      typeof amount === 'number' && isWrong(amount) ? Math.max(1, Math.floor(amount)) : amount,
    ),
  );

export const billing: readonly Mutant[] = [
  stated('wallet/keys-are-cut', 'endpoints/wallet-topup', (p) =>
    p.request('topUpWallet', ({ headers }) => {
      headers['idempotency-key'] = headers['idempotency-key']?.slice(0, 16);
      return undefined;
    }),
  ),
  stated('wallet/only-the-last-key-is-kept', 'idempotency/replay-is-one-operation', (p) => {
    const keys: string[] = [];
    p.request('topUpWallet', ({ headers }) => {
      const key = headers['idempotency-key'] ?? '';
      if (keys.includes(key) && keys.at(-1) !== key) headers['idempotency-key'] = randomUUID();
      keys.push(key);
      return undefined;
    });
  }),
  stated('billing/unpaid-invoice-is-no-pdf', PDF, (p) => {
    const unpaid = new Set<string | undefined>();
    p.handler('downloadInvoicePdf', ({ request: { params }, db }, go) => {
      if (textAt(db.table('invoices').find(params.id ?? ''), 'status') !== 'paid') unpaid.add(params.id);
      return go();
    });
    onSuccess(p, 'downloadInvoicePdf', (_json, { params }, reply) => {
      if (unpaid.has(params.id)) reply.raw = new TextEncoder().encode('<html>Not ready</html>');
    });
  }),
  chosen('billing/quantity-ignored', 'billing/total-follows-quantity', (p) =>
    changeBilledItems(p, (items) => items.map((item) => (isObject(item) ? { ...item, quantity: 1 } : item))),
  ),
  chosen('billing/first-item-only', 'billing/total-is-the-sum', (p) =>
    changeBilledItems(p, (items) => items.slice(0, 1)),
  ),
  chosen('billing/invoice-total-differs', 'billing/invoice-agrees', (p) =>
    onEachRecord(p, INVOICES, (invoice) => {
      for (const name of ['total_amount', 'subtotal_amount', 'paid_amount', 'lines.0.amount'])
        changeAt(invoice, name, (amount) => Number(amount) + 100);
    }),
  ),
  stated('billing/whole-units-on-invoice', 'service/integer-amounts', (p) =>
    onEachRecord(p, INVOICES, (invoice) => {
      for (const name of ['total_amount', 'subtotal_amount', 'lines.0.amount'])
        changeAt(invoice, name, (amount) => Math.trunc(Number(amount) / 100));
    }),
  ),
  chosen('billing/invoice-lines-do-not-add-up', 'billing/invoice-adds-up', (p) =>
    onEachRecord(p, INVOICES, (invoice) =>
      changeAt(invoice, 'lines.0.amount', (amount) => Number(amount) + 7),
    ),
  ),
  ...([INVOICES, ['getWallet']] as const).map((operations) =>
    follows(`billing/currency-differs[${operations[0]}]`, 'billing/currency-agrees', (p) =>
      onEachRecord(p, [...operations], (row) => setAt(row, 'currency', 'XTS')),
    ),
  ),
  ...(
    [
      ['negative', 'topUpWallet', 'billing/topup-positive', (amount) => amount < 0],
      ['zero', 'topUpWallet', 'billing/topup-positive', (amount) => amount === 0],
      ['fraction', 'topUpWallet', 'billing/whole-amounts', (amount) => !Number.isInteger(amount)],
      ['fraction', 'createPayment', 'billing/whole-amounts', (amount) => !Number.isInteger(amount)],
    ] as [string, 'topUpWallet' | 'createPayment', RequirementId, (amount: number) => boolean][]
  ).map(([label, operation, requirement, isWrong]) =>
    chosen(
      `billing/invalid-amount-accepted[${operation} ${label}]`,
      [requirement, 'errors/other-fields'],
      (p) => acceptsAmount(p, operation, isWrong),
    ),
  ),
  chosen('billing/paid-invoice-stays-unpaid', 'billing/payment-settles', (p) =>
    p.handler('createPayment', ({ db, body }, go) => {
      const before = db.table('invoices').find(textAt(body, 'invoice_id'));
      const result = go();
      if (before) db.table('invoices').update(before.id, { status: before.status, paid_at: before.paid_at });
      return result;
    }),
  ),
  chosen('billing/payment-above-due-accepted', 'billing/payment-within-due', (p) =>
    editBody(p, 'createPayment', (body, { db }) => {
      const due = numberAt(db.table('invoices').find(textAt(body, 'invoice_id')), 'due_amount');
      if (due > 0) body.amount = Math.min(due, numberAt(body, 'amount'));
    }),
  ),
  stated('billing/payment-always-pays-all', ['endpoints/create-payment', 'endpoints/create-echoes'], (p) =>
    editBody(p, 'createPayment', (body, { db }) => {
      const due = numberAt(db.table('invoices').find(textAt(body, 'invoice_id')), 'due_amount');
      if (due > 0) body.amount = due;
    }),
  ),
  chosen('wallet/topup-costs-fee', 'billing/topup-exact', (p) => alsoDebits(p, 'topUpWallet', () => -1)),
  follows('wallet/parallel-topups-lost', ['billing/topups-all-count', 'billing/topup-exact'], (p) =>
    p.interleave(
      'topUpWallet',
      ({ db }) => balanceOf(db),
      (before, call, go) => {
        const result = go();
        changeBalance(call.db, before + amountOf(call) - balanceOf(call.db));
        return result;
      },
    ),
  ),
  chosen('wallet/order-not-debited', 'billing/wallet-pays-total', (p) =>
    alsoDebits(p, 'createOrder', ({ db }, before) => before - balanceOf(db)),
  ),
  chosen('wallet/order-debits-other-sum', 'billing/wallet-pays-total', (p) =>
    alsoDebits(p, 'createOrder', () => -50),
  ),
  follows('wallet/order-debited-twice', 'billing/wallet-pays-once', (p) =>
    alsoDebits(p, 'createOrder', ({ db }, before) => balanceOf(db) - before),
  ),

  // The PDF of an invoice.
  stated('billing/pdf-is-a-text', [...PDF, 'errors/success-is-no-error'], (p) =>
    editFile(p, 'downloadInvoicePdf', () => 'Invoice INV-1, total 11.90 EUR'),
  ),
  follows('billing/pdf-decoded-as-text', ['billing/pdf-complete', 'endpoints/invoice-pdf'], (p) =>
    editFile(p, 'downloadInvoicePdf', (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes))),
  ),
  stated('billing/pdf-of-first-download', 'endpoints/invoice-pdf', (p) => {
    let first: Uint8Array | undefined;
    editFile(p, 'downloadInvoicePdf', (bytes) => {
      first ??= bytes;
      return first;
    });
  }),
];
