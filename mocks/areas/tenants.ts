// Handlers for tenants: create, update, terminate. Only a platform admin sees other tenants.
import type { Body } from '../../src/contract/types.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { addUser, createTenantRows } from '../identity/accounts.ts';
import { endOrder, endService } from '../products/termination.ts';
import type { Store, TenantRow } from '../tables.ts';
import { hashedPasswords } from '../worlds/credentials.ts';
import { revokeApiKey } from './api-keys.ts';
import { tenantUsage } from './tenant-usage.ts';

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
