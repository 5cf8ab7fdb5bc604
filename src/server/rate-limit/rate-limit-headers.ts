// The rate-limit headers that every reply carries (heading Limits).
import type { Reply } from '../http/call.ts';
import type { RateLimitStatus } from './rate-limiter.ts';

/** Sets `RateLimit-Limit`, `-Remaining` and `-Reset` of a reply, and `X-RateLimit-Limit` and `-Remaining`. */
export function setRateLimitHeaders(
  { status, headers }: Reply,
  { limit, remaining, reset }: RateLimitStatus,
): void {
  headers['RateLimit-Limit'] = headers['X-RateLimit-Limit'] = String(limit);
  headers['RateLimit-Remaining'] = headers['X-RateLimit-Remaining'] = String(
    // A 429 that a fault injects reports 0 remaining, as a real one does.
    status === 429 ? 0 : remaining,
  );
  // A 429 with a `Retry-After` beyond the end of the window reports that longer wait.
  headers['RateLimit-Reset'] = String(Math.max(reset, Number(headers['Retry-After'] ?? 0) || 0));
}
