// Finds the member names that have the same type of value wherever they occur in the OpenAPI document.

import { document } from '../../src/contract/document.ts';
import { isObject } from '../../src/contract/is-object.ts';

function namesOf(node: unknown, kinds: RegExp, found: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const one of node) namesOf(one, kinds, found);
  if (!isObject(node)) return found;
  const { properties } = node;
  for (const [name, member] of Object.entries(isObject(properties) ? properties : {}))
    if (isObject(member) && typeof member.$ref === 'string' && kinds.test(member.$ref)) found.add(name);
  for (const one of Object.values(node)) namesOf(one, kinds, found);
  return found;
}

// Builds a function that tests whether a member name is among the collected names. The names are collected at the first
// call.
function schemaNameTest(kinds: RegExp): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= namesOf(document().components, kinds, new Set());
    return names.has(name);
  };
}

/**
 * Returns whether the OpenAPI document gives members of this name a timestamp, such as `current_period_end` and
 * `valid_from`.
 */
export const isTimeName = schemaNameTest(/\/(Nullable)?Timestamp$/);

/** Returns whether the OpenAPI document gives members of this name an amount in minor units. */
export const isAmountName = schemaNameTest(/\/(Signed)?MinorUnits$/);

export const billingCycles = (): string[] =>
  (document().components.schemas.BillingCycle?.enum ?? []).map(String);
