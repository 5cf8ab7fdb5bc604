// Counts a request in the bucket of its caller: the choice of the bucket, the refusal over the limit, and the status for the headers.
import { Refusal } from '../../state/refusal.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import type { RateLimitStatus } from './rate-limiter.ts';

/** The bucket of a request to an auth endpoint. These count by client address: a login has no credential yet. */
const authBucket = ({ call }: RequestContext): string => `auth ${call.address}`;

/**
 * The bucket of any other request. Set A states its limits "per user, per minute", so the sessions and API keys of a user
 * share one. Set B states no such rule, so each credential has its own, as an API key without a user and an address always do.
 */
const generalBucket = ({ policy }: PipelineDeps, { caller }: RequestContext): string =>
  policy.limits === 'B' || caller.userId === null ? caller.id : `user ${caller.userId}`;

/** Returns the name of the bucket in which a request counts. */
export const bucketOf = (deps: PipelineDeps, context: RequestContext): string =>
  context.plan?.operation.rateClass === 'auth' ? authBucket(context) : generalBucket(deps, context);

/**
 * Counts a request and records the status of its bucket in the context.
 * @param auth whether the request is to an auth endpoint
 * @returns the refusal of a request over the limit
 */
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

/** Returns the rate-limit status of a request, and reads it without counting where the request was refused before it counted. */
export function rateLimitStatus(deps: PipelineDeps, context: RequestContext): RateLimitStatus {
  const { limiter, world } = deps;
  context.rateLimit ??= limiter.peek(generalBucket(deps, context), context.caller.tier, world.clock.now());
  return context.rateLimit;
}
