// The invariants of orders, invoices, payments and the wallet: amounts add up. Each violation is described by a sentence.
import type { InvoiceRow, OrderRow, PaymentRow, RenewalRow, Store, SubscriptionRow } from '../tables.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
/** Lists the sentences that describe a violation, of those that are mapped to whether their invariant holds. */
export const violations = (invariants: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(invariants).flatMap(([sentence, holds]) => (holds ? [] : [sentence]));
const integers = (what: string, amounts: readonly number[]): Record<string, boolean> => ({
  [`${what} has an amount that is no integer: ${amounts.join(', ')}`]: amounts.every(Number.isSafeInteger),
});

/** Lists the violations in a payment, as sentences: an invalid amount. */
export const paymentViolations = (_store: Store, { id, amount }: PaymentRow): string[] =>
  violations(integers(`payment ${id}`, [amount]));

/** Lists the violations in a renewal, as sentences: a status that does not go with its invoice. */
export function renewalViolations(
  store: Store,
  { id, service_id, invoice_id, status, pending_service_id }: RenewalRow,
): string[] {
  const who = `renewal ${id}`;
  return violations({
    [`${who} is ${status}, and its pending_service_id is ${pending_service_id}`]:
      (status === 'pending') === (pending_service_id === service_id),
    [`${who} is ${status}, which does not go with its invoice`]:
      (status === 'pending') === PAYABLE.includes(store.invoices.find(invoice_id)?.status ?? ''),
  });
}

const PAYABLE = ['unpaid', 'overdue'];

/** Lists the violations in the wallet, as sentences: a balance that is not the sum of its transactions. */
export function walletViolations(store: Store): string[] {
  const wallets = store.wallets.all();
  const [wallet] = wallets;
  if (!wallet || wallets.length > 1) return [`there are ${wallets.length} wallets, and there must be one`];
  const moves = store.wallet_transactions.all();
  const total = sum(moves.map((move) => move.amount));
  return violations({
    [`the wallet holds ${wallet.balance_amount}, its movements add up to ${total}`]:
      wallet.balance_amount === total,
    [`the wallet is negative: ${wallet.balance_amount}`]: wallet.balance_amount >= 0,
    'the available amount of the wallet is not its balance minus the reserved amount':
      wallet.available_amount === wallet.balance_amount - wallet.reserved_amount,
    ...integers('the wallet', [
      wallet.balance_amount,
      wallet.reserved_amount,
      ...moves.map((move) => move.amount),
    ]),
  });
}

/** Lists the violations in an invoice, as sentences: invalid amounts, payments or status. */
export function invoiceViolations(store: Store, invoice: InvoiceRow): string[] {
  const who = `invoice ${invoice.number}`;
  const {
    subtotal_amount: subtotal,
    discount_amount: discount,
    tax_amount: tax,
    total_amount: total,
  } = invoice;
  const { paid_amount: paid, due_amount: due, status } = invoice;
  const payments = store.payments.where('invoice_id', invoice.id);
  const received = sum(
    payments
      .filter((one) => one.status === 'succeeded' || one.status === 'refunded')
      .map((one) => one.amount),
  );
  const standing = payments.some((one) => one.status === 'succeeded');
  return violations({
    [`${who}: the total is not subtotal minus discount plus tax`]: total === subtotal - discount + tax,
    [`${who}: ${due} is due of ${total} with ${paid} paid`]: due === total - paid && due >= 0,
    [`${who}: the lines are not the subtotal`]: sum(invoice.lines.map((line) => line.amount)) === subtotal,
    [`${who}: a line is not quantity times unit price`]: invoice.lines.every(
      (line) => line.amount === line.quantity * line.unit_amount,
    ),
    [`${who} is paid, but ${due} is due`]: status !== 'paid' || due === 0,
    [`${who} is ${status} though nothing is due`]: (status !== 'unpaid' && status !== 'overdue') || due > 0,
    [`${who} says ${paid} is paid, its payments say ${received}`]: paid === received,
    [`${who} is ${status}, but one of its payments is not refunded`]:
      !standing || (status !== 'refunded' && status !== 'cancelled'),
    [`${who} is ${status}, and its paid_at is ${invoice.paid_at}`]:
      (status === 'paid' || status === 'refunded') === (invoice.paid_at !== null),
    ...integers(who, [
      subtotal,
      discount,
      tax,
      total,
      paid,
      due,
      ...invoice.lines.map((line) => line.amount),
    ]),
  });
}

/** The statuses that the invoice and the services of an order may have, by the status of the order. */
const STATES_BY_ORDER: Record<OrderRow['status'], { invoice: InvoiceRow['status'][]; services: string[] }> = {
  pending: { invoice: ['unpaid', 'overdue'], services: ['pending', 'cancelled'] },
  processing: { invoice: ['paid'], services: ['pending', 'cancelled'] },
  completed: { invoice: ['paid'], services: ['active', 'suspended', 'terminated', 'cancelled'] },
  cancelled: { invoice: ['cancelled'], services: ['cancelled'] },
  failed: { invoice: ['refunded'], services: ['failed', 'cancelled'] },
};

/** Lists the violations in an order, as sentences: invalid total, invoice or services. */
export function orderViolations(store: Store, order: OrderRow): string[] {
  const who = `order ${order.id}`;
  const invoice = store.invoices.find(order.invoice_id);
  if (!invoice) return [];
  const allowed = STATES_BY_ORDER[order.status];
  const states = order.services.map((id) => store.services.find(id)?.status ?? 'missing');
  return violations({
    [`${who} and its invoice do not name each other`]: invoice.order_id === order.id,
    [`${who} and its invoice differ in the total`]: order.total_amount === invoice.total_amount,
    [`${who} is ${order.status}, its invoice ${invoice.status}`]: allowed.invoice.includes(invoice.status),
    [`${who} is ${order.status}, its services ${[...new Set(states)].join(', ')}`]: states.every((state) =>
      allowed.services.includes(state),
    ),
    [`${who} has not one service per unit`]:
      order.services.length === sum(order.items.map((item) => item.quantity)),
    ...integers(who, [order.total_amount, ...order.items.map((item) => item.amount)]),
  });
}

/** Lists the violations in a subscription, as sentences: invalid service, period or next billing date. */
export function subscriptionViolations(store: Store, subscription: SubscriptionRow): string[] {
  const who = `subscription ${subscription.id}`;
  const service = store.services.find(subscription.service_id);
  if (!service) return [];
  const live = subscription.status === 'active' || subscription.status === 'past_due';
  return violations({
    [`${who} and its service do not name each other`]: service.subscription_id === subscription.id,
    [`${who} is ${subscription.status}, its service ${service.status}`]:
      !live || service.status === 'active' || service.status === 'suspended',
    [`${who} is paid until ${subscription.current_period_end}, its service until ${service.next_due_at}`]:
      !live || service.next_due_at === subscription.current_period_end,
    [`${who} has a period that ends before it starts`]:
      subscription.current_period_start < subscription.current_period_end,
    [`${who} is ${subscription.status} and bills next at ${subscription.next_billing_at}`]:
      (subscription.next_billing_at !== null) === (live && !subscription.cancel_at_period_end),
    ...integers(who, [subscription.amount, subscription.unit_amount]),
  });
}
