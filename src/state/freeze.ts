// Freezes rows deeply, so that no code can change a row that forks and snapshots share.

/** Freezes a plain value and all in it, except what is frozen already with all in it. */
export function deepFreeze<A extends object>(value: A): A {
  if (Array.isArray(value)) for (const part of value) deepFreezeValue(part);
  else for (const name in value) deepFreezeValue(value[name]);
  return Object.freeze(value);
}

/** Freezes a value like `deepFreeze`; a value that is not an object needs no freezing. */
export function deepFreezeValue(value: unknown): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) deepFreeze(value);
}
