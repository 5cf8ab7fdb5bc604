// Member names to which the document gives one type of value everywhere.

import { document } from '../../src/contract/document.ts';
import { isObject } from '../../src/contract/is-object.ts';

/** Collects the names of members that refer to one of these schemas. */
function namesOf(node: unknown, kinds: RegExp, found: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const one of node) namesOf(one, kinds, found);
  if (!isObject(node)) return found;
  const { properties } = node;
  for (const [name, member] of Object.entries(isObject(properties) ? properties : {}))
    if (isObject(member) && typeof member.$ref === 'string' && kinds.test(member.$ref)) found.add(name);
  for (const one of Object.values(node)) namesOf(one, kinds, found);
  return found;
}

/** Builds a test for member names. It collects them at its first use. */
function schemaNameTest(kinds: RegExp): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= namesOf(document().components, kinds, new Set());
    return names.has(name);
  };
}

/** Returns whether the document gives a member of this name a timestamp: `current_period_end`, `valid_from`. */
export const isTimeName = schemaNameTest(/\/(Nullable)?Timestamp$/);

/** Returns whether the document gives a member of this name an amount in minor units. */
export const isAmountName = schemaNameTest(/\/(Signed)?MinorUnits$/);
