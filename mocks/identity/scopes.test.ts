// Compares the scopes of the roles with those that the document describes.
import { expect, test } from 'vitest';
import { document } from '../../src/contract/document.ts';
import { scopesOf } from './scopes.ts';

test('an owner has every scope that an API key can carry', () => {
  expect(scopesOf('owner')).toEqual([...(document().components.schemas.GrantableScope?.enum ?? [])].sort());
});

test('only a platform administrator has the scope platform:admin', () => {
  for (const role of ['platform_admin', 'owner', 'admin', 'billing', 'support', 'viewer'] as const)
    expect(scopesOf(role).includes('platform:admin')).toBe(role === 'platform_admin');
});

test('the role viewer has no write scope', () => {
  expect(scopesOf('viewer').filter((scope) => scope.endsWith(':write'))).toEqual([]);
});
