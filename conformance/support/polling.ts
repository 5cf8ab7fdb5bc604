// Reads a resource repeatedly until its status is stable.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { isSuccess, statusIn } from './response-readers.ts';

export type PollOptions = {
  /**
   * the kind of resource, under which the run learns its states; without it nothing is learned, and every wait takes
   * its whole patience
   */
  kind?: string;
  /** returns whether a status that the run knows nothing about means that a change of the resource is in progress */
  isInProgress(status: string): boolean;
  /** how long a resource may take until its status is stable, in milliseconds */
  patience: number;
  /** the reply that started the change; when it shows progress, polling waits before the first read */
  lastReply?: Exchange | undefined;
};

/** The pauses between the reads of a change whose duration is not known, in milliseconds; the last one repeats. */
const PAUSES = [1000, 1000, 2000, 3000, 4000];
/** How long a word is waited for that is known to stay in another kind of resource, in milliseconds. */
const SHORT_PATIENCE = 2000;
/** The time added to a learned duration before the read that should show the end of the change, in milliseconds. */
const MARGIN = 100;

/**
 * Reads a resource repeatedly until its status is stable or the patience is over. An earlier read that is still valid
 * serves as the first read. How long a change takes, and which words do not change, is learned once for a kind of
 * resource: a later wait reads once the learned time is over, and does not wait for a word that stays.
 * @returns the last read
 */
export async function waitUntilStable(
  t: CheckContext,
  read: (allowCached: boolean) => Promise<Exchange>,
  { kind, isInProgress, patience, lastReply: reported }: PollOptions,
): Promise<Exchange> {
  const wordIn = (reply: Exchange): string => (isSuccess(reply) ? (statusIn(reply.json) ?? '') : '');
  const isUnstable = (reply: Exchange): boolean => {
    const word = wordIn(reply);
    if (word === '' || (kind !== undefined && t.states.isResting(kind, word))) return false;
    return isInProgress(word) || (kind !== undefined && t.states.isTransition(kind, word));
  };
  const first = reported !== undefined && isUnstable(reported) ? reported : await read(true);
  const word = wordIn(first);
  const limit = kind !== undefined && t.states.restsElsewhere(word) ? SHORT_PATIENCE : patience;
  let reply = first;
  let unstableMs = t.elapsedSince(first);
  for (let reads = 0; isUnstable(reply) && (reads === 0 || t.elapsedSince(first) < limit); reads++) {
    const elapsed = t.elapsedSince(first);
    const expected = kind === undefined ? undefined : t.states.expectedMs(kind, wordIn(reply));
    const pause = PAUSES[Math.min(reads, PAUSES.length - 1)] ?? limit;
    // The first read comes when the change should be over; the time since the first reply counts as a part of it.
    const due = reads === 0 && expected !== undefined ? expected + MARGIN : elapsed + pause;
    const wait = Math.min(due, limit) - elapsed;
    if (wait > 0) await t.sleep(wait);
    const [from, afterMs] = [wordIn(reply), unstableMs];
    reply = await read(false);
    unstableMs = t.elapsedSince(first);
    const to = wordIn(reply);
    if (kind !== undefined && to !== '' && to !== from)
      t.states.noteTransition(kind, from, { to, afterMs, withinMs: unstableMs });
  }
  if (kind !== undefined && limit === patience && isUnstable(reply) && wordIn(reply) === word)
    t.states.noteResting(kind, word);
  return reply;
}
