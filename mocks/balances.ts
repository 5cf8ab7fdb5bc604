// What must hold of each row, in sentences that say what does not: money adds up, and everything a row names exists.
import type {
  InvoiceRow,
  OrderRow,
  PaymentRow,
  RenewalRow,
  ServiceRow,
  Store,
  SubscriptionRow,
} from './tables.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
export const unless = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence]);
const integers = (what: string, amounts: readonly number[]): string[] =>
  unless(
    amounts.every(Number.isSafeInteger),
    `${what} has an amount that is no integer: ${amounts.join(', ')}`,
  );

export function serviceBroken(
  store: Store,
  { id, customer_id, order_id, subscription_id }: ServiceRow,
): string[] {
  const who = `service ${id}`;
  return [
    ...missing(store, 'customers', customer_id, who),
    ...missing(store, 'orders', order_id, who),
    ...missing(store, 'subscriptions', subscription_id, who),
  ];
}

export function paymentBroken(
  store: Store,
  { id, invoice_id, order_id, customer_id, amount }: PaymentRow,
): string[] {
  const who = `payment ${id}`;
  return [
    ...missing(store, 'invoices', invoice_id, who),
    ...missing(store, 'orders', order_id, who),
    ...missing(store, 'customers', customer_id, who),
    ...integers(who, [amount]),
  ];
}

export function renewalBroken(
  store: Store,
  { id, service_id, invoice_id, status, pending_service_id }: RenewalRow,
): string[] {
  const who = `renewal ${id}`;
  return [
    ...missing(store, 'services', service_id, who),
    ...missing(store, 'invoices', invoice_id, who),
    ...unless(
      (status === 'pending') === (pending_service_id === service_id),
      `${who} is ${status}, and found as if it were not`,
    ),
    ...unless(
      (status === 'pending') === PAYABLE.includes(store.invoices.find(invoice_id)?.status ?? ''),
      `${who} is ${status}, which does not go with its invoice`,
    ),
  ];
}

const PAYABLE = ['unpaid', 'overdue'];

type Named = 'customers' | 'orders' | 'invoices' | 'services' | 'subscriptions' | 'payments';
const missing = (store: Store, table: Named, id: string | null, who: string): string[] =>
  unless(
    id === null || store[table].find(id) !== undefined,
    `${who} names ${id}, which is not among the ${table}`,
  );

export function walletBroken(store: Store): string[] {
  const wallets = store.wallets.all();
  const [wallet] = wallets;
  if (!wallet || wallets.length > 1) return [`there are ${wallets.length} wallets, and there must be one`];
  const moves = store.wallet_transactions.all();
  const total = sum(moves.map((move) => move.amount));
  return [
    ...unless(
      wallet.balance_amount === total,
      `the wallet holds ${wallet.balance_amount}, its movements add up to ${total}`,
    ),
    ...unless(wallet.balance_amount >= 0, `the wallet is negative: ${wallet.balance_amount}`),
    ...unless(
      wallet.available_amount === wallet.balance_amount - wallet.reserved_amount,
      'what the wallet says is available is not its balance less what is reserved',
    ),
    ...integers('the wallet', [
      wallet.balance_amount,
      wallet.reserved_amount,
      ...moves.map((move) => move.amount),
    ]),
    ...moves.flatMap((move) => missing(store, 'payments', move.payment_id, `wallet movement ${move.id}`)),
  ];
}

export function invoiceBroken(store: Store, invoice: InvoiceRow): string[] {
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
    ...unless(
      total === subtotal - discount + tax,
      `${who}: the total is not subtotal less discount plus tax`,
    ),
    ...unless(due === total - paid && due >= 0, `${who}: ${due} is due of ${total} with ${paid} paid`),
    ...unless(
      sum(invoice.lines.map((line) => line.amount)) === subtotal,
      `${who}: the lines are not the subtotal`,
    ),
    ...unless(
      invoice.lines.every((line) => line.amount === line.quantity * line.unit_amount),
      `${who}: a line is not quantity times unit price`,
    ),
    ...unless(status !== 'paid' || due === 0, `${who} is paid and yet ${due} is due`),
    ...unless(
      (status !== 'unpaid' && status !== 'overdue') || due > 0,
      `${who} is ${status} though nothing is due`,
    ),
    ...unless(paid === received, `${who} says ${paid} is paid, its payments say ${received}`),
    ...unless(
      !standing || (status !== 'refunded' && status !== 'cancelled'),
      `${who} is ${status}, and yet a payment of it was kept`,
    ),
    ...unless(
      (status === 'paid' || status === 'refunded') === (invoice.paid_at !== null),
      `${who}: paid_at belies its status`,
    ),
    ...integers(who, [
      subtotal,
      discount,
      tax,
      total,
      paid,
      due,
      ...invoice.lines.map((line) => line.amount),
    ]),
    ...missing(store, 'customers', invoice.customer_id, who),
    ...missing(store, 'orders', invoice.order_id, who),
    ...missing(store, 'subscriptions', invoice.subscription_id, who),
    ...invoice.lines.flatMap((line) => missing(store, 'services', line.service_id ?? null, who)),
  ];
}

/** Which states of its invoice and of its services go with a state of an order. */
const TOGETHER: Record<OrderRow['status'], { invoice: InvoiceRow['status'][]; services: string[] }> = {
  pending: { invoice: ['unpaid', 'overdue'], services: ['pending', 'cancelled'] },
  processing: { invoice: ['paid'], services: ['pending', 'cancelled'] },
  completed: { invoice: ['paid'], services: ['active', 'suspended', 'terminated', 'cancelled'] },
  cancelled: { invoice: ['cancelled'], services: ['cancelled'] },
  failed: { invoice: ['refunded'], services: ['failed', 'cancelled'] },
};

export function orderBroken(store: Store, order: OrderRow): string[] {
  const who = `order ${order.id}`;
  const invoice = store.invoices.find(order.invoice_id);
  if (!invoice) return [`${who} names an invoice that does not exist`];
  const allowed = TOGETHER[order.status];
  const states = order.services.map((id) => store.services.find(id)?.status ?? 'missing');
  return [
    ...missing(store, 'customers', order.customer_id, who),
    ...unless(invoice.order_id === order.id, `${who} and its invoice do not name each other`),
    ...unless(order.total_amount === invoice.total_amount, `${who} and its invoice differ in the total`),
    ...unless(
      allowed.invoice.includes(invoice.status),
      `${who} is ${order.status}, its invoice ${invoice.status}`,
    ),
    ...unless(
      states.every((state) => allowed.services.includes(state)),
      `${who} is ${order.status}, its services ${[...new Set(states)].join(', ')}`,
    ),
    ...unless(
      order.services.length === sum(order.items.map((item) => item.quantity)),
      `${who} has not one service per unit`,
    ),
    ...integers(who, [order.total_amount, ...order.items.map((item) => item.amount)]),
  ];
}

export function subscriptionBroken(store: Store, subscription: SubscriptionRow): string[] {
  const who = `subscription ${subscription.id}`;
  const service = store.services.find(subscription.service_id);
  if (!service) return [`${who} bills a service that does not exist`];
  const live = subscription.status === 'active' || subscription.status === 'past_due';
  return [
    ...unless(service.subscription_id === subscription.id, `${who} and its service do not name each other`),
    ...unless(
      !live || service.status === 'active' || service.status === 'suspended',
      `${who} is ${subscription.status}, its service ${service.status}`,
    ),
    ...unless(
      !live || service.next_due_at === subscription.current_period_end,
      `${who} is paid until ${subscription.current_period_end}, its service until ${service.next_due_at}`,
    ),
    ...unless(
      subscription.current_period_start < subscription.current_period_end,
      `${who} has a period that ends before it starts`,
    ),
    ...unless(
      (subscription.next_billing_at !== null) === (live && !subscription.cancel_at_period_end),
      `${who} is ${subscription.status} and bills next at ${subscription.next_billing_at}`,
    ),
    ...integers(who, [subscription.amount, subscription.unit_amount]),
  ];
}
