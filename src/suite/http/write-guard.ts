// Refuses requests that the mode of the run does not allow, and writes to resources that the run does not own.
import type { OperationId } from '../../contract/operations.ts';
import type { Mode } from '../model/define.ts';
import { CheckEnded } from '../model/outcome.ts';
import type { OwnedIds } from './owned-ids.ts';
import type { Spending } from './spending.ts';
import { describeDestination } from './transport/compose.ts';
import type { PreparedCall } from './transport/send-once.ts';

/** The only operation to which a read-only run may send a POST: it returns the token that every other call needs. */
export const LOGIN_OPERATION: OperationId = 'login';

/**
 * Checks that a call may be sent.
 * @throws CheckEnded (skipped) when a read-only run would write, or a safe run might buy something
 * @throws Error when the call would write to an id that the run does not own, which is a mistake in the check
 */
export function assertAllowed(
  call: PreparedCall,
  mode: Mode,
  { ownedIds, spending }: { ownedIds: OwnedIds; spending: Spending },
): void {
  const { request, to, origin, options } = call;
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || to === LOGIN_OPERATION;
  if (mode === 'read-only' && !isRead) {
    throw new CheckEnded('skipped', `${describeDestination(to)} is not sent in read-only mode`);
  }
  if (origin.purpose === 'cleanup') return;
  // Whether a purchase can be taken back at no cost shows only after it was made.
  if (mode === 'safe' && spending.mayBuy(call))
    throw new CheckEnded('skipped', `needs --mode full: ${describeDestination(to)} may cost money`);
  const foreignId = ownedIds.firstForeign(request, options.deliberateFault !== undefined);
  if (foreignId !== undefined) {
    throw new Error(`${describeDestination(to)} would write to ${foreignId}, which this run did not create.`);
  }
}
