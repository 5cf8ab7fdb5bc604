// A map whose fork shares all entries, and whose growth never moves all entries at once: a large native Map stops the
// program for milliseconds whenever it doubles, and each look-up of a new key in it waits for the memory several times.

import { hashOf } from './key-hash.ts';
import {
  copySegment,
  ensureRoom,
  newSegment,
  put,
  removeSlot,
  type Segment,
  slotOf,
  splitSegment,
} from './segment.ts';

/** The number of entries in a chunk. */
const CHUNK_BITS = 9;
const CHUNK_MASK = (1 << CHUNK_BITS) - 1;

/** No key of any map; `undefined` could be one. */
const NO_KEY: unique symbol = Symbol('no key');

/** Entries in the order in which they were added. Only the map with the same `owner` may write to them. */
type Chunk<K, V> = { readonly owner: object; readonly keys: K[]; readonly values: V[] };

/**
 * A map from texts, numbers and truth values to objects. Its entries are in chunks of fixed size, and an extendible hash
 * table finds them: a directory selects a segment by the first bits of a hash, and a full segment is split in two.
 * `fork` copies the directory only; a chunk or segment that is shared is copied at the first write to it. Any other key is
 * compared by identity, and finding it takes time in proportion to the number of such keys.
 */
export class ForkableMap<K, V extends object> {
  /** What the chunks and segments name that no other map uses. */
  private owner: object = {};
  private directory: Segment[] = [];
  /** The length of the directory is 2 ** `depth`, or 0 without entries. */
  private depth = 0;
  private chunks: Chunk<K, V>[] = [];
  private count = 0;
  /** The key of the last call, with its hash and value: most keys are looked up several times before they are added. */
  private recentKey: K | typeof NO_KEY = NO_KEY;
  private recentHash = 0;
  private recentValue: V | undefined;

  /** The number of entries. */
  get size(): number {
    return this.count;
  }

  /** Returns the value of a key; undefined when the map has no such key. */
  get(key: K): V | undefined {
    if (key === this.recentKey) return this.recentValue;
    if (this.count === 0) return undefined;
    const hash = hashOf(key);
    const slot = this.find(this.segmentOf(hash), key, hash);
    const value = slot === -1 ? undefined : this.valueAt(slot);
    this.recentKey = key;
    this.recentHash = hash;
    this.recentValue = value;
    return value;
  }

  /** Adds an entry, or replaces the value of a key. */
  set(key: K, value: V): void {
    const isRecent = key === this.recentKey;
    const hash = isRecent ? this.recentHash : hashOf(key);
    const isNew = isRecent && this.recentValue === undefined;
    const place = isNew || this.count === 0 ? -1 : this.find(this.segmentOf(hash), key, hash);
    if (place === -1) this.add(key, value, hash);
    else this.ownChunk(place >> CHUNK_BITS).values[place & CHUNK_MASK] = value;
    this.recentKey = key;
    this.recentHash = hash;
    this.recentValue = value;
  }

  /** Removes the entry of a key, if there is one. */
  delete(key: K): void {
    if (this.count === 0) return;
    const hash = hashOf(key);
    const place = this.find(this.segmentOf(hash), key, hash);
    if (place === -1) return;
    this.recentKey = NO_KEY;
    this.recentValue = undefined;
    const segment = this.ownSegment(hash);
    removeSlot(segment, slotOf(segment, hash, place));
    this.count -= 1;
    const last = this.count;
    const lastChunk = this.ownChunk(last >> CHUNK_BITS);
    const lastKey = lastChunk.keys.pop() as K;
    const lastValue = lastChunk.values.pop() as V;
    if (lastChunk.keys.length === 0) this.chunks.pop();
    if (place === last) return;
    // The last entry takes the place of the removed entry, so that the chunks have no gaps.
    const chunk = this.ownChunk(place >> CHUNK_BITS);
    chunk.keys[place & CHUNK_MASK] = lastKey;
    chunk.values[place & CHUNK_MASK] = lastValue;
    const lastHash = hashOf(lastKey);
    const moved = this.ownSegment(lastHash);
    moved.table[slotOf(moved, lastHash, last) + 1] = place + 1;
  }

  /**
   * Creates an independent map with the same entries. This takes one step for each chunk and segment, of some hundred
   * entries each.
   */
  fork(): ForkableMap<K, V> {
    const copy = new ForkableMap<K, V>();
    copy.directory = this.directory.slice();
    copy.depth = this.depth;
    copy.chunks = this.chunks.slice();
    copy.count = this.count;
    this.owner = {};
    return copy;
  }

  private segmentOf(hash: number): Segment {
    const { directory, depth } = this;
    return directory[depth === 0 ? 0 : hash >>> (32 - depth)] as Segment;
  }

  /** Returns the place of a key in a segment; -1 when the segment does not have it. */
  private find({ table }: Segment, key: K, hash: number): number {
    const mask = table.length - 2;
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const place = (table[slot + 1] as number) - 1;
      if (place === -1) return -1;
      if (table[slot] !== hash) continue;
      const known = this.chunks[place >> CHUNK_BITS]?.keys[place & CHUNK_MASK];
      if (known === key || (Number.isNaN(known) && Number.isNaN(key))) return place;
    }
  }

  private valueAt(place: number): V {
    return this.chunks[place >> CHUNK_BITS]?.values[place & CHUNK_MASK] as V;
  }

  private add(key: K, value: V, hash: number): void {
    const place = this.count;
    this.putPlace(place, hash);
    this.count += 1;
    const at = place >> CHUNK_BITS;
    if (at === this.chunks.length) this.chunks.push({ owner: this.owner, keys: [], values: [] });
    const { keys, values } = this.ownChunk(at);
    keys.push(key);
    values.push(value);
  }

  private putPlace(place: number, hash: number): void {
    if (this.directory.length === 0) this.directory.push(newSegment(this.owner));
    let segment = this.ownSegment(hash);
    while (!ensureRoom(segment)) {
      this.split(segment, hash);
      segment = this.ownSegment(hash);
    }
    put(segment, hash, place);
  }

  private split(segment: Segment, hash: number): void {
    if (segment.depth === this.depth) {
      this.directory = this.directory.flatMap((one) => [one, one]);
      this.depth += 1;
    }
    const [zeros, ones] = splitSegment(segment);
    this.replace(zeros.depth, hash & ~(1 << (31 - segment.depth)), zeros);
    this.replace(ones.depth, hash | (1 << (31 - segment.depth)), ones);
  }

  /** Puts a segment in the place of the segment of all hashes whose first `depth` bits are those of `hash`. */
  private replace(depth: number, hash: number, segment: Segment): void {
    const first = depth === 0 ? 0 : (hash >>> (32 - depth)) << (this.depth - depth);
    this.directory.fill(segment, first, first + (1 << (this.depth - depth)));
  }

  /** Returns the segment of a hash for writing; copies it first when another map shares it. */
  private ownSegment(hash: number): Segment {
    const segment = this.segmentOf(hash);
    if (segment.owner === this.owner) return segment;
    const copy = copySegment(segment, this.owner);
    this.replace(copy.depth, hash, copy);
    return copy;
  }

  /** Returns a chunk for writing; copies it first when another map shares it. */
  private ownChunk(at: number): Chunk<K, V> {
    const chunk = this.chunks[at] as Chunk<K, V>;
    if (chunk.owner === this.owner) return chunk;
    const copy = { owner: this.owner, keys: chunk.keys.slice(), values: chunk.values.slice() };
    this.chunks[at] = copy;
    return copy;
  }
}
