// Validates a value against a schema of the document, and reports the problems as sentences.

import { schemaGroups } from '../generated/validators/schema-groups.ts';
import { pointerSegment, segmentName } from '../json/pointer.ts';
import { isEdited, type Operation } from '../operations.ts';
import { type ParameterForm, parameterOfEntries, parameterOfText, rawEntries } from '../parameter-text.ts';
import type { SchemaSet } from '../schema-sets.ts';
import { loadValidators, type Validator } from './load-validators.ts';
import { type AjvError, MAX_ERRORS, validationMessage } from './validation-messages.ts';

export type { SchemaSet } from '../schema-sets.ts';

type Validators = Record<string, Validator>;

const packaged: Record<SchemaSet, Validators> = { full: Object.create(null), stated: Object.create(null) };
type ValidatorLookup = Record<SchemaSet, (schema: string) => Validator | undefined>;

export const packageValidators: ValidatorLookup = {
  full: (schema) => packaged.full[schema] ?? loadValidator(schema, 'full'),
  stated: (schema) => packaged.stated[schema] ?? loadValidator(schema, 'stated'),
};
/** The validators in use, which are those of the package until a document is loaded at run time. */
let inUse = packageValidators;

export function replaceValidators(others: ValidatorLookup): ValidatorLookup {
  const before = inUse;
  inUse = others;
  return before;
}

function validatorOf(schema: string, set: SchemaSet, lookup = inUse): Validator {
  const validate = lookup[set](schema);
  if (!validate) throw new Error(`The document has no schema named ${schema}.`);
  return validate;
}

/** The group of each schema of the package's document, which is the module that contains its validators. */
let groups: ReadonlyMap<string, string> | undefined;

function loadValidator(schema: string, set: SchemaSet): Validator | undefined {
  groups ??= new Map(
    Object.entries(schemaGroups).flatMap(([group, names]) =>
      names.split(' ').map((name): [string, string] => [name, group]),
    ),
  );
  const group = groups.get(schema);
  return group === undefined ? undefined : Object.assign(packaged[set], loadValidators(set, group))[schema];
}

let loadedAhead = 0;

/** Loads one more group of validators of the full set ahead of the requests that need them. */
export function loadValidatorsAhead(): boolean {
  const names = Object.values(schemaGroups);
  const [first = ''] = names[loadedAhead]?.split(' ') ?? [];
  loadedAhead += 1;
  if (first !== '' && !packaged.full[first]) loadValidator(first, 'full');
  return loadedAhead < names.length;
}

export type ValidationProblem = {
  /** a JSON pointer (RFC 6901) to the invalid value */
  pointer: string;
  /** the dotted path to the invalid value, as in the keys of `errors`: `items.0.billing_cycle` */
  field: string;
  keyword: string;
  params: Record<string, unknown>;
  schemaPath: string;
  message: string;
};

/**
 * Validates a value and reports its problems together, up to `MAX_ERRORS`; an empty list means that the value is valid.
 * The steps grow in proportion to the size of the value.
 * @param schema a component name (`OrderCreate`) or `<operationId>.query`
 * @throws Error when the document has no such schema
 */
export function validateValue(schema: string, value: unknown, set: SchemaSet = 'full'): ValidationProblem[] {
  return problemsOf(validatorOf(schema, set), value);
}

/** Validates a value like `validateValue`, but against the package's own document, whichever document is in use. */
export const validateByPackage = (schema: string, value: unknown): ValidationProblem[] =>
  problemsOf(validatorOf(schema, 'full', packageValidators), value);

/** Returns the problems of a value that a validator finds, up to `MAX_ERRORS`. */
export function problemsOf(validate: Validator, value: unknown): ValidationProblem[] {
  if (validate(value)) return [];
  return toProblems(validate.errors?.slice(0, MAX_ERRORS) ?? []);
}

/**
 * Parses a query string by an operation's parameters: values are converted, unknown names are ignored, of a repeated name
 * the last value counts unless it is a list, and a parameter that is not sent has its default. The problems are those
 * that `validateValue` reports for `<operationId>.query`.
 */
export function parseQuery(
  operation: Operation,
  query: string,
): { value: Record<string, unknown>; problems: ValidationProblem[] } {
  const value: Record<string, unknown> = {};
  if (operation.query.length === 0) return { value, problems: [] };
  const entries = rawEntries(query);
  const names = operation.query.map(({ name }) => name);
  for (const parameter of operation.query) {
    const { name, default: otherwise } = parameter;
    const sent = parameterOfEntries(parameter, entries, names);
    if (sent !== undefined) value[name] = sent;
    else if (otherwise !== undefined) value[name] = otherwise;
  }
  const isChecked = query !== '' || isEdited();
  return { value, problems: isChecked ? validateValue(`${operation.id}.query`, value) : [] };
}

/**
 * Validates the request headers and cookies of an operation; an `Idempotency-Key` is validated by its own rule. The
 * problems are those that `validateValue` reports for `<operationId>.header` and `<operationId>.cookie`.
 * @param textOf returns the value of a header as sent, by its name in lower case
 */
export function headerProblems(
  { id, headers: documented, cookies }: Operation,
  textOf: (name: string) => string | undefined,
): ValidationProblem[] {
  const problems =
    documented.length === 0
      ? []
      : validateValue(
          `${id}.header`,
          readParameters(documented, (name) => textOf(name.toLowerCase())),
        );
  if (cookies === undefined) return problems;
  const entries = rawEntries(textOf('cookie') ?? '', /;\s*/);
  const sent = cookies.map((one) => [one.name, parameterOfEntries(one, entries)]);
  const value = Object.fromEntries(sent.filter(([, one]) => one !== undefined));
  return [...problems, ...validateValue(`${id}.cookie`, value)];
}

/** Tells whether path parameters have the form that an edited document describes. */
export const isValidPath = (
  { id, pathParameters }: Operation,
  params: Readonly<Record<string, string>>,
): boolean =>
  pathParameters.length === 0 ||
  validateValue(
    `${id}.path`,
    readParameters(pathParameters, (name) => params[name]),
  ).length === 0;

const readParameters = (
  parameters: readonly ParameterForm[],
  textOf: (name: string) => string | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap((form) => {
      const text = textOf(form.name);
      return text === undefined ? [] : [[form.name, parameterOfText(form, text)]];
    }),
  );

/** The keywords whose errors only say that no form matches; the errors of the forms say more. */
const COMPOSITION_KEYWORDS = new Set(['anyOf', 'oneOf', 'if', 'discriminator']);

// Converts ajv's errors to problems. Of several errors about one value, only the most informative ones are kept.
function toProblems(errors: readonly AjvError[]): ValidationProblem[] {
  const found: ValidationProblem[] = [];
  // There are mostly few errors, and at most MAX_ERRORS: to search them takes less time than to index them.
  const breaks = (path: string, rule: string): boolean =>
    errors.some(({ keyword, instancePath }) => keyword === rule && instancePath === path);
  for (const { keyword, instancePath, schemaPath, params } of errors) {
    if (COMPOSITION_KEYWORDS.has(keyword) && errors.length > 1) continue;
    if (keyword !== 'type' && breaks(instancePath, 'type')) continue;
    if ((keyword.endsWith('Length') || keyword === 'pattern') && breaks(instancePath, 'format')) continue;
    const below = (name: unknown): string =>
      typeof name === 'string' ? `${instancePath}/${pointerSegment(name)}` : instancePath;
    const pointer = below(params.missingProperty);
    const unknown = params.additionalProperty ?? params.unevaluatedProperty;
    const named = unknown === undefined ? pointer : below(unknown);
    const field = segmentName(named.slice(1).replace(/\//g, '.'));
    if (found.some((other) => other.field === field && other.keyword === keyword)) continue;
    const message = validationMessage(field, { keyword, params });
    found.push({ pointer, field, keyword, params, schemaPath, message });
  }
  return found;
}
