// Service instances as their state changes: activated, suspended, taken up again, terminated.
import { endOfCycle, isRecurring } from './cycles.ts';
import { tell } from './events.ts';
import { begins, follow, outlives } from './kinds/index.ts';
import { endSubscription, subscribe, subscriptionOf } from './subscriptions.ts';
import type { ServiceRow, Store } from './tables.ts';

const alarm = ({ tenant_id, id }: ServiceRow) => ({ tenant_id, service_id: id });

/** Provisioning is done: the service runs, and a recurring one is billed from here on. */
export function activate(store: Store, service: ServiceRow): ServiceRow {
  const { billing_cycle: cycle, type } = service;
  const until = isRecurring(cycle) ? endOfCycle(begins(store, service), cycle) : null;
  const subscription = subscribe(store, service, until);
  const active = store.services.move(service.id, 'activate', {
    activated_at: store.now,
    next_due_at: until,
    // Chosen: names and certificates run out on a date of their own; everything else lasts as long as it is paid.
    expires_at: type === 'domain' || type === 'ssl' ? until : null,
    subscription_id: subscription?.id ?? null,
  });
  follow(store, active, 'activate');
  return tell(store, 'service.activated', active);
}

/** Refusal INVALID_STATE unless the service is active. */
export function suspend(store: Store, id: string, reason: string | null): ServiceRow {
  const suspended = store.services.move(id, 'suspend', {
    suspension_reason: reason,
    suspended_at: store.now,
  });
  follow(store, suspended, 'suspend');
  return tell(store, 'service.suspended', suspended);
}

/** Refusal INVALID_STATE unless the service is suspended. */
export function unsuspend(store: Store, id: string): ServiceRow {
  const active = store.services.move(id, 'unsuspend', { suspension_reason: null, suspended_at: null });
  follow(store, active, 'unsuspend');
  return tell(store, 'service.unsuspended', active);
}

/** Ends a service for good, and its subscription with it. Refusal INVALID_STATE unless it is active or suspended. */
export function terminate(store: Store, id: string): ServiceRow {
  const terminated = store.services.move(id, 'terminate', {
    terminated_at: store.now,
    next_due_at: null,
    auto_renew: false,
  });
  const subscription = subscriptionOf(store, terminated);
  if (subscription) endSubscription(store, subscription, 'cancel');
  store.unschedule('service.ends', alarm(terminated));
  follow(store, terminated, 'terminate');
  return tell(store, 'service.terminated', terminated);
}

/** A service that nothing renews any more lives to its due date. */
export function letRunOut(store: Store, service: ServiceRow): ServiceRow {
  store.schedule('service.ends', service.next_due_at ?? store.now, alarm(service));
  return stopRenewing(store, service);
}

function stopRenewing(store: Store, service: ServiceRow): ServiceRow {
  if (!service.auto_renew) return service;
  const unrenewed = store.services.update(service.id, { auto_renew: false });
  follow(store, unrenewed, 'unrenewed');
  return unrenewed;
}

/** The paid time of a service is over: it ends, unless its resource lives on for a while, to be renewed or to end it. */
export function lapse(store: Store, service: ServiceRow): void {
  if (outlives(store, service)) stopRenewing(store, service);
  else terminate(store, service.id);
}

/** Timer: the due date of a service that nothing renews. One that was paid for longer meanwhile lives on. */
export function runOut(store: Store, service: ServiceRow): void {
  if (service.status !== 'active' && service.status !== 'suspended') return;
  if (service.next_due_at !== null && service.next_due_at <= store.now) lapse(store, service);
}
