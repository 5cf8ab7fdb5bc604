// Computes the usage of a tenant: counts of customers and services, storage, traffic, API requests, invoiced total.
import type { Schemas } from '../../src/contract/types.ts';
import type { Usage } from '../../src/server/usage-counter.ts';
import { iso } from '../billing/cycles.ts';
import { type MonthPeriod, monthPeriod } from '../billing/periods.ts';
import { tenantOf } from '../identity/tenancy.ts';
import type { ServiceStatus, ServiceType } from '../lifecycles.ts';
import type { ServiceRow, Store } from '../tables.ts';
import { usageStats } from './hosting.ts';

const STATUSES: readonly ServiceStatus[] = [
  'pending',
  'active',
  'suspended',
  'terminated',
  'cancelled',
  'failed',
];
const TYPES: readonly ServiceType[] = ['domain', 'hosting', 'ssl', 'email', 'vps', 'other'];

/**
 * Reports the usage of the tenant that the store belongs to. Throws the refusal PERIOD_AHEAD for a month in the
 * future.
 * @param month `YYYY-MM`; the current month by default
 */
export function tenantUsage(store: Store, month: string | undefined, usage: Usage): Schemas['TenantUsage'] {
  const { id: tenant_id, currency } = tenantOf(store);
  const period = monthPeriod(store, month);
  const { from, until, period_start, period_end } = period;
  const present = until > store.nowMs;
  return {
    tenant_id,
    period_start,
    period_end,
    ...(present ? currentCounts(store) : countsAtEndOf(store, period_end)),
    api_requests: usage.ofTenant(tenant_id, from, until),
    ...(present ? resourceUsage(store) : store.at(iso(until - 1000), () => resourceUsage(store))),
    billed_amount: invoicedTotal(store, period),
    currency,
    generated_at: store.now,
  };
}

type TenantCounts = Pick<Schemas['TenantUsage'], 'customers' | 'services'>;

/**
 * Counts the customers and services of a tenant by status. It uses the indexes, because a tenant may have a million
 * customers.
 */
function currentCounts({ customers, services }: Store): TenantCounts {
  const tally = <Word extends string>(words: readonly Word[], count: (word: Word) => number) =>
    Object.fromEntries(words.map((word) => [word, count(word)] as const).filter(([, number]) => number > 0));
  return {
    customers: { total: customers.count(), active: customers.count({ status: 'active' }) },
    services: {
      total: services.count(),
      by_status: tally(STATUSES, (status) => services.count({ status })),
      by_type: tally(TYPES, (type) => services.count({ type })),
    },
  };
}

/**
 * Counts the customers and services of a tenant at the end of a past month, as far as the rows record their history.
 */
function countsAtEndOf(store: Store, end: string): TenantCounts {
  const customers = store.customers.all().filter(({ created_at }) => created_at < end);
  const services = store.services.all().filter(({ created_at }) => created_at < end);
  return {
    customers: {
      total: customers.length,
      active: customers.filter(({ deactivated_at }) => !isBefore(deactivated_at, end)).length,
    },
    services: {
      total: services.length,
      by_status: tallyBy(services, (service) => serviceStatusAt(service, end)),
      by_type: tallyBy(services, ({ type }) => type),
    },
  };
}

const isBefore = (instant: string | null | undefined, end: string): boolean =>
  instant != null && instant < end;

/**
 * Derives the status of a service at an instant in the past. Rows do not record a suspension that has ended, so a
 * service counts as active during such a suspension.
 */
function serviceStatusAt(service: ServiceRow, end: string): ServiceStatus {
  if (isBefore(service.terminated_at, end)) return 'terminated';
  if (isBefore(service.suspended_at, end)) return 'suspended';
  if (isBefore(service.activated_at, end)) return 'active';
  const over = service.status === 'cancelled' || service.status === 'failed';
  return over && isBefore(service.updated_at, end) ? service.status : 'pending';
}

function tallyBy<Row>(rows: readonly Row[], wordOf: (row: Row) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[wordOf(row)] = (counts[wordOf(row)] ?? 0) + 1;
  return counts;
}

/**
 * Sums the disk space and traffic of the hosting accounts that exist now, and the disks of VPS instances, in bytes.
 */
function resourceUsage(store: Store): Pick<Schemas['TenantUsage'], 'storage_bytes' | 'bandwidth_bytes'> {
  const used = store.hosting_accounts
    .all()
    .filter(({ created_at }) => created_at <= store.now)
    .map((account) => usageStats(store, account));
  return {
    storage_bytes: used.reduce((sum, { disk }) => sum + disk.used_bytes, vpsDiskBytes(store)),
    bandwidth_bytes: used.reduce((sum, { bandwidth }) => sum + bandwidth.used_bytes, 0),
  };
}

/** Sums the disks of the VPS instances that exist now, in bytes. */
function vpsDiskBytes(store: Store): number {
  const servers = store.vps.all().filter(({ created_at, terminated_at, status }) => {
    const isProvisioned = status !== 'provisioning' && status !== 'error';
    return isProvisioned && created_at <= store.now && (terminated_at === null || terminated_at > store.now);
  });
  return servers.reduce((sum, { disk_gb }) => sum + disk_gb * 1024 ** 3, 0);
}

/** Sums the totals of the invoices issued in a month, without cancelled invoices, in minor units. */
function invoicedTotal(store: Store, { period_start, period_end }: MonthPeriod): number {
  let total = 0;
  for (const { issued_at, status, total_amount } of store.invoices.all()) {
    if (issued_at == null || issued_at < period_start || issued_at >= period_end) continue;
    if (status !== 'cancelled') total += total_amount;
  }
  return total;
}
