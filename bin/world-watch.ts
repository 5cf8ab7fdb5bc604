// `mock --world file.json --watch`: imports the file again when it changes; a file that is not valid changes nothing.
import { createHash } from 'node:crypto';
import { readFileSync, watchFile } from 'node:fs';
import { controlApi } from '../src/control/control-api.ts';
import type { App } from '../src/server/app.ts';
import { runContained } from '../src/server/background.ts';
import type { Tables } from '../src/state/tables/table.ts';
import { withFile } from './world-file.ts';

/** Receives the outcome each time that the world's file changes. */
export type WorldFileListener = {
  /** Called when the mock has imported the file; the imported state is also the new reset point. */
  loaded(file: string): void;
  /** Called with one sentence when the file does not contain a valid world. */
  rejected(message: string): void;
};

/** The interval between two looks at the file's modification time and size, in ms. */
const POLL_MS = 200;

/** Watches the file until the process ends. The tokens and keys that the mock printed at its start stay valid. */
export function watchWorld<T extends Tables>(app: App<T>, file: string, listener: WorldFileListener): void {
  let last = digestOf(file);
  const check = (): void => {
    const digest = digestOf(file);
    if (digest === null || digest === last) return;
    last = digest;
    try {
      const { main } = app.worlds;
      withFile(file, (json) => controlApi(app).worlds.get(main.name).import(json, 'owned'));
      main.setResetPoint();
    } catch (error) {
      listener.rejected(error instanceof Error ? error.message : String(error));
      return;
    }
    listener.loaded(file);
  };
  const { reportFault } = app.worlds.main.deps;
  watchFile(
    file,
    { interval: POLL_MS, persistent: false },
    runContained(reportFault, 'the watched world', check),
  );
}

/**
 * Returns a digest of the file's content; null while the file is missing, because some editors delete a file before
 * they write the new version.
 */
function digestOf(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return null;
  }
}
