// Where the generated validators come from in a browser: those of the full view are built in, and the mock needs no others.
import { validators } from './generated/validators.full.js';
import type { Validator } from './load-validators.ts';
import type { View } from './views.ts';

/** The validators of a view by schema. @throws Error for the stated view, which the suite uses and the mock does not */
export function loadValidators(view: View): Record<string, Validator> {
  if (view !== 'full') throw new Error(`The browser build has no validators of the ${view} view.`);
  return validators;
}
