// Checks the invariants of the whole world.
import { referencesOf } from '../../src/state/references.ts';
import type { Row } from '../../src/state/tables/table.ts';
import type { ServiceStatus, VpsStatus } from '../lifecycles.ts';
import { isHeldHere } from '../products/domain-registry.ts';
import { references } from '../references.ts';
import {
  type ApiKeyRow,
  type DeliveryRow,
  type DnsZoneRow,
  type DomainRow,
  type HostingTables,
  type ServiceRow,
  type Store,
  tables,
  type VpsRow,
  type WebhookRow,
} from '../tables.ts';
import {
  invoiceViolations,
  orderViolations,
  paymentViolations,
  renewalViolations,
  subscriptionViolations,
  violations,
  walletViolations,
} from './billing.ts';

type Table = keyof HostingTables;
/** Lists the violations in the rows that a store shows. */
type Check = (store: Store) => string[];

// Builds the check of the rows of a table: each reference names a row, and what `violations` adds.
const check =
  <R extends Row>(
    rowsOf: (store: Store) => { all(): R[] },
    violations: (store: Store, row: R) => string[] = () => [],
  ): Check =>
  (store) =>
    rowsOf(store)
      .all()
      .flatMap((row) => [...danglingReferences(store, row), ...violations(store, row)]);

const isTable = (name: string): name is Table => Object.hasOwn(tables, name);

const danglingReferences = ({ platform }: Store, row: Row): string[] =>
  referencesOf(references, row).flatMap(({ path, table, id }) =>
    !isTable(table) || platform[table].find(id) !== undefined
      ? []
      : [`the row ${row.id} names ${id} as its ${path}, which is not among the ${table}`],
  );

const CHECKS: readonly Check[] = [
  check((store) => store.orders, orderViolations),
  check((store) => store.subscriptions, subscriptionViolations),
  check((store) => store.invoices, invoiceViolations),
  check((store) => store.renewals, renewalViolations),
  check((store) => store.services),
  check((store) => store.payments, paymentViolations),
  walletViolations,
  check((store) => store.wallet_transactions),
  check((store) => store.api_keys, apiKeyViolations),
  check((store) => store.vps, vpsViolations),
  check((store) => store.domains, domainViolations),
  check((store) => store.dns_zones, zoneViolations),
  check((store) => store.dns_records),
  check((store) => store.webhooks, webhookViolations),
];

/** Lists the violations of all invariants as sentences; the list is empty when all invariants hold. */
export function invariants(platform: Store): string[] {
  const ofTenants = platform.tenants.all().flatMap(({ id, slug }) => {
    const store = platform.forTenant(id);
    return CHECKS.flatMap((violationsIn) => violationsIn(store).map((sentence) => `${slug}: ${sentence}`));
  });
  return [...ofTenants, ...check((store) => store.webhook_deliveries)(platform)];
}

function apiKeyViolations(store: Store, { id, status, revoked_at, expires_at }: ApiKeyRow) {
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

function vpsViolations(store: Store, vps: VpsRow): string[] {
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

// Lists the violations in a webhook endpoint, as sentences: a missing secret, or attempts to deliver an event that are
// not consecutive.
function webhookViolations(store: Store, webhook: WebhookRow): string[] {
  const secretRow = store.webhook_secrets.by('webhook_id', webhook.id);
  const attemptsByEvent = new Map<string, DeliveryRow[]>();
  for (const delivery of store.webhook_deliveries.where('webhook_id', webhook.id)) {
    const attempts = attemptsByEvent.get(delivery.event_id);
    if (attempts) attempts.push(delivery);
    else attemptsByEvent.set(delivery.event_id, [delivery]);
  }
  return [
    ...violations({
      [`webhook ${webhook.id} has no secret`]: /^whsec_[A-Za-z0-9+/]{32}$/.test(secretRow?.secret ?? ''),
    }),
    ...[...attemptsByEvent].flatMap(([event, attempts]) =>
      attempts.flatMap((delivery, at) =>
        // The first attempts to deliver an event may have been removed, so only the remaining attempts must be consecutive.
        attemptViolations(webhook, event, delivery, {
          number: (attempts[0]?.attempt ?? 1) + at,
          followed: at < attempts.length - 1,
        }),
      ),
    ),
  ];
}

function attemptViolations(
  { tenant_id }: WebhookRow,
  event: string,
  { attempt, status, error, response_status, next_attempt_at, request_body }: DeliveryRow,
  { number, followed }: { number: number; followed: boolean },
): string[] {
  const name = `attempt ${attempt} to deliver ${event}`;
  const good = response_status !== null && response_status >= 200 && response_status < 300;
  return violations({
    [`${name} is number ${number}`]: attempt === number,
    [`${name} carries another event`]: request_body?.id === event,
    [`${name} carries an event of another tenant`]: request_body?.tenant_id === tenant_id,
    [`${name} is ${status}, its error is ${error}`]: (error !== null) === (status === 'failed'),
    [`${name} is ${status} after ${response_status}`]: good === (status === 'succeeded'),
    [`${name} has a next attempt time, but no next attempt`]: followed === (next_attempt_at !== null),
    [`${name} is ${status}, but another attempt follows it`]: !followed || status === 'failed',
  });
}

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

function domainViolations(store: Store, domain: DomainRow): string[] {
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

// Lists the violations in a DNS zone, as sentences: invalid record count, CNAME records or domain.
function zoneViolations(store: Store, zone: DnsZoneRow): string[] {
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
