// Finds the tenant that a store belongs to, and its nameservers.
import type { Store, TenantRow } from '../tables.ts';

/** Finds the tenant that a store belongs to. Throws for the platform's store, which belongs to no tenant. */
export function tenantOf(store: Store): TenantRow {
  if (store.tenantId === null)
    throw new Error("The store is the platform's. Pass the store of a tenant: forTenant(id).");
  return store.tenants.get(store.tenantId);
}

/**
 * Returns the default nameservers of domains and zones: the nameservers in the tenant's settings, or else the
 * platform's nameservers.
 */
export const nameserversOf = (store: Store): string[] =>
  tenantOf(store).settings.default_nameservers ?? [
    'ns1.hosting-platform.example',
    'ns2.hosting-platform.example',
  ];
