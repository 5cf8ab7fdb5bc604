// Refuses requests that the mode of the run does not allow, and writes to data that the run does not own.
import type { OperationId } from '../../contract/operations.ts';
import type { Mode } from '../model/define.ts';
import { CheckEnded } from '../model/outcome.ts';
import { describeDestination } from './compose.ts';
import type { OwnedIds } from './owned-ids.ts';
import type { PreparedCall } from './send-once.ts';

/** The one operation that a read-only run may POST to: it returns the token that every other call needs. */
export const LOGIN_OPERATION: OperationId = 'login';

/**
 * Checks that a call may be sent.
 * @throws CheckEnded (skipped) when a read-only run would write
 * @throws Error when the call would write to an id that the run does not own: a fault of the check
 */
export function assertAllowed(
  { request, to, origin, options }: PreparedCall,
  mode: Mode,
  owned: OwnedIds,
): void {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || to === LOGIN_OPERATION;
  if (mode === 'read-only' && !isRead) {
    throw new CheckEnded('skipped', `${describeDestination(to)} is not sent in read-only mode`);
  }
  if (origin.purpose === 'cleanup') return;
  const foreignId = owned.firstForeign(request, options.deliberateFault !== undefined);
  if (foreignId !== undefined) {
    throw new Error(`${describeDestination(to)} would write to ${foreignId}, which this run did not create.`);
  }
}
