// Loads the generated validators: a module for each set and each group of schemas, when it is first needed.

import { packageFile } from '../package.ts';
import type { SchemaSet } from '../schema-sets.ts';
import type { AjvError } from './validation-messages.ts';

/** A compiled validator: returns whether a value is valid, and stores the errors of an invalid value in `errors`. */
export type Validator = { (value: unknown): boolean; errors?: AjvError[] | null };

let load: ((file: string) => unknown) | undefined;

/** Loads the validators of a group of schemas in a set, by schema name. */
export function loadValidators(set: SchemaSet, group: string): Record<string, Validator> {
  load ??= process.getBuiltinModule('module').createRequire(packageFile('package.json'));
  const file = `./src/contract/generated/validators/${set}/${group}.js`;
  return (load(file) as { validators: Record<string, Validator> }).validators;
}
