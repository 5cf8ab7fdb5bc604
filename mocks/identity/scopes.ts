// The scopes of each role, as the operations of the document imply them.
import { type Operation, operations } from '../../src/contract/operations.ts';
import type { Schemas } from '../../src/contract/types.ts';

/** A role of a user, as the document defines it. */
export type Role = Schemas['Role'];

/** The scopes of each role, by the table of operations that implies them. */
const scopesByRole = new WeakMap<readonly Operation[], Map<string, readonly string[]>>();

/**
 * Returns the scopes of a user with a role: those of the operations that the role may call. An API key has only the
 * scopes that were chosen when it was created. A write scope does not include the read scope of the same area.
 */
export function scopesOf(role: Role): readonly string[] {
  const known = scopesByRole.get(operations) ?? new Map<string, readonly string[]>();
  scopesByRole.set(operations, known);
  const scopes =
    known.get(role) ??
    Array.from(
      new Set(
        operations.flatMap((one) => (one.roles.length === 0 || one.roles.includes(role) ? one.scopes : [])),
      ),
    ).sort();
  known.set(role, scopes);
  return scopes;
}
