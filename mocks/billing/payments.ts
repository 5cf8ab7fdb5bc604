// Payments: takes payments for invoices and returns payments to the wallet. Amounts are integers in minor units.
import { Refusal } from '../../src/state/refusal.ts';
import type { InvoiceRow, PaymentRow, Store } from '../tables.ts';
import { timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { moveBalance } from './wallet.ts';

// Cancels the timer that `scheduleOverdue` set, because the invoice is paid or cancelled.
const unscheduleOverdue = (store: Store, invoice: InvoiceRow): void =>
  store.unschedule('invoice.falls_due', timerRef('invoice_id', invoice));

/** The values of a payment: `amount` is in minor units, `paid_at` is the current time by default. */
type PaymentInput = {
  amount: number;
  payment_method: string;
  reference?: string | null;
  note?: string | null;
  paid_at?: string;
};

/**
 * Takes a full or partial payment for an invoice; a payment with the method `wallet` debits the wallet. Throws the
 * refusals INVOICE_NOT_PAYABLE, AMOUNT_EXCEEDS_DUE, INSUFFICIENT_FUNDS, and ALREADY_EXISTS for a reference that is in
 * use.
 */
export function takePayment(
  store: Store,
  invoice: InvoiceRow,
  input: PaymentInput,
): { payment: PaymentRow; invoice: InvoiceRow } {
  const { amount, payment_method, paid_at = store.now } = input;
  if (invoice.status !== 'unpaid' && invoice.status !== 'overdue') {
    throw new Refusal('INVOICE_NOT_PAYABLE', { values: { status: invoice.status } });
  }
  if (amount > invoice.due_amount)
    throw new Refusal('AMOUNT_EXCEEDS_DUE', { values: { due: invoice.due_amount } });
  const payment = insertPayment(store, invoice, input, 'succeeded');
  if (payment_method === 'wallet') moveBalance(store, 'debit', -amount, { payment_id: payment.id });
  emitEvent(store, 'payment.succeeded', payment);
  const paid_amount = invoice.paid_amount + amount;
  const figures = { paid_amount, due_amount: invoice.total_amount - paid_amount };
  if (figures.due_amount > 0) return { payment, invoice: store.invoices.update(invoice.id, figures) };
  unscheduleOverdue(store, invoice);
  return {
    payment,
    invoice: emitEvent(
      store,
      'invoice.paid',
      store.invoices.move(invoice.id, 'pay', { ...figures, paid_at }),
    ),
  };
}

/** Inserts the row of a payment. A payment that failed or is pending moves no money. */
export const insertPayment = (
  store: Store,
  { id: invoice_id, customer_id, order_id, currency }: InvoiceRow,
  { amount, payment_method, reference = null, note = null, paid_at = store.now }: PaymentInput,
  status: PaymentRow['status'],
): PaymentRow => {
  const sent = { amount, currency, payment_method, reference, note, paid_at, status };
  return store.payments.insert({ invoice_id, customer_id, order_id, ...sent });
};

/** Pays the due amount of an invoice from the wallet. Throws the refusal INSUFFICIENT_FUNDS. */
export const payFromWallet = (store: Store, invoice: InvoiceRow): InvoiceRow =>
  takePayment(store, invoice, { amount: invoice.due_amount, payment_method: 'wallet' }).invoice;

/**
 * Refunds a paid invoice into the wallet. Chosen by this contract: the refund goes to the wallet whatever the payment
 * method was.
 */
export function refundInvoice(store: Store, invoice: InvoiceRow): InvoiceRow {
  returnPayments(store, invoice);
  return store.invoices.move(invoice.id, 'refund');
}

/** Cancels an invoice that is not fully paid, and returns its partial payments to the wallet. */
export function cancelInvoice(store: Store, invoice: InvoiceRow): InvoiceRow {
  returnPayments(store, invoice);
  unscheduleOverdue(store, invoice);
  return emitEvent(store, 'invoice.cancelled', store.invoices.move(invoice.id, 'cancel'));
}

function returnPayments(store: Store, invoice: InvoiceRow): void {
  for (const payment of store.payments.where('invoice_id', invoice.id)) {
    if (payment.status !== 'succeeded') continue;
    emitEvent(store, 'payment.refunded', store.payments.move(payment.id, 'refund'));
    moveBalance(store, 'refund', payment.amount, { payment_id: payment.id });
  }
}
