// The rate limits of the reference server, in fixed windows: one window per caller, and a window for the auth
// endpoints.
import type { Options } from './options.ts';

type Window = { opened: number; used: number };
export type RateLimitResult = {
  breached: boolean;
  headers: Record<string, string>;
  retryAfter: number;
  late(): void;
};

/**
 * Builds a rate limiter.
 * @returns the function spend(name, limit), which counts one request in the window of the given name
 */
export function createRateLimiter(
  options: Options,
  now: () => number,
): (name: string, limit: number) => RateLimitResult {
  const buckets = new Map<string, Window>();
  return (name, limit) => {
    let bucket = buckets.get(name);
    if (!bucket || now() >= bucket.opened + options.window) {
      bucket = { opened: now(), used: 0 };
      buckets.set(name, bucket);
    }
    const breached = bucket.used >= limit;
    if (!breached) bucket.used += 1;
    const closes = bucket.opened + options.window;
    const secondsLeft = Math.max(1, Math.ceil((closes - now()) / 1000));
    const remaining = String(limit - bucket.used);
    const headers: Record<string, string> = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': options.reset === 'epoch' ? String(Math.ceil(closes / 1000)) : String(secondsLeft),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': String(Math.ceil(closes / 1000)),
    };
    const same = bucket;
    return {
      breached,
      retryAfter: secondsLeft,
      headers,
      late() {
        for (const name of ['RateLimit-Remaining', 'X-RateLimit-Remaining'])
          headers[name] = String(limit - same.used);
      },
    };
  };
}
