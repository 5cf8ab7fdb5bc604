// Billing handlers: invoices, subscriptions, payments and the wallet.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { toUtc } from '../billing/cycles.ts';
import { takePayment } from '../billing/payments.ts';
import { completeRenewal } from '../billing/renewals.ts';
import { cancelAtPeriodEnd, endSubscription } from '../billing/subscriptions.ts';
import { topUp, walletOf, walletView } from '../billing/wallet.ts';
import { tenantOf } from '../identity/tenancy.ts';
import { endAtDueDate } from '../products/instances.ts';
import { beginProvisioning } from '../products/provisioning.ts';
import type { InvoiceRow, PaymentRow, Store, SubscriptionRow } from '../tables.ts';

/** Handles the operations under /invoices, /subscriptions, /payments and /wallet. */
export const billing = {
  listInvoices: ({ store, query }) => store.invoices.page(query),

  getInvoice: ({ store, params }) => store.invoices.get(params.id),

  downloadInvoicePdf: ({ store, params }) => {
    const invoice = store.invoices.get(params.id);
    const customer = store.customers.get(invoice.customer_id);
    const { name, contact_email, settings } = tenantOf(store);
    const seller = { name, email: settings.support_email ?? contact_email };
    return {
      download: `${invoice.number}.pdf`,
      media: 'application/pdf',
      bytes: async () => {
        const { invoicePdf } = await import('../documents/invoice-pdf.ts');
        return invoicePdf(invoice, { seller, customer });
      },
    };
  },

  // Stated: the list contains active subscriptions. Chosen by this contract: the query parameter `status` selects
  // subscriptions in another status.
  listSubscriptions: ({ store, query }) => store.subscriptions.page({ status: 'active', ...query }),

  getSubscription: ({ store, params }) => store.subscriptions.get(params.id),

  cancelSubscription: ({ store, params, query }) =>
    cancelSubscription(store, store.subscriptions.get(params.id), query.at_period_end === true),

  listPayments: ({ store, query }) => store.payments.page(query),

  createPayment: ({ store, body }) => recordPayment(store, body),

  getWallet: ({ store }) => walletView(store),

  topUpWallet: ({ store, body }) => {
    assertCurrency(body.currency, walletOf(store).currency);
    return topUp(store, body.amount, body.reference ?? null);
  },
} satisfies Partial<Handlers<Store>>;

/**
 * Cancels a subscription now or at the end of the paid period; its service runs until the due date in either case. A
 * subscription that is cancelled already stays unchanged.
 */
export function cancelSubscription(
  store: Store,
  subscription: SubscriptionRow,
  atPeriodEnd: boolean,
): SubscriptionRow {
  if (subscription.status === 'cancelled') return subscription;
  if (atPeriodEnd)
    return subscription.cancel_at_period_end ? subscription : cancelAtPeriodEnd(store, subscription);
  const cancelled = endSubscription(store, subscription, 'cancel');
  endAtDueDate(store, store.services.get(cancelled.service_id));
  return cancelled;
}

/**
 * Records a payment of an invoice. A payment that completes the due amount starts the order or completes the renewal
 * of the invoice. Throws the refusals PAID_AT_UNWRITABLE, INVOICE_UNKNOWN, CURRENCY_MISMATCH, PAYMENT_UNFUNDED and
 * those that `takePayment` throws.
 */
export function recordPayment(store: Store, body: Body<'createPayment'>): PaymentRow {
  const { amount, payment_method, reference = null, note = null } = body;
  const paid_at = body.paid_at === undefined ? store.now : toUtc(body.paid_at);
  if (paid_at === null) throw new Refusal('PAID_AT_UNWRITABLE');
  const due = store.invoices.find(body.invoice_id);
  if (!due) throw new Refusal('INVOICE_UNKNOWN');
  assertCurrency(body.currency, due.currency);
  if (payment_method === 'wallet' && amount <= due.due_amount && walletOf(store).available_amount < amount) {
    throw new Refusal('PAYMENT_UNFUNDED');
  }
  const { payment, invoice } = takePayment(store, due, {
    amount,
    payment_method,
    reference,
    note,
    paid_at,
  });
  onInvoicePaid(store, invoice);
  return payment;
}

/** Pays an invoice as far as it is due, or in part, under a reference of its own. */
export const payInvoice = (
  store: Store,
  { id: invoice_id, number, due_amount }: InvoiceRow,
  { amount = due_amount, payment_method = 'bank_transfer', reference = number } = {},
): PaymentRow => recordPayment(store, { invoice_id, amount, payment_method, reference });

function assertCurrency(currency: string | undefined, expected: string): void {
  if (currency !== undefined && currency !== expected)
    throw new Refusal('CURRENCY_MISMATCH', { values: { currency: expected } });
}

// Starts the provisioning of the order, or completes the renewal, that an invoice was issued for, if the invoice is
// fully paid. Call it after every payment of an invoice; a partly paid invoice has no effect.
function onInvoicePaid(store: Store, invoice: InvoiceRow): void {
  if (invoice.status !== 'paid') return;
  const order = invoice.order_id === null ? undefined : store.orders.get(invoice.order_id);
  if (order?.status === 'pending') beginProvisioning(store, store.orders.move(order.id, 'pay'));
  const renewal = store.renewals.by('invoice_id', invoice.id);
  if (renewal?.status === 'pending') completeRenewal(store, renewal);
}
