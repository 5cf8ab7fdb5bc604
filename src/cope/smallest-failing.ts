// Reduces a set that fails to the part that makes it fail (delta debugging).

/**
 * Halves a set while one of its halves fails, and then leaves out one element after the other: the first finds a single
 * cause in few steps, the second what fails only together.
 * @param all a set that fails
 * @param fails tells whether a part fails
 */
export async function smallestFailing<A>(
  all: readonly A[],
  fails: (part: readonly A[]) => Promise<boolean>,
): Promise<A[]> {
  if (all.length < 2) return [...all];
  const middle = Math.ceil(all.length / 2);
  for (const half of [all.slice(0, middle), all.slice(middle)])
    if (await fails(half)) return smallestFailing(half, fails);
  let current = [...all];
  for (const one of all) {
    const rest = current.filter((other) => other !== one);
    if (rest.length > 0 && (await fails(rest))) current = rest;
  }
  // What one element hides from another may let it fail alone.
  for (const one of current.length > 1 ? current : []) if (await fails([one])) return [one];
  return current;
}
