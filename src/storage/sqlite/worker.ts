// The worker thread that runs the database of a store, so that writing to the disk never stops the main thread.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { StorageError } from '../world-store.ts';
import type { LogFile } from './log-file.ts';
import type { ThreadCall, ThreadReply, ThreadResult, ThreadTask } from './messages.ts';
import { Rows } from './rows.ts';
import { resultCode, storageError } from './sqlite-error.ts';
import { openWorldFile, type WorldFile } from './world-file.ts';
import { WorldTable } from './world-table.ts';

/** The size of the write-ahead log from which it is copied to the database when no call has come for a time, in bytes. */
const LOG_BYTES = 4 * 1_048_576;
/** The size from which it is copied at once. */
const MOST_LOG_BYTES = 4 * LOG_BYTES;
/** How long without a call that time is, in ms. */
const IDLE_MS = 20;

const { file, label, maxBytes } = workerData as ThreadTask;
const port = parentPort;
if (!port) throw new Error('This module is a worker thread.');
const post = (reply: ThreadReply): void => port.postMessage(reply);

try {
  serve(openWorldFile(file, label, maxBytes));
  post([[0, { value: undefined }]]);
} catch (error) {
  post([[0, failure(error)]]);
}

function failure(error: unknown): ThreadResult {
  if (error instanceof RangeError) return { code: null, message: error.message };
  const { code, message } = storageError(label, error);
  return { code, message };
}

/** Runs the calls that arrive. All calls that wait become one transaction. */
function serve(open: WorldFile): void {
  const { db, contents, log } = open;
  /** why a commit may not be on the disk: what is committed after it could show what will be lost */
  let failed: StorageError | null = null;
  const sync = (): void => {
    try {
      log?.sync();
    } catch (error) {
      failed = unsynchronized(error);
      throw failed;
    }
  };
  const options = { beforeCommit: open.assertInPlace, sync };
  const rows = new Rows(db, label, { ...contents, logBytes: open.logBytes }, options);
  const worlds = new WorldTable(rows, contents);

  const runOne = ([, method, ...args]: ThreadCall): unknown => {
    if (method === 'announce') return open.process.announce(String(args[0]));
    if (method === 'close') return open.close();
    return (worlds[method] as (...args: unknown[]) => unknown).apply(worlds, args);
  };

  /** Runs calls in one transaction. When the disk is full, each call gets a transaction of its own. */
  const run = (calls: ThreadCall[]): ThreadReply => {
    const before = rows.transactions;
    try {
      if (failed && calls[0]?.[1] !== 'close') throw failed;
      const reply = calls.map((call): ThreadReply[number] => [call[0], { value: runOne(call) }]);
      worlds.commit();
      if (rows.transactions > before) open.process.acknowledge(rows.transactions);
      return reply;
    } catch (error) {
      worlds.rollBack();
      if (calls.length > 1 && !failed && hasStoredNothing(error)) return calls.flatMap((call) => run([call]));
      return calls.map(([id]) => [id, failure(error)]);
    }
  };

  let idle: NodeJS.Timeout | undefined;
  port?.on('message', (first: ThreadCall[]) => {
    const calls = [...first];
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
      calls.push(...(next.message as ThreadCall[]));
    const [last] = calls.slice(-1);
    if (last?.[1] === 'close') {
      clearTimeout(idle);
      post(run(calls.slice(0, -1)));
      // The main thread ends this one when it has the reply.
      post(run([last]));
      return;
    }
    post(run(calls));
    clearTimeout(idle);
    if (rows.logBytes > MOST_LOG_BYTES) emptyLog(rows);
    else if (rows.logBytes > LOG_BYTES) idle = setTimeout(emptyLog, IDLE_MS, rows);
    makeRoom(log, rows);
  });
}

function unsynchronized(error: unknown): StorageError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new StorageError(
    'unavailable',
    `${label} cannot be used: the last changes could not be written to the disk (${code}). Check the disk, then start the mock again.`,
    error,
  );
}

function makeRoom(log: LogFile | null, rows: Rows): void {
  try {
    log?.makeRoom(rows.logBytes);
  } catch {
    // SQLite lengthens the log itself, and an append reports a full disk.
  }
}

/** Returns true when an error means for certain that nothing of the transaction was stored. */
const hasStoredNothing = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof StorageError || [13, 18].includes(resultCode(error) ?? 0);

function emptyLog(rows: Rows): void {
  try {
    rows.emptyLog();
  } catch {
    // The log keeps growing until the disk has room again; an append reports a full disk.
  }
}
