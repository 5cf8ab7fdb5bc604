// Parses the rate limit headers of a reply: RateLimit-*, X-RateLimit-* and Retry-After.

/** The rate limit that a reply states; a member is null when the reply does not state it. */
export type RateHeaders = {
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

/**
 * Returns the target's time from its `Date` header, to compare epoch seconds with; `now` when the header is absent.
 */
function serverNow(header: (name: string) => string | null, now: number): number {
  const date = Date.parse(header('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/**
 * Parses `Retry-After`: seconds as specified, or an HTTP date, which a rule reports as a violation.
 * @returns milliseconds from now; null when the header is absent or has neither form
 */
export function parseRetryAfter(header: (name: string) => string | null, now: number): number | null {
  const text = header('retry-after');
  const seconds = integer(text);
  if (seconds !== null) return seconds * 1000;
  const date = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow(header, now));
}
