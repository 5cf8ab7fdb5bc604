// Reads what a reply says about limits: the RateLimit headers and Retry-After.

export type RateHeaders = {
  limit: number | null;
  remaining: number | null;
  /** milliseconds from now until the window resets; null when not said or not understood */
  resetIn: number | null;
};

const integer = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;

/**
 * The limit a reply tells of. `RateLimit-Reset` may be delta seconds or epoch seconds (its unit is not stated): up to a
 * day it is a delta, from 10⁹ on an epoch. An epoch that is past, or further off than the minute that limits are told for
 * (specification, Limits), is by another clock than ours and tells nothing.
 * @param now Unix milliseconds
 */
export function parseRateHeaders(header: (name: string) => string | null, now: number): RateHeaders {
  const reset = integer(header('ratelimit-reset'));
  let resetIn: number | null = null;
  if (reset !== null && reset <= 86_400) resetIn = reset * 1000;
  else if (reset !== null && reset >= 1e9) {
    const left = reset * 1000 - serverNow(header, now);
    resetIn = left < -2000 || left > 62_000 ? null : Math.max(0, left);
  }
  return {
    limit: integer(header('ratelimit-limit')) ?? integer(header('x-ratelimit-limit')),
    remaining: integer(header('ratelimit-remaining')) ?? integer(header('x-ratelimit-remaining')),
    resetIn,
  };
}

/** The target's own clock where it tells it: an epoch is measured by that. */
function serverNow(header: (name: string) => string | null, now: number): number {
  const date = Date.parse(header('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/** `Retry-After` in milliseconds from now: seconds as stated, or an HTTP date (which a rule flags); null when neither. */
export function parseRetryAfter(header: (name: string) => string | null, now: number): number | null {
  const text = header('retry-after');
  const seconds = integer(text);
  if (seconds !== null) return seconds * 1000;
  const date = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow(header, now));
}
