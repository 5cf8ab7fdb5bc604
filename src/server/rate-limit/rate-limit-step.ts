// Step: counts the call, and refuses it when its caller has no more for this minute (heading Limits).
import { Refusal } from '../../state/refusal.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { type RequestContext, required } from '../pipeline/request-context.ts';
import type { Step } from '../pipeline/step.ts';
import type { RateLimitStatus } from './rate-limiter.ts';

export const rateLimit = (deps: PipelineDeps): Step => ({
  name: 'limit',
  run(context) {
    return countCall(deps, context, required(context.plan, 'an operation').operation.rateClass === 'auth');
  },
});

/**
 * Counts one call of its caller, and refuses it when there are no more. Calls of the auth class count by address:
 * a login has no credential yet.
 */
export function countCall(deps: PipelineDeps, context: RequestContext, auth: boolean): Refusal | undefined {
  const { limiter, world } = deps;
  const now = world.clock.now();
  const allowance = auth
    ? limiter.consume(authBucket(context), null, now)
    : limiter.consume(generalBucket(deps, context), context.caller.tier, now);
  context.rateLimit = allowance;
  if (!allowance.exceeded) return undefined;
  return new Refusal('RATE_LIMITED', {
    extra: { retry_after: allowance.reset },
    headers: { 'retry-after': String(allowance.reset) },
  });
}

/** What a call may still do, for the headers every answer carries; one that was never counted is not counted now. */
export function rateLimitStatus(deps: PipelineDeps, context: RequestContext): RateLimitStatus {
  const { limiter, world } = deps;
  context.rateLimit ??= limiter.peek(generalBucket(deps, context), context.caller.tier, world.clock.now());
  return context.rateLimit;
}

/** The bucket of a call of the auth class. */
const authBucket = ({ call }: RequestContext): string => `auth ${call.address}`;

/**
 * The bucket of any other call. Set A is "per user, per minute": the sessions and the API keys of a user share one.
 * Set B names nobody: each credential has its own. A key that answers as no user, and an address, count for themselves.
 */
const generalBucket = ({ policy }: PipelineDeps, { caller }: RequestContext): string =>
  policy.limits === 'B' || caller.userId === null ? caller.id : `user ${caller.userId}`;

/** The bucket that a call counts against. */
export const bucketOf = (deps: PipelineDeps, context: RequestContext): string =>
  context.plan?.operation.rateClass === 'auth' ? authBucket(context) : generalBucket(deps, context);
