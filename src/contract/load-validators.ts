// Where the generated validators come from: a module of each view, read when first asked for.

import { packageFile } from './package.ts';
import type { AjvError } from './validation-messages.ts';
import type { View } from './views.ts';

export type Validator = { (value: unknown): boolean; errors?: AjvError[] | null };

/** The validators of a view by schema. Each module is large; this reads it whole. */
export function loadValidators(view: View): Record<string, Validator> {
  const load = process.getBuiltinModule('module').createRequire(packageFile('package.json'));
  const file = `./src/contract/generated/validators.${view}.js`;
  return (load(file) as { validators: Record<string, Validator> }).validators;
}
