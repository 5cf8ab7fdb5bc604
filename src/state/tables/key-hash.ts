// Hashes the keys of forkable maps.
import { mixBits } from '../mix-bits.ts';

/** Makes hashes differ from process to process, so that nobody can choose keys with equal hashes. */
const HASH_SEED = Math.trunc(Math.random() * 0x1_0000_0000);

/** Returns a hash of 32 bits, as a signed number; 0 for a key that is no text, number or truth value. */
export function hashOf(key: unknown): number {
  if (typeof key === 'string') return hashText(key);
  // Other numbers than those of 32 bits would have the hash of their last 32 bits.
  if (typeof key === 'number') return (key | 0) === key ? mixBits(key) : hashText(String(key));
  return typeof key === 'boolean' ? mixBits(Number(key)) : 0;
}

/** FNV-1a, with the last step of MurmurHash3 so that all bits depend on the whole text. */
function hashText(text: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixBits(hash);
}
