// The test for a JSON object, which JavaScript's `typeof` does not tell from null and arrays.

/** A JSON object with unknown members. */
export type JsonObject = Record<string, unknown>;

/** Tells whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
