// Tries, in the thread that reads a document, of which success replies without a handler a value can be made.

import { replaceDocument } from '../src/contract/document.ts';
import { handlerNameOf } from '../src/contract/edited-document/handler-names.ts';
import { firstValidValue, unmakeableMessage } from '../src/contract/example-values/valid-value.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import type { Operation } from '../src/contract/operations.ts';
import { makeValidators } from '../src/contract/validation/compile-validators.ts';
import { documentedExamples } from '../src/server/fault-injection/documented-examples.ts';

/**
 * Lists a sentence for each operation whose reply cannot be made: it has no handler, no example, and a schema with
 * keywords that no made value meets. Changes the document of this thread.
 */
export async function unmakeableReplies(
  document: OpenApiDocument,
  table: readonly Operation[],
): Promise<string[]> {
  const added = table.filter((operation) => handlerNameOf(operation) === null);
  if (added.length === 0) return [];
  replaceDocument(document);
  const { schemaValueMaker } = await import('../src/contract/example-values/schema-value.ts');
  const schemas = added.flatMap(({ responses, success }) => responses[success]?.schema ?? []);
  const validators = makeValidators(document, 'full', schemas);
  return added.flatMap((operation) => {
    const { schema = null, media = '' } = operation.responses[operation.success] ?? {};
    if (schema === null) return media === '' ? [] : [unmakeableMessage(operation, { media })];
    if (documentedExamples(operation).some(({ status }) => status === operation.success)) return [];
    const validate = validators[schema];
    const made = firstValidValue((seed, examples) => schemaValueMaker(document, schema)(seed, examples), 1, {
      validate: (value) =>
        validate === undefined || validate(value)
          ? []
          : (validate.errors ?? []).map(({ keyword, instancePath }) => ({ keyword, pointer: instancePath })),
    });
    return 'value' in made ? [] : [unmakeableMessage(operation, { schema, ...made })];
  });
}
