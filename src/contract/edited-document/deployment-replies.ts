// Finds what a reply breaks that the document of a deployment adds to the package's document or changes in it.
import { isDeepStrictEqual } from 'node:util';
import { document, packageDocument } from '../document.ts';
import { segmentName } from '../json/pointer.ts';
import { operationObject } from '../openapi.ts';
import { type Operation, packageOperation } from '../operations.ts';
import { type ValidationProblem, validateByPackage, validateValue } from '../validation/validate.ts';
import { replyDelta, type SchemaDelta } from './delta.ts';
import { documentedHeaders, headerProblems } from './header-problems.ts';

/** Returns whether the document adds an operation, and does not mark it as `x-stated: false`. */
export const isAddedOperation = (operation: Operation): boolean =>
  packageOperation(operation.id) === undefined &&
  operationObject(document(), operation)?.['x-stated'] !== false;

const isJudged = (operation: Operation): boolean =>
  packageOperation(operation.id) !== undefined || isAddedOperation(operation);

/**
 * Validates a reply and returns the problems that the package's document does not see. Added members that are marked as
 * open raise none.
 */
export function changedReplyProblems(
  operation: Operation,
  status: number,
  value: unknown,
): ValidationProblem[] {
  const { schema } = operation.responses[status] ?? {};
  if (!schema || !isJudged(operation)) return [];
  const packaged = packageOperation(operation.id);
  const problems = validateValue(schema, value);
  const before = problems.length > 0 ? packaged?.responses[status]?.schema : null;
  const known = before ? validateByPackage(before, value) : [];
  const delta = replyDelta(packaged, operation, status);
  return problems.filter(
    (one) =>
      !isOpen(one.pointer, delta) &&
      !known.some(
        (other) =>
          one.pointer === other.pointer &&
          one.keyword === other.keyword &&
          isDeepStrictEqual(one.params, other.params),
      ),
  );
}

function isOpen(pointer: string, whole: SchemaDelta | undefined): boolean {
  let delta = whole;
  for (const name of pointer.split('/').slice(1).map(segmentName)) {
    const member = delta?.after[name];
    if (member?.['x-stated'] === false && delta?.before[name] === undefined) return true;
    delta = member === undefined ? delta?.items : delta?.member(name);
  }
  return false;
}

/**
 * Returns one sentence for each header of a reply that breaks what the document adds to the package's or changes in it.
 * @param header returns the value of a header; null when the reply lacks it
 */
export function changedHeaderProblems(
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
