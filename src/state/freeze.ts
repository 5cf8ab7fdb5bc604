// Freezing rows all the way down, so that nobody changes what forks and snapshots share.

/** Freezes a plain value and everything in it; parts that are frozen already are taken as frozen throughout. */
export function deepFreeze<A extends object>(value: A): A {
  for (const part of Object.values(value)) deepFreezeValue(part);
  return Object.freeze(value);
}

/** The same for a value that may be no object. */
export function deepFreezeValue(value: unknown): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) deepFreeze(value);
}
