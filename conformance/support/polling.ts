// Waiting for what is under way to come to rest, with as few reads as it takes.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { isSuccess, statusIn } from './response-readers.ts';

export type PollOptions = {
  /** whether a status word says that something is under way */
  isInProgress(status: string): boolean;
  /** how long each wait is, in milliseconds; after the last one it is left as it is */
  delays: readonly number[];
  /** what was said of it last, by the reply that set it going: where that shows it under way, it is waited for at once */
  lastReply?: Exchange | undefined;
};

/** Reads something until it is at rest, for a while; first, an earlier reading that still holds will do. @returns the last reading */
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
    // what was said a while ago has been waited for already
    const remaining = pause - t.elapsedSince(reply);
    if (remaining > 0) await t.sleep(remaining);
    reply = await read(false);
  }
  return reply;
}
