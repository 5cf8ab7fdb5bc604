// Counts the requests that one rate limit still allows, from the headers of replies, which it parses, or from an assumed limit.
const MINUTE = 60_000;
/** The milliseconds by which a stated reset may be too early, because whole seconds may be rounded down. */
const ROUNDING = 1000;

/** How long the first reply of a window is waited for, in milliseconds; replies may have no more headers. */
const SEEN_WITHIN_MS = 2000;

/** The remaining requests of one rate limit. */
export class RateBudget {
  #limit: number | null = null;
  #remaining: number | null = null;
  #resetAt = 0;
  /** since when a window lasts of which no reply has told yet, in Unix milliseconds; null when a reply has */
  #unseenSince: number | null = null;
  #statesReset = false;
  #blockedUntil = 0;
  /** times of the last requests in Unix milliseconds, for a limit that the target does not state */
  readonly #sentAt: number[] = [];
  /** the most requests in any minute, whatever the headers state; null when only the headers count */
  cap: number | null;

  constructor(cap: number | null) {
    this.cap = cap;
  }

  get limit(): number | null {
    return this.#limit;
  }

  /** Returns how many requests remain by the headers; null when the window is over or the target states no count. */
  remaining(now: number): number | null {
    return now < this.#resetAt ? this.#remaining : null;
  }

  /** Computes how many milliseconds to wait until `n` more requests may be sent. */
  waitMs(n: number, now: number): number {
    const blocked = this.#blockedUntil - now;
    if (blocked > 0) return blocked;
    if (this.#remaining !== null && now >= this.#resetAt) {
      this.#remaining = this.#limit;
      this.#resetAt = now + MINUTE;
      this.#unseenSince = now;
    }
    // When windows end is not known: one request shows whether this one has ended.
    const isUnknown = this.#unseenSince !== null && !this.#statesReset && this.#remaining !== this.#limit;
    if (isUnknown && now < (this.#unseenSince ?? 0) + SEEN_WITHIN_MS) return 50;
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

  consume(n: number, now: number): void {
    if (this.#remaining !== null) this.#remaining = Math.max(0, this.#remaining - n);
    if (this.cap !== null) for (let i = 0; i < n; i++) this.#sentAt.push(now);
  }

  /**
   * Learns from the headers of a reply. Within a window the smaller remaining count applies, because parallel replies
   * may arrive in another order than they were sent.
   */
  learnHeaders({ limit, remaining, resetIn }: RateHeaders, now: number): void {
    if (limit !== null) this.#limit = limit;
    this.#statesReset ||= resetIn !== null;
    if (remaining === null) return;
    const assumedReset = now < this.#resetAt ? this.#resetAt : now + MINUTE;
    const resetAt = resetIn === null ? assumedReset : now + resetIn + ROUNDING;
    // A reset that is clearly later than the known reset belongs to a new window.
    // A reply of the window before may be late.
    if (this.#unseenSince !== null && resetAt - ROUNDING <= this.#unseenSince) return;
    const isNewWindow =
      this.#unseenSince !== null || resetAt > this.#resetAt + 2 * ROUNDING || now >= this.#resetAt;
    // The first reply of a window does not count the other requests that are in flight.
    const counts = this.#remaining !== null && (!isNewWindow || this.#unseenSince !== null);
    this.#remaining = counts ? Math.min(this.#remaining ?? remaining, remaining) : remaining;
    this.#unseenSince = null;
    this.#resetAt = isNewWindow ? resetAt : Math.max(this.#resetAt, resetAt);
  }

  block(ms: number, now: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms + ROUNDING);
    this.#remaining = this.#limit;
    this.#resetAt = this.#blockedUntil;
  }
}

type RateHeaders = {
  limit: number | null;
  remaining: number | null;
  /** milliseconds from now until the window resets; null when the header is absent or cannot be parsed */
  resetIn: number | null;
};

/** Reads the first number of a header, which gateways double (`60, 60`) or give a window (`3000, 3000;w=60`). */
const integer = (text: string | null): number | null => {
  const first = /^\s*(\d{1,15})\s*(?:[,;]|$)/.exec(text ?? '')?.[1];
  return first === undefined ? null : Number(first);
};

/**
 * Parses the limit that a reply states. The specification does not state the unit of `RateLimit-Reset`: a value up to
 * one day counts as delta seconds, a value from 10⁹ on as epoch seconds; an HTTP date (RFC 9110) is read as well. Instants
 * in the past, or more than the window of one minute ahead (specification, Limits), are ignored.
 * @param now Unix milliseconds
 */
export function parseRateHeaders(header: (name: string) => string | null, now: number): RateHeaders {
  const text = header('ratelimit-reset') ?? '';
  const reset = integer(text);
  let resetIn: number | null = null;
  if (reset !== null && reset <= 86_400) resetIn = reset * 1000;
  else {
    const date = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
    const left = (reset === null ? date : reset * 1000) - serverNow(header, now);
    resetIn = left >= -2000 && left <= 62_000 ? Math.max(0, left) : null;
  }
  return {
    limit: integer(header('ratelimit-limit')) ?? integer(header('x-ratelimit-limit')),
    remaining: integer(header('ratelimit-remaining')) ?? integer(header('x-ratelimit-remaining')),
    resetIn,
  };
}

/** Returns the target's time from its `Date` header, to compare epoch seconds with. */
function serverNow(header: (name: string) => string | null, now: number): number {
  const date = Date.parse(header('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/** Parses `Retry-After` into milliseconds from now: seconds as specified, or an HTTP date, which a rule reports. */
export function parseRetryAfter(header: (name: string) => string | null, now: number): number | null {
  const text = header('retry-after');
  const seconds = integer(text);
  if (seconds !== null) return seconds * 1000;
  const date = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow(header, now));
}
