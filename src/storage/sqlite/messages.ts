// The messages between a store and the worker thread that runs its database.
import type { StorageErrorCode } from '../world-store.ts';
import type { WorldTable } from './world-table.ts';

/** The `workerData` of the thread. `label`: the name of the file for messages. */
export type ThreadTask = { file: string; label: string; maxBytes: number | undefined };

/** The methods that the thread runs. */
export type ThreadMethods = Omit<WorldTable, 'commit' | 'rollBack'> & {
  announce(url: string): void;
  close(): void;
};

export type Method = keyof ThreadMethods;

/** A call: its number, the method and the arguments. A message to the thread is a list of calls. */
export type ThreadCall = [id: number, method: Method, ...args: unknown[]];

/** How a call ended. `code` is null for an error that is not a `StorageError`. */
export type ThreadResult = { value: unknown } | { code: StorageErrorCode | null; message: string };

/** A message of the thread: the results of calls, by number. The call 0 is the opening of the file. */
export type ThreadReply = [id: number, result: ThreadResult][];
