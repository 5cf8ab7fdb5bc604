// The rate-limit headers that every reply carries (heading Limits).
import type { Reply } from '../http/call.ts';
import type { RateLimitStatus } from './rate-limiter.ts';

/**
 * Sets the headers `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`, `X-RateLimit-Limit` and
 * `X-RateLimit-Remaining` of a reply.
 */
export function setRateLimitHeaders(
  { status, headers }: Reply,
  { limit, remaining, reset }: RateLimitStatus,
): void {
  headers['RateLimit-Limit'] = headers['X-RateLimit-Limit'] = String(limit);
  headers['RateLimit-Remaining'] = headers['X-RateLimit-Remaining'] = String(
    // An injected 429 reports 0 remaining requests, as a 429 of the rate limiter does.
    status === 429 ? 0 : remaining,
  );
  // When `Retry-After` of a 429 lies beyond the end of the window, `RateLimit-Reset` reports the longer wait.
  headers['RateLimit-Reset'] = String(Math.max(reset, Number(headers['Retry-After'] ?? 0) || 0));
}
