// Browser version of `load-validators.ts`, without the stated view, which only the suite uses.
import { groups } from '../generated/validators/full.js';
import type { View } from '../views.ts';
import type { Validator } from './load-validators.ts';

/**
 * Returns the validators of a group of schemas in a view, by schema name.
 * @throws Error for the stated view, which only the suite uses
 */
export function loadValidators(view: View, group: string): Record<string, Validator> {
  const found = view === 'full' ? groups[group] : undefined;
  if (!found) throw new Error(`The browser build has no validators of the ${view} view.`);
  return found;
}
