// Arranges invoices, payments and the balance of the wallet.
import { policies } from '../../src/contract/policies.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { payInvoice, recordPayment } from '../areas/billing.ts';
import { DAY, iso } from '../billing/cycles.ts';
import { draftInvoice, type InvoiceDraft, issueInvoice, scheduleOverdue } from '../billing/invoices.ts';
import { cancelInvoice, insertPayment, refundInvoice } from '../billing/payments.ts';
import { topUp } from '../billing/wallet.ts';
import type { InvoiceRow, Store } from '../tables.ts';
import { type ArrangedKind, bodyOf, idOf, numberOf, type Timeline, textOf } from './timeline.ts';

export const invoices: Readonly<Record<string, ArrangedKind>> = {
  invoices: { createdAt: issuedAt, schedule: scheduleInvoice },
  payments: {
    createdAt: ({ own }, now) => now - (own.status === 'refunded' ? 15 : 3) * DAY,
    schedule: schedulePayment,
  },
};

/** The time from the issue of an invoice until it is due, in milliseconds. */
const AGES: Readonly<Record<string, number>> = {
  unpaid: 5,
  draft: 1,
  overdue: 24,
  paid: 20,
  cancelled: 12,
  refunded: 20,
};

// Returns when an invoice was issued unless the scenario says it, in milliseconds since 1970.
function issuedAt({ own }: ScenarioRecord, now: number): number {
  const byState = now - (AGES[textOf(own.status) ?? 'unpaid'] ?? 5) * DAY;
  return typeof own.due_at === 'number'
    ? Math.min(byState, own.due_at - policies().invoice_terms_days * DAY)
    : byState;
}

function draftOf({ own, ordinal, owner }: ScenarioRecord, { pick }: Pick<Timeline, 'pick'>): InvoiceDraft {
  const { due_at } = own;
  const description = textOf(own.description) ?? pick(WORK, 'work', ordinal);
  const unit_amount = numberOf(own.subtotal_amount) ?? pick(AMOUNTS, 'amount', ordinal);
  return {
    customer_id: idOf(owner),
    charges: [{ description, sku_id: 'setup-fee', quantity: 1, unit_amount }],
    ...(typeof due_at === 'number' && { due_at: iso(due_at) }),
  };
}

const WORK = [
  'Migration of a shop',
  'Setup by our staff',
  'Support outside business hours',
  'Restore of a backup',
];
const AMOUNTS = [4900, 9800, 12_500, 19_900, 2400];

function scheduleInvoice(timeline: Timeline, record: ScenarioRecord): void {
  const status = textOf(record.own.status) ?? 'unpaid';
  const start = timeline.startOf(record);
  timeline.on(record, start, (store) => {
    const draft = draftOf(record, timeline);
    const invoice =
      status === 'draft' ? draftInvoice(store, draft) : scheduleOverdue(store, issueInvoice(store, draft));
    record.id = invoice.id;
  });
  const row = (store: Store): InvoiceRow => store.invoices.get(idOf(record));
  const paid = numberOf(record.own.paid_amount);
  if (paid !== undefined) timeline.onWay(record, 0.3, (store) => pay(store, row(store), paid));
  if (status === 'paid' || status === 'refunded')
    timeline.onWay(record, 0.6, (store) => {
      const invoice = row(store);
      if (invoice.status === 'unpaid' || invoice.status === 'overdue')
        pay(store, invoice, invoice.due_amount);
    });
  if (status === 'refunded') timeline.onWay(record, 0.8, (store) => refundInvoice(store, row(store)));
  if (status === 'cancelled') timeline.onWay(record, 0.8, (store) => cancelInvoice(store, row(store)));
}

const pay = (store: Store, invoice: InvoiceRow, amount: number) =>
  payInvoice(store, invoice, { amount, reference: `${invoice.number}/${amount}` });

function schedulePayment(timeline: Timeline, record: ScenarioRecord): void {
  const { own, given, owner } = record;
  const status = textOf(own.status) ?? 'succeeded';
  const isNested = owner !== null && 'kind' in owner && owner.kind === 'invoices';
  const target = isNested ? owner : (record.refs.invoice ?? null);
  timeline.on(record, timeline.startOf(record), (store) => {
    const invoice =
      target === null
        ? scheduleOverdue(store, issueInvoice(store, newInvoice(record, numberOf(given.amount) ?? 9800)))
        : store.invoices.get(idOf(target));
    const amount = numberOf(given.amount) ?? invoice.due_amount;
    const method = textOf(given.payment_method) ?? 'bank_transfer';
    const preset = { reference: `${invoice.number}/${record.ordinal}`, ...given };
    const body = bodyOf('PaymentCreate', {
      ...preset,
      invoice_id: invoice.id,
      amount,
      payment_method: method,
    });
    if (status === 'succeeded' || status === 'refunded') {
      if (method === 'wallet') topUp(store, amount, null);
      record.id = recordPayment(store, body).id;
      return;
    }
    const outcome = status === 'failed' ? 'failed' : 'pending';
    record.id = insertPayment(store, invoice, { ...body, paid_at: store.now }, outcome).id;
  });
  if (status === 'refunded' && target === null)
    timeline.onWay(record, 0.6, (store) => {
      const invoice = store.invoices.get(store.payments.get(idOf(record)).invoice_id);
      if (invoice.status === 'paid') refundInvoice(store, invoice);
      else cancelInvoice(store, invoice);
    });
}

const newInvoice = ({ owner }: ScenarioRecord, unit_amount: number): InvoiceDraft => ({
  customer_id: idOf(owner),
  charges: [{ description: 'Setup by our staff', sku_id: 'setup-fee', quantity: 1, unit_amount }],
});
