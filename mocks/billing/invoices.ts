// Invoices: computes lines, tax and totals, and issues, numbers and schedules invoices. Amounts are integers in minor
// units.
import { policies } from '../../src/contract/policies.ts';
import type { NewRow } from '../../src/state/store.ts';
import { tenantOf } from '../identity/tenancy.ts';
import { type InvoiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { addMs, DAY } from './cycles.ts';
import { nextNumber } from './number-series.ts';

/** The input for one line of a new invoice; `unit_amount` is in minor units before tax. */
export type InvoiceCharge = {
  description: string;
  sku_id: string;
  /** id of the service that the line is for; none when the line is for several services, or for none */
  service_id?: string | null;
  quantity: number;
  unit_amount: number;
  period_start?: string | null;
  period_end?: string | null;
};

/** The values of a new invoice that the calling function chooses. */
export type InvoiceDraft = {
  /** id of the invoice, generated in advance when another row must refer to it; a new id by default */
  id?: string;
  customer_id: string;
  order_id?: string | null;
  subscription_id?: string | null;
  charges: readonly InvoiceCharge[];
  /** due date of the invoice, ISO 8601; 14 days from now by default */
  due_at?: string;
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Computes the total of charges including tax, in minor units. An invoice for the same charges has the same total. */
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

/**
 * Issues a numbered, unpaid invoice. The calling function must either pay the invoice at once or pass it to
 * `scheduleOverdue`.
 */
export function issueInvoice(store: Store, draft: InvoiceDraft): InvoiceRow {
  const invoice = store.invoices.insert({
    ...invoiceValues(store, draft),
    status: 'unpaid',
    issued_at: store.now,
  });
  return emitEvent(store, 'invoice.created', invoice);
}

/** Schedules the timer that makes an invoice overdue at its due date. */
export function scheduleOverdue(store: Store, invoice: InvoiceRow): InvoiceRow {
  store.schedule('invoice.falls_due', invoice.due_at ?? store.now, timerRef('invoice_id', invoice));
  return invoice;
}

/** Creates a numbered invoice in the status `draft`, which is not issued yet. */
export const draftInvoice = (store: Store, draft: InvoiceDraft): InvoiceRow =>
  store.invoices.insert({ ...invoiceValues(store, draft), status: 'draft', issued_at: null, due_at: null });

function invoiceValues(store: Store, draft: InvoiceDraft): Omit<NewRow<InvoiceRow>, 'status' | 'issued_at'> {
  const { currency, settings } = tenantOf(store);
  const lines = draft.charges.map((charge) => ({
    id: store.mint('invoice_lines'),
    description: charge.description,
    sku_id: charge.sku_id,
    service_id: charge.service_id ?? null,
    period_start: charge.period_start ?? null,
    period_end: charge.period_end ?? null,
    quantity: charge.quantity,
    unit_amount: charge.unit_amount,
    amount: charge.quantity * charge.unit_amount,
    tax_rate_percent: taxRatePercent(currency),
  }));
  const subtotal = sum(lines.map((line) => line.amount));
  const tax = sum(lines.map((line) => taxOn(line.amount, currency)));
  return {
    id: draft.id ?? store.mint('invoices'),
    number: invoiceNumber(store, settings.invoice_prefix ?? 'INV'),
    customer_id: draft.customer_id,
    order_id: draft.order_id ?? null,
    subscription_id: draft.subscription_id ?? null,
    currency,
    subtotal_amount: subtotal,
    discount_amount: 0,
    tax_amount: tax,
    total_amount: subtotal + tax,
    paid_amount: 0,
    due_amount: subtotal + tax,
    lines,
    due_at: draft.due_at ?? addMs(store.now, policies().invoice_terms_days * DAY),
    paid_at: null,
  };
}

// Generates the next invoice number of a tenant: prefix, year, and a count that does not restart with a new year.
function invoiceNumber(store: Store, prefix: string): string {
  return `${prefix}-${store.now.slice(0, 4)}-${String(nextNumber(store, 'invoices')).padStart(6, '0')}`;
}

// The tax rates by currency in hundredths of a percent; other currencies have no tax. Chosen by this contract: there is
// one rate per currency, because a tenant has one currency and the document names no country.
const BASIS_POINTS: Record<string, number> = { EUR: 1900, GBP: 2000, CHF: 810, JPY: 1000 };

const basisPoints = (currency: string): number => BASIS_POINTS[currency] ?? 0;

/** Returns the tax rate of a currency in percent, as invoices show it, such as 19 or 8.1. */
export const taxRatePercent = (currency: string): number => basisPoints(currency) / 100;

/**
 * Computes the tax on one invoice line, in minor units. Chosen by this contract: tax is rounded half up per line, so
 * that the tax of an invoice is the sum of the tax of its lines, and doubling a quantity doubles the tax, give or
 * take one minor unit.
 */
export const taxOn = (amount: number, currency: string): number =>
  Math.floor((amount * basisPoints(currency) + 5000) / 10_000);
