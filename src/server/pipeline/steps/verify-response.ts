// Step: validates the result against the document. A result that breaks the document gives status 500, and the writes
// of the request are undone.
import { edition } from '../../../contract/document.ts';
import type { Operation } from '../../../contract/operations.ts';
import { validateValue } from '../../../contract/validation/validate.ts';
import { isPage } from '../page-json.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** The error for a result that breaks its schema. */
export class SchemaViolation extends Error {
  constructor(operation: string, schema: string, pointer: string, why: string) {
    super(`${operation} would answer with a body that breaks ${schema} at ${pointer || '/'}: ${why}`);
    this.name = 'Untrue';
  }
}

/** Creates the step that validates the result; the step does nothing when `verify` is off. */
export const verifyResponse = ({ verify: on }: PipelineDeps): Step => {
  // A stored row never changes, so each row is validated only once, at its first read. A new version of a row is
  // another object.
  let verifiedRows = new WeakMap<object, string>();
  let verifiedEdition = edition;

  const assertValid = ({ id, method }: Operation, schema: string, value: unknown, at: string): void => {
    const row =
      method === 'GET' && typeof value === 'object' && value !== null && Object.isFrozen(value)
        ? value
        : null;
    if (row && verifiedRows.get(row) === schema) return;
    const [problem] = validateValue(schema, value);
    if (problem) throw new SchemaViolation(id, schema, at + problem.pointer, problem.message);
    if (row) verifiedRows.set(row, schema);
  };

  return {
    name: 'verify',
    inside: true,
    run({ plan, result }) {
      if (!on) return undefined;
      if (verifiedEdition !== edition) {
        verifiedRows = new WeakMap();
        verifiedEdition = edition;
      }
      const { operation, replySchema, rowSchema } = required(plan, 'an operation');
      if (replySchema === null) return undefined;
      if (rowSchema === null || !isPage(result)) {
        assertValid(operation, replySchema, result, '');
        return undefined;
      }
      assertValid(operation, replySchema, { ...result, data: [] }, '');
      for (let at = 0; at < result.data.length; at++) {
        assertValid(operation, rowSchema, result.data[at], `/data/${at}`);
      }
      return undefined;
    },
  };
};
