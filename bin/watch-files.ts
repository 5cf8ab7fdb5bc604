// Watches files by their modification time and size, which works on every file system and with every editor.
import { statSync } from 'node:fs';
import { runContained } from '../src/server/background.ts';

/** How often the files are checked, in ms. */
const POLL_MS = 200;
/** The state of a missing file. It is no change, because some editors delete a file before they write the new one. */
const MISSING = 'gone';

/**
 * Calls `changed` when one of the files differs from its state at the last call; calls do not overlap.
 * @param files evaluated before each check, because a change may add files
 * @returns the timer; clear it to stop, `unref` it to let the process end
 */
export function watchFiles(files: () => Iterable<string>, changed: () => Promise<void>): NodeJS.Timeout {
  const fileStates = (): Map<string, string> => new Map([...files()].map((file) => [file, stateOf(file)]));
  let last = fileStates();
  let busy = false;
  const check = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const now = fileStates();
      const differs = [...now].some(([file, state]) => state !== MISSING && last.get(file) !== state);
      if (!differs) return;
      await changed();
      // Files that this change added have been read already; the others keep the state before the change.
      last = new Map([...fileStates(), ...now]);
    } finally {
      busy = false;
    }
  };
  return setInterval(runContained(report, 'a watched file', check), POLL_MS);
}

/** Returns modification time and size; a file that cannot be read counts as missing. */
function stateOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size}` : MISSING;
  } catch {
    return MISSING;
  }
}

const report = (error: unknown, where: string): void => console.error(`${where}:`, error);
