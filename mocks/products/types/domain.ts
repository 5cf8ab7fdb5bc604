// The product type domain: a domain that follows its service.
import type { Schemas } from '../../../src/contract/types.ts';
import { nextState } from '../../../src/state/lifecycle.ts';
import { nameserversOf } from '../../identity/tenancy.ts';
import { domain as lifecycle } from '../../lifecycles.ts';
import { type DomainRow, type ServiceRow, type Store, timerRef } from '../../tables.ts';
import { emitEvent } from '../../webhooks/events.ts';
import {
  assertTermAllowed,
  externalRegistration,
  isHeldHere,
  tldOf,
  unavailableReason,
  WRONG_AUTH_CODE,
} from '../domain-registry.ts';
import { toUnicode } from '../idna.ts';
import type { ProductType } from '../product-type.ts';
import { ofService } from './resource-transitions.ts';

const domainOf = (store: Store, { resource_id }: ServiceRow): DomainRow | undefined =>
  resource_id == null ? undefined : store.domains.find(resource_id);

const forDomain =
  (change: (store: Store, row: DomainRow, service: ServiceRow) => unknown) =>
  (store: Store, service: ServiceRow): void => {
    const row = domainOf(store, service);
    if (row) change(store, row, service);
  };

const completeRegistration = forDomain((store, row) =>
  store.domains.update(row.id, { epp_statuses: eppStatuses(store, row) }),
);

export const domain: ProductType = {
  // Chosen by this contract: POST /orders accepts any name for a domain, and creates the domain only if the name is
  // available.
  open(store, service, { domain: details }, invoice_id) {
    const name = details?.domain ?? service.config.domain;
    if (name === undefined || (!details && unavailableReason(store, name) !== null)) return null;
    const isTransfer = details !== undefined && details.auth_code !== null;
    const registration = isTransfer ? externalRegistration(name, store.now) : null;
    const opened = store.domains.insert({
      ...ofService(service, invoice_id),
      name,
      unicode_name: toUnicode(name) ?? name,
      tld: tldOf(name),
      status: isTransfer ? 'pending_transfer' : 'pending_registration',
      epp_statuses: [isTransfer ? 'pendingTransfer' : 'pendingCreate'],
      nameservers: details?.nameservers ?? registration?.nameservers ?? nameserversOf(store),
      auto_renew: details?.auto_renew ?? service.auto_renew,
      privacy_enabled: details?.privacy_enabled ?? true,
      transfer_locked: !isTransfer,
      registrant: details?.registrant ?? null,
      billing_cycle: service.billing_cycle,
      registered_at: registration?.registered_at ?? null,
      expires_at: registration?.expires_at ?? null,
      transfer: isTransfer ? { status: 'pending', requested_at: store.now, completed_at: null } : null,
    });
    if (isTransfer)
      store.domain_auth_codes.insert({ domain_id: opened.id, auth_code: details.auth_code ?? '' });
    const zone = store.dns_zones.by('name', name);
    if (zone) store.dns_zones.update(zone.id, { domain_id: opened.id });
    return opened.id;
  },

  // A transfer adds its term to the expiry date at the other registrar.
  firstCycleStart(store, service) {
    const row = domainOf(store, service);
    return row?.status === 'pending_transfer'
      ? externalRegistration(row.name, store.now).expires_at
      : store.now;
  },

  provisioningError(store, service) {
    const row = domainOf(store, service);
    const code = row && store.domain_auth_codes.by('domain_id', row.id)?.auth_code;
    return code === WRONG_AUTH_CODE ? `The registry refused the auth code of ${row?.name}.` : null;
  },

  activate: forDomain((store, row, service) => {
    const active = moveDomain(store, row, 'activate', {
      transfer_locked: true,
      registered_at: row.registered_at ?? store.now,
      expires_at: service.expires_at ?? null,
      ...finishedTransfer(store, row, 'client_approved'),
    });
    scheduleExpiry(store, active);
    emitEvent(store, row.status === 'pending_transfer' ? 'domain.transferred' : 'domain.registered', active);
  }),

  fail: forDomain((store, row) =>
    moveDomain(store, row, 'fail', finishedTransfer(store, row, 'client_rejected')),
  ),

  cancel: forDomain((store, row) => {
    const transfer = finishedTransfer(store, row, 'client_cancelled');
    moveDomain(store, row, 'cancel', { auto_renew: false, ...transfer });
  }),

  suspend: completeRegistration,
  unsuspend: completeRegistration,

  // A domain in its redemption period stays in that state, because the registry keeps the name for some more weeks
  // after the service has ended.
  terminate: forDomain((store, row) => {
    if (row.status === 'active' || row.status === 'expired' || row.status === 'grace_period') {
      store.unschedule('domain.expires', timerRef('domain_id', row));
      store.unschedule('domain.moves_on', timerRef('domain_id', row));
      moveDomain(store, row, 'terminate', { auto_renew: false });
    } else store.domains.update(row.id, { auto_renew: false });
  }),

  renew: forDomain((store, row, service) => {
    store.unschedule('domain.moves_on', timerRef('domain_id', row));
    const renewed = moveDomain(store, row, 'renew', { expires_at: service.expires_at ?? null });
    scheduleExpiry(store, renewed);
    emitEvent(store, 'domain.renewed', renewed);
  }),

  unrenewed: forDomain((store, row) => store.domains.update(row.id, { auto_renew: false })),

  assertRenewable(store, service, until) {
    const row = domainOf(store, service);
    if (!row) return;
    nextState(lifecycle, row.status, 'renew');
    assertTermAllowed(store, until);
  },

  survivesExpiry: (store, service) => {
    const row = domainOf(store, service);
    return row !== undefined && isHeldHere(row);
  },
};

const scheduleExpiry = (store: Store, row: DomainRow): void => {
  if (row.expires_at !== null)
    store.schedule('domain.expires', row.expires_at ?? store.now, timerRef('domain_id', row));
};

type TransferOutcome = NonNullable<DomainRow['transfer']>['status'];

// Builds the members that end the transfer of a domain with a status; an empty object for a domain that was registered
// here.
const finishedTransfer = (
  store: Store,
  { transfer }: DomainRow,
  status: TransferOutcome,
): Partial<DomainRow> => (transfer ? { transfer: { ...transfer, status, completed_at: store.now } } : {});

/** Applies a trigger of the lifecycle to a domain and updates its EPP statuses. Throws the refusal INVALID_STATE. */
export function moveDomain(
  store: Store,
  { id }: DomainRow,
  trigger: string,
  patch: Partial<DomainRow> = {},
): DomainRow {
  const moved = store.domains.move(id, trigger, patch);
  return store.domains.update(id, { epp_statuses: eppStatuses(store, moved) });
}

// Derives the EPP statuses of a domain (RFC 5731, RFC 3915): `ok` only when no other status applies; several other
// statuses can apply together.
function eppStatuses(
  store: Store,
  { status, transfer_locked, service_id }: DomainRow,
): Schemas['EppStatus'][] {
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
      const statuses: Schemas['EppStatus'][] = [];
      if (store.services.get(service_id).status === 'suspended') statuses.push('clientHold');
      if (transfer_locked) statuses.push('clientTransferProhibited');
      if (status === 'grace_period') statuses.push('autoRenewPeriod');
      return statuses.length === 0 ? ['ok'] : statuses;
    }
    default:
      return [];
  }
}
