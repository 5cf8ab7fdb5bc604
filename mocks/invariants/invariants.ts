// Checks the invariants of the whole world.
import { referencesOf } from '../../src/state/references.ts';
import type { Row } from '../../src/state/tables/table.ts';
import type { ServiceStatus, VpsStatus } from '../lifecycles.ts';
import { references } from '../references.ts';
import { type ApiKeyRow, type HostingTables, type Store, tables, type VpsRow } from '../tables.ts';
import {
  invoiceViolations,
  orderViolations,
  paymentViolations,
  renewalViolations,
  subscriptionViolations,
  violations,
  walletViolations,
} from './billing.ts';
import { domainViolations, zoneViolations } from './domains-and-dns.ts';
import { webhookViolations } from './webhooks.ts';

type Table = keyof HostingTables;
/** Lists the violations in the rows that a store shows. */
type Check = (store: Store) => string[];

/** Builds the check of the rows of a table: each reference names a row, and what `violations` adds. */
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
