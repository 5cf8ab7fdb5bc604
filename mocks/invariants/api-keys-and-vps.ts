// The invariants of API keys and VPS instances. Each violation is described by a sentence.

import type { ServiceStatus, VpsStatus } from '../lifecycles.ts';
import type { ApiKeyRow, Store, VpsRow } from '../tables.ts';
import { violations } from './billing.ts';

/** Lists the violations in an API key, as sentences: invalid status or dates. */
export function apiKeyViolations(store: Store, { id, status, revoked_at, expires_at }: ApiKeyRow) {
  const who = `API key ${id}`;
  return violations({
    [`${who} is ${status}, and its revoked_at is ${revoked_at}`]:
      (status === 'revoked') === (revoked_at !== null),
    [`${who} expired before its time`]: status !== 'expired' || (expires_at ?? '9') <= store.now,
  });
}

const IN_USE: readonly VpsStatus[] = ['running', 'starting', 'stopping', 'stopped', 'rebooting', 'resizing'];

/** The statuses that an instance may have, by the status of its service. */
const VPS_STATES: Record<ServiceStatus, readonly VpsStatus[]> = {
  pending: ['provisioning'],
  active: IN_USE,
  suspended: ['suspended'],
  terminated: ['terminated'],
  cancelled: ['terminated'],
  failed: ['error', 'terminated'],
};

/** Lists the violations in a VPS instance, as sentences: invalid status, service or IP addresses. */
export function vpsViolations(store: Store, vps: VpsRow): string[] {
  const who = `instance ${vps.id}`;
  const service = store.services.find(vps.service_id);
  if (service?.resource_id !== vps.id) return [`${who} and its service do not name each other`];
  const live = IN_USE.includes(vps.status) || vps.status === 'suspended';
  const address = store.vps_addresses.by('vps_id', vps.id);
  return violations({
    [`${who} is ${vps.status}, its service ${service.status}`]: VPS_STATES[service.status].includes(
      vps.status,
    ),
    [`${who} and its service differ in product or customer`]:
      vps.sku_id === service.sku_id && vps.customer_id === service.customer_id,
    [`${who} is due at ${vps.next_due_at}, its service at ${service.next_due_at}`]:
      !live || vps.next_due_at === service.next_due_at,
    [`${who} is ${vps.status} and has the addresses ${vps.ipv6}`]: live === vps.ipv6.length > 0,
    [`${who} and the table of assigned addresses do not agree`]:
      (address !== undefined) === vps.ipv4.length > 0,
  });
}
