// Mixes the bits of a number.

/** The last step of MurmurHash3: a change of any input bit changes every output bit with probability one half. */
export function mixBits(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
