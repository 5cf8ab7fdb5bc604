// Permission scopes, and which of them each role holds.
import type { Schemas } from '../../src/contract/types.ts';

const AREAS = [
  'tenants',
  'customers',
  'services',
  'orders',
  'billing',
  'domains',
  'hosting',
  'ssl',
  'dns',
  'email',
  'vps',
  'support',
  'webhooks',
  'api_keys',
] as const;
type Area = (typeof AREAS)[number];
export type Role = Schemas['Role'];

const read = (areas: readonly Area[]): string[] => areas.map((area) => `${area}:read`);
const write = (areas: readonly Area[]): string[] => areas.map((area) => `${area}:write`);
const allBut = (...excluded: Area[]): Area[] => AREAS.filter((area) => !excluded.includes(area));

/** All 28 scopes a tenant's own credentials can hold; `write` does not imply `read`. */
export const tenantScopes: readonly string[] = [...read(AREAS), ...write(AREAS)];

/** What a user of a role may do; an API key has only the scopes it was given. */
export const scopesOf: Record<Role, readonly string[]> = {
  platform_admin: [...tenantScopes, 'platform:admin'],
  owner: tenantScopes,
  admin: tenantScopes,
  billing: [
    ...read(AREAS),
    ...write(['orders', 'billing', 'services', 'domains', 'hosting', 'ssl', 'email', 'vps', 'support']),
  ],
  support: [
    ...read(allBut('api_keys', 'webhooks')),
    ...write([
      'customers',
      'services',
      'orders',
      'domains',
      'hosting',
      'ssl',
      'dns',
      'email',
      'vps',
      'support',
    ]),
  ],
  viewer: read(allBut('api_keys')),
};
