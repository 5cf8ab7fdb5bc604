// Builds objects and counts things.

/** Returns an object without the members that are undefined, for members that may be absent but not undefined. */
export const defined = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Counts things by a name; those whose name is undefined are not counted. */
export function countBy<T>(
  things: Iterable<T>,
  nameOf: (thing: T) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) {
    const name = nameOf(thing);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
