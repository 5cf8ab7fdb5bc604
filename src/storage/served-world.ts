// A stored world in memory: the served world with its journal, as the ownership uses it.
import type { App, WorldServer } from '../server/app.ts';
import type { OwnedWorld } from './replica/owned-world.ts';
import { hasMessages } from './wake-time.ts';
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
      return journal.finish();
    },
    drop() {
      journal.end();
      worldServer.settled = null;
      app.worlds.unload(worldServer.name);
    },
  };
}
