// Domains whose paid time is over: expired, in the grace period, in redemption, free again.
import { DAY, later } from './cycles.ts';
import { tell } from './events.ts';
import { terminate } from './instances.ts';
import { pull } from './kinds/domain.ts';
import { cancelInvoice } from './money.ts';
import type { DomainRow, ServiceRow, Store } from './tables.ts';

/** How long after its end a domain enters each state. Chosen, by what registries and registrars do. */
const GRACE = 5 * DAY;
const REDEMPTION = 35 * DAY;
const RELEASE = 65 * DAY;

const alarm = ({ tenant_id, id }: DomainRow) => ({ tenant_id: tenant_id ?? '', domain_id: id });

/** Timer: what is paid for is over. What renews the service at this same instant is waiting already, and goes first. */
export function expires(store: Store, domain: DomainRow): void {
  if (domain.status === 'active') store.schedule('domain.moves_on', store.now, alarm(domain));
}

/** Timer: a domain that nobody renewed goes on to its next state. */
export function movesOn(store: Store, domain: DomainRow): void {
  const { expires_at, status, service_id } = domain;
  if (expires_at == null || expires_at > store.now) return;
  const then = (after: number): void => {
    const at = later(expires_at, after);
    // A timer cannot set itself to now: what is late by more than one state catches up by the second.
    store.schedule('domain.moves_on', at > store.now ? at : later(store.now, 1000), alarm(domain));
  };
  if (status === 'active') {
    tell(store, 'domain.expired', pull(store, domain, 'expire'));
    then(GRACE);
  } else if (status === 'expired') {
    pull(store, domain, 'enter_grace');
    then(REDEMPTION);
  } else if (status === 'grace_period') {
    pull(store, domain, 'enter_redemption');
    abandon(store, store.services.get(service_id));
    then(RELEASE);
  } else if (status === 'redemption_period') {
    pull(store, domain, 'release');
  }
}

/** From redemption on nothing can be renewed: what was billed for it is cancelled, and the service is over. */
function abandon(store: Store, service: ServiceRow): void {
  for (const renewal of store.renewals.where('pending_service_id', service.id)) {
    cancelInvoice(store, store.invoices.get(renewal.invoice_id));
    store.renewals.update(renewal.id, {
      status: 'void',
      pending_service_id: null,
      suspended_service_id: null,
    });
  }
  terminate(store, service.id);
}
