// Finds the documented examples of an operation's replies, for requests that prefer a status or an example by name.
import { document } from '../../contract/document.ts';
import { errorCodes } from '../../contract/error-codes.ts';
import {
  isJsonMedia,
  type MediaType,
  mainMedia,
  type ResponseObject,
  resolveRef,
  successOf,
} from '../../contract/openapi.ts';
import type { Operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';

/** A documented example of a reply. */
export type Example = { status: number; name: string; value: unknown };

/**
 * Lists every example of an operation's JSON replies: for 422 first what an empty body is refused with, which names
 * fields of the operation, then those of the document in its order.
 */
export function documentedExamples(operation: Operation): Example[] {
  const { method, path } = operation;
  const { responses = {} } = document().paths[path]?.[method.toLowerCase() as 'get'] ?? {};
  const [, successKey] = successOf(responses);
  return Object.entries(responses).flatMap(([key, response]) => {
    const { content } = resolveRef<ResponseObject>(document(), response);
    const media = mainMedia(content);
    if (media === undefined || !isJsonMedia(media)) return [];
    const status = key === successKey ? operation.success : Number(key.replace(/XX$/i, '00')) || 500;
    const named = mediaExamples(content?.[media]).map((one) => ({ status, ...one }));
    return status === 422 ? [...emptyBodyRefusals(operation), ...named] : named;
  });
}

/** Lists the examples of content. OpenAPI 3.1, Media Type Object: `example` and `examples` exclude each other. */
export function mediaExamples({ example, examples }: MediaType = {}): Omit<Example, 'status'>[] {
  const all = examples ?? (example === undefined ? {} : { example: { value: example } });
  return Object.entries(all).flatMap(([name, one]) => {
    const { value } = resolveRef<{ value?: unknown }>(document(), one);
    return value === undefined ? [] : [{ name, value }];
  });
}

function emptyBodyRefusals({ body }: Operation): Example[] {
  const problems = body ? validateValue(body.schema, {}) : [];
  if (problems.length === 0) return [];
  const { code, message } = errorCodes().VALIDATION_FAILED;
  const errors = Object.fromEntries(problems.map((one) => [one.field || 'body', [one.message]]));
  return [{ error: { code, message, errors } }, { message, errors }].map((value) => ({
    status: 422,
    name: '',
    value,
  }));
}

/**
 * Returns the first example that has the error form in use (flat or envelope); when no example has this form, the
 * first example of all.
 */
export function exampleInForm(examples: readonly Example[], flat: boolean): Example | undefined {
  const isFlat = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !('error' in value);
  return examples.find(({ value }) => isFlat(value) === flat) ?? examples[0];
}

/** The codes of gateways, which are no refusals of the document. */
const CODES: Record<number, string> = {
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

// Returns the code of the document's first refusal with a status; for a status that no refusal has, a general one.
function codeOf(status: number): string {
  const codes = errorCodes();
  const found = Object.values(codes).find((one) => one.status === status && one.operations !== 'none');
  return (found ?? (status < 500 ? codes.BAD_REQUEST : codes.SERVER_ERROR)).code;
}

/** Builds an error body for a status that the document does not list for the operation. */
export const fallbackErrorBody = (status: number): object => ({
  error: {
    code: CODES[status] ?? codeOf(status),
    message: `This ${status} was asked for: nothing is wrong.`,
  },
});
