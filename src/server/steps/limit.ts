// Step: counts the call, and refuses it when its caller has no more for this minute (heading Limits).
import { Refusal } from '../../state/refusal.ts';
import type { Allowance } from '../limits.ts';
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';
import { need, type Turn } from '../turn.ts';

export const limit = (machine: Machine): Step => ({
  name: 'limit',
  run(turn) {
    return count(machine, turn, need(turn.plan, 'an operation').operation.rateClass === 'auth');
  },
});

/**
 * Counts one call of its caller, and refuses it when there are no more. Calls of the auth class count by address:
 * a login has no credential yet.
 */
export function count(machine: Machine, turn: Turn, auth: boolean): Refusal | undefined {
  const { limiter, world } = machine;
  const now = world.clock.now();
  const allowance = auth
    ? limiter.take(authBucket(turn), null, now)
    : limiter.take(generalBucket(machine, turn), turn.caller.tier, now);
  turn.allowance = allowance;
  if (!allowance.refused) return undefined;
  return new Refusal('RATE_LIMITED', {
    extra: { retry_after: allowance.reset },
    headers: { 'retry-after': String(allowance.reset) },
  });
}

/** What a call may still do, for the headers every answer carries; one that was never counted is not counted now. */
export function allowanceOf(machine: Machine, turn: Turn): Allowance {
  const { limiter, world } = machine;
  turn.allowance ??= limiter.peek(generalBucket(machine, turn), turn.caller.tier, world.clock.now());
  return turn.allowance;
}

/** The bucket of a call of the auth class. */
const authBucket = ({ call }: Turn): string => `auth ${call.address}`;

/**
 * The bucket of any other call. Set A is "per user, per minute": the sessions and the API keys of a user share one.
 * Set B names nobody: each credential has its own. A key that answers as no user, and an address, count for themselves.
 */
const generalBucket = ({ policy }: Machine, { caller }: Turn): string =>
  policy.limits === 'B' || caller.userId === null ? caller.id : `user ${caller.userId}`;

/** The bucket that a call counts against. */
export const bucketOf = (machine: Machine, turn: Turn): string =>
  turn.plan?.operation.rateClass === 'auth' ? authBucket(turn) : generalBucket(machine, turn);
