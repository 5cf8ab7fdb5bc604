// Loads the generated validators: one module per view, read at first use.

import { packageFile } from './package.ts';
import type { AjvError } from './validation-messages.ts';
import type { View } from './views.ts';

/** A compiled validator: returns whether a value is valid, and leaves its errors in `errors`. */
export type Validator = { (value: unknown): boolean; errors?: AjvError[] | null };

/** Loads the validators of a view by schema. Each module is large and is loaded whole. */
export function loadValidators(view: View): Record<string, Validator> {
  const load = process.getBuiltinModule('module').createRequire(packageFile('package.json'));
  const file = `./src/contract/generated/validators.${view}.js`;
  return (load(file) as { validators: Record<string, Validator> }).validators;
}
