// Reads a resource repeatedly until its status is stable.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { isSuccess, statusIn } from './response-readers.ts';

export type PollOptions = {
  /** returns whether a status means that a change of the resource is in progress */
  isInProgress(status: string): boolean;
  /** the pauses between the reads, in milliseconds; polling stops after the last pause */
  delays: readonly number[];
  /** the reply that started the change; when it shows progress, polling waits before the first read */
  lastReply?: Exchange | undefined;
};

/**
 * Reads a resource repeatedly until its status is stable or the pauses are over. An earlier read that is still valid
 * serves as the first read.
 * @returns the last read
 */
export async function waitUntilStable(
  t: CheckContext,
  read: (allowCached: boolean) => Promise<Exchange>,
  { isInProgress, delays, lastReply: reported }: PollOptions,
): Promise<Exchange> {
  const isUnstable = (reply: Exchange): boolean =>
    isSuccess(reply) && isInProgress(statusIn(reply.json) ?? '');
  let reply = reported !== undefined && isUnstable(reported) ? reported : await read(true);
  for (const pause of delays) {
    if (!isUnstable(reply)) break;
    // The time since the last reply counts as a part of the pause.
    const remaining = pause - t.elapsedSince(reply);
    if (remaining > 0) await t.sleep(remaining);
    reply = await read(false);
  }
  return reply;
}
