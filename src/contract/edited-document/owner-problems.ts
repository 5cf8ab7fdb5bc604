// Finds what a reply breaks that the owner of a deployment has written into the document: what an edited document adds to
// the package's document or changes in it.
import { isDeepStrictEqual } from 'node:util';
import { document, edition, packageDocument } from '../document.ts';
import type { JsonSchema } from '../openapi.ts';
import { type Operation, packageOperation } from '../operations.ts';
import { makeValidators } from '../validation/compile-validators.ts';
import type { Validator } from '../validation/load-validators.ts';
import {
  problemsOf,
  type ValidationProblem,
  validateByPackage,
  validateValue,
} from '../validation/validate.ts';
import { documentedHeaders, headerProblems, operationObject } from './header-problems.ts';

/** Returns whether the owner has added an operation to the document, without marking it as `x-stated: false`. */
export const isOwnersOperation = (operation: Operation): boolean =>
  packageOperation(operation.id) === undefined && !isMarkedOpen(operation);

/** Returns whether the owner asks for what the document says of an operation. */
const isJudged = (operation: Operation): boolean =>
  packageOperation(operation.id) !== undefined || isOwnersOperation(operation);

const isMarkedOpen = (operation: Operation): boolean =>
  operationObject(document(), operation)?.['x-stated'] === false;

let own: { edition: number; validators: Record<string, Validator> | null } | undefined;

/**
 * Validates a reply and returns the problems that come from what the owner has added to the document or changed in it:
 * those that the package's document does not see. Added members that are marked as open raise none.
 * @param status a status that the operation documents
 */
export function ownProblems(operation: Operation, status: number, value: unknown): ValidationProblem[] {
  const { schema } = operation.responses[status] ?? {};
  if (!schema || !isJudged(operation)) return [];
  const problems = problemsByOwner(schema, value);
  const before = problems.length > 0 ? packageOperation(operation.id)?.responses[status]?.schema : null;
  const known = before ? validateByPackage(before, value) : [];
  return problems.filter(
    (one) =>
      !known.some(
        (other) =>
          one.pointer === other.pointer &&
          one.keyword === other.keyword &&
          isDeepStrictEqual(one.params, other.params),
      ),
  );
}

function problemsByOwner(schema: string, value: unknown): ValidationProblem[] {
  if (own?.edition !== edition) {
    const { schemas: written } = document().components;
    const { schemas: packaged } = packageDocument().components;
    const judged = Object.fromEntries(
      Object.entries(written).map(([name, one]) => [name, withoutOpenMembers(one, packaged[name])]),
    );
    const components = { ...document().components, schemas: judged };
    const isSame = isDeepStrictEqual(judged, written);
    own = { edition, validators: isSame ? null : makeValidators({ ...document(), components }, 'full') };
  }
  const validate = own.validators?.[schema];
  return validate === undefined ? validateValue(schema, value) : problemsOf(validate, value);
}

/** Removes the added members that are marked as open. */
function withoutOpenMembers(schema: JsonSchema, before: JsonSchema | undefined): JsonSchema {
  const { properties, required, items } = schema;
  const known = before?.properties ?? {};
  const isOpen = (name: string, member: JsonSchema): boolean =>
    member['x-stated'] === false && known[name] === undefined;
  const members = Object.entries(properties ?? {});
  const open = new Set(members.filter((member) => isOpen(...member)).map(([name]) => name));
  const kept = members.filter(([name]) => !open.has(name));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        kept.map(([name, member]) => [name, withoutOpenMembers(member, known[name])]),
      ),
    }),
    ...(required && { required: required.filter((name) => !open.has(name)) }),
    ...(items && { items: withoutOpenMembers(items, before?.items) }),
  };
}

/**
 * Returns one sentence for each header of a reply that breaks what the owner has added to the document or changed in it.
 * @param header returns the value of a header; null when the reply lacks it
 */
export function ownHeaderProblems(
  operation: Operation,
  status: number,
  header: (name: string) => string | null,
): string[] {
  if (!isJudged(operation)) return [];
  const before = packageOperation(operation.id);
  const known = before && documentedHeaders(packageDocument(), before, status);
  return headerProblems(
    operation,
    status,
    header,
    (name, documented) => !isDeepStrictEqual(known?.get(name), documented),
  );
}
