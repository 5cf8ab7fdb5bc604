// Looks after files: by their own time and size, which is right on every file system and after every editor.
import { statSync } from 'node:fs';

/** How often, in ms. */
const EVERY = 200;
/** Some editors take a file away before they put the new one down: that is waited out. */
const GONE = 'gone';

/**
 * Has a change of any of the files told, one at a time; what they were at this call is where it begins.
 * @param files asked again each time: what is told of may bring further ones
 * @returns what ends it, or lets the process end (`unref`)
 */
export function watchFiles(files: () => Iterable<string>, changed: () => Promise<void>): NodeJS.Timeout {
  const look = (): Map<string, string> =>
    new Map(
      [...files()].map((file) => {
        const found = statSync(file, { throwIfNoEntry: false });
        return [file, found ? `${found.mtimeMs} ${found.size}` : GONE];
      }),
    );
  let last = look();
  let busy = false;
  return setInterval(async () => {
    if (busy) return;
    const now = look();
    const differs = [...now].some(([file, state]) => state !== GONE && last.get(file) !== state);
    if (!differs) return;
    busy = true;
    await changed();
    // One that came with this change is as it was read; the others are as they were seen before it.
    last = new Map([...look(), ...now]);
    busy = false;
  }, EVERY);
}
