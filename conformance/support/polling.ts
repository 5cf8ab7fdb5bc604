// Reads a resource repeatedly until its status is stable.
import { document } from '../../src/contract/document.ts';
import { perDocument } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { isSuccess, statusIn } from './reply-readers/response-readers.ts';

type PollOptions = {
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
const PAUSES = [1000, 1000, 1000, 1000, 1000, 1000, 1000, 3000];
/** The reads of a wait of about ten seconds, in a small run where nothing else happens and nothing is learned before. */
export const READS_OF_A_WAIT = PAUSES.length;
/** The most reads of one wait, for a resource whose status changes time and again. */
const MAX_READS = 15;
/** How long a word is waited for that is known to stay in another kind of resource, in milliseconds. */
const SHORT_PATIENCE = 2000;

/** The words of states in the contract, which the patterns of `isInProgress` are about. */
const CONTRACT_WORDS = perDocument(() =>
  Object.entries(document().components.schemas)
    .filter(([name]) => /Status$/.test(name))
    .flatMap(([, schema]) => schema.enum ?? [])
    .filter((word) => typeof word === 'string'),
);
/** The pauses between the reads of a state whose word says nothing, in milliseconds; each word is waited for once. */
const PAUSES_FOR_A_WORD = [2000, 10_000];

/**
 * Reads a resource repeatedly until its status is stable or the patience is over. An earlier read that is still valid
 * serves as the first read. How long a change takes, and which words do not change, is learned once for a kind of
 * resource: a later wait reads once the learned time is over, and does not wait for a word that stays.
 */
export async function waitUntilStable(
  t: CheckContext,
  read: (allowCached: boolean) => Promise<Exchange>,
  { kind, isInProgress, patience, lastReply: reported }: PollOptions,
): Promise<Exchange> {
  const wordIn = (reply: Exchange): string => (isSuccess(reply) ? (statusIn(reply.json) ?? '') : '');
  const isKnown = (word: string): boolean =>
    isInProgress(word) || CONTRACT_WORDS().some((known) => word.toLowerCase().includes(known));
  // The word says nothing, and neither does any other word of the kind.
  const saysNothing = (word: string): boolean =>
    kind !== undefined && !isKnown(word) && !t.states.wordsOf(kind).some(isKnown);
  const isUnstable = (reply: Exchange): boolean => {
    const word = wordIn(reply);
    if (word === '' || (kind !== undefined && t.states.isResting(kind, word))) return false;
    return (
      isInProgress(word) || (kind !== undefined && (t.states.isTransition(kind, word) || saysNothing(word)))
    );
  };
  let first = reported !== undefined && isUnstable(reported) ? reported : await read(true);
  // A resource that shows no state may still be changing as long as another one of its kind.
  const silentMs = kind !== undefined && t.states.isResting(kind, '') ? t.elapsedSince(reported ?? first) : 0;
  if (kind !== undefined && wordIn(first) === '' && isSuccess(first) && silentMs < patience) {
    // A member that is not known to be the state may change by itself, which tells the run that it is the state.
    await t.sleep(patience - silentMs);
    const [later, before] = [await read(false), first];
    if (wordIn(before) !== wordIn(later))
      t.states.noteTransition(kind, wordIn(before), wordIn(later), {
        afterMs: 0,
        withinMs: t.elapsedSince(before),
      });
    t.states.noteResting(kind, '');
    first = later;
  }
  const word = wordIn(first);
  const limit = kind !== undefined && t.states.restsElsewhere(word) ? SHORT_PATIENCE : patience;
  let reply = first;
  let unstableMs = 0;
  // A cached read may be older than the whole patience: then the patience begins with the word that followed.
  let since = first;
  const expected = kind === undefined ? [] : t.states.expectedMs(kind, word);
  const mayReadAgain = (reads: number): boolean =>
    reads === 0 || (reads < MAX_READS && t.elapsedSince(since) < limit);
  for (let reads = 0; isUnstable(reply) && mayReadAgain(reads); reads++) {
    const elapsed = t.elapsedSince(since);
    const pauses = saysNothing(wordIn(reply)) ? PAUSES_FOR_A_WORD : PAUSES;
    const pause = pauses[Math.min(Math.max(0, reads - expected.length), pauses.length - 1)] ?? limit;
    // The first reads come when the change should be over; the time since the first reply counts as a part of it.
    const [learned] = expected.slice(reads);
    const due = learned === undefined ? elapsed + pause : learned;
    const wait = Math.min(due, limit) - elapsed;
    if (wait > 0) await t.sleep(wait);
    const [from, afterMs] = [wordIn(reply), unstableMs];
    reply = await read(false);
    unstableMs = t.elapsedSince(since);
    const to = wordIn(reply);
    if (kind !== undefined && to !== '' && to !== from)
      t.states.noteTransition(kind, from, to, { afterMs, withinMs: unstableMs });
    if (to !== from && unstableMs >= limit) {
      since = reply;
      unstableMs = 0;
    }
  }
  // The state in the reply that started the change is that of a task.
  if (first === reported && wordIn(reply) === '')
    return waitUntilStable(t, read, { ...(kind !== undefined && { kind }), isInProgress, patience });
  if (kind !== undefined && limit === patience && isUnstable(reply) && wordIn(reply) === word)
    t.states.noteResting(kind, word);
  return reply;
}
