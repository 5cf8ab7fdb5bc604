// Parsers for the request bodies of the control API. They report all mistakes of a body together.
import { isObject } from '../contract/is-object.ts';
import { invalidInput } from './control-error.ts';

/** Parses one member: returns its value, or a sentence that says what the member must be. */
export type Parser<A> = (value: unknown) => { value: A } | string;

/** Creates a parser for a text of 1 to `max` characters that is not blank. */
export const text =
  (max = 255): Parser<string> =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= max
      ? { value }
      : `must be a text of 1 to ${max} characters.`;

/** Creates a parser for a whole number from `min` to `max`. */
export const integer =
  (min: number, max: number): Parser<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? { value }
      : `must be a whole number from ${min} to ${max}.`;

/** Parses a number from 0 to 1. */
export const fraction: Parser<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? { value } : 'must be a number from 0 to 1.';

/** Parses true or false. */
export const boolean: Parser<boolean> = (value) =>
  typeof value === 'boolean' ? { value } : 'must be true or false.';

/** Creates a parser that accepts only the given texts. */
export const oneOf =
  <const A extends string>(values: readonly A[]): Parser<A> =>
  (value) => {
    const found = values.find((one) => one === value);
    return found === undefined ? `must be one of ${values.join(', ')}.` : { value: found };
  };

/** Matches a valid name of a world or a snapshot. */
export const WORLD_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Parses the name of a world or a snapshot. */
export const worldName: Parser<string> = (value) =>
  typeof value === 'string' && WORLD_NAME.test(value)
    ? { value }
    : 'must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit.';

type Parsers = Readonly<Record<string, Parser<unknown>>>;
type ParsedValues<R extends Parsers> = { [Name in keyof R]?: R[Name] extends Parser<infer A> ? A : never };

/** Escapes a name as one segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Parses the members of an object. Every member is optional; a missing body counts as an empty object.
 * @param at the JSON pointer of the object itself
 * @throws ControlError 422 that names each unknown or invalid member
 */
export function parseMembers<R extends Parsers>(body: unknown, parsers: R, at = ''): ParsedValues<R> {
  if (body === undefined || body === null) return {};
  if (!isObject(body)) throw invalidInput({ [at]: ['must be an object.'] });
  const errors: Record<string, string[]> = {};
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const read = Object.hasOwn(parsers, key) ? parsers[key] : undefined;
    const found = read
      ? read(value)
      : `is no member of this request; the members are ${Object.keys(parsers).join(', ')}.`;
    if (typeof found === 'string') errors[`${at}/${pointerSegment(key)}`] = [found];
    else values[key] = found.value;
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return values as ParsedValues<R>;
}

/**
 * Returns the value of a required member.
 * @throws ControlError 422 when the member is missing
 */
export function requireMember<A>(value: A | undefined, pointer: string, what: string): A {
  if (value === undefined) throw invalidInput({ [pointer]: [`is missing: ${what}`] });
  return value;
}
