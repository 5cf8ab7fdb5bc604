// A log of the last entries, bounded by their number and their bytes.

/** The capacity of a request log or a timeline: the maximum number of entries, and of the bytes that they may take. */
export type LogSize = { count: number; bytes: number };

/** The last entries, the oldest first. While nobody has read them, fewer are kept. */
export class BoundedLog<Entry extends { readonly bytes: number }> {
  readonly capacity: LogSize;
  /** the maximum number of entries at present */
  #count: number;
  #entries: (Entry | undefined)[] = [];
  /** the index of the oldest entry; the places before it are empty */
  #first = 0;
  #bytes = 0;

  /**
   * @param unread the number of entries that are kept while nobody has read them. If they are few, they live shortly
   * enough that the garbage collector removes them with the young objects; more would make a busy mock slower.
   */
  constructor(capacity: LogSize, unread: number) {
    this.capacity = capacity;
    this.#count = Math.min(capacity.count, unread);
  }

  get size(): number {
    return this.#entries.length - this.#first;
  }

  entries(): Entry[] {
    return this.#entries.slice(this.#first).filter((entry) => entry !== undefined);
  }

  /** Iterates over the entries, the newest first, without the `skipped` newest. */
  *newestFirst(skipped = 0): Generator<Entry> {
    this.keepMore();
    for (let at = this.size - 1 - skipped; at >= 0; at -= 1) {
      const entry = this.at(at);
      if (entry) yield entry;
    }
  }

  /** Keeps more entries from now on: who reads the log wants to see further entries. */
  protected keepMore(): void {
    this.#count = this.capacity.count;
  }

  /** Returns an entry by its place, counted from 0, the oldest. */
  protected at(place: number): Entry | undefined {
    return this.#entries[this.#first + place];
  }

  /** Tells whether the oldest entry has to be dropped; a single entry may have any size. */
  protected get isOverfull(): boolean {
    return this.size > this.#count || (this.#bytes > this.capacity.bytes && this.size > 1);
  }

  protected push(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
  }

  protected drop(): Entry | undefined {
    const dropped = this.#entries[this.#first];
    this.#entries[this.#first] = undefined;
    this.#first += 1;
    this.#bytes -= dropped?.bytes ?? 0;
    if (this.#first >= 1024 && this.#first * 2 >= this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
    return dropped;
  }

  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#bytes = 0;
  }
}
