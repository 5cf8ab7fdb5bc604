// Parses the input of control API calls by the schemas of openapi/control.yaml, and reports all mistakes together.
import { didYouMean } from '../contract/did-you-mean.ts';
import { isObject } from '../contract/is-object.ts';
import { pointerSegment } from '../contract/json/pointer.ts';
import { invalidInput } from './control-error.ts';

/**
 * The JSON Schema of an input, without references. Beside the usual meaning of its keywords, `title` completes the
 * sentence "must be …", a text is not blank, and an object has no other members than its `properties`.
 */
export type InputSchema = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly additionalProperties?: InputSchema | boolean;
  readonly items?: InputSchema;
  readonly prefixItems?: readonly InputSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly oneOf?: readonly InputSchema[];
  /** The name of its flag of `lab`, where it is not the name of the member. */
  readonly 'x-lab'?: string;
};

/** Receives the problems of an input: a JSON pointer, and a sentence without its subject. */
type Report = (pointer: string, sentence: string) => void;

/**
 * Checks an input and returns it.
 * @throws ControlError 422 that names each problem by JSON pointer
 */
export function parseInput<A>(schema: InputSchema, input: unknown): A {
  const errors: Record<string, string[]> = {};
  checkInput(schema, input, '', (pointer, sentence) => {
    errors[pointer] = [...(errors[pointer] ?? []), sentence];
  });
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return input as A;
}

export function checkInput(schema: InputSchema, input: unknown, at: string, report: Report): void {
  const { title, oneOf, properties, additionalProperties, items, prefixItems } = schema;
  if (oneOf || !isOfType(schema, input)) {
    if (!oneOf?.some((one) => inputProblem(one, input) === null))
      report(at, `must be ${title ?? described(schema, input)}`.replace(/[^?]$/, '$&.'));
  } else if ((properties ?? additionalProperties) && isObject(input)) checkMembers(schema, input, at, report);
  else if (Array.isArray(input)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (input.length < minItems || input.length > maxItems)
      report(at, `must have ${minItems === maxItems ? minItems : `at most ${maxItems}`} items.`);
    for (const [index, item] of input.entries())
      checkInput(prefixItems?.[index] ?? items ?? {}, item, `${at}/${index}`, report);
  }
}

function checkMembers(
  { properties = {}, required = [], additionalProperties }: InputSchema,
  input: Readonly<Record<string, unknown>>,
  at: string,
  report: Report,
): void {
  for (const name of required) {
    if (Object.hasOwn(input, name) && input[name] !== undefined) continue;
    const member = properties[name] ?? {};
    const { title = described(member, undefined), description } = member;
    const must =
      member.title === undefined && description !== undefined ? description : `it must be ${title}`;
    report(`${at}/${pointerSegment(name)}`, `is missing: ${must.replace(/\.$/, '')}.`);
  }
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const member = Object.hasOwn(properties, name) ? properties[name] : others;
    const pointer = `${at}/${pointerSegment(name)}`;
    if (member) checkInput(member, value, pointer, report);
    else if (!additionalProperties) {
      const names = Object.keys(properties);
      const meant = didYouMean(name.slice(0, 64), names) || '.';
      report(pointer, `is no member here; the members are ${names.join(', ')}${meant}`);
    }
  }
}

/** Returns the first problem of an input, a sentence without its subject; null for none. */
export function inputProblem(schema: InputSchema, input: unknown): string | null {
  let problem: string | null = null;
  checkInput(schema, input, '', (_, sentence) => {
    problem ??= sentence;
  });
  return problem;
}

// Tells whether a value is what a schema says of it alone, without its members and items.
function isOfType({ type = [], ...schema }: InputSchema, value: unknown): boolean {
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.some((one) => one === value);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const { pattern = '', maxLength = Number.POSITIVE_INFINITY } = schema;
  const isKind: Record<string, () => boolean> = {
    null: () => value === null,
    boolean: () => typeof value === 'boolean',
    string: () =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      value.length <= maxLength &&
      new RegExp(pattern, 'u').test(value),
    number: () => typeof value === 'number' && Number.isFinite(value) && value >= minimum && value <= maximum,
    integer: () => isKind.number?.() === true && Number.isInteger(value),
    array: () => Array.isArray(value),
    object: () => isObject(value),
  };
  const types = [type].flat();
  return types.length === 0 || types.some((one) => isKind[one]?.());
}

// Says what a value must be, to complete "must be …".
function described(
  { type = [], minimum, maximum, maxLength, ...schema }: InputSchema,
  value: unknown,
): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const meant = typeof value === 'string' ? didYouMean(value.slice(0, 64), schema.enum) : '';
    return `one of ${schema.enum.join(', ')}${meant}`;
  }
  const range =
    minimum === undefined ? '' : ` from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
  const kinds: Record<string, string> = {
    null: 'null',
    boolean: 'true or false',
    string: maxLength === undefined ? 'a text' : `a text of 1 to ${maxLength} characters`,
    number: `a number${range}`,
    integer: `a whole number${range}`,
    array: 'a list',
    object: 'an object',
  };
  return [type]
    .flat()
    .map((one) => kinds[one])
    .join(', or ');
}
