// What must hold of domains, zones and records, in sentences that say what does not.
import { unless } from './balances.ts';
import { isHeld } from './registry.ts';
import type { DnsRecordRow, DnsZoneRow, DomainRow, ServiceRow, Store } from './tables.ts';

/** The states of its service that go with a state of a domain. */
const TOGETHER: Record<DomainRow['status'], readonly ServiceRow['status'][]> = {
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

export function domainBroken(store: Store, domain: DomainRow): string[] {
  const who = `domain ${domain.name}`;
  const service = store.services.find(domain.service_id);
  if (!service) return [`${who} has no service`];
  const held = store.platform.domains.where('name', domain.name).filter(isHeld);
  const runs = domain.status === 'active' || domain.status === 'expired' || domain.status === 'grace_period';
  return [
    ...unless(service.resource_id === domain.id, `${who} and its service do not name each other`),
    ...unless(
      TOGETHER[domain.status].includes(service.status),
      `${who} is ${domain.status}, its service ${service.status}`,
    ),
    ...unless(held.length <= 1, `${who} is held ${held.length} times`),
    ...unless(
      !runs || domain.expires_at === service.expires_at,
      `${who} ends ${domain.expires_at}, its service ${service.expires_at}`,
    ),
    ...unless(
      !isHeld(domain) || domain.auto_renew === service.auto_renew,
      `${who} and its service differ in whether they are renewed`,
    ),
    ...unless(
      domain.epp_statuses?.includes('clientHold') === (runs && service.status === 'suspended'),
      `${who} is on hold and its service ${service.status}`,
    ),
    ...unless(
      store.customers.find(domain.customer_id) !== undefined &&
        (domain.order_id == null || store.orders.find(domain.order_id) !== undefined) &&
        (domain.invoice_id == null || store.invoices.find(domain.invoice_id) !== undefined),
      `${who} names a customer, an order or an invoice that does not exist`,
    ),
  ];
}

export function zoneBroken(store: Store, zone: DnsZoneRow): string[] {
  const who = `zone ${zone.name}`;
  const records = store.dns_records.where('zone_id', zone.id);
  const aliases = records.filter((one) => one.type === 'CNAME');
  const { domain_id, customer_id } = zone;
  return [
    ...unless(
      zone.record_count === records.length,
      `${who} says ${zone.record_count} records, there are ${records.length}`,
    ),
    ...unless(
      aliases.every((alias) => records.every((one) => one === alias || one.name !== alias.name)),
      `${who} has a CNAME beside another record`,
    ),
    ...unless(
      domain_id == null || store.domains.find(domain_id)?.name === zone.name,
      `${who} names a domain of another name, or none`,
    ),
    ...unless(
      customer_id == null || store.customers.find(customer_id) !== undefined,
      `${who} names a customer that does not exist`,
    ),
  ];
}

export const recordBroken = (store: Store, { id, zone_id }: DnsRecordRow): string[] =>
  unless(store.dns_zones.find(zone_id) !== undefined, `record ${id} is in a zone that does not exist`);
