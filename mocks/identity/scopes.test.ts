// Compares scopes and roles of the mock with the document.
import { expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { type Role, scopesOf, tenantScopes } from './scopes.ts';

const ROLES: Role[] = ['platform_admin', 'owner', 'admin', 'billing', 'support', 'viewer'];

test('every role that the document allows for an operation has the scopes that the operation requires', () => {
  for (const { id, roles, scopes } of operations) {
    for (const role of ROLES.filter((one) => roles.includes(one))) {
      for (const scope of scopes) expect(scopesOf[role], `${role} for ${id}`).toContain(scope);
    }
  }
});

test('a tenant has 28 scopes, and platform:admin is not among the 28', () => {
  expect(new Set(tenantScopes).size).toBe(28);
  expect(tenantScopes).not.toContain('platform:admin');
  for (const role of ROLES) expect(scopesOf[role].includes('platform:admin')).toBe(role === 'platform_admin');
});

test('the role viewer has no write scope', () => {
  expect(scopesOf.viewer.filter((scope) => scope.endsWith(':write'))).toEqual([]);
});
