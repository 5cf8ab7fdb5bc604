// Browser version of `load-validators.ts`: the browser build contains only the validators of the full view, because
// the mock needs no others.
import { validators } from './generated/validators.full.js';
import type { Validator } from './load-validators.ts';
import type { View } from './views.ts';

/**
 * Returns the validators of a view by schema.
 * @throws Error for the stated view, which only the suite uses
 */
export function loadValidators(view: View): Record<string, Validator> {
  if (view !== 'full') throw new Error(`The browser build has no validators of the ${view} view.`);
  return validators;
}
