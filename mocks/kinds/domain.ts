// Domains, as they follow their services.
import type { Schemas } from '../../src/contract/types.ts';
import { next } from '../../src/state/lifecycle.ts';
import { tell } from '../events.ts';
import { unicodeOf } from '../idna.ts';
import { domain as lifecycle } from '../lifecycles.ts';
import { demandTerm, elsewhere, isHeld, reasonAgainst, tldOf, WRONG_AUTH_CODE } from '../registry.ts';
import type { DomainRow, ServiceRow, Store } from '../tables.ts';
import { nameserversOf } from '../tenancy.ts';
import type { Kind } from './kind.ts';

/** What is asked for under /domains beyond an order item; `auth_code` makes it a transfer. */
export type DomainAsked = {
  domain: string;
  nameservers?: string[] | undefined;
  auto_renew?: boolean | undefined;
  privacy_enabled?: boolean | undefined;
  registrant?: Schemas['Registrant'] | undefined;
  auth_code: string | null;
};

export const domain: Kind<DomainAsked> = {
  // Chosen: a plain order may be for any name. It opens a domain if that name can be had, and none otherwise.
  open(store, service, asked, invoice_id) {
    const name = asked?.domain ?? service.config.domain;
    if (name === undefined || (!asked && reasonAgainst(store, name) !== null)) return null;
    const moves = asked !== undefined && asked.auth_code !== null;
    const there = moves ? elsewhere(name, store.now) : null;
    const opened = store.domains.insert({
      service_id: service.id,
      customer_id: service.customer_id,
      order_id: service.order_id ?? null,
      invoice_id,
      name,
      unicode_name: unicodeOf(name) ?? name,
      tld: tldOf(name),
      status: moves ? 'pending_transfer' : 'pending_registration',
      epp_statuses: [moves ? 'pendingTransfer' : 'pendingCreate'],
      nameservers: asked?.nameservers ?? there?.nameservers ?? nameserversOf(store),
      auto_renew: asked?.auto_renew ?? service.auto_renew,
      privacy_enabled: asked?.privacy_enabled ?? true,
      transfer_locked: !moves,
      registrant: asked?.registrant ?? null,
      billing_cycle: service.billing_cycle,
      registered_at: there?.registered_at ?? null,
      expires_at: there?.expires_at ?? null,
      transfer: moves ? { status: 'pending', requested_at: store.now, completed_at: null } : null,
    });
    if (moves) store.domain_auth_codes.insert({ domain_id: opened.id, auth_code: asked.auth_code ?? '' });
    const zone = store.dns_zones.by('name', name);
    if (zone) store.dns_zones.update(zone.id, { domain_id: opened.id });
    return opened.id;
  },

  // The term of a transfer is added to what is paid elsewhere already.
  begins(store, service) {
    const row = domainOf(store, service);
    return row?.status === 'pending_transfer' ? elsewhere(row.name, store.now).expires_at : store.now;
  },

  flaw(store, service) {
    const row = domainOf(store, service);
    const code = row && store.domain_auth_codes.by('domain_id', row.id)?.auth_code;
    return code === WRONG_AUTH_CODE ? `The registry refused the auth code of ${row?.name}.` : null;
  },

  activate(store, service) {
    const row = domainOf(store, service);
    if (!row) return;
    const active = pull(store, row, 'activate', {
      transfer_locked: true,
      registered_at: row.registered_at ?? store.now,
      expires_at: service.expires_at ?? null,
      ...decided(store, row, 'client_approved'),
    });
    watch(store, active);
    tell(store, row.status === 'pending_transfer' ? 'domain.transferred' : 'domain.registered', active);
  },

  fail(store, service) {
    const row = domainOf(store, service);
    if (row) pull(store, row, 'fail', decided(store, row, 'client_rejected'));
  },

  cancel(store, service) {
    const row = domainOf(store, service);
    if (row) pull(store, row, 'cancel', { auto_renew: false, ...decided(store, row, 'client_cancelled') });
  },

  suspend: settle,
  unsuspend: settle,

  // In redemption the service is over, and the registry keeps the name for some weeks more.
  terminate(store, service) {
    const row = domainOf(store, service);
    if (!row) return;
    if (row.status === 'active' || row.status === 'expired' || row.status === 'grace_period') {
      store.unschedule('domain.expires', alarm(row));
      store.unschedule('domain.moves_on', alarm(row));
      pull(store, row, 'terminate', { auto_renew: false });
    } else store.domains.update(row.id, { auto_renew: false });
  },

  renew(store, service) {
    const row = domainOf(store, service);
    if (!row) return;
    store.unschedule('domain.moves_on', alarm(row));
    const renewed = pull(store, row, 'renew', { expires_at: service.expires_at ?? null });
    watch(store, renewed);
    tell(store, 'domain.renewed', renewed);
  },

  unrenewed(store, service) {
    const row = domainOf(store, service);
    if (row) store.domains.update(row.id, { auto_renew: false });
  },

  demandRenewable(store, service, until) {
    const row = domainOf(store, service);
    if (!row) return;
    next(lifecycle, row.status, 'renew');
    demandTerm(store, until);
  },

  outlives: (store, service) => {
    const row = domainOf(store, service);
    return row !== undefined && isHeld(row);
  },
};

const domainOf = (store: Store, { resource_id }: ServiceRow): DomainRow | undefined =>
  resource_id == null ? undefined : store.domains.find(resource_id);

const alarm = ({ tenant_id, id }: DomainRow) => ({ tenant_id: tenant_id ?? '', domain_id: id });

/** Wakes the domain when what is paid for is over. */
const watch = (store: Store, row: DomainRow): void => {
  if (row.expires_at !== null) store.schedule('domain.expires', row.expires_at ?? store.now, alarm(row));
};

type Outcome = NonNullable<DomainRow['transfer']>['status'];

/** How a transfer ended; nothing for a domain that was registered here. */
const decided = (store: Store, { transfer }: DomainRow, status: Outcome): Partial<DomainRow> =>
  transfer ? { transfer: { ...transfer, status, completed_at: store.now } } : {};

function settle(store: Store, service: ServiceRow): void {
  const row = domainOf(store, service);
  if (row) store.domains.update(row.id, { epp_statuses: eppOf(store, row) });
}

/** Pulls a trigger, and lets the registry's own words follow the state. Refusal INVALID_STATE. */
export function pull(
  store: Store,
  { id }: DomainRow,
  trigger: string,
  patch: Partial<DomainRow> = {},
): DomainRow {
  const moved = store.domains.move(id, trigger, patch);
  return store.domains.update(id, { epp_statuses: eppOf(store, moved) });
}

/** RFC 5731 and RFC 3915: `ok` stands alone, a hold and a lock may go together. */
function eppOf(store: Store, { status, transfer_locked, service_id }: DomainRow): Schemas['EppStatus'][] {
  switch (status) {
    case 'pending_registration':
      return ['pendingCreate'];
    case 'pending_transfer':
      return ['pendingTransfer'];
    case 'redemption_period':
      return ['pendingDelete', 'redemptionPeriod'];
    case 'active':
    case 'expired':
    case 'grace_period': {
      const said: Schemas['EppStatus'][] = [];
      if (store.services.get(service_id).status === 'suspended') said.push('clientHold');
      if (transfer_locked) said.push('clientTransferProhibited');
      if (status === 'grace_period') said.push('autoRenewPeriod');
      return said.length === 0 ? ['ok'] : said;
    }
    default:
      return [];
  }
}
