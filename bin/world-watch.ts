// `mock --watch`: takes the world's file in again whenever it changes; a file that is no world changes nothing.
import { createHash } from 'node:crypto';
import { watchFile } from 'node:fs';
import { controlApi } from '../src/control/control-api.ts';
import type { App } from '../src/server/app.ts';
import { runContained } from '../src/server/background.ts';
import type { Tables } from '../src/state/table.ts';
import { piecesOf, withFile } from './world-file.ts';

export type WorldFileListener = {
  /** the world is now what the file says, and `reset` goes back to that */
  loaded(file: string): void;
  /** the file is no world: what is wrong with it, in a sentence */
  rejected(message: string): void;
};

/** How often the file is looked at, in ms: by its own time and size, which is right on every file system and after every editor. */
const POLL_MS = 200;

/** Watches for as long as the process lives. Tokens and keys that were printed go on working. */
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

/** A digest of what a file holds. Null while there is none, which is waited out: some editors take a file away before they put the new one down. */
function digestOf(file: string): string | null {
  try {
    const digest = createHash('sha256');
    for (const piece of piecesOf(file)) digest.update(piece);
    return digest.digest('hex');
  } catch {
    return null;
  }
}
