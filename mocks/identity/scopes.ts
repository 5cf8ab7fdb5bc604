// Permission scopes, and the scopes of each role.
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
/** A role of a user, as the document defines it. */
export type Role = Schemas['Role'];

const read = (areas: readonly Area[]): string[] => areas.map((area) => `${area}:read`);
const write = (areas: readonly Area[]): string[] => areas.map((area) => `${area}:write`);
const allBut = (...excluded: Area[]): Area[] => AREAS.filter((area) => !excluded.includes(area));

/**
 * All 28 scopes that the credentials of a tenant can have. A write scope does not include the read scope of the same
 * area.
 */
export const tenantScopes: readonly string[] = [...read(AREAS), ...write(AREAS)];

/** The scopes of a user by role. An API key has only the scopes that were chosen when it was created. */
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
