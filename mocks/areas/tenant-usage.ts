// Computes the usage of a tenant: counts of customers and services, storage, traffic, API requests, invoiced total.
import type { Schemas } from '../../src/contract/types.ts';
import type { Usage } from '../../src/server/usage-counter.ts';
import { iso } from '../billing/cycles.ts';
import { type MonthPeriod, monthPeriod } from '../billing/periods.ts';
import { tenantOf } from '../identity/tenancy.ts';
import type { ServiceStatus } from '../lifecycles.ts';
import type { CustomerRow, ServiceRow, Store } from '../tables.ts';
import { usageStats } from './hosting.ts';

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
    ...countsAt(store, present ? null : period_end),
    api_requests: usage.ofTenant(tenant_id, from, until),
    ...(present ? resourceUsage(store) : store.at(iso(until - 1000), () => resourceUsage(store))),
    billed_amount: invoicedTotal(store, period),
    currency,
    generated_at: store.now,
  };
}

// Counts the customers and services of a tenant at the end of a past month, as far as the rows record their history, or
// at present. `end`: the end of the month; null for the present
function countsAt(store: Store, end: string | null): Pick<Schemas['TenantUsage'], 'customers' | 'services'> {
  const exists = ({ created_at }: { created_at: string }): boolean => end === null || created_at < end;
  const isActive = ({ status, deactivated_at }: CustomerRow): boolean =>
    end === null ? status === 'active' : !isBefore(deactivated_at, end);
  const customers = store.customers.all().filter(exists);
  const services = store.services.all().filter(exists);
  return {
    customers: { total: customers.length, active: customers.filter(isActive).length },
    services: {
      total: services.length,
      by_status: tallyBy(services, (service) =>
        end === null ? service.status : serviceStatusAt(service, end),
      ),
      by_type: tallyBy(services, ({ type }) => type),
    },
  };
}

const isBefore = (instant: string | null | undefined, end: string): boolean =>
  instant != null && instant < end;

// Derives the status of a service at an instant in the past. Rows do not record a suspension that has ended, so a
// service counts as active during such a suspension.
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

// Sums the disk space and traffic of the hosting accounts that exist now, and the disks of VPS instances, in bytes.
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
