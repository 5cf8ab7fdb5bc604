// Names of members that the document gives a kind of value, wherever they stand in it.

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

/** A set of names, gathered when it is first asked for. */
function schemaNameTest(kinds: RegExp): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= namesOf(document().components, kinds, new Set());
    return names.has(name);
  };
}

/** Whether the document makes a member of this name a point in time: `current_period_end`, `valid_from`. */
export const isTimeName = schemaNameTest(/\/(Nullable)?Timestamp$/);

/** Whether it makes it an amount in minor units. */
export const isAmountName = schemaNameTest(/\/(Signed)?MinorUnits$/);
