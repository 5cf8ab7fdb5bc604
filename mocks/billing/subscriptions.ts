// Subscriptions: what bills a service again and again, from its activation to its end.

import { type ServiceRow, type Store, type SubscriptionRow, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { addMs, isRecurring } from './cycles.ts';

/** Starts billing a service at `until`, the end of the cycle its order paid for; null for a service bought once. */
export function startSubscription(
  store: Store,
  service: ServiceRow,
  until: string | null,
): SubscriptionRow | null {
  const { customer_id, id: service_id, sku_id, billing_cycle, quantity, unit_amount, currency } = service;
  if (until === null || !isRecurring(billing_cycle)) return null;
  const subscription = store.subscriptions.insert({
    customer_id,
    service_id,
    sku_id,
    status: 'active',
    billing_cycle,
    quantity,
    unit_amount,
    amount: quantity * unit_amount,
    currency,
    current_period_start: store.now,
    current_period_end: until,
    next_billing_at: until,
    cancel_at_period_end: false,
    cancelled_at: null,
  });
  return emitEvent(store, 'subscription.created', schedulePeriodEnd(store, subscription));
}

/** The subscription that still bills a service, if one does. */
export function subscriptionOf(store: Store, { subscription_id }: ServiceRow): SubscriptionRow | undefined {
  const subscription = subscription_id === null ? undefined : store.subscriptions.find(subscription_id);
  return subscription?.status === 'active' || subscription?.status === 'past_due' ? subscription : undefined;
}

/** Wakes `periodEnds` at the end of the paid time, or in a second where that has passed (something was paid late). */
function schedulePeriodEnd(store: Store, subscription: SubscriptionRow): SubscriptionRow {
  const { current_period_end: until } = subscription;
  const at = until > store.now ? until : addMs(store.now, 1000);
  store.schedule('subscription.period_ends', at, timerRef('subscription_id', subscription));
  return subscription;
}

/** Moves the paid time of a subscription on to `until`. */
export function extendPaidPeriod(
  store: Store,
  subscription: SubscriptionRow,
  from: string,
  until: string,
): SubscriptionRow {
  const current = from <= store.now && from > subscription.current_period_start;
  const extended = store.subscriptions.update(subscription.id, {
    current_period_start: current ? from : subscription.current_period_start,
    current_period_end: until,
    next_billing_at: subscription.cancel_at_period_end ? null : until,
  });
  return emitEvent(store, 'subscription.renewed', schedulePeriodEnd(store, extended));
}

/** What was overdue is paid: the subscription bills again, and at once where its period ended meanwhile. */
export const resumeSubscription = (store: Store, { id }: SubscriptionRow): SubscriptionRow =>
  schedulePeriodEnd(store, store.subscriptions.move(id, 'pay'));

/** Stops the billing for good: `cancel`led by somebody, or `expire`d because the service was not to be renewed. */
export function endSubscription(
  store: Store,
  subscription: SubscriptionRow,
  how: 'cancel' | 'expire',
): SubscriptionRow {
  store.unschedule('subscription.period_ends', timerRef('subscription_id', subscription));
  const ended = store.subscriptions.move(subscription.id, how, {
    next_billing_at: null,
    cancel_at_period_end: false,
    cancelled_at: how === 'cancel' ? store.now : null,
  });
  return how === 'cancel' ? emitEvent(store, 'subscription.cancelled', ended) : ended;
}

/** Lets the subscription run out with the period that is paid for. */
export const cancelAtPeriodEnd = (store: Store, { id }: SubscriptionRow): SubscriptionRow =>
  store.subscriptions.move(id, 'cancel_at_period_end', { cancel_at_period_end: true, next_billing_at: null });
