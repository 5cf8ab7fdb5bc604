// The invariants of orders, invoices, payments and the wallet: amounts add up. Each violation is described by a sentence.
import type { InvoiceRow, OrderRow, PaymentRow, RenewalRow, Store, SubscriptionRow } from '../tables.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
/** Returns an array with the sentence when the condition does not hold, and an empty array when it holds. */
export const violation = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence]);
const integerViolations = (what: string, amounts: readonly number[]): string[] =>
  violation(
    amounts.every(Number.isSafeInteger),
    `${what} has an amount that is no integer: ${amounts.join(', ')}`,
  );

/** Lists the violations in a payment, as sentences: an invalid amount. */
export const paymentViolations = (_store: Store, { id, amount }: PaymentRow): string[] =>
  integerViolations(`payment ${id}`, [amount]);

/** Lists the violations in a renewal, as sentences: a status that does not go with its invoice. */
export function renewalViolations(
  store: Store,
  { id, service_id, invoice_id, status, pending_service_id }: RenewalRow,
): string[] {
  const who = `renewal ${id}`;
  return [
    ...violation(
      (status === 'pending') === (pending_service_id === service_id),
      `${who} is ${status}, and its pending_service_id is ${pending_service_id}`,
    ),
    ...violation(
      (status === 'pending') === PAYABLE.includes(store.invoices.find(invoice_id)?.status ?? ''),
      `${who} is ${status}, which does not go with its invoice`,
    ),
  ];
}

const PAYABLE = ['unpaid', 'overdue'];

/** Lists the violations in the wallet, as sentences: a balance that is not the sum of its transactions. */
export function walletViolations(store: Store): string[] {
  const wallets = store.wallets.all();
  const [wallet] = wallets;
  if (!wallet || wallets.length > 1) return [`there are ${wallets.length} wallets, and there must be one`];
  const moves = store.wallet_transactions.all();
  const total = sum(moves.map((move) => move.amount));
  return [
    ...violation(
      wallet.balance_amount === total,
      `the wallet holds ${wallet.balance_amount}, its movements add up to ${total}`,
    ),
    ...violation(wallet.balance_amount >= 0, `the wallet is negative: ${wallet.balance_amount}`),
    ...violation(
      wallet.available_amount === wallet.balance_amount - wallet.reserved_amount,
      'the available amount of the wallet is not its balance minus the reserved amount',
    ),
    ...integerViolations('the wallet', [
      wallet.balance_amount,
      wallet.reserved_amount,
      ...moves.map((move) => move.amount),
    ]),
  ];
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
  return [
    ...violation(
      total === subtotal - discount + tax,
      `${who}: the total is not subtotal minus discount plus tax`,
    ),
    ...violation(due === total - paid && due >= 0, `${who}: ${due} is due of ${total} with ${paid} paid`),
    ...violation(
      sum(invoice.lines.map((line) => line.amount)) === subtotal,
      `${who}: the lines are not the subtotal`,
    ),
    ...violation(
      invoice.lines.every((line) => line.amount === line.quantity * line.unit_amount),
      `${who}: a line is not quantity times unit price`,
    ),
    ...violation(status !== 'paid' || due === 0, `${who} is paid, but ${due} is due`),
    ...violation(
      (status !== 'unpaid' && status !== 'overdue') || due > 0,
      `${who} is ${status} though nothing is due`,
    ),
    ...violation(paid === received, `${who} says ${paid} is paid, its payments say ${received}`),
    ...violation(
      !standing || (status !== 'refunded' && status !== 'cancelled'),
      `${who} is ${status}, but one of its payments is not refunded`,
    ),
    ...violation(
      (status === 'paid' || status === 'refunded') === (invoice.paid_at !== null),
      `${who} is ${status}, and its paid_at is ${invoice.paid_at}`,
    ),
    ...integerViolations(who, [
      subtotal,
      discount,
      tax,
      total,
      paid,
      due,
      ...invoice.lines.map((line) => line.amount),
    ]),
  ];
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
  return [
    ...violation(invoice.order_id === order.id, `${who} and its invoice do not name each other`),
    ...violation(order.total_amount === invoice.total_amount, `${who} and its invoice differ in the total`),
    ...violation(
      allowed.invoice.includes(invoice.status),
      `${who} is ${order.status}, its invoice ${invoice.status}`,
    ),
    ...violation(
      states.every((state) => allowed.services.includes(state)),
      `${who} is ${order.status}, its services ${[...new Set(states)].join(', ')}`,
    ),
    ...violation(
      order.services.length === sum(order.items.map((item) => item.quantity)),
      `${who} has not one service per unit`,
    ),
    ...integerViolations(who, [order.total_amount, ...order.items.map((item) => item.amount)]),
  ];
}

/** Lists the violations in a subscription, as sentences: invalid service, period or next billing date. */
export function subscriptionViolations(store: Store, subscription: SubscriptionRow): string[] {
  const who = `subscription ${subscription.id}`;
  const service = store.services.find(subscription.service_id);
  if (!service) return [];
  const live = subscription.status === 'active' || subscription.status === 'past_due';
  return [
    ...violation(
      service.subscription_id === subscription.id,
      `${who} and its service do not name each other`,
    ),
    ...violation(
      !live || service.status === 'active' || service.status === 'suspended',
      `${who} is ${subscription.status}, its service ${service.status}`,
    ),
    ...violation(
      !live || service.next_due_at === subscription.current_period_end,
      `${who} is paid until ${subscription.current_period_end}, its service until ${service.next_due_at}`,
    ),
    ...violation(
      subscription.current_period_start < subscription.current_period_end,
      `${who} has a period that ends before it starts`,
    ),
    ...violation(
      (subscription.next_billing_at !== null) === (live && !subscription.cancel_at_period_end),
      `${who} is ${subscription.status} and bills next at ${subscription.next_billing_at}`,
    ),
    ...integerViolations(who, [subscription.amount, subscription.unit_amount]),
  ];
}
