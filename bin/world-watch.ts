// `mock --watch`: takes the world's file in again whenever it changes; a file that is no world changes nothing.
import { createHash } from 'node:crypto';
import { watchFile } from 'node:fs';
import { laboratory } from '../src/control/laboratory.ts';
import type { App } from '../src/server/app.ts';
import { contained } from '../src/server/background.ts';
import type { Tables } from '../src/state/table.ts';
import { piecesOf, taken } from './world-file.ts';

export type Heard = {
  /** the world is now what the file says, and `reset` goes back to that */
  taken(file: string): void;
  /** the file is no world: what is wrong with it, in a sentence */
  refused(message: string): void;
};

/** How often the file is looked at, in ms: by its own time and size, which is right on every file system and after every editor. */
const EVERY = 200;

/** Watches for as long as the process lives. Tokens and keys that were printed go on working. */
export function watchWorld<T extends Tables>(app: App<T>, file: string, heard: Heard): void {
  let last = digestOf(file);
  const check = (): void => {
    const digest = digestOf(file);
    if (digest === null || digest === last) return;
    last = digest;
    try {
      const { main } = app.rooms;
      taken(file, (json) => laboratory(app).worlds.get(main.name).import(json, 'owned'));
      main.keep();
    } catch (error) {
      heard.refused(error instanceof Error ? error.message : String(error));
      return;
    }
    heard.taken(file);
  };
  const { fault } = app.rooms.main.machine;
  watchFile(file, { interval: EVERY, persistent: false }, contained(fault, 'the watched world', check));
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
