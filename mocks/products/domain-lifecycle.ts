// The end of a domain's lifecycle: expiry, grace period, redemption period and release. The transition table is in
// lifecycles.ts.
import { addMs, DAY } from '../billing/cycles.ts';
import { cancelInvoice } from '../billing/payments.ts';
import { type DomainRow, type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { terminateService } from './instances.ts';
import { moveDomain } from './types/domain.ts';

/**
 * The time from the expiry of a domain until it enters each state, in milliseconds. Decided, after common practice of
 * registries.
 */
const GRACE = 5 * DAY;
const REDEMPTION = 35 * DAY;
const RELEASE = 65 * DAY;

/**
 * Runs when a timer is due: schedules the expiry of a domain for the same instant, so that a renewal that is due at
 * this instant runs first.
 */
export function onDomainExpiry(store: Store, domain: DomainRow): void {
  if (domain.status === 'active') store.schedule('domain.moves_on', store.now, timerRef('domain_id', domain));
}

/** Runs when a timer is due: moves a domain that was not renewed to its next state. */
export function onNextExpiryState(store: Store, domain: DomainRow): void {
  const { expires_at, status, service_id } = domain;
  if (expires_at == null || expires_at > store.now) return;
  const then = (after: number): void => {
    const at = addMs(expires_at, after);
    // A timer cannot schedule itself for now, so a domain that is late by several states moves once per second.
    store.schedule(
      'domain.moves_on',
      at > store.now ? at : addMs(store.now, 1000),
      timerRef('domain_id', domain),
    );
  };
  if (status === 'active') {
    emitEvent(store, 'domain.expired', moveDomain(store, domain, 'expire'));
    then(GRACE);
  } else if (status === 'expired') {
    moveDomain(store, domain, 'enter_grace');
    then(REDEMPTION);
  } else if (status === 'grace_period') {
    moveDomain(store, domain, 'enter_redemption');
    endUnrenewable(store, store.services.get(service_id));
    then(RELEASE);
  } else if (status === 'redemption_period') {
    moveDomain(store, domain, 'release');
  }
}

/**
 * Cancels the pending renewals of a domain in redemption and terminates its service: it cannot be renewed any more.
 */
function endUnrenewable(store: Store, service: ServiceRow): void {
  for (const renewal of store.renewals.where('pending_service_id', service.id)) {
    cancelInvoice(store, store.invoices.get(renewal.invoice_id));
    store.renewals.update(renewal.id, {
      status: 'void',
      pending_service_id: null,
      suspended_service_id: null,
    });
  }
  terminateService(store, service.id);
}
