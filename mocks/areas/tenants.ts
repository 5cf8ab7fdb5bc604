// Handlers for tenants: create, update, terminate. Only a platform admin sees other tenants.
import type { Body, Schemas } from '../../src/contract/types.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import type { Usage } from '../../src/server/usage-counter.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { iso } from '../billing/cycles.ts';
import { type MonthPeriod, monthPeriod } from '../billing/periods.ts';
import { addUser, createTenantRows } from '../identity/accounts.ts';
import { tenantOf } from '../identity/tenancy.ts';
import type { ServiceStatus } from '../lifecycles.ts';
import { endOrder, endService } from '../products/termination.ts';
import type { CustomerRow, ServiceRow, Store, TenantRow } from '../tables.ts';
import { hashedPasswords } from '../worlds/personas.ts';
import { revokeApiKey } from './api-keys.ts';
import { usageStats } from './hosting.ts';

/** Handles the operations under /tenants. */
export const tenants = {
  listTenants: ({ store, query }) => store.tenants.page(query),

  createTenant: ({ store, body }) => createTenant(store.platform, body),

  getTenant: ({ store, params }) => store.tenants.get(params.id),

  updateTenant: ({ store, caller, params, body }) => {
    const tenant = store.tenants.get(params.id);
    if (tenant.status === 'terminated') throw new Refusal('TENANT_TERMINATED');
    const { name, tier, timezone, contact_email, settings } = body;
    if (tier !== undefined && tier !== tenant.tier && !isPlatformAdmin(caller))
      throw new Refusal('TIER_RESERVED');
    return store.tenants.update(tenant.id, { name, tier, timezone, contact_email, settings });
  },

  terminateTenant: ({ store, caller, params }) => {
    if (params.id === caller.tenantId) throw new Refusal('PLATFORM_TENANT');
    return terminateTenant(store.platform, store.tenants.get(params.id));
  },

  getTenantUsage: ({ store, params, query, usage }) =>
    tenantUsage(store.forTenant(params.id), query.period, usage),
} satisfies Partial<Handlers<Store>>;

const isPlatformAdmin = ({ role }: Pick<Caller, 'role'>): boolean => role === 'platform_admin';

/**
 * Finds the tenant with the id in the path. Throws the refusal NOT_FOUND for an unknown tenant and for a tenant that
 * the caller may not see.
 */
export function findTenant(store: Store, id: string, caller: Caller): TenantRow {
  if (!isPlatformAdmin(caller) && id !== caller.tenantId) throw new Refusal('NOT_FOUND');
  return store.tenants.get(id);
}

/**
 * Creates a tenant with an empty wallet. Chosen by this contract: a user with the address `contact_email` can sign in
 * as its owner with the password of all demo users, unless a user has this e-mail address already. Throws the refusal
 * SLUG_TAKEN.
 */
export function createTenant(platform: Store, body: Body<'createTenant'>): TenantRow {
  const { name, slug, tier = 'free', currency, timezone = 'Etc/UTC', contact_email, settings = {} } = body;
  if (slug !== undefined && platform.tenants.by('slug', slug)) throw new Refusal('SLUG_TAKEN');
  const tenantStore = createTenantRows(platform, {
    name,
    slug: slug ?? uniqueSlug(platform, name),
    tier,
    currency,
    timezone,
    contact_email,
    settings,
  });
  const [password] = hashedPasswords;
  if (password && !platform.credentials.by('email', contact_email.toLowerCase())) {
    addUser(tenantStore, { email: contact_email, name: null, role: 'owner', password, totpSecret: null });
  }
  return platform.tenants.get(tenantStore.tenantId ?? '');
}

// Derives a unique slug from a name: letters and digits without accents, and a number when another tenant has the slug,
// such as `borealis-cloud-2`.
function uniqueSlug(platform: Store, name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['tenant'];
  const base = words.join('-').slice(0, 50).replace(/-$/, '');
  for (let count = 1; ; count += 1) {
    const slug = count === 1 ? base : `${base}-${count}`;
    if (!platform.tenants.by('slug', slug)) return slug;
  }
}

/**
 * Terminates a tenant with its orders and services, and revokes its API keys and sessions. A tenant that is
 * terminated already stays unchanged.
 */
export function terminateTenant(platform: Store, { id, status }: TenantRow): TenantRow {
  if (status === 'terminated') return platform.tenants.get(id);
  const tenantStore = platform.forTenant(id);
  for (const waiting of ['pending', 'processing'] as const) {
    for (const order of tenantStore.orders.where('status', waiting)) endOrder(tenantStore, order);
  }
  for (const running of ['active', 'suspended'] as const) {
    for (const service of tenantStore.services.where('status', running)) endService(tenantStore, service);
  }
  for (const key of tenantStore.api_keys.where('status', 'active')) revokeApiKey(tenantStore, key);
  for (const session of tenantStore.sessions.all()) {
    if (session.status === 'issued') tenantStore.sessions.move(session.id, 'revoke');
  }
  return platform.tenants.move(id, 'terminate', { terminated_at: platform.now });
}

// Reports the usage of the tenant that the store belongs to. Throws the refusal PERIOD_AHEAD for a month in the future.
// `month`: `YYYY-MM`; the current month by default.
function tenantUsage(store: Store, month: string | undefined, usage: Usage): Schemas['TenantUsage'] {
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

function vpsDiskBytes(store: Store): number {
  const servers = store.vps.all().filter(({ created_at, terminated_at, status }) => {
    const isProvisioned = status !== 'provisioning' && status !== 'error';
    return isProvisioned && created_at <= store.now && (terminated_at === null || terminated_at > store.now);
  });
  return servers.reduce((sum, { disk_bytes }) => sum + disk_bytes, 0);
}

// Sums the totals of the invoices issued in a month, without cancelled invoices, in minor units.
function invoicedTotal(store: Store, { period_start, period_end }: MonthPeriod): number {
  let total = 0;
  for (const { issued_at, status, total_amount } of store.invoices.all()) {
    if (issued_at == null || issued_at < period_start || issued_at >= period_end) continue;
    if (status !== 'cancelled') total += total_amount;
  }
  return total;
}
