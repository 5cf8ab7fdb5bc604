// Repetition of statements after failures that pass, and the outcome of an append whose acknowledgement was lost.
import { StorageError } from '../world-store.ts';
import type { Connections, Lane } from './connections.ts';
import { isTransient } from './errors.ts';
import { LOOK, RECORD_EPOCH } from './statements.ts';

/** One try of an operation. */
export type Try = {
  /** how many tries failed before, so that their outcome is unknown */
  readonly failures: number;
  /** how long this try may take, in ms */
  readonly timeoutMs: number;
};

/** The part of the time that one try may take, so that a lost connection leaves time for another try. */
const TRY_SHARE = 0.4;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Waits until a connection is free, then tries an operation until it succeeds, fails for good, or the time is over.
 * @param limitMs how long the tries may take, without the wait for other calls
 * @throws StorageError `unavailable` when the time is over
 */
export async function repeat<T>(
  connections: Connections,
  limitMs: number,
  attempt: (one: Try) => Promise<T>,
  lane?: Lane,
): Promise<T> {
  try {
    return await connections.inTurn(() => repeatAtOnce(limitMs, attempt), lane);
  } catch (error) {
    throw connections.explain(error);
  }
}

/**
 * Tries an operation that waits for no other call, until it succeeds, fails for good, or the time is over.
 * @throws the error of the last try
 */
async function repeatAtOnce<T>(limitMs: number, attempt: (one: Try) => Promise<T>): Promise<T> {
  const until = performance.now() + limitMs;
  for (
    let failures = 0, pauseMs = FIRST_PAUSE_MS;
    ;
    failures++, pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  ) {
    const leftMs = until - performance.now();
    try {
      return await attempt({ failures, timeoutMs: Math.min(Math.max(leftMs, 1), limitMs * TRY_SHARE) });
    } catch (error) {
      if (!isTransient(error) || until - performance.now() <= pauseMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** An append whose acknowledgement was lost. */
export type LostAppend = {
  readonly name: string;
  readonly epoch: number;
  /** the number of the last record before it */
  readonly after: number;
  readonly count: number;
  /** the id that the append writes into the row of its world */
  readonly change: string;
};

/** The row of a world. */
type WorldRow = {
  readonly epoch: number;
  readonly baseSeq: number;
  readonly lastChange: string;
  readonly ownerId: string | null;
};

/** Reads the row of a world, once no other statement changes it; undefined when there is none. */
export async function look(
  connections: Connections,
  name: string,
  timeoutMs: number,
): Promise<WorldRow | undefined> {
  const [row] = await connections.run<WorldRow>(LOOK, [name], timeoutMs);
  return row;
}

/**
 * Looks whether an append was stored. A statement that still runs holds the lock of the row, so this waits for it.
 * @returns true when it was stored; false when it was not and never will be; null when it was not, but may be yet
 * @throws StorageError `unavailable` when a later claim has replaced what would tell
 */
export async function wasStored(
  connections: Connections,
  { name, epoch, after, count, change }: LostAppend,
  timeoutMs: number,
): Promise<boolean | null> {
  const row = await look(connections, name, timeoutMs);
  if (!row) return false;
  if (row.lastChange === change) return true;
  if (row.epoch === epoch) return row.ownerId === null ? false : null;
  // A later owner may have appended since. Only this claim has stored a record of its epoch at this number.
  const [record] = await connections.run<{ epoch: number }>(RECORD_EPOCH, [name, after + 1], timeoutMs);
  if (record) return count > 0 && record.epoch === epoch;
  if (row.baseSeq <= after && count > 0) return false;
  throw new StorageError(
    'unavailable',
    `PostgreSQL at ${connections.description}: the connection was lost, and another process claimed the world ${name} ` +
      'before it was known whether the last change is stored; read the world again.',
  );
}
