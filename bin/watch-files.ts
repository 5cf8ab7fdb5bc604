// Looks after files: by their own time and size, which is right on every file system and after every editor.
import { statSync } from 'node:fs';
import { runContained } from '../src/server/background.ts';

/** How often, in ms. */
const POLL_MS = 200;
/** Some editors take a file away before they put the new one down: that is waited out. */
const MISSING = 'gone';

/**
 * Has a change of any of the files told, one at a time; what they were at this call is where it begins.
 * @param files asked again each time: what is told of may bring further ones
 * @returns what ends it, or lets the process end (`unref`)
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
      // One that came with this change is as it was read; the others are as they were seen before it.
      last = new Map([...fileStates(), ...now]);
    } finally {
      busy = false;
    }
  };
  return setInterval(runContained(report, 'a watched file', check), POLL_MS);
}

/** What can be seen of a file; one that cannot be looked at (no permission, a folder that became a file) is gone for now. */
function stateOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size}` : MISSING;
  } catch {
    return MISSING;
  }
}

const report = (error: unknown, where: string): void => console.error(`${where}:`, error);
