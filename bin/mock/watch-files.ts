// Watches files by comparing their modification times and sizes, which works on every file system and with every
// editor.
import { statSync } from 'node:fs';
import { runContained } from '../../src/server/background.ts';

/** The interval between two looks at the files, in ms. */
const POLL_MS = 200;
// The state of a missing file. A file that disappears does not count as changed, because some editors delete a file
// before they write the new version.
const MISSING = 'gone';

/**
 * Calls `changed` when one of the files differs from its state at the last call. A next call waits until the former
 * call has finished.
 * @param files returns the files; called before each comparison, because a change may add files
 * @param last the states of files that are already in use; files without one are taken to have changed
 * @returns the timer; clear it to stop watching, `unref` it to let the process end
 */
export function watchFiles(
  files: () => Iterable<string>,
  changed: () => Promise<void>,
  last = statesOf(files()),
): NodeJS.Timeout {
  let busy = false;
  const check = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const now = statesOf(files());
      const differs = [...now].some(([file, state]) => state !== MISSING && last.get(file) !== state);
      if (!differs) return;
      await changed();
      // `changed` has already read the files that are new in the list. The other files keep their states from before the
      // call, so that a change during the call is noticed.
      last = new Map([...statesOf(files()), ...now]);
    } finally {
      busy = false;
    }
  };
  return setInterval(runContained(report, 'a watched file', check), POLL_MS);
}

export const statesOf = (files: Iterable<string>): Map<string, string> =>
  new Map([...files].map((file) => [file, stateOf(file)]));

// Returns the modification time and size of a file as text; a file that cannot be read counts as missing.
function stateOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size}` : MISSING;
  } catch {
    return MISSING;
  }
}

const report = (error: unknown, where: string): void => console.error(`${where}:`, error);
