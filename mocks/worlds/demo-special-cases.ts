// Adds the special cases of the demo world: debts, refunds, partial payments, and states that ordinary orders do not
// reach.
import { pools } from '../../fixtures/worlds/pools.ts';
import { cancelSubscription, payInvoice } from '../areas/billing.ts';
import { createCustomer, deactivateCustomer } from '../areas/customers.ts';
import { cancelOrder, orderProduct } from '../areas/orders.ts';
import { type BillingCycle, DAY } from '../billing/cycles.ts';
import { draftInvoice } from '../billing/invoices.ts';
import { renewService } from '../billing/renewals.ts';
import { topUp } from '../billing/wallet.ts';
import { endAtDueDate, suspendService, terminateService } from '../products/instances.ts';
import type { OrderRow, ServiceRow, Store, SubscriptionRow } from '../tables.ts';
import type { History } from './history.ts';

/** One minute, as a fraction of a day. */
const MINUTE = 60_000 / DAY;

/** Adds the special cases to the history of a tenant. */
export function addSpecialCases(history: History, tenant: Store): void {
  let ordered = 0;
  const on = history.ofTenant(tenant);

  /** Schedules an order at `daysBefore` days before the start of the world, and later steps that change the order. */
  const order = (
    daysBefore: number,
    [sku_id, billing_cycle, payment_method]: [sku: string, cycle: BillingCycle, method: string],
    ...then: [daysBefore: number, run: (store: Store, order: OrderRow) => void][]
  ): void => {
    ordered += 1;
    const place = ordered;
    const placed: ServiceRow[] = [];
    // Each order is placed in a minute of its own, so that no two paid periods end at the same instant.
    on(daysBefore - place * MINUTE, (store) => {
      const active = store.customers.where('status', 'active').filter((one) => one.last_name !== 'Former');
      const customer_id = active[(place * 5) % active.length]?.id ?? '';
      const config = { domain: `${pools.words[place] ?? 'special'}-${place}.example` };
      placed.push(orderProduct(store, { customer_id, sku_id, billing_cycle, payment_method }, config));
    });
    for (const [day, run] of then)
      on(day, (store) => {
        for (const { order_id } of placed) run(store, store.orders.get(order_id ?? ''));
      });
  };

  // These orders are unpaid, partly paid or overdue, or were paid or cancelled later.
  for (const [at, method] of ['bank_transfer', 'manual', 'card', 'bank_transfer'].entries()) {
    order(6 - at * 1.4, ['hosting-basic', 'monthly', method]);
  }
  order(10, ['vps-m', 'quarterly', 'bank_transfer'], [8, (store, one) => pay(store, one, 1000)]);
  order(21, ['email-pro', '1_year', 'bank_transfer']);
  order(30, ['hosting-business', '1_year', 'bank_transfer'], [27, (store, one) => pay(store, one)]);
  order(
    15,
    ['vps-l', 'monthly', 'card'],
    [14.9, (store, one) => pay(store, one, 500)],
    [14, (store, one) => pay(store, one)],
  );
  order(12, ['ssl-ov', '1_year', 'manual'], [11.5, (store, one) => cancelOrder(store, one.id)]);
  order(
    13,
    ['vps-s', 'monthly', 'cheque'],
    [12, (store, one) => pay(store, one, 300)],
    [11, (store, one) => cancelOrder(store, one.id)],
  );
  order(9, ['vps-fail', 'monthly', 'wallet']);
  order(18, ['setup-fee', 'one_time', 'wallet']);
  order(
    0.2,
    ['vps-s', 'hourly', 'wallet'],
    [0.05, (store, one) => terminateService(store, firstService(store, one).id)],
  );

  // This service was renewed and paid in advance.
  order(
    27,
    ['hosting-pro', 'monthly', 'wallet'],
    [11, (store, one) => renewService(store, firstService(store, one), 'monthly', 'wallet')],
  );

  // These services and subscriptions are suspended, terminated, cancelled, expired or past due.
  order(
    25,
    ['hosting-pro', 'monthly', 'wallet'],
    [5, (store, one) => suspendService(store, firstService(store, one).id, pools.reasons[0] ?? null)],
  );
  order(
    26,
    ['email-basic', 'quarterly', 'wallet'],
    [7, (store, one) => terminateService(store, firstService(store, one).id)],
  );
  order(
    24,
    ['vps-s', 'monthly', 'wallet'],
    [3, (store, one) => cancelSubscription(store, subscriptionOfOrder(store, one), false)],
  );
  order(
    23,
    ['vps-m', 'quarterly', 'wallet'],
    [2, (store, one) => cancelSubscription(store, subscriptionOfOrder(store, one), true)],
  );
  order(
    45,
    ['domain-org', 'monthly', 'wallet'],
    [44, (store, one) => endAtDueDate(store, firstService(store, one))],
  );
  order(
    40,
    ['hosting-pro', 'monthly', 'wallet'],
    [12, (store, one) => renewService(store, firstService(store, one), 'monthly', 'bank_transfer')],
  );
  order(
    50,
    ['vps-l', 'monthly', 'wallet'],
    [22, (store, one) => renewService(store, firstService(store, one), 'monthly', 'bank_transfer')],
  );

  // The following lines add inactive customers, a failed and a pending payment, a draft invoice, and a second top-up.
  for (const [at, first_name] of ['Nora', 'Olaf', 'Ptolemy'].entries()) {
    const body = { email: `${first_name.toLowerCase()}@gone.example`, first_name, last_name: 'Former' };
    on(33 - at, (store) => {
      createCustomer(store, body);
    });
    on(8 + at, (store) => deactivateCustomer(store, store.customers.by('email', body.email)?.id ?? ''));
  }
  on(1.7, (store) => {
    for (const [at, status] of (['failed', 'pending'] satisfies ['failed', 'pending']).entries()) {
      const invoice = store.invoices.where('status', 'unpaid')[at];
      if (invoice) recordAttempt(store, invoice.id, status);
    }
  });
  on(1, (store) => {
    const customer_id = store.customers.where('status', 'active')[3]?.id ?? '';
    const charge = { sku_id: 'setup-fee', quantity: 2, unit_amount: 9800 };
    draftInvoice(store, { customer_id, charges: [{ description: 'Migration of two shops', ...charge }] });
    topUp(store, 250_000, 'SEPA-acme-2');
  });
}

const firstService = (store: Store, order: OrderRow): ServiceRow =>
  store.services.get(order.services[0] ?? '');
const subscriptionOfOrder = (store: Store, order: OrderRow): SubscriptionRow =>
  store.subscriptions.get(firstService(store, order).subscription_id ?? '');

function pay(store: Store, { invoice_id, payment_method: method }: OrderRow, amount?: number): void {
  const invoice = store.invoices.get(invoice_id);
  const reference = `${invoice.number}/${amount ?? 'rest'}`;
  payInvoice(store, invoice, { amount: amount ?? invoice.due_amount, method, reference });
}

/** Adds a payment in the status `failed` or `pending`, which moves no money. */
function recordAttempt(store: Store, invoice_id: string, status: 'failed' | 'pending'): void {
  const { customer_id, order_id, currency, due_amount } = store.invoices.get(invoice_id);
  const payment = {
    invoice_id,
    customer_id,
    order_id,
    currency,
    amount: due_amount,
    method: 'card',
    paid_at: store.now,
  };
  store.payments.insert({ ...payment, reference: `card-${status}`, note: null, status });
}
