// The invariants of domains and DNS zones. Each violation is described by a sentence.

import { isHeldHere } from '../products/domain-registry.ts';
import type { DnsZoneRow, DomainRow, ServiceRow, Store } from '../tables.ts';
import { violations } from './billing.ts';

/** The statuses that a service may have, by the status of its domain. */
const SERVICE_STATES: Record<DomainRow['status'], readonly ServiceRow['status'][]> = {
  pending_registration: ['pending'],
  pending_transfer: ['pending'],
  active: ['active', 'suspended'],
  expired: ['active', 'suspended'],
  grace_period: ['active', 'suspended'],
  redemption_period: ['terminated'],
  transferred_away: ['terminated'],
  cancelled: ['cancelled', 'terminated'],
  failed: ['failed'],
};

/** Lists the violations in a domain, as sentences: invalid service, expiry or hold. */
export function domainViolations(store: Store, domain: DomainRow): string[] {
  const who = `domain ${domain.name}`;
  const service = store.services.find(domain.service_id);
  if (!service) return [];
  const holders = store.platform.domains.where('name', domain.name).filter(isHeldHere);
  const runs = domain.status === 'active' || domain.status === 'expired' || domain.status === 'grace_period';
  return violations({
    [`${who} and its service do not name each other`]: service.resource_id === domain.id,
    [`${who} is ${domain.status}, its service ${service.status}`]: SERVICE_STATES[domain.status].includes(
      service.status,
    ),
    [`${who} is held ${holders.length} times`]: holders.length <= 1,
    [`${who} expires at ${domain.expires_at}, its service at ${service.expires_at}`]:
      !runs || domain.expires_at === service.expires_at,
    [`${who} and its service differ in whether they are renewed`]:
      !isHeldHere(domain) || domain.auto_renew === service.auto_renew,
    [`${who} is on hold and its service ${service.status}`]:
      domain.epp_statuses?.includes('clientHold') === (runs && service.status === 'suspended'),
  });
}

/** Lists the violations in a DNS zone, as sentences: invalid record count, CNAME records or domain. */
export function zoneViolations(store: Store, zone: DnsZoneRow): string[] {
  const who = `zone ${zone.name}`;
  const records = store.dns_records.where('zone_id', zone.id);
  const aliases = records.filter((one) => one.type === 'CNAME');
  const { domain_id } = zone;
  return violations({
    [`${who} says ${zone.record_count} records, there are ${records.length}`]:
      zone.record_count === records.length,
    [`${who} has a CNAME beside another record`]: aliases.every((alias) =>
      records.every((one) => one === alias || one.name !== alias.name),
    ),
    [`${who} names a domain of another name, or none`]:
      domain_id == null || store.domains.find(domain_id)?.name === zone.name,
  });
}
