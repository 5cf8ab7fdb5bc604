// Loads the generated validators. Each view has a module of its own, which is loaded when it is first used.

import { packageFile } from './package.ts';
import type { AjvError } from './validation-messages.ts';
import type { View } from './views.ts';

/** A compiled validator: returns whether a value is valid, and stores the errors of an invalid value in `errors`. */
export type Validator = { (value: unknown): boolean; errors?: AjvError[] | null };

/** Loads the validators of a view, by schema name. The module of a view is large and is loaded as a whole. */
export function loadValidators(view: View): Record<string, Validator> {
  const load = process.getBuiltinModule('module').createRequire(packageFile('package.json'));
  const file = `./src/contract/generated/validators.${view}.js`;
  return (load(file) as { validators: Record<string, Validator> }).validators;
}
