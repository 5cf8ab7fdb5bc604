// Changes that defects make to requests before the mock reads them.

import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { ClientRequest, Injector } from './mutant.ts';
import { changeAt, setAt, valueAt } from './response-edits.ts';

/**
 * Makes an operation accept invalid values: replaces them before the mock validates the body.
 * @param path where the value is in the body; `*` stands for every element
 * @param right the value that the mock reads instead
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

/** Makes an operation accept a body without a member: adds the member before the mock validates the body. */
export const acceptsMissing = (p: Injector, operation: OperationId, path: string, value: unknown): void =>
  p.request(operation, (change) => {
    if (isObject(change.json) && valueAt(change.json, path) === undefined) setAt(change.json, path, value);
    return undefined;
  });

/** Returns an edited body; an empty object when the body is not an object. */
export const editObject = (
  body: unknown,
  edit: (body: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> => (isObject(body) ? edit(body) : {});

/** Returns the `id` that the path of a request names; empty when it names none. */
export const pathId = (request: ClientRequest): string => request.params.id ?? '';

/** Returns a parameter of a query string; null when it is absent. */
export const queryParameter = (query: string, name: string): string | null =>
  new URLSearchParams(query).get(name);
