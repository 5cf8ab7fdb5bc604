// Reading what was sent to the laboratory: members by name, every mistake at once, none overlooked.
import { unusable } from './trouble.ts';

/** What one member may be: gives its value, or says in a sentence what it must be. */
export type Read<A> = (value: unknown) => { value: A } | string;

export const text =
  (most = 255): Read<string> =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most
      ? { value }
      : `must be a text of 1 to ${most} characters.`;

export const whole =
  (least: number, most: number): Read<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? { value }
      : `must be a whole number from ${least} to ${most}.`;

export const fraction: Read<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? { value } : 'must be a number from 0 to 1.';

export const flag: Read<boolean> = (value) =>
  typeof value === 'boolean' ? { value } : 'must be true or false.';

export const oneOf =
  <const A extends string>(values: readonly A[]): Read<A> =>
  (value) => {
    const found = values.find((one) => one === value);
    return found === undefined ? `must be one of ${values.join(', ')}.` : { value: found };
  };

export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const name: Read<string> = (value) =>
  typeof value === 'string' && NAME.test(value)
    ? { value }
    : 'must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit.';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Readers = Readonly<Record<string, Read<unknown>>>;
type Values<R extends Readers> = { [Name in keyof R]?: R[Name] extends Read<infer A> ? A : never };

/** One part of a JSON pointer. */
export const part = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The members of an object that was sent, each optional; nothing at all is an empty object.
 * @param at the pointer of the object itself
 * @throws Trouble 422 naming each member that is unknown, or not what it must be
 */
export function members<R extends Readers>(given: unknown, readers: R, at = ''): Values<R> {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw unusable({ [at]: ['must be an object.'] });
  const errors: Record<string, string[]> = {};
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    const found = read
      ? read(value)
      : `is no member of this request; there are ${Object.keys(readers).join(', ')}.`;
    if (typeof found === 'string') errors[`${at}/${part(key)}`] = [found];
    else values[key] = found.value;
  }
  if (Object.keys(errors).length > 0) throw unusable(errors);
  return values as Values<R>;
}

/** A member that must be there. @throws Trouble 422 */
export function needed<A>(value: A | undefined, pointer: string, what: string): A {
  if (value === undefined) throw unusable({ [pointer]: [`is missing: ${what}`] });
  return value;
}
