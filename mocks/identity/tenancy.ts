// The tenant of a store, and its nameservers.
import type { Store, TenantRow } from '../tables.ts';

/** Finds the tenant of a store. Throws for the platform's store, which has none. */
export function tenantOf(store: Store): TenantRow {
  if (store.tenantId === null)
    throw new Error("The store is the platform's. Pass the store of a tenant: forTenant(id).");
  return store.tenants.get(store.tenantId);
}

/** The default nameservers of domains and zones: those of the tenant's settings, or the platform's. */
export const nameserversOf = (store: Store): string[] =>
  tenantOf(store).settings.default_nameservers ?? [
    'ns1.hosting-platform.example',
    'ns2.hosting-platform.example',
  ];
