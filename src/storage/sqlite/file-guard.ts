// Notices that an open file was removed or replaced: what is written to it then is lost with the process.
import { statSync } from 'node:fs';
import { StorageError } from '../world-store.ts';

/**
 * Makes a function that throws when a path no longer leads to the file to which it leads now.
 * @param labels the names of the files for messages
 */
export function fileGuard(paths: string[], labels: string[]): () => void {
  const identity = (path: string): string | undefined => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  };
  const opened = paths.map(identity);
  return () => {
    for (const [index, path] of paths.entries())
      if (opened[index] !== undefined && identity(path) !== opened[index])
        throw new StorageError(
          'unavailable',
          `${labels[index]} was removed or replaced while it was in use, so that no change can be stored; put it back, or start the mock again.`,
        );
  };
}
