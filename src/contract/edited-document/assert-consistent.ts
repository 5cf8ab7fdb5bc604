// Checks that the parts of an edited document agree with each other, where the mock would show a disagreement much later.
import { isObject } from '../is-object.ts';
import type { JsonSchema, OpenApiDocument } from '../openapi.ts';
import type { OperationRow } from '../operation-index.ts';
import { policies, policiesOf, rateLimitsOf } from '../policies.ts';
import type { Validator } from '../validation/load-validators.ts';
import { assertHeaders } from './header-problems.ts';

/**
 * Asserts that figures are numbers, that transitions lead to states of their schema, that operations need scopes and roles
 * that the document has, and that defaults are permitted values.
 * @param rows the operations of the document
 * @param validators the validators of the document by schema
 * @throws Error with one sentence that names the part and its place
 */
export function assertConsistent(
  document: OpenApiDocument,
  rows: readonly OperationRow[],
  validators: Readonly<Record<string, Validator>>,
): void {
  rateLimitsOf(document);
  assertHeaders(document, rows);
  policiesOf(document, policies());
  const { 'x-scopes': scopes, components } = document;
  for (const [name, schema] of Object.entries(components.schemas)) assertTransitions(name, schema);
  const roles = components.schemas.Role?.enum;
  for (const row of rows) {
    const unknownScope = scopes && row.scopes.find((scope) => !(scope in scopes));
    if (unknownScope !== undefined)
      throw new Error(`${row.id} needs the scope ${unknownScope}, which x-scopes does not describe.`);
    const unknownRole = roles && row.roles.find((role) => role !== 'anonymous' && !roles.includes(role));
    if (unknownRole !== undefined)
      throw new Error(
        `${row.id} has the role ${unknownRole} in its x-roles, which is no value of the schema Role.`,
      );
    assertDefaults(row, validators[`${row.id}.query`]);
  }
}

const isTransition = (one: unknown): boolean =>
  isObject(one) &&
  (one.from === null || typeof one.from === 'string') &&
  typeof one.on === 'string' &&
  typeof one.to === 'string';

function assertTransitions(name: string, { enum: states, 'x-state-machine': transitions }: JsonSchema): void {
  if (transitions !== undefined && !(Array.isArray(transitions) && transitions.every(isTransition)))
    throw new Error(`The x-state-machine of ${name} must be a list of {from, on, to}.`);
  for (const { from, on, to } of transitions ?? []) {
    const unknown = [from, to].find((state) => state !== null && states && !states.includes(state));
    if (unknown !== undefined)
      throw new Error(`The transition ${on} of ${name} names ${unknown}, which is no value of ${name}.`);
  }
}

function assertDefaults({ id, query }: OperationRow, validate: Validator | undefined): void {
  const defaults = query.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  if (validate === undefined || validate(Object.fromEntries(defaults))) return;
  const wrong = defaults.find(([name]) =>
    validate.errors?.some(({ instancePath }) => instancePath === `/${name}`),
  );
  if (wrong)
    throw new Error(
      `The default ${JSON.stringify(wrong[1])} of ${wrong[0]} in ${id} is not permitted there.`,
    );
}
