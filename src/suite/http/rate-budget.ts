// Counts the requests that one rate limit still allows, by the target's headers or by an assumed limit per minute.
import type { RateHeaders } from './rate-headers.ts';

const MINUTE = 60_000;
/** Milliseconds that a stated reset may be early: whole seconds may be rounded down. */
const ROUNDING = 1000;

/** The remaining requests of one rate limit. */
export class RateBudget {
  /** the limit that the target stated; null until it states one */
  #limit: number | null = null;
  #remaining: number | null = null;
  #resetAt = 0;
  #blockedUntil = 0;
  /** Unix milliseconds of the last requests, for limits that the target does not state */
  readonly #sentAt: number[] = [];
  /** the most requests in any minute, whatever the headers state; null leaves the decision to the headers */
  cap: number | null;

  constructor(cap: number | null) {
    this.cap = cap;
  }

  /** Whether the target has stated a limit. */
  get hasLimit(): boolean {
    return this.#limit !== null;
  }

  /**
   * Returns the stated remaining requests; null when the window is over or the target states none. @param now Unix
   * milliseconds
   */
  remaining(now: number): number | null {
    return now < this.#resetAt ? this.#remaining : null;
  }

  /** Computes the milliseconds until `n` more requests may go out; 0 for now. @param now Unix milliseconds */
  waitMs(n: number, now: number): number {
    const blocked = this.#blockedUntil - now;
    if (blocked > 0) return blocked;
    if (this.#remaining !== null && now >= this.#resetAt) this.#remaining = this.#limit;
    if (this.#remaining !== null && this.#remaining < Math.min(n, this.#limit ?? n)) {
      return Math.max(this.#resetAt - now, 250);
    }
    return this.#capWaitMs(n, now);
  }

  #capWaitMs(n: number, now: number): number {
    if (this.cap === null) return 0;
    while ((this.#sentAt[0] ?? now) <= now - MINUTE) this.#sentAt.shift();
    const over = this.#sentAt.length + n - Math.max(this.cap, n);
    return over <= 0 ? 0 : Math.max((this.#sentAt[over - 1] ?? now) + MINUTE - now, 1);
  }

  /** Counts `n` requests that go out now. */
  consume(n: number, now: number): void {
    if (this.#remaining !== null) this.#remaining = Math.max(0, this.#remaining - n);
    if (this.cap !== null) for (let i = 0; i < n; i++) this.#sentAt.push(now);
  }

  /**
   * Learns from the headers of a reply. Within a window the smaller remaining count applies, because parallel replies
   * overtake each other.
   */
  learnHeaders({ limit, remaining, resetIn }: RateHeaders, now: number): void {
    if (limit !== null) this.#limit = limit;
    if (remaining === null) return;
    const assumedReset = now < this.#resetAt ? this.#resetAt : now + MINUTE;
    const resetAt = resetIn === null ? assumedReset : now + resetIn + ROUNDING;
    // a reset that is clearly later belongs to a new window
    const isNewWindow = resetAt > this.#resetAt + 2 * ROUNDING || now >= this.#resetAt;
    this.#remaining =
      isNewWindow || this.#remaining === null ? remaining : Math.min(this.#remaining, remaining);
    this.#resetAt = isNewWindow ? resetAt : Math.max(this.#resetAt, resetAt);
  }

  /** Blocks requests for `ms` milliseconds, after the target refused one. */
  block(ms: number, now: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms + ROUNDING);
    this.#remaining = this.#limit;
    this.#resetAt = this.#blockedUntil;
  }
}
