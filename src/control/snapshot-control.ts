// Instants of a world that are kept under a name, to go back to or to make other worlds of.
import type { WorldRegistry, WorldServer, WorldServerSnapshot } from '../server/app.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { WORLD_NAME } from './body-parsers.ts';
import { ControlError, invalidInput } from './control-error.ts';

export type SnapshotInfo = {
  name: string;
  /** what the world's clock showed */
  taken_at: string;
};

export type SnapshotControl = {
  list(): SnapshotInfo[];
  /**
   * Keeps the world as it is; under a name that is taken, the older one is replaced.
   * @param name `snapshot-1`, … when left out. @param taken_at for one that was taken before, and is put back here
   */
  take(name?: string, taken_at?: string): SnapshotInfo;
  /** Goes back. @throws Trouble SNAPSHOT_NOT_FOUND */
  restore(name: string): SnapshotInfo;
  /** @throws Trouble SNAPSHOT_NOT_FOUND; also for `start`, which stays */
  remove(name: string): void;
  /** @throws Trouble SNAPSHOT_NOT_FOUND */
  find(name: string): WorldServerSnapshot;
};

/** What every world has from the start: the instant `reset` goes back to. */
const START_SNAPSHOT = 'start';
const MAX_SNAPSHOTS = 1000;

export function snapshotControl<T extends Tables>(
  worlds: WorldRegistry<T>,
  worldServer: WorldServer<T>,
): SnapshotControl {
  const saved = new Map<string, { saved: WorldServerSnapshot; taken_at: string }>();
  let created = 0;
  const startedAt = toIso(worldServer.world.clock.now());
  const find = (name: string): { saved: WorldServerSnapshot; taken_at: string } => {
    const found =
      name === START_SNAPSHOT ? { saved: worldServer.resetPoint(), taken_at: startedAt } : saved.get(name);
    if (found) return found;
    throw new ControlError(
      404,
      'SNAPSHOT_NOT_FOUND',
      `The world ${worldServer.name} has no snapshot ${name.slice(0, 64)}; it has: ${[START_SNAPSHOT, ...saved.keys()].slice(0, 20).join(', ')}.`,
    );
  };
  return {
    list: () => [START_SNAPSHOT, ...saved.keys()].map((name) => ({ name, taken_at: find(name).taken_at })),
    take(requested, taken_at = toIso(worldServer.world.clock.now())) {
      if (requested !== undefined && !WORLD_NAME.test(requested))
        throw invalidInput({ '/name': ['is no name for a snapshot.'] });
      if (requested === START_SNAPSHOT)
        throw new ControlError(409, 'SNAPSHOT_TAKEN', 'The snapshot start is the world at its start.');
      if (saved.size >= MAX_SNAPSHOTS)
        throw new ControlError(409, 'TOO_MANY', `There are ${MAX_SNAPSHOTS} snapshots: delete some.`);
      let name = requested;
      while (name === undefined || (requested === undefined && saved.has(name)))
        name = `snapshot-${++created}`;
      saved.set(name, { saved: worldServer.save(), taken_at });
      return { name, taken_at };
    },
    restore(name) {
      const { saved, taken_at } = find(name);
      worldServer.restore(saved);
      worlds.notifyChanged(worldServer);
      return { name, taken_at };
    },
    remove(name) {
      if (name === START_SNAPSHOT)
        throw new ControlError(409, 'SNAPSHOT_TAKEN', 'The snapshot start stays: reset goes back to it.');
      find(name);
      saved.delete(name);
    },
    find: (name) => find(name).saved,
  };
}
