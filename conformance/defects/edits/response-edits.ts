// Functions that read and change replies, for defects. Those that lawful variations use too are in src/variations.
import type { OperationId } from '../../../src/contract/operations.ts';
import { isSuccess, refusal, replaceResponse, valueAt } from '../../../src/variations/edits.ts';
import type { Injector, ResponseEdit } from '../mutant.ts';

export * from '../../../src/variations/edits.ts';

/** The error reply to an operation that the server does not offer. */
export const NOT_IMPLEMENTED = refusal(501, 'NOT_IMPLEMENTED', 'Not yet.');

/** Builds an error reply that names one invalid field in `errors`. */
export const refusesField = (field: string, message: string): ResponseEdit =>
  refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { [field]: [message] });

/** Builds an error reply with status 500. */
export const serverError = (): ResponseEdit => refusal(500, 'SERVER_ERROR', 'An unexpected error occurred.');

/**
 * Adds milliseconds to an instant.
 * @returns the new instant in UTC, in whole seconds
 */
export const shiftInstant = (instant: unknown, ms: number): string =>
  `${new Date(Date.parse(String(instant)) + ms).toISOString().slice(0, 19)}Z`;

/** Returns one defect or variant for every value of a list. */
export const each = <T, R>(values: readonly T[], row: (value: T) => R): R[] => values.map(row);

/**
 * When the mock refuses a duplicate creation, sends the reply to the first successful creation instead.
 * @param code the error code of the refusal
 */
export function repeatsFirstCreation(p: Injector, operation: OperationId, code: string): void {
  let first: ResponseEdit | undefined;
  p.reply(operation, (reply) => {
    if (isSuccess(reply)) first ??= structuredClone(reply);
    else if (first && valueAt(reply.json, 'error.code') === code)
      replaceResponse(reply, structuredClone(first));
  });
}
