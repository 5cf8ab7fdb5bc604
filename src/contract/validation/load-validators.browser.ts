// Browser version of `load-validators.ts`, without the stated set, which only the suite uses.
import { groups } from '../generated/validators/full.js';
import type { SchemaSet } from '../schema-sets.ts';
import type { Validator } from './load-validators.ts';

/**
 * Returns the validators of a group of schemas in a set, by schema name.
 * @throws Error for the stated set, which only the suite uses
 */
export function loadValidators(set: SchemaSet, group: string): Record<string, Validator> {
  const found = set === 'full' ? groups[group] : undefined;
  if (!found) throw new Error(`The browser build has no validators of the ${set} set.`);
  return found;
}
