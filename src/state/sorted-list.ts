// A sorted list with order statistics: it finds any offset and any rank among a million elements in a few steps.

/** The maximum number of elements in a bucket. A full bucket is split in two, and small neighbours are joined. */
const MAX_BUCKET = 512;
const MIN_BUCKET = MAX_BUCKET / 4;

/**
 * Elements in the order of `compare`, which must be total (0 only for the same element). They lie in buckets, so that
 * an insertion moves at most one bucket's elements; prefix sums over the bucket sizes answer offsets. `fork` shares
 * the buckets until one of the two lists writes to them.
 */
export class SortedList<E> {
  private readonly compare: (a: E, b: E) => number;
  private buckets: E[][];
  private count: number;
  /** The buckets that this list may write to; null: all of them. */
  private ownedBuckets: Set<E[]> | null = null;
  /** The offset of each bucket's first element, valid for buckets below `summed`. */
  private starts: number[] = [];
  private summed = 0;

  private constructor(compare: (a: E, b: E) => number, buckets: E[][], count: number) {
    this.compare = compare;
    this.buckets = buckets;
    this.count = count;
  }

  /** Creates a list of elements that are sorted already. */
  static from<E>(sorted: readonly E[], compare: (a: E, b: E) => number): SortedList<E> {
    const buckets: E[][] = [];
    for (let i = 0; i < sorted.length; i += MAX_BUCKET) buckets.push(sorted.slice(i, i + MAX_BUCKET));
    return new SortedList(compare, buckets, sorted.length);
  }

  get size(): number {
    return this.count;
  }

  add(element: E): void {
    const { buckets, compare } = this;
    this.count += 1;
    const end = buckets.length - 1;
    const tail = buckets[end];
    if (tail === undefined || compare(tail[tail.length - 1] as E, element) < 0) {
      // The common case, rows in the order of creation: fill the last bucket, then start another.
      if (tail === undefined || tail.length >= MAX_BUCKET) this.replaceBuckets(buckets.length, 0, [element]);
      else this.ownedBucket(end).push(element);
      return;
    }
    const b = this.bucketFor(element);
    const bucket = this.ownedBucket(b);
    bucket.splice(lowerBound(bucket, element, compare), 0, element);
    this.invalidateFrom(b + 1);
    if (bucket.length > MAX_BUCKET)
      this.replaceBuckets(b, 1, bucket.slice(0, bucket.length >> 1), bucket.slice(bucket.length >> 1));
  }

  /** Removes an element; returns false when the list does not hold it. */
  remove(element: E): boolean {
    const b = this.bucketFor(element);
    const found = this.buckets[b];
    if (found === undefined) return false;
    const i = lowerBound(found, element, this.compare);
    if (found[i] !== element) return false;
    const bucket = this.ownedBucket(b);
    if (i === 0) bucket.shift();
    else bucket.splice(i, 1);
    this.count -= 1;
    this.invalidateFrom(b + 1);
    if (bucket.length < MIN_BUCKET) this.join(b);
    return true;
  }

  /** Returns the element at an offset from the start. */
  at(offset: number): E | undefined {
    if (offset < 0 || offset >= this.count) return undefined;
    const b = this.bucketAt(offset);
    return this.buckets[b]?.[offset - this.startOf(b)];
  }

  get first(): E | undefined {
    return this.buckets[0]?.[0];
  }

  get last(): E | undefined {
    const tail = this.buckets[this.buckets.length - 1];
    return tail?.[tail.length - 1];
  }

  /** Returns the offset of an element, or, when the list does not hold it, of the first element after it. */
  rankOf(element: E): number {
    const b = this.bucketFor(element);
    const bucket = this.buckets[b];
    return bucket === undefined ? this.count : this.startOf(b) + lowerBound(bucket, element, this.compare);
  }

  /** Counts the elements at the start that satisfy `before`, which must hold for a prefix of the list. */
  rank(before: (element: E) => boolean): number {
    const { buckets } = this;
    let low = 0;
    let high = buckets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const bucket = buckets[middle] as E[];
      if (before(bucket[bucket.length - 1] as E)) low = middle + 1;
      else high = middle;
    }
    const bucket = buckets[low];
    if (bucket === undefined) return this.count;
    let from = 0;
    let to = bucket.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (before(bucket[middle] as E)) from = middle + 1;
      else to = middle;
    }
    return this.startOf(low) + from;
  }

  /**
   * Calls `visit` with up to `count` elements from an offset on, forwards (step 1) or backwards (−1), until it
   * returns false. The list must not change meanwhile.
   */
  walk(offset: number, count: number, step: 1 | -1, visit: (element: E) => unknown): void {
    if (count <= 0 || offset < 0 || offset >= this.count) return;
    let remaining = count;
    let b = this.bucketAt(offset);
    let i = offset - this.startOf(b);
    for (let bucket = this.buckets[b]; bucket !== undefined; bucket = this.buckets[b]) {
      for (; i >= 0 && i < bucket.length; i += step) {
        if (visit(bucket[i] as E) === false) return;
        remaining -= 1;
        if (remaining === 0) return;
      }
      b += step;
      i = step === 1 ? 0 : (this.buckets[b]?.length ?? 0) - 1;
    }
  }

  toArray(): E[] {
    return this.buckets.flat();
  }

  /** Creates an independent list with the same elements; it costs one step per bucket. */
  fork(): SortedList<E> {
    const copy = new SortedList(this.compare, this.buckets.slice(), this.count);
    copy.ownedBuckets = new Set();
    this.ownedBuckets = new Set();
    return copy;
  }

  /** Returns the bucket at `b`, copied first when another list shares it. */
  private ownedBucket(b: number): E[] {
    const bucket = this.buckets[b] as E[];
    if (this.ownedBuckets === null || this.ownedBuckets.has(bucket)) return bucket;
    const copy = bucket.slice();
    this.buckets[b] = copy;
    this.ownedBuckets.add(copy);
    return copy;
  }

  /** Replaces `out` buckets from `b` on by `buckets`. */
  private replaceBuckets(b: number, out: number, ...buckets: E[][]): void {
    this.buckets.splice(b, out, ...buckets);
    if (this.ownedBuckets !== null) for (const bucket of buckets) this.ownedBuckets.add(bucket);
    this.invalidateFrom(b);
  }

  /** Joins a small bucket with a neighbour when both fit into one. */
  private join(b: number): void {
    const bucket = this.buckets[b] as E[];
    const after = this.buckets[b + 1];
    if (bucket.length === 0) this.replaceBuckets(b, 1);
    else if (after !== undefined && bucket.length + after.length <= MAX_BUCKET / 2) {
      this.replaceBuckets(b, 2, [...bucket, ...after]);
    }
  }

  /** Finds the first bucket whose last element is not before `element`. */
  private bucketFor(element: E): number {
    const { buckets, compare } = this;
    let low = 0;
    let high = buckets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const bucket = buckets[middle] as E[];
      if (compare(bucket[bucket.length - 1] as E, element) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Finds the bucket that contains an offset of the list. */
  private bucketAt(offset: number): number {
    const { buckets } = this;
    const end = buckets.length - 1;
    if (offset >= this.startOf(end)) return end;
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private startOf(b: number): number {
    if (b === 0) return 0;
    const { buckets, starts } = this;
    // The last bucket is read most (newest first) and needs no prefix sums.
    if (b === buckets.length - 1) return this.count - (buckets[b] as E[]).length;
    for (; this.summed <= b; this.summed += 1) {
      const before = this.summed - 1;
      starts[this.summed] = before < 0 ? 0 : (starts[before] as number) + (buckets[before] as E[]).length;
    }
    return starts[b] as number;
  }

  /** Invalidates the prefix sums from bucket `b` on. */
  private invalidateFrom(b: number): void {
    if (this.summed > b) this.summed = b;
  }
}

function lowerBound<E>(bucket: readonly E[], element: E, compare: (a: E, b: E) => number): number {
  let low = 0;
  let high = bucket.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(bucket[middle] as E, element) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
