// A segment of the hash table of a forkable map: the places of the entries whose hashes begin with the same bits.

/** The number of slots of a new segment, and the number beyond which a segment is split. Powers of two. */
const MIN_SLOTS = 8;
const MAX_SLOTS = 1024;
/** The maximum length of the prefix of a hash that selects a segment. */
const MAX_DEPTH = 20;

/**
 * The places of the entries whose hashes begin with the same `depth` bits: an open hash table with two numbers in each
 * slot, the hash and the place + 1 (0 for an empty slot). Only the map with the same `owner` may write to it.
 */
export type Segment = { readonly owner: object; readonly depth: number; count: number; table: Int32Array };

/** Creates an empty segment for all hashes. */
export const newSegment = (owner: object): Segment => ({
  owner,
  depth: 0,
  count: 0,
  table: new Int32Array(MIN_SLOTS * 2),
});

/** Copies a segment for another owner. */
export const copySegment = ({ depth, count, table }: Segment, owner: object): Segment => ({
  owner,
  depth,
  count,
  table: table.slice(),
});

/** Tells whether five of eight slots are used: with fewer, a search ends after a few slots. */
const isFull = ({ count, table }: Segment): boolean => count * 16 >= table.length * 5;

/** Makes room for one more place; returns false when the segment must be split. */
export function ensureRoom(segment: Segment): boolean {
  if (!isFull(segment)) return true;
  if (segment.table.length >= MAX_SLOTS * 2 && isDivisible(segment)) return false;
  segment.table = copyOf(segment.table, segment.table.length * 2);
  return true;
}

/** Tells whether a split would give both halves places. */
function isDivisible({ depth, table }: Segment): boolean {
  if (depth === MAX_DEPTH) return false;
  let ones = 0;
  let zeros = 0;
  for (let slot = 0; slot < table.length; slot += 2) {
    if (table[slot + 1] === 0) continue;
    if ((((table[slot] as number) >>> (31 - depth)) & 1) === 0) zeros += 1;
    else ones += 1;
    if (zeros > 0 && ones > 0) return true;
  }
  return false;
}

/** Returns two segments, each with the places of one value of the next bit of the hash. */
export function splitSegment({ owner, depth, table }: Segment): [zeros: Segment, ones: Segment] {
  const half = (): Segment => ({ owner, depth: depth + 1, count: 0, table: new Int32Array(MAX_SLOTS * 2) });
  const halves: [Segment, Segment] = [half(), half()];
  for (let slot = 0; slot < table.length; slot += 2) {
    const place = table[slot + 1] as number;
    if (place === 0) continue;
    const hash = table[slot] as number;
    const target = halves[((hash >>> (31 - depth)) & 1) === 0 ? 0 : 1];
    // The halves may get unequal parts of a segment that is larger than a new one.
    if (isFull(target)) target.table = copyOf(target.table, target.table.length * 2);
    put(target, hash, place - 1);
  }
  return halves;
}

/** Adds a place to a segment that has room for it. */
export function put(segment: Segment, hash: number, place: number): void {
  putSlot(segment.table, hash, place + 1);
  segment.count += 1;
}

/** Returns the slot of a place that the segment has. */
export function slotOf({ table }: Segment, hash: number, place: number): number {
  const mask = table.length - 2;
  let slot = (hash << 1) & mask;
  while (table[slot + 1] !== place + 1) slot = (slot + 2) & mask;
  return slot;
}

/** Empties a slot, and moves the later slots up that a search would no longer reach. */
export function removeSlot(segment: Segment, removed: number): void {
  const { table } = segment;
  const mask = table.length - 2;
  let hole = removed;
  for (let slot = (hole + 2) & mask; table[slot + 1] !== 0; slot = (slot + 2) & mask) {
    const ideal = ((table[slot] as number) << 1) & mask;
    // The slot stays when its ideal slot lies after the hole.
    if (((slot - ideal) & mask) < ((slot - hole) & mask)) continue;
    table[hole] = table[slot] as number;
    table[hole + 1] = table[slot + 1] as number;
    hole = slot;
  }
  table[hole + 1] = 0;
  segment.count -= 1;
}

function putSlot(table: Int32Array, hash: number, value: number): void {
  const mask = table.length - 2;
  let slot = (hash << 1) & mask;
  while (table[slot + 1] !== 0) slot = (slot + 2) & mask;
  table[slot] = hash;
  table[slot + 1] = value;
}

function copyOf(table: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(length);
  for (let slot = 0; slot < table.length; slot += 2)
    if (table[slot + 1] !== 0) putSlot(copy, table[slot] as number, table[slot + 1] as number);
  return copy;
}
