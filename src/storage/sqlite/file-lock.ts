// A lock that the operating system frees when the process that holds it ends in any way.
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { StorageError } from '../world-store.ts';
import { openSqlite } from './node-sqlite.ts';
import { resultCode } from './sqlite-error.ts';

/** A held lock. */
export type FileLock = {
  /** Frees the lock. `removeFile`: removes a lock file that did not exist before. */
  release(options?: { removeFile: boolean }): void;
};

/**
 * Locks a file of its own, without waiting: an exclusive transaction of SQLite on an empty file. It excludes other
 * processes and other users of the same process. The locked file must not be opened in any other way, because closing
 * it would free the lock of this process (POSIX).
 * @returns null when somebody else holds the lock
 * @throws StorageError `damaged` when it is no file, or not an empty one; errors of the file system
 */
export function lockFile(path: string): FileLock | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const existed = found !== undefined;
  // A link may lead to a file that is not ours, and SQLite would wait for the other end of a pipe.
  if (found && !found.isFile())
    throw new StorageError(
      'damaged',
      `${path} should be an empty file and is ${found.isSymbolicLink() ? 'a symbolic link' : found.isDirectory() ? 'a folder' : 'no file'}; remove it when no process uses the worlds.`,
    );
  const db = openSqlite(path);
  try {
    // With its journal in memory, the transaction creates no further file.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    if (!existed) chmodSync(path, 0o600);
  } catch (error) {
    db.close();
    const code = resultCode(error);
    if (code === 5 || code === 6) return null;
    if (code === 26)
      throw new StorageError(
        'damaged',
        `${path} should be an empty file and is not; remove it when no process uses the worlds.`,
        error,
      );
    throw error;
  }
  return {
    release({ removeFile } = { removeFile: false }) {
      if (removeFile && !existed) rmSync(path, { force: true });
      db.close();
    },
  };
}
