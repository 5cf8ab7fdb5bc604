// Step: counts the call, and refuses it when its credential has no more for this minute (heading Limits).
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
 * Counts one call of its credential, and refuses it when there are no more. Calls of the auth class count by address:
 * a login has no credential yet.
 */
export function count({ limiter, world }: Machine, turn: Turn, auth: boolean): Refusal | undefined {
  const now = world.clock.now();
  const allowance = auth
    ? limiter.take(`auth ${turn.call.address}`, null, now)
    : limiter.take(turn.caller.id, turn.caller.tier, now);
  turn.allowance = allowance;
  if (!allowance.refused) return undefined;
  return new Refusal('RATE_LIMITED', {
    extra: { retry_after: allowance.reset },
    headers: { 'retry-after': String(allowance.reset) },
  });
}

/** What a call may still do, for the headers every answer carries; one that was never counted is not counted now. */
export function allowanceOf({ limiter, world }: Machine, turn: Turn): Allowance {
  turn.allowance ??= limiter.peek(turn.caller.id, turn.caller.tier, world.clock.now());
  return turn.allowance;
}
