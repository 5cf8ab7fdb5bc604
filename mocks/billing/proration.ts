// Bills the change of a service to another product: the difference of the prices for the rest of the cycle.
import { productOf, unitPrice } from '../products/price-list.ts';
import type { InvoiceRow, ServiceRow, Store } from '../tables.ts';
import { endOfCycle, isRecurring } from './cycles.ts';
import { issueInvoice, scheduleOverdue } from './invoices.ts';
import { payFromWallet } from './payments.ts';
import { subscriptionOf } from './subscriptions.ts';

/**
 * Changes the product of a service. Chosen by this contract: an upgrade is billed at once, either from the wallet
 * (refusal INSUFFICIENT_FUNDS) or by an invoice that stays unpaid; a downgrade refunds nothing.
 * @returns the invoice of the upgrade; null when nothing is owed
 */
export function changeProduct(
  store: Store,
  service: ServiceRow,
  sku_id: string,
  method: string,
): InvoiceRow | null {
  const { billing_cycle, currency, quantity } = service;
  const { name } = productOf(sku_id);
  const unit_amount = unitPrice(sku_id, billing_cycle, currency);
  const owed = Math.round((unit_amount - service.unit_amount) * remainingCycles(store, service));
  store.services.update(service.id, { sku_id, name, unit_amount });
  const subscription = subscriptionOf(store, service);
  if (subscription) {
    store.subscriptions.update(subscription.id, { sku_id, unit_amount, amount: quantity * unit_amount });
  }
  if (owed <= 0) return null;
  const recurring = isRecurring(billing_cycle);
  const invoice = issueInvoice(store, {
    customer_id: service.customer_id,
    order_id: null,
    subscription_id: service.subscription_id ?? null,
    charges: [
      {
        description: `Upgrade from ${service.name} to ${name}`.slice(0, 500),
        sku_id,
        service_id: service.id,
        quantity,
        unit_amount: owed,
        period_start: recurring ? store.now : null,
        period_end: recurring ? (service.next_due_at ?? null) : null,
      },
    ],
  });
  return method === 'wallet' ? payFromWallet(store, invoice) : scheduleOverdue(store, invoice);
}

// Computes how many cycles of a service are paid for and not over yet, as a fraction. Each cycle counts by its own
// length; a one_time service counts as 1 cycle.
function remainingCycles(store: Store, { billing_cycle, activated_at, next_due_at }: ServiceRow): number {
  if (!isRecurring(billing_cycle)) return 1;
  const anchor = activated_at ?? store.now;
  let remaining = 0;
  // All hourly cycles have the same length, so the loop can start now instead of at the activation.
  let from = billing_cycle === 'hourly' ? store.now : anchor;
  while (next_due_at != null && from < next_due_at) {
    const until = endOfCycle(from, billing_cycle, anchor);
    const [start, end] = [from > store.now ? from : store.now, until < next_due_at ? until : next_due_at];
    if (end > start) remaining += spanMs(start, end) / spanMs(from, until);
    from = until;
  }
  return remaining;
}

const spanMs = (from: string, until: string): number => Date.parse(until) - Date.parse(from);
