// Domains whose paid time is over: expired, in the grace period, in redemption, free again.
import { addMs, DAY } from '../billing/cycles.ts';
import { cancelInvoice } from '../billing/payments.ts';
import { type DomainRow, type ServiceRow, type Store, timerRef } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { terminateService } from './instances.ts';
import { moveDomain } from './types/domain.ts';

/** How long after its end a domain enters each state. Chosen, by what registries and registrars do. */
const GRACE = 5 * DAY;
const REDEMPTION = 35 * DAY;
const RELEASE = 65 * DAY;

/** Timer: what is paid for is over. What renews the service at this same instant is waiting already, and goes first. */
export function onDomainExpiry(store: Store, domain: DomainRow): void {
  if (domain.status === 'active') store.schedule('domain.moves_on', store.now, timerRef('domain_id', domain));
}

/** Timer: a domain that nobody renewed goes on to its next state. */
export function onNextExpiryState(store: Store, domain: DomainRow): void {
  const { expires_at, status, service_id } = domain;
  if (expires_at == null || expires_at > store.now) return;
  const then = (after: number): void => {
    const at = addMs(expires_at, after);
    // A timer cannot set itself to now: what is late by more than one state catches up by the second.
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

/** From redemption on nothing can be renewed: what was billed for it is cancelled, and the service is over. */
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
