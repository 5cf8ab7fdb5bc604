// One allowance of requests: what is left of it by the target's own account, or by an assumed figure per minute.
import type { RateHeaders } from './rate-headers.ts';

const MINUTE = 60_000;
/** Whole seconds may be rounded down: a reset told for now may be this far off. */
const ROUNDING = 1000;

export class RateBudget {
  /** the target's figures; null until it told them */
  #limit: number | null = null;
  #remaining: number | null = null;
  #resetAt = 0;
  #blockedUntil = 0;
  /** when the last requests went out, for figures the target does not tell */
  readonly #sentAt: number[] = [];
  /** requests in any minute that are dared whatever the headers say; null: the headers decide alone */
  cap: number | null;

  constructor(cap: number | null) {
    this.cap = cap;
  }

  /** Whether the target has told a limit. */
  get hasLimit(): boolean {
    return this.#limit !== null;
  }

  /** What is left by the target's account, or null when its window is over or it told nothing. */
  remaining(now: number): number | null {
    return now < this.#resetAt ? this.#remaining : null;
  }

  /** Milliseconds until `n` more requests may go out; 0: now. */
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

  /** Books `n` requests that go out now. */
  consume(n: number, now: number): void {
    if (this.#remaining !== null) this.#remaining = Math.max(0, this.#remaining - n);
    if (this.cap !== null) for (let i = 0; i < n; i++) this.#sentAt.push(now);
  }

  /** Learns from a reply. Within a window the smaller figure counts: replies to parallel requests overtake each other. */
  learnHeaders({ limit, remaining, resetIn }: RateHeaders, now: number): void {
    if (limit !== null) this.#limit = limit;
    if (remaining === null) return;
    const assumedReset = now < this.#resetAt ? this.#resetAt : now + MINUTE;
    const resetAt = resetIn === null ? assumedReset : now + resetIn + ROUNDING;
    // a window that ends clearly later is a new one
    const isNewWindow = resetAt > this.#resetAt + 2 * ROUNDING || now >= this.#resetAt;
    this.#remaining =
      isNewWindow || this.#remaining === null ? remaining : Math.min(this.#remaining, remaining);
    this.#resetAt = isNewWindow ? resetAt : Math.max(this.#resetAt, resetAt);
  }

  /** The target refused: nothing goes out before `ms` have passed. */
  block(ms: number, now: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms + ROUNDING);
    this.#remaining = this.#limit;
    this.#resetAt = this.#blockedUntil;
  }
}
