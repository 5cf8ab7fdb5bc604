// The product type hosting: a hosting account that follows its service.
import type { Store } from '../../tables.ts';
import type { ProductType } from '../product-type.ts';
import { ofService, resourceTransitions, serviceDates } from './resource-transitions.ts';

const GIB = 1024 ** 3;

// The disk space and monthly traffic by SKU, in bytes; null is unlimited. Chosen by this contract; an unknown SKU has
// the values of `hosting-pro`.
const HOSTING_PLANS: Record<string, { plan: string; disk: number | null; bandwidth: number | null }> = {
  'hosting-basic': { plan: 'basic', disk: 10 * GIB, bandwidth: 100 * GIB },
  'hosting-pro': { plan: 'pro', disk: 20 * GIB, bandwidth: null },
  'hosting-business': { plan: 'business', disk: 100 * GIB, bandwidth: null },
};
const DEFAULT_PLAN = { plan: 'pro', disk: 20 * GIB, bandwidth: null };

const transitions = resourceTransitions((store) => store.hosting_accounts);

export const hosting: ProductType = {
  open(store, service, { hosting: details }, invoice_id) {
    const { plan, disk, bandwidth } = HOSTING_PLANS[service.sku_id] ?? DEFAULT_PLAN;
    const server = 1 + Math.floor(store.random('hosting_servers') * 9);
    const host = `web${server}.hosting-platform.example`;
    const account = store.hosting_accounts.insert({
      ...ofService(service, invoice_id),
      domain:
        details?.domain ?? service.config.domain ?? `${service.id.slice(0, 8)}.hosting-platform.example`,
      billing_cycle: service.billing_cycle,
      status: 'pending',
      username: uniqueUsername(
        store,
        details?.domain ?? service.config.domain ?? `site${service.id.slice(0, 4)}`,
      ),
      server_hostname: host,
      ip_address: null,
      control_panel: 'cpanel',
      control_panel_url: `https://${host}:2083`,
      plan: service.config.plan ?? plan,
      disk_limit_bytes: disk,
      bandwidth_limit_bytes: bandwidth,
      suspension_reason: null,
      next_due_at: null,
      expires_at: null,
    });
    return account.id;
  },
  activate(store, service) {
    const account = store.hosting_accounts.get(service.resource_id ?? '');
    const server = Number(account.server_hostname?.match(/^web(\d)/)?.[1] ?? 1);
    store.hosting_accounts.move(account.id, 'activate', {
      ...serviceDates(service),
      ip_address: `192.0.2.${9 + server}`,
    });
  },
  ...transitions,
  suspend: (store, service) =>
    void store.hosting_accounts.move(service.resource_id ?? '', 'suspend', {
      suspension_reason: service.suspension_reason ?? null,
    }),
  unsuspend: (store, service) =>
    void store.hosting_accounts.move(service.resource_id ?? '', 'unsuspend', { suspension_reason: null }),
  renew: (store, service) =>
    void store.hosting_accounts.update(service.resource_id ?? '', serviceDates(service)),
};

// Generates a unique username from up to eight letters and digits of the domain, followed by a number when the name is
// in use: `exampleo`, `exampleo2`.
function uniqueUsername(store: Store, domain: string): string {
  const letters = domain
    .toLowerCase()
    .replace(/^xn--/, '')
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '');
  const base = (letters || 'site').slice(0, 8);
  const nameOf = (count: number): string =>
    count === 1 ? base : `${base.slice(0, 15 - String(count).length)}${count}`;
  const isTaken = (count: number): boolean =>
    store.hosting_accounts.by('username', nameOf(count)) !== undefined;
  if (!isTaken(1)) return base;
  // A search from 1 would take as long as there are accounts of the same name: thousands in a load test.
  let [taken, free] = [1, 2];
  while (isTaken(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return nameOf(free);
}
