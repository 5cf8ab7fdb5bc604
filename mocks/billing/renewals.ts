// Renewals: bill one more cycle of a service, manually or at the end of a period, and suspend services whose renewal
// stays unpaid.
import { policies } from '../../src/contract/policies.ts';
import type { Schemas } from '../../src/contract/types.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { endAtDueDate, onPaidPeriodOver, suspendService, unsuspendService } from '../products/instances.ts';
import { unitPrice } from '../products/price-list.ts';
import { assertRenewable, syncResource } from '../products/product-types.ts';
import {
  type InvoiceRow,
  type RenewalRow,
  type ServiceRow,
  type Store,
  type SubscriptionRow,
  timerRef,
} from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { addMs, cycleInWords, DAY, endOfCycle, type RecurringCycle } from './cycles.ts';
import { issueInvoice, scheduleOverdue } from './invoices.ts';
import { payFromWallet } from './payments.ts';
import { endSubscription, extendPaidPeriod, resumeSubscription, subscriptionOf } from './subscriptions.ts';
import { walletOf } from './wallet.ts';

// The last year in which a renewed cycle may start. ISO 8601 has no year after 9999, and one cycle takes up to ten
// years.
const LAST_YEAR = '9980';

/**
 * Bills one cycle of an active or suspended service. A renewal from the wallet is paid at once (refusal
 * INSUFFICIENT_FUNDS); a renewal by any other method is pending until its invoice is paid. Throws the refusals
 * INVALID_STATE, PAID_TOO_FAR_AHEAD.
 */
export function renewService(
  store: Store,
  { id }: ServiceRow,
  cycle: RecurringCycle,
  method: string,
): Schemas['Renewal'] {
  const service = store.services.move(id, 'renew');
  const { renewal, invoice } = billRenewal(store, service, cycle);
  if (method !== 'wallet') return renewalView(service, renewal, scheduleOverdue(store, invoice));
  const paid = payFromWallet(store, invoice);
  return renewalView(service, completeRenewal(store, renewal), paid);
}

const renewalView = (service: ServiceRow, renewal: RenewalRow, invoice: InvoiceRow): Schemas['Renewal'] => ({
  service_id: service.id,
  resource_type: 'service',
  resource_id: service.id,
  invoice_id: invoice.id,
  billing_cycle: renewal.billing_cycle,
  amount: invoice.subtotal_amount,
  currency: invoice.currency,
  status: renewal.status === 'completed' ? 'completed' : 'pending',
  renewed_from: renewal.period_start,
  renewed_until: renewal.period_end,
  created_at: renewal.created_at,
});

// Issues the invoice of a renewal. Chosen by this contract: the renewed cycle starts after all cycles that are paid or
// billed, so that two unpaid renewals never charge for the same days.
function billRenewal(
  store: Store,
  service: ServiceRow,
  cycle: RecurringCycle,
): { renewal: RenewalRow; invoice: InvoiceRow } {
  const billed = pendingRenewals(store, service).map((renewal) => renewal.period_end);
  const from = [service.next_due_at ?? store.now, ...billed].reduce((latest, one) =>
    one > latest ? one : latest,
  );
  if (from > LAST_YEAR) throw new Refusal('PAID_TOO_FAR_AHEAD');
  const until = endOfCycle(from, cycle, service.activated_at ?? from);
  assertRenewable(store, service, until);
  const ordinary = cycle === service.billing_cycle;
  const invoice = issueInvoice(store, {
    customer_id: service.customer_id,
    order_id: null,
    subscription_id: service.subscription_id,
    due_at: addMs(from > store.now ? from : store.now, policies().renewal_terms_days * DAY),
    charges: [
      {
        description: `Renewal of ${service.name}, ${cycleInWords(cycle)}`,
        sku_id: service.sku_id,
        service_id: service.id,
        quantity: service.quantity,
        unit_amount: ordinary ? service.unit_amount : unitPrice(service.sku_id, cycle, service.currency),
        period_start: from,
        period_end: until,
      },
    ],
  });
  const renewal = store.renewals.insert({
    service_id: service.id,
    invoice_id: invoice.id,
    billing_cycle: cycle,
    period_start: from,
    period_end: until,
    status: 'pending',
    pending_service_id: service.id,
    suspended_service_id: null,
  });
  return { renewal, invoice };
}

const pendingRenewals = (store: Store, { id }: ServiceRow): RenewalRow[] =>
  store.renewals.where('pending_service_id', id);

/** Finds the oldest overdue invoice that was issued for a renewal of the service. */
export function overdueInvoiceOf(store: Store, service: ServiceRow): InvoiceRow | undefined {
  return pendingRenewals(store, service)
    .map((renewal) => store.invoices.get(renewal.invoice_id))
    .find((invoice) => invoice.status === 'overdue');
}

/**
 * Completes a renewal whose invoice is paid: moves the due date of the service, and ends its suspension for
 * non-payment.
 */
export function completeRenewal(store: Store, renewal: RenewalRow): RenewalRow {
  const service = store.services.get(renewal.service_id);
  // A service that has ended is not renewed. The invoice stays valid, because it covers time in which the service still
  // ran.
  if (service.status !== 'active' && service.status !== 'suspended') {
    return store.renewals.update(renewal.id, { status: 'void', pending_service_id: null });
  }
  const completed = store.renewals.update(renewal.id, { status: 'completed', pending_service_id: null });
  const { next_due_at, expires_at } = service;
  const until = next_due_at !== null && next_due_at > renewal.period_end ? next_due_at : renewal.period_end;
  const renewed = store.services.move(service.id, 'renew', {
    next_due_at: until,
    expires_at: expires_at === null ? null : until,
  });
  syncResource(store, renewed, 'renew');
  emitEvent(store, 'service.renewed', renewed);
  const subscription = subscriptionOf(store, renewed);
  if (!subscription) endAtDueDate(store, renewed);
  else if (until > subscription.current_period_end)
    extendPaidPeriod(store, subscription, renewal.period_start, until);
  if (!overdueInvoiceOf(store, service)) clearOverdue(store, renewed, subscription);
  return completed;
}

function clearOverdue(store: Store, service: ServiceRow, subscription: SubscriptionRow | undefined): void {
  if (subscription?.status === 'past_due') resumeSubscription(store, subscription);
  // Chosen by this contract: the payment ends a suspension for non-payment, but does not end a suspension by a user.
  const culprits = store.renewals.where('suspended_service_id', service.id);
  for (const { id } of culprits) store.renewals.update(id, { suspended_service_id: null });
  if (culprits.length > 0 && service.status === 'suspended') unsuspendService(store, service.id);
}

/**
 * Renews a service from the wallet, bills the renewal, or ends the service. A timer calls this function at the end of
 * the paid period.
 */
export function onPeriodEnd(store: Store, subscription: SubscriptionRow): void {
  if (subscription.status !== 'active' || subscription.current_period_end > store.now) return;
  const service = store.services.get(subscription.service_id);
  if (subscription.cancel_at_period_end || !service.auto_renew) {
    endSubscription(store, subscription, subscription.cancel_at_period_end ? 'cancel' : 'expire');
    onPaidPeriodOver(store, service);
    return;
  }
  // A pending manual renewal has been billed already, so its invoice determines whether the service continues.
  if (pendingRenewals(store, service).length > 0) return;
  const { renewal, invoice } = billRenewal(store, service, subscription.billing_cycle);
  if (walletOf(store).available_amount < invoice.due_amount) {
    scheduleOverdue(store, invoice);
    return;
  }
  payFromWallet(store, invoice);
  completeRenewal(store, renewal);
}

/** Makes an unpaid invoice overdue. A timer calls this function at the due date of the invoice. */
export function onInvoiceDue(store: Store, { id, status }: InvoiceRow): void {
  if (status !== 'unpaid') return;
  const invoice = emitEvent(store, 'invoice.overdue', store.invoices.move(id, 'fall_due'));
  const renewal = store.renewals.by('invoice_id', id);
  if (renewal?.status !== 'pending') return;
  const subscription = subscriptionOf(store, store.services.get(renewal.service_id));
  if (subscription?.status === 'active') store.subscriptions.move(subscription.id, 'fall_due');
  store.schedule(
    'invoice.grace_ends',
    addMs(store.now, policies().renewal_grace_days * DAY),
    timerRef('invoice_id', invoice),
  );
}

/**
 * Suspends the service of a renewal whose invoice is still overdue. A timer calls this function at the end of the
 * grace period.
 */
export function onGraceEnd(store: Store, invoice: InvoiceRow): void {
  const renewal = store.renewals.by('invoice_id', invoice.id);
  if (invoice.status !== 'overdue' || renewal?.status !== 'pending') return;
  if (store.services.get(renewal.service_id).status !== 'active') return;
  suspendService(store, renewal.service_id, `Invoice ${invoice.number} is overdue.`);
  store.renewals.update(renewal.id, { suspended_service_id: renewal.service_id });
}
