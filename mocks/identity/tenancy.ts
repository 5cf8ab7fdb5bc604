// The tenant a store belongs to.
import type { Store, TenantRow } from '../tables.ts';

/** The tenant whose tables a store shows. Handlers of tenant resources always run in one. */
export function tenantOf(store: Store): TenantRow {
  if (store.tenantId === null)
    throw new Error('This needs the store of a tenant, and got that of the platform.');
  return store.tenants.get(store.tenantId);
}

/** The nameservers of a domain or zone for which none are given: the tenant's, or else the platform's own. */
export const nameserversOf = (store: Store): string[] =>
  tenantOf(store).settings.default_nameservers ?? [
    'ns1.hosting-platform.example',
    'ns2.hosting-platform.example',
  ];
