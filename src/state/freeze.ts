// Freezes rows deeply, so that no code can change a row that forks and snapshots share.

/**
 * Freezes a plain value and all objects in it. It skips an object that is already frozen, because everything in such
 * an object is frozen too.
 */
export function deepFreeze<A extends object>(value: A): A {
  if (Array.isArray(value)) for (const part of value) deepFreezeValue(part);
  else for (const name in value) deepFreezeValue(value[name]);
  return Object.freeze(value);
}

/** Freezes a value like `deepFreeze`; a value that is not an object needs no freezing. */
export function deepFreezeValue(value: unknown): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) deepFreeze(value);
}
