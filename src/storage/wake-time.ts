// When a world has something to do without a call.
import type { WorldServer } from '../server/app.ts';
import { OUTBOX_TABLE } from '../server/outbox-queue.ts';
import { parseIso } from '../state/instant.ts';

/** Tells whether messages of the world wait to be sent. */
export const hasMessages = ({ world }: WorldServer): boolean => (world.reader(OUTBOX_TABLE)?.size ?? 0) > 0;

/**
 * Returns when a world has something to do by itself, in ms since 1970: now, when messages wait to be sent; the time at
 * which its next timer comes due; null for never.
 */
export function wakeTime(worldServer: WorldServer): number | null {
  if (hasMessages(worldServer)) return 0;
  const { clock, nextDue } = worldServer.world;
  const state = clock.state();
  return state.frozen || nextDue === undefined ? null : parseIso(nextDue) - state.offset;
}
