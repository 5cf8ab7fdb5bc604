// Notices that an open file was removed or replaced: what is written to it then is lost with the process.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { StorageError } from '../world-store.ts';

/** Makes a function that throws when a path no longer leads to the file to which it leads now. */
export function fileGuard(paths: string[]): () => void {
  const identity = (path: string): string | undefined => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  };
  const opened = paths.map((path) => [path, identity(path)] as const);
  return () => {
    for (const [path, before] of opened)
      if (before !== undefined && identity(path) !== before)
        throw new StorageError(
          'unavailable',
          `${basename(path)} was removed or replaced while it was in use, so that no change can be stored; put it back, or start the mock again.`,
        );
  };
}
