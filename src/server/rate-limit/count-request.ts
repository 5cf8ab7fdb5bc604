// Counts a request in the rate-limit bucket of its caller, and refuses it over the limit.
import { Refusal } from '../../state/refusal.ts';
import type { Reply } from '../http/call.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import type { RateLimitStatus } from './rate-limiter.ts';

// Names the bucket of an auth endpoint: a login has no credential, so its IP address counts.
const authBucket = ({ call }: RequestContext): string => `auth ${call.address}`;

// Names the bucket of any other request. Where a limit counts `per: user`, the sessions and API keys of a user share
// one bucket; else each credential has its own. An API key without a user and an IP address always have their own
// bucket.
const generalBucket = ({ limiter }: PipelineDeps, { caller }: RequestContext): string =>
  limiter.per === 'credential' || caller.userId === null ? caller.id : `user ${caller.userId}`;

export const bucketOf = (deps: PipelineDeps, context: RequestContext): string =>
  context.plan?.operation.rateClass === 'auth' ? authBucket(context) : generalBucket(deps, context);

/** Counts a request and records the status of its bucket in the context. */
export function countRequest(
  deps: PipelineDeps,
  context: RequestContext,
  auth: boolean,
): Refusal | undefined {
  const { limiter, world } = deps;
  const now = world.clock.now();
  const status = auth
    ? limiter.consume(authBucket(context), null, now)
    : limiter.consume(generalBucket(deps, context), context.caller.tier, now);
  context.rateLimit = status;
  if (!status.exceeded) return undefined;
  return new Refusal('RATE_LIMITED', {
    extra: { retry_after: status.reset },
    headers: { 'retry-after': String(status.reset) },
  });
}

/** Returns the rate-limit status of a request, without counting one that was refused before. */
export function rateLimitStatus(deps: PipelineDeps, context: RequestContext): RateLimitStatus {
  const { limiter, world } = deps;
  context.rateLimit ??= limiter.peek(generalBucket(deps, context), context.caller.tier, world.clock.now());
  return context.rateLimit;
}

/** Sets the `RateLimit-*` and `X-RateLimit-*` headers of a reply. */
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
