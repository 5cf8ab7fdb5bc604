// Finds the documented examples of an operation's replies, for requests that prefer a status or an example by name.
import { document } from '../../contract/document.ts';
import type { OpenApiDocument, OperationObject, ResponseObject } from '../../contract/openapi.ts';
import type { Operation } from '../../contract/operations.ts';

/** A documented example of a reply. */
export type Example = { status: number; name: string; value: unknown };

/** Resolves a local `$ref` of the bundled document; returns a node without `$ref` unchanged. */
function resolveLocalRef<A>(node: A | { $ref: string } | undefined): A | undefined {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return node;
  let found: unknown = document();
  for (const name of node.$ref.slice(2).split('/')) {
    found = (found as Record<string, unknown> | undefined)?.[
      name.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  return found as A | undefined;
}

/** Lists every example of an operation's JSON replies in the order of the document. */
export function documentedExamples({ method, path }: Operation): Example[] {
  const { paths }: OpenApiDocument = document();
  const described: OperationObject | undefined = paths[path]?.[method.toLowerCase() as 'get'];
  const responses = described?.responses ?? {};
  return Object.entries(responses).flatMap(([status, response]) => {
    const content = resolveLocalRef<ResponseObject>(response)?.content?.['application/json'];
    // OpenAPI 3.1, Media Type Object: `example` and `examples` exclude each other.
    const examples =
      content?.examples ?? (content?.example === undefined ? {} : { example: { value: content.example } });
    return Object.entries(examples).map(([name, example]) => ({
      status: Number(status),
      name,
      value: resolveLocalRef<{ value?: unknown }>(example)?.value,
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
