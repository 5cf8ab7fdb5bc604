// Numbers that a seed and a name determine: the same seed and name give the same number on every machine.

/** Returns a number n with 0 ≤ n < 1 for a seed and a name. */
export function randomOf(seed: number, name: string): number {
  let value = 0x811c9dc5;
  for (const letter of `${seed} ${name}`) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  // The last letters are spread over all bits (MurmurHash3).
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 4_294_967_296;
}

/** Returns an element of a list for a seed and a name; undefined for an empty list. */
export const pickOf = <T>(seed: number, name: string, items: readonly T[]): T | undefined =>
  items[Math.floor(randomOf(seed, name) * items.length)];
