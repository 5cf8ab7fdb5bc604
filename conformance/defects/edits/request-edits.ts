// Functions with which defects change requests before the mock reads them.

import { isObject } from '../../../src/contract/is-object.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import type { ClientRequest, Injector } from '../mutant.ts';
import { changeAt, setAt, valueAt } from './response-edits.ts';

/**
 * Makes an operation accept invalid values: replaces each invalid value by a valid value before the mock validates
 * the body.
 * @param path the path of the value in the body; `*` stands for every element of an array
 * @param right the valid value that the mock reads instead
 */
export const acceptsInvalid = (
  p: Injector,
  operation: OperationId,
  path: string,
  isWrong: (value: unknown) => boolean,
  right: unknown,
): void =>
  p.request(operation, (change) => {
    changeAt(change.json, path, (value) => (isWrong(value) ? right : value));
    return undefined;
  });

/** Makes an operation accept a body without a required member: adds the member before the mock validates the body. */
export const acceptsMissing = (p: Injector, operation: OperationId, path: string, value: unknown): void =>
  p.request(operation, (change) => {
    if (isObject(change.json) && valueAt(change.json, path) === undefined) setAt(change.json, path, value);
    return undefined;
  });

/** Returns an edited copy of a body; an empty object when the body is not an object. */
export const editObject = (
  body: unknown,
  edit: (body: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> => (isObject(body) ? edit(body) : {});

/** Returns the `id` parameter in the path of a request; an empty string when the path has no such parameter. */
export const pathId = (request: ClientRequest): string => request.params.id ?? '';

/** Returns the value of a parameter in a query string; null when the parameter is absent. */
export const queryParameter = (query: string, name: string): string | null =>
  new URLSearchParams(query).get(name);
