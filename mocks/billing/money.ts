// The one place that moves money: the wallet, invoices, payments and refunds. Integers in minor units throughout.
import type { Schemas } from '../../src/contract/types.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { NewRow } from '../../src/state/store.ts';
import { tenantOf } from '../identity/tenancy.ts';
import { taxOn, taxRatePercent } from '../products/price-list.ts';
import type { InvoiceRow, PaymentRow, Store, WalletRow, WalletTransactionRow } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { addMs, DAY } from './cycles.ts';
import { nextNumber } from './number-series.ts';

/** Days an invoice may stay unpaid before it is overdue. Chosen. */
const PAYMENT_TERMS = 14 * DAY;
/** A wallet below this many minor units is reported as low. Chosen. */
const LOW_BALANCE = 1000;

/** One thing to bill; `unit_amount` in minor units before tax. */
export type InvoiceCharge = {
  description: string;
  sku_id: string;
  /** null where a line stands for several services */
  service_id: string | null;
  quantity: number;
  unit_amount: number;
  period_start: string | null;
  period_end: string | null;
};

export type InvoiceDraft = {
  /** minted beforehand where something has to refer to it first */
  id?: string;
  customer_id: string;
  order_id: string | null;
  subscription_id: string | null;
  charges: readonly InvoiceCharge[];
  /** the terms of payment run from here; now when left out */
  due_at?: string;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** What charges come to with tax, in minor units: the total of the invoice that will bill them. */
export function totalOf(
  charges: readonly Pick<InvoiceCharge, 'quantity' | 'unit_amount'>[],
  currency: string,
): number {
  return sum(
    charges.map(
      ({ quantity, unit_amount }) => quantity * unit_amount + taxOn(quantity * unit_amount, currency),
    ),
  );
}

/** Issues an invoice: unpaid, numbered, due after the terms of payment. One that is not paid at once is left to `awaitPayment`. */
export function issueInvoice(store: Store, draft: InvoiceDraft): InvoiceRow {
  const invoice = store.invoices.insert({
    ...invoiceValues(store, draft),
    status: 'unpaid',
    issued_at: store.now,
  });
  return emitEvent(store, 'invoice.created', invoice);
}

const overdueTimer = ({ tenant_id, id }: InvoiceRow) => ({ tenant_id, invoice_id: id });

/** Leaves an invoice to be paid until it is due; then it is overdue. */
export function scheduleOverdue(store: Store, invoice: InvoiceRow): InvoiceRow {
  store.schedule('invoice.falls_due', invoice.due_at ?? store.now, overdueTimer(invoice));
  return invoice;
}

/** Draws up an invoice that is not sent yet. */
export const draftInvoice = (store: Store, draft: InvoiceDraft): InvoiceRow =>
  store.invoices.insert({ ...invoiceValues(store, draft), status: 'draft', issued_at: null, due_at: null });

function invoiceValues(store: Store, draft: InvoiceDraft): Omit<NewRow<InvoiceRow>, 'status' | 'issued_at'> {
  const { currency, settings } = tenantOf(store);
  const lines = draft.charges.map(({ quantity, unit_amount, ...charge }) => ({
    id: store.mint('invoice_lines'),
    ...charge,
    quantity,
    unit_amount,
    amount: quantity * unit_amount,
    tax_rate_percent: taxRatePercent(currency),
  }));
  const subtotal = sum(lines.map((line) => line.amount));
  const tax = sum(lines.map((line) => taxOn(line.amount, currency)));
  return {
    id: draft.id ?? store.mint('invoices'),
    number: invoiceNumber(store, settings.invoice_prefix ?? 'INV'),
    customer_id: draft.customer_id,
    order_id: draft.order_id,
    subscription_id: draft.subscription_id,
    currency,
    subtotal_amount: subtotal,
    discount_amount: 0,
    tax_amount: tax,
    total_amount: subtotal + tax,
    paid_amount: 0,
    due_amount: subtotal + tax,
    lines,
    due_at: draft.due_at ?? addMs(store.now, PAYMENT_TERMS),
    paid_at: null,
  };
}

/** The next number of a tenant's invoices: prefix, year, and how many there are with it, counted on over the years. */
function invoiceNumber(store: Store, prefix: string): string {
  return `${prefix}-${store.now.slice(0, 4)}-${String(nextNumber(store, 'invoices')).padStart(6, '0')}`;
}

export type PaymentInput = {
  amount: number;
  method: string;
  reference?: string | null;
  note?: string | null;
  paid_at?: string;
};

/**
 * Takes a payment for an invoice, in full or in part; from the wallet when the method is `wallet`.
 * Refusals INVOICE_NOT_PAYABLE, AMOUNT_EXCEEDS_DUE, INSUFFICIENT_FUNDS, ALREADY_EXISTS (the reference).
 */
export function takePayment(
  store: Store,
  invoice: InvoiceRow,
  input: PaymentInput,
): { payment: PaymentRow; invoice: InvoiceRow } {
  const { amount, method, reference = null, note = null, paid_at = store.now } = input;
  if (invoice.status !== 'unpaid' && invoice.status !== 'overdue') {
    throw new Refusal('INVOICE_NOT_PAYABLE', { extra: { status: invoice.status } });
  }
  if (amount > invoice.due_amount)
    throw new Refusal('AMOUNT_EXCEEDS_DUE', { extra: { due: invoice.due_amount } });
  const { customer_id, order_id, currency } = invoice;
  const payment = store.payments.insert({
    invoice_id: invoice.id,
    customer_id,
    order_id,
    amount,
    currency,
    method,
    reference,
    note,
    paid_at,
    status: 'succeeded',
  });
  if (method === 'wallet') moveBalance(store, 'debit', -amount, { payment_id: payment.id });
  emitEvent(store, 'payment.succeeded', payment);
  const paid_amount = invoice.paid_amount + amount;
  const figures = { paid_amount, due_amount: invoice.total_amount - paid_amount };
  if (figures.due_amount > 0) return { payment, invoice: store.invoices.update(invoice.id, figures) };
  store.unschedule('invoice.falls_due', overdueTimer(invoice));
  return {
    payment,
    invoice: emitEvent(
      store,
      'invoice.paid',
      store.invoices.move(invoice.id, 'pay', { ...figures, paid_at }),
    ),
  };
}

/** Pays what an invoice still asks for from the wallet. Refusal INSUFFICIENT_FUNDS. */
export const payFromWallet = (store: Store, invoice: InvoiceRow): InvoiceRow =>
  takePayment(store, invoice, { amount: invoice.due_amount, method: 'wallet' }).invoice;

/** Gives back all that was paid for a paid invoice, into the wallet whatever the method was. Chosen. */
export function refundInvoice(store: Store, invoice: InvoiceRow): InvoiceRow {
  returnPayments(store, invoice);
  return store.invoices.move(invoice.id, 'refund');
}

/** Cancels an invoice that is not paid; what was paid of it in part goes into the wallet. */
export function cancelInvoice(store: Store, invoice: InvoiceRow): InvoiceRow {
  returnPayments(store, invoice);
  store.unschedule('invoice.falls_due', overdueTimer(invoice));
  return emitEvent(store, 'invoice.cancelled', store.invoices.move(invoice.id, 'cancel'));
}

function returnPayments(store: Store, invoice: InvoiceRow): void {
  for (const payment of store.payments.where('invoice_id', invoice.id)) {
    if (payment.status !== 'succeeded') continue;
    emitEvent(store, 'payment.refunded', store.payments.move(payment.id, 'refund'));
    moveBalance(store, 'refund', payment.amount, { payment_id: payment.id });
  }
}

/** The tenant's one wallet. */
export function walletOf(store: Store): WalletRow {
  const wallet = store.wallets.by('tenant_id', tenantOf(store).id);
  if (!wallet) throw new Error('The tenant has no wallet: every tenant is created with one.');
  return wallet;
}

/** The wallet as the API shows it. */
export function walletView(store: Store): Schemas['Wallet'] {
  const { tenant_id, balance_amount, reserved_amount, available_amount, currency, updated_at } =
    walletOf(store);
  return { tenant_id, balance_amount, reserved_amount, available_amount, currency, updated_at };
}

/** Can the wallet pay this much? Refusal INSUFFICIENT_FUNDS on `payment_method` when it cannot. */
export function assertFunds(store: Store, amount: number): void {
  if (walletOf(store).available_amount < amount) throw new Refusal('INSUFFICIENT_FUNDS');
}

/** Adds credit to the wallet. Refusal WALLET_FULL past the largest amount the contract can show. */
export function topUp(store: Store, amount: number, reference: string | null): WalletTransactionRow {
  if (walletOf(store).balance_amount + amount > Number.MAX_SAFE_INTEGER) throw new Refusal('WALLET_FULL');
  const transaction = moveBalance(store, 'topup', amount, { reference });
  emitEvent(store, 'wallet.topped_up', walletView(store));
  return transaction;
}

/** Every movement on the wallet goes through here, so that the balance is always the sum of the movements. */
function moveBalance(
  store: Store,
  type: WalletTransactionRow['type'],
  amount: number,
  { payment_id = null, reference = null }: { payment_id?: string | null; reference?: string | null },
): WalletTransactionRow {
  const wallet = walletOf(store);
  if (wallet.available_amount + amount < 0) throw new Refusal('INSUFFICIENT_FUNDS');
  const balance = wallet.balance_amount + amount;
  store.wallets.update(wallet.id, {
    balance_amount: balance,
    available_amount: balance - wallet.reserved_amount,
  });
  const transaction = store.wallet_transactions.insert({
    type,
    amount,
    currency: wallet.currency,
    balance_after_amount: balance,
    status: 'succeeded',
    payment_id,
    reference,
  });
  if (type === 'debit') emitEvent(store, 'wallet.debited', walletView(store));
  if (balance < LOW_BALANCE && wallet.balance_amount >= LOW_BALANCE) {
    emitEvent(store, 'wallet.low_balance', walletView(store));
  }
  return transaction;
}
