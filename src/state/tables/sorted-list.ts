// A sorted list with order statistics: among a million elements it finds the element at an offset, and the rank of an
// element, in a few steps.

/**
 * The maximum number of elements in a bucket. A full bucket is split in two, and small adjacent buckets are joined.
 */
const MAX_BUCKET = 512;
const MIN_BUCKET = MAX_BUCKET / 4;

/**
 * A list of elements in the order of `compare`, which must be total (0 only for the same element). The elements are
 * stored in buckets, so that an insertion moves the elements of one bucket at most; prefix sums of the bucket sizes
 * give the element at an offset. `fork` shares the buckets until the list or its fork writes to them.
 */
export class SortedList<E> {
  private readonly compare: (a: E, b: E) => number;
  private buckets: E[][];
  private count: number;
  /** The buckets that this list may write to; null when it may write to all of them. */
  private ownedBuckets: Set<E[]> | null = null;
  /** The offset of each bucket's first element; valid for the buckets before the number `summed`. */
  private starts: number[] = [];
  private summed = 0;

  private constructor(compare: (a: E, b: E) => number, buckets: E[][], count: number) {
    this.compare = compare;
    this.buckets = buckets;
    this.count = count;
  }

  /** Creates a list from elements that are already sorted. */
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
      // In the common case, rows are added in the order of creation: add the element to the last bucket, or to a new bucket
      // when the last one is full.
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

  /** Removes an element; returns false when the list does not contain it. */
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

  /**
   * Returns the offset of an element; when the list does not contain it, the offset of the first element after its
   * place.
   */
  rankOf(element: E): number {
    const b = this.bucketFor(element);
    const bucket = this.buckets[b];
    return bucket === undefined ? this.count : this.startOf(b) + lowerBound(bucket, element, this.compare);
  }

  /**
   * Counts the elements from the start of the list for which `before` returns true. `before` must be true for all
   * elements up to some place and false for all elements after this place.
   */
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
   * Calls `visit` with up to `count` elements, starting at an offset and going forwards (step 1) or backwards (step
   * −1), until `visit` returns false. The list must not change during the walk.
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

  /** Creates an independent list with the same elements; this takes one step per bucket. */
  fork(): SortedList<E> {
    const copy = new SortedList(this.compare, this.buckets.slice(), this.count);
    copy.ownedBuckets = new Set();
    this.ownedBuckets = new Set();
    return copy;
  }

  /** Returns the bucket number `b`; copies the bucket first when another list shares it. */
  private ownedBucket(b: number): E[] {
    const bucket = this.buckets[b] as E[];
    if (this.ownedBuckets === null || this.ownedBuckets.has(bucket)) return bucket;
    const copy = bucket.slice();
    this.buckets[b] = copy;
    this.ownedBuckets.add(copy);
    return copy;
  }

  /** Replaces `out` buckets, beginning with the bucket number `b`, by `buckets`. */
  private replaceBuckets(b: number, out: number, ...buckets: E[][]): void {
    this.buckets.splice(b, out, ...buckets);
    if (this.ownedBuckets !== null) for (const bucket of buckets) this.ownedBuckets.add(bucket);
    this.invalidateFrom(b);
  }

  /** Joins a small bucket with an adjacent bucket when the elements of the two fit into one bucket. */
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
    // Most queries read the last bucket, which contains the newest rows; its offset is computed without prefix sums.
    if (b === buckets.length - 1) return this.count - (buckets[b] as E[]).length;
    for (; this.summed <= b; this.summed += 1) {
      const before = this.summed - 1;
      starts[this.summed] = before < 0 ? 0 : (starts[before] as number) + (buckets[before] as E[]).length;
    }
    return starts[b] as number;
  }

  /** Marks the prefix sums as invalid from bucket number `b` on. */
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
