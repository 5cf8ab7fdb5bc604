// Tells JSON objects from null and arrays, which JavaScript's `typeof` does not distinguish.

export type JsonObject = Record<string, unknown>;

/** Creates an object without inherited members, so that no name of a document finds one. */
export const recordOf = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> =>
  Object.assign(Object.create(null), Object.fromEntries(entries));

/** Tells whether a value is a JSON object: an object that is neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the member of a JSON object; undefined for every other value. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;
