// A stored world in memory: the served world with its journal, as the ownership uses it.
import type { App, WorldServer } from '../server/app.ts';
import { OUTBOX_TABLE } from '../server/outbox-queue.ts';
import { parseIso } from '../state/instant.ts';
import type { OwnedWorld } from './replica/owned-world.ts';
import type { WorldJournal } from './world-journal.ts';

/** A stored world that this process serves. */
export type ServedWorld = OwnedWorld & {
  readonly worldServer: WorldServer;
  readonly journal: WorldJournal;
};

/** Creates the owned world of a served world and its journal. */
export function servedWorld(app: App, worldServer: WorldServer, journal: WorldJournal): ServedWorld {
  return {
    worldServer,
    journal,
    settled: () => journal.settled(),
    // The journal is the only listener to changes, unless somebody reads the event stream.
    busy: () => hasMessages(worldServer) || worldServer.changes.size > 1,
    finish() {
      // The deliveries end first, because their outcomes could not be recorded afterwards.
      app.worlds.unload(worldServer.name);
      return journal.finish(wakeTime(worldServer));
    },
    drop() {
      journal.end();
      worldServer.settled = null;
      app.worlds.unload(worldServer.name);
    },
  };
}

const hasMessages = ({ world }: WorldServer): boolean => (world.reader(OUTBOX_TABLE)?.size ?? 0) > 0;

/**
 * Returns when a world has something to do by itself, in ms since 1970: now, when messages wait to be sent; the time at
 * which its next timer comes due; null for never.
 */
export function wakeTime(worldServer: WorldServer): number | null {
  if (hasMessages(worldServer)) return 0;
  const { clock, nextDue } = worldServer.world;
  const state = clock.state();
  return state.frozen || nextDue === undefined ? null : parseIso(nextDue) - state.offset;
}
