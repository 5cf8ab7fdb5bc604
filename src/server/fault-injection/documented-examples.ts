// Finds the documented examples of an operation's replies, for requests that prefer a status or an example by name.
import { document } from '../../contract/document.ts';
import { type ResponseObject, resolveRef } from '../../contract/openapi.ts';
import type { Operation } from '../../contract/operations.ts';

/** A documented example of a reply. */
export type Example = { status: number; name: string; value: unknown };

/** Lists every example of an operation's JSON replies in the order of the document. */
export function documentedExamples({ method, path }: Operation): Example[] {
  const described = document().paths[path]?.[method.toLowerCase() as 'get'];
  return Object.entries(described?.responses ?? {}).flatMap(([status, response]) => {
    const content = resolveRef<ResponseObject>(document(), response).content?.['application/json'];
    // OpenAPI 3.1, Media Type Object: `example` and `examples` exclude each other.
    const examples =
      content?.examples ?? (content?.example === undefined ? {} : { example: { value: content.example } });
    return Object.entries(examples).map(([name, example]) => ({
      status: Number(status),
      name,
      value: resolveRef<{ value?: unknown }>(document(), example).value,
    }));
  });
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

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  422: 'VALIDATION_FAILED',
  429: 'RATE_LIMITED',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** Builds an error body for a status that the document does not list for the operation. */
export const fallbackErrorBody = (status: number): object => ({
  error: {
    code: CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'SERVER_ERROR'),
    message: `This ${status} was asked for: nothing is wrong.`,
  },
});
