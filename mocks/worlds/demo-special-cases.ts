// Adds the special cases of the demo world: debts, refunds, partial payments, and states that ordinary orders do not
// reach.
import { pools } from '../../fixtures/worlds/pools.ts';
import { cancelSubscription, payInvoice } from '../areas/billing.ts';
import { createCustomer, deactivateCustomer } from '../areas/customers.ts';
import { cancelOrder, orderProduct } from '../areas/orders.ts';
import { type BillingCycle, DAY } from '../billing/cycles.ts';
import { draftInvoice } from '../billing/invoices.ts';
import { insertPayment } from '../billing/payments.ts';
import { renewService } from '../billing/renewals.ts';
import { topUp } from '../billing/wallet.ts';
import { endAtDueDate, suspendService, terminateService } from '../products/instances.ts';
import type { OrderRow, ServiceRow, Store } from '../tables.ts';
import type { History, LaterStep } from './history.ts';

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
    ...then: LaterStep<OrderRow>[]
  ): void => {
    ordered += 1;
    const place = ordered;
    // Each order is placed in a minute of its own, so that no two paid periods end at the same instant.
    const placeOrder = (store: Store): OrderRow => {
      const active = store.customers.where('status', 'active').filter((one) => one.last_name !== 'Former');
      const customer_id = active[(place * 5) % active.length]?.id ?? '';
      const config = { domain: `${pools.words.at(-place)}.example` };
      const service = orderProduct(store, { customer_id, sku_id, billing_cycle, payment_method }, config);
      return store.orders.get(service.order_id ?? '');
    };
    on(daysBefore - place * MINUTE, placeOrder, ...then);
  };

  // These orders are unpaid, partly paid or overdue, or were paid or cancelled later.
  for (const [at, method] of ['bank_transfer', 'manual', 'card', 'bank_transfer'].entries()) {
    order(6 - at * 1.4, ['hosting-basic', 'monthly', method]);
  }
  order(10, ['vps-m', 'quarterly', 'bank_transfer'], [8, pay(1000)]);
  order(21, ['email-pro', '1_year', 'bank_transfer']);
  order(30, ['hosting-business', '1_year', 'bank_transfer'], [27, pay()]);
  order(15, ['vps-l', 'monthly', 'card'], [14.9, pay(500)], [14, pay()]);
  order(12, ['ssl-ov', '1_year', 'manual'], [11.5, cancel]);
  order(13, ['vps-s', 'monthly', 'cheque'], [12, pay(300)], [11, cancel]);
  order(9, ['vps-fail', 'monthly', 'wallet']);
  order(18, ['setup-fee', 'one_time', 'wallet']);
  order(0.2, ['vps-s', 'hourly', 'wallet'], [0.05, terminate]);

  // This service was renewed and paid in advance.
  order(27, ['hosting-pro', 'monthly', 'wallet'], [11, renew('wallet')]);

  // These services and subscriptions are suspended, terminated, cancelled, expired or past due.
  order(25, ['hosting-pro', 'monthly', 'wallet'], [5, suspend]);
  order(26, ['email-basic', 'quarterly', 'wallet'], [7, terminate]);
  order(24, ['vps-s', 'monthly', 'wallet'], [3, unsubscribe(false)]);
  order(23, ['vps-m', 'quarterly', 'wallet'], [2, unsubscribe(true)]);
  order(
    45,
    ['domain-org', 'monthly', 'wallet'],
    [44, (store, one) => endAtDueDate(store, firstService(store, one))],
  );
  order(40, ['hosting-pro', 'monthly', 'wallet'], [12, renew('bank_transfer')]);
  order(50, ['vps-l', 'monthly', 'wallet'], [22, renew('bank_transfer')]);

  // The following lines add inactive customers, a failed and a pending payment, a draft invoice, and a second top-up.
  for (const [at, first_name] of ['Nora', 'Olaf', 'Ptolemy'].entries()) {
    const body = { email: `${first_name.toLowerCase()}@gone.example`, first_name, last_name: 'Former' };
    on(33 - at, (store) => createCustomer(store, body), [
      8 + at,
      (store, { id }) => deactivateCustomer(store, id),
    ]);
  }
  on(1.7, (store) => {
    for (const [at, status] of (['failed', 'pending'] satisfies ['failed', 'pending']).entries()) {
      const invoice = store.invoices.where('status', 'unpaid')[at];
      const payment = { amount: invoice?.due_amount ?? 0, method: 'card', reference: `card-${status}` };
      if (invoice) insertPayment(store, invoice, payment, status);
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

type OrderStep = LaterStep<OrderRow>[1];
const cancel: OrderStep = (store, { id }) => cancelOrder(store, id);
const suspend: OrderStep = (store, order) =>
  suspendService(store, firstService(store, order).id, pools.reasons[0] ?? null);
const terminate: OrderStep = (store, order) => terminateService(store, firstService(store, order).id);
const renew =
  (method: string): OrderStep =>
  (store, order) =>
    renewService(store, firstService(store, order), 'monthly', method);
const unsubscribe =
  (atPeriodEnd: boolean): OrderStep =>
  (store, order) => {
    const { subscription_id } = firstService(store, order);
    cancelSubscription(store, store.subscriptions.get(subscription_id ?? ''), atPeriodEnd);
  };
const pay =
  (amount?: number): OrderStep =>
  (store, { invoice_id, payment_method: method }) => {
    const invoice = store.invoices.get(invoice_id);
    const reference = `${invoice.number}/${amount ?? 'rest'}`;
    payInvoice(store, invoice, { amount: amount ?? invoice.due_amount, method, reference });
  };
