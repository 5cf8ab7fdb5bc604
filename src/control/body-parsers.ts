// Reading what was sent to the laboratory: members by name, every mistake at once, none overlooked.
import { isObject } from '../contract/is-object.ts';
import { invalidInput } from './control-error.ts';

/** What one member may be: gives its value, or says in a sentence what it must be. */
export type Parser<A> = (value: unknown) => { value: A } | string;

export const text =
  (most = 255): Parser<string> =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most
      ? { value }
      : `must be a text of 1 to ${most} characters.`;

export const integer =
  (least: number, most: number): Parser<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? { value }
      : `must be a whole number from ${least} to ${most}.`;

export const fraction: Parser<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? { value } : 'must be a number from 0 to 1.';

export const boolean: Parser<boolean> = (value) =>
  typeof value === 'boolean' ? { value } : 'must be true or false.';

export const oneOf =
  <const A extends string>(values: readonly A[]): Parser<A> =>
  (value) => {
    const found = values.find((one) => one === value);
    return found === undefined ? `must be one of ${values.join(', ')}.` : { value: found };
  };

export const WORLD_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const worldName: Parser<string> = (value) =>
  typeof value === 'string' && WORLD_NAME.test(value)
    ? { value }
    : 'must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit.';

type Parsers = Readonly<Record<string, Parser<unknown>>>;
type ParsedValues<R extends Parsers> = { [Name in keyof R]?: R[Name] extends Parser<infer A> ? A : never };

/** One part of a JSON pointer. */
export const pointerSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The members of an object that was sent, each optional; nothing at all is an empty object.
 * @param at the pointer of the object itself
 * @throws Trouble 422 naming each member that is unknown, or not what it must be
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
      : `is no member of this request; there are ${Object.keys(parsers).join(', ')}.`;
    if (typeof found === 'string') errors[`${at}/${pointerSegment(key)}`] = [found];
    else values[key] = found.value;
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return values as ParsedValues<R>;
}

/** A member that must be there. @throws Trouble 422 */
export function requireMember<A>(value: A | undefined, pointer: string, what: string): A {
  if (value === undefined) throw invalidInput({ [pointer]: [`is missing: ${what}`] });
  return value;
}
