// Builds the sentence about a violated keyword of a schema, for the person who sent the value.
import { patternExamples } from '../generated/pattern-examples.ts';

/** One error of an ajv validator. The validators are compiled without messages. */
export type AjvError = {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
};

/** The maximum number of errors of one value: as many fields as a refusal may name (`FieldErrors` of the document). */
export const MAX_ERRORS = 200;

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  'date-time': 'an ISO 8601 date and time such as 2026-11-20T08:00:00Z',
  email: 'an e-mail address',
  hostname: 'a domain name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI',
};

const TYPES: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** Builds the message for one ajv error; that of an enumeration lists the values (heading Errors). */
export function validationMessage(
  field: string,
  { keyword, params }: Pick<AjvError, 'keyword' | 'params'>,
): string {
  const name = field === '' ? 'The body' : `The ${field} field`;
  switch (keyword) {
    case 'required':
      return `${name} is required.`;
    case 'enum':
      return `${name} is invalid. Allowed values: ${list(params.allowedValues)}.`;
    case 'const':
      return `${name} must be ${String(params.allowedValue)}.`;
    case 'type':
      return `${name} must be ${types(params.type)}.`;
    case 'format':
      return `${name} must be ${FORMATS[String(params.format)] ?? `a valid ${String(params.format)}`}.`;
    case 'minLength':
      return params.limit === 1
        ? `${name} must not be empty.`
        : `${name} must have at least ${params.limit} characters.`;
    case 'maxLength':
      return `${name} must have at most ${params.limit} characters.`;
    case 'minimum':
      return `${name} must be at least ${params.limit}.`;
    case 'maximum':
      return `${name} must be at most ${params.limit}.`;
    case 'exclusiveMinimum':
      return `${name} must be more than ${params.limit}.`;
    case 'exclusiveMaximum':
      return `${name} must be less than ${params.limit}.`;
    case 'minItems':
      return `${name} must have at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}.`;
    case 'maxItems':
      return `${name} must have at most ${params.limit} items.`;
    case 'maxProperties':
      return `${name} must have at most ${params.limit} members.`;
    case 'not':
      return `${name} has a value that is not permitted here.`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${name} is not permitted here.`;
    case 'uniqueItems':
      return `${name} must not hold the same item twice.`;
    case 'pattern':
      return params.pattern === '\\S'
        ? `${name} must not be blank.`
        : `${name} does not have the expected form, ${formOf(String(params.pattern))}.`;
    default:
      return `${name} is invalid (${keyword}).`;
  }
}

// Shows the form that a pattern demands: an example of the document, or the pattern of an edited one.
const formOf = (pattern: string): string =>
  Object.hasOwn(patternExamples, pattern) ? `such as ${patternExamples[pattern]}` : pattern;

// Lists allowed values without null, which only makes the member optional and is no value to choose.
const list = (values: unknown): string =>
  Array.isArray(values) ? values.filter((value) => value !== null).join(', ') : String(values);

function types(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names.map((name) => (name === 'null' ? 'null' : (TYPES[String(name)] ?? String(name)))).join(' or ');
}
