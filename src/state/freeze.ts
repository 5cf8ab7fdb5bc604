// Freezes rows deeply, so that no code changes a row that forks and snapshots share.

/** Freezes a plain value and everything in it. It assumes that a frozen part is frozen throughout. */
export function deepFreeze<A extends object>(value: A): A {
  for (const part of Object.values(value)) deepFreezeValue(part);
  return Object.freeze(value);
}

/** Freezes a value like `deepFreeze`, and accepts values that are not objects. */
export function deepFreezeValue(value: unknown): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) deepFreeze(value);
}
