// Changes the status of a service: activate, suspend, unsuspend, terminate, end at its due date.
import { endSubscription, subscriptionOf } from '../billing/subscriptions.ts';
import { type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { survivesExpiry, syncResource } from './product-types.ts';

/** Suspends a service. Throws the refusal INVALID_STATE unless the service is active. */
export function suspendService(store: Store, id: string, reason: string | null): ServiceRow {
  const suspended = store.services.move(id, 'suspend', {
    suspension_reason: reason,
    suspended_at: store.now,
  });
  syncResource(store, suspended, 'suspend');
  return emitEvent(store, 'service.suspended', suspended);
}

/** Ends the suspension of a service. Throws the refusal INVALID_STATE unless the service is suspended. */
export function unsuspendService(store: Store, id: string): ServiceRow {
  const active = store.services.move(id, 'unsuspend', { suspension_reason: null, suspended_at: null });
  syncResource(store, active, 'unsuspend');
  return emitEvent(store, 'service.unsuspended', active);
}

/**
 * Terminates a service and ends its subscription. Throws the refusal INVALID_STATE unless the service is active or
 * suspended.
 */
export function terminateService(store: Store, id: string): ServiceRow {
  const terminated = store.services.move(id, 'terminate', {
    terminated_at: store.now,
    next_due_at: null,
    auto_renew: false,
  });
  const subscription = subscriptionOf(store, terminated);
  if (subscription) endSubscription(store, subscription, 'cancel');
  store.unschedule('service.ends', timerRef('service_id', terminated));
  syncResource(store, terminated, 'terminate');
  return emitEvent(store, 'service.terminated', terminated);
}

/** Schedules the end of a service at its due date, and stops its automatic renewal. */
export function endAtDueDate(store: Store, service: ServiceRow): ServiceRow {
  store.schedule('service.ends', service.next_due_at ?? store.now, timerRef('service_id', service));
  return stopRenewing(store, service);
}

function stopRenewing(store: Store, service: ServiceRow): ServiceRow {
  if (!service.auto_renew) return service;
  const unrenewed = store.services.update(service.id, { auto_renew: false });
  syncResource(store, unrenewed, 'unrenewed');
  return unrenewed;
}

/**
 * Terminates a service whose paid period is over. If the resource of the service survives the expiry, as a domain
 * does, the function only stops the renewal.
 */
export function onPaidPeriodOver(store: Store, service: ServiceRow): void {
  if (survivesExpiry(store, service)) stopRenewing(store, service);
  else terminateService(store, service.id);
}

/** Ends a service, unless a renewal has moved its due date meanwhile. A timer calls this function at the due date. */
export function onDueDate(store: Store, service: ServiceRow): void {
  if (service.status !== 'active' && service.status !== 'suspended') return;
  if (service.next_due_at !== null && service.next_due_at <= store.now) onPaidPeriodOver(store, service);
}
