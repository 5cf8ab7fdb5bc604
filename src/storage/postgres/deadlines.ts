// Time limits of statements. A statement on the same machine takes a fraction of a millisecond, so that a timer of its own
// would be a part of its time.

/** Many time limits with one timer. */
export class Deadlines {
  readonly #waiting = new Set<{ readonly at: number; readonly expired: () => void }>();
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  /**
   * Calls a function when a time is over. It does not keep the process alive.
   * @returns a function that ends the wait
   */
  add(limitMs: number, expired: () => void): () => void {
    const one = { at: performance.now() + limitMs, expired };
    this.#waiting.add(one);
    if (one.at < this.#firesAt) this.#start(one.at);
    return () => void this.#waiting.delete(one);
  }

  #start(at: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = at;
    this.#timer = setTimeout(() => this.#fire(), Math.max(1, at - performance.now()));
    this.#timer.unref();
  }

  #fire(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const late = [...this.#waiting].filter(({ at }) => at <= now);
    for (const one of late) {
      this.#waiting.delete(one);
      one.expired();
    }
    const next = Math.min(...[...this.#waiting].map(({ at }) => at));
    if (next < this.#firesAt) this.#start(next);
  }
}
