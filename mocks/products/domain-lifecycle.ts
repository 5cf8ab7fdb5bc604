// Runs the end of a domain's lifecycle: expiry, grace period, redemption period and release. The table of transitions
// is in lifecycles.ts.
import { policies } from '../../src/contract/policies.ts';
import { addMs, DAY } from '../billing/cycles.ts';
import { cancelInvoice } from '../billing/payments.ts';
import { type DomainRow, type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { terminateService } from './instances.ts';
import { moveDomain } from './types/domain.ts';

/**
 * Schedules the change of a domain to the state `expired` for the same instant. A timer calls this function at the
 * expiry; the second timer lets a renewal that is due at the same instant run first.
 */
export function onDomainExpiry(store: Store, domain: DomainRow): void {
  if (domain.status === 'active') store.schedule('domain.moves_on', store.now, timerRef('domain_id', domain));
}

/** Moves a domain that was not renewed to its next state. A timer calls this function when the next state is due. */
export function onNextExpiryState(store: Store, domain: DomainRow): void {
  const { expires_at, status, service_id } = domain;
  if (expires_at == null || expires_at > store.now) return;
  const then = (daysAfter: number): void => {
    const at = addMs(expires_at, daysAfter * DAY);
    // A timer cannot be scheduled for the current instant, so a domain that is late by several states changes its state
    // once per second.
    store.schedule(
      'domain.moves_on',
      at > store.now ? at : addMs(store.now, 1000),
      timerRef('domain_id', domain),
    );
  };
  if (status === 'active') {
    emitEvent(store, 'domain.expired', moveDomain(store, domain, 'expire'));
    then(policies().domain_grace_days);
  } else if (status === 'expired') {
    moveDomain(store, domain, 'enter_grace');
    then(policies().domain_redemption_days);
  } else if (status === 'grace_period') {
    moveDomain(store, domain, 'enter_redemption');
    endUnrenewable(store, store.services.get(service_id));
    then(policies().domain_release_days);
  } else if (status === 'redemption_period') {
    moveDomain(store, domain, 'release');
  }
}

/**
 * Moves a domain to the state `transferred_away`, as if another registrar had taken it over, and terminates its
 * service.
 */
export function transferAway(store: Store, domain: DomainRow): void {
  moveDomain(store, domain, 'transfer_away', { transfer_locked: false });
  terminateService(store, domain.service_id);
}

// Cancels the pending renewals of a domain in its redemption period, where it can no longer be renewed, and terminates
// its service.
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
