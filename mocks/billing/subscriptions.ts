// Subscriptions: the recurring billing of a service, from its activation to its end.

import { type ServiceRow, type Store, type SubscriptionRow, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { addMs, isRecurring } from './cycles.ts';

/**
 * Starts the subscription of a service; returns null for a one_time service, which has no subscription.
 * @param until the end of the cycle that the order paid for, ISO 8601
 */
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

/** Finds the subscription that bills a service and is active or past_due. */
export function subscriptionOf(store: Store, { subscription_id }: ServiceRow): SubscriptionRow | undefined {
  const subscription = subscription_id === null ? undefined : store.subscriptions.find(subscription_id);
  return subscription?.status === 'active' || subscription?.status === 'past_due' ? subscription : undefined;
}

// Schedules `onPeriodEnd` at the end of the paid period, or one second from now when the period has ended before a late
// payment.
function schedulePeriodEnd(store: Store, subscription: SubscriptionRow): SubscriptionRow {
  const { current_period_end: until } = subscription;
  const at = until > store.now ? until : addMs(store.now, 1000);
  store.schedule('subscription.period_ends', at, timerRef('subscription_id', subscription));
  return subscription;
}

/** Extends the paid period of a subscription to the instant `until`. */
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

/**
 * Makes a past_due subscription active again. If its paid period has ended meanwhile, the next cycle is billed one
 * second later.
 */
export const resumeSubscription = (store: Store, { id }: SubscriptionRow): SubscriptionRow =>
  schedulePeriodEnd(store, store.subscriptions.move(id, 'pay'));

/**
 * Ends a subscription.
 * @param how the trigger of the lifecycle: `cancel` when a caller ends it, `expire` when it ends without auto_renew
 */
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

export const cancelAtPeriodEnd = (store: Store, { id }: SubscriptionRow): SubscriptionRow =>
  store.subscriptions.move(id, 'cancel_at_period_end', { cancel_at_period_end: true, next_billing_at: null });
