// Step: validates query and body against the document, and reports all problems together by dotted path (heading
// Errors).
import { parseQuery, type ValidationProblem, validateValue } from '../../../contract/validation/validate.ts';
import { Refusal } from '../../../state/refusal.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that validates query and body. */
export const validateRequest = (): Step => ({
  name: 'validate',
  inside: true,
  run(context) {
    const { operation } = required(context.plan, 'an operation');
    const query = parseQuery(operation, context.call.query);
    context.query = query.value;
    // A missing body is validated as an empty object, so that the reply names the required fields.
    const body = context.body === undefined && operation.body?.required ? {} : context.body;
    const wrong: Pick<ValidationProblem, 'field' | 'message'>[] =
      operation.body && body !== undefined ? validateValue(operation.body.schema, body) : [];
    // When no field is required, the missing body itself is the problem.
    if (body !== context.body && wrong.length === 0) wrong.push({ field: '', message: NO_BODY });
    if (query.problems.length > 0 || wrong.length > 0) {
      return new Refusal('VALIDATION_FAILED', { errors: errorsByField([...query.problems, ...wrong]) });
    }
    context.body = body;
    return undefined;
  },
});

/** The maximum number of fields in an error body; the document limits this number. */
const MAX_FIELDS = 200;
const MAX_MESSAGE = 1000;

const NO_BODY = 'A body is required. Send a JSON object.';

/** Groups messages by field; a problem of the whole body gets the field name `body`. */
function errorsByField(
  problems: readonly Pick<ValidationProblem, 'field' | 'message'>[],
): Record<string, string[]> {
  // No field is called `__proto__`: the parser of the body removes such members.
  const errors: Record<string, string[]> = {};
  let fields = 0;
  for (const { field, message } of problems) {
    const name = field === '' ? 'body' : field;
    const messages = Object.hasOwn(errors, name) ? errors[name] : undefined;
    if (messages) messages.push(message.slice(0, MAX_MESSAGE));
    else if (fields < MAX_FIELDS) {
      errors[name] = [message.slice(0, MAX_MESSAGE)];
      fields += 1;
    }
  }
  return errors;
}
