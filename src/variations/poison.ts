// Makes a valid body invalid, so that the server refuses the request without effect.
import { validateValue } from '../contract/validation/validate.ts';

const fieldsRefused = (schema: string, body: object): Set<string> =>
  new Set(validateValue(schema, body).map(({ field }) => field));

/**
 * Makes one member of a body invalid.
 * @param names the members that the schema has
 * @returns the member, if it alone is to blame then; null when no member can be made invalid
 */
export function poison(
  schema: string,
  names: readonly string[],
  body: Record<string, unknown>,
): string | null {
  const wrong = fieldsRefused(schema, body);
  for (const name of names) {
    if (name === 'type' || name === 'metadata' || wrong.has(name)) continue;
    const poisoned = { ...body, [name]: { poisoned: [true] } };
    // A schema with alternatives lists members that this body's alternative does not have and does not check.
    if (![...fieldsRefused(schema, poisoned)].some((field) => field.split('.')[0] === name)) continue;
    Object.assign(body, poisoned);
    return name;
  }
  return null;
}

/** Tells whether a body is valid. */
export const isValid = (schema: string, body: object): boolean => fieldsRefused(schema, body).size === 0;
