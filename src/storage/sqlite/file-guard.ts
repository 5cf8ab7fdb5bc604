// Notices that an open file was removed, replaced or overwritten: what is written to it then is lost.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { StorageError } from '../world-store.ts';

/** Watches files that only this process may change. */
type FileGuard = {
  /** Throws when a file is no longer as it was left. */
  check(): void;
  /** Takes a file as it is now, after this process has changed it; one that was replaced stays refused. */
  renew(path: string): void;
};

/** Watches files from their present state on. */
export function fileGuard(paths: string[]): FileGuard {
  const stateOf = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return { file: stat && `${stat.dev} ${stat.ino}`, content: stat && `${stat.size} ${stat.mtimeNs}` };
  };
  const left = new Map(paths.map((path) => [path, stateOf(path)]));
  return {
    check() {
      for (const [path, before] of left) {
        const { file, content } = stateOf(path);
        if (file !== before.file || content !== before.content)
          throw new StorageError(
            'unavailable',
            `${basename(path)} was removed, replaced or overwritten while it was in use, so that no change can be stored; put it back, or start the mock again.`,
          );
      }
    },
    renew(path) {
      const now = stateOf(path);
      if (now.file === left.get(path)?.file) left.set(path, now);
    },
  };
}
