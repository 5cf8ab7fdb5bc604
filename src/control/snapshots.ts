// Instants of a world that are kept under a name, to go back to or to make other worlds of.
import type { Room, Rooms, Saved } from '../server/app.ts';
import { isoOf } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { NAME } from './reading.ts';
import { Trouble, unusable } from './trouble.ts';

export type SnapshotInfo = {
  name: string;
  /** what the world's clock showed */
  taken_at: string;
};

export type Snapshots = {
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
  find(name: string): Saved;
};

/** What every world has from the start: the instant `reset` goes back to. */
const START = 'start';
const MOST = 1000;

export function snapshots<T extends Tables>(rooms: Rooms<T>, room: Room<T>): Snapshots {
  const kept = new Map<string, { saved: Saved; taken_at: string }>();
  let made = 0;
  const startedAt = isoOf(room.world.clock.now());
  const find = (name: string): { saved: Saved; taken_at: string } => {
    const found = name === START ? { saved: room.kept(), taken_at: startedAt } : kept.get(name);
    if (found) return found;
    throw new Trouble(
      404,
      'SNAPSHOT_NOT_FOUND',
      `The world ${room.name} has no snapshot ${name.slice(0, 64)}; it has: ${[START, ...kept.keys()].slice(0, 20).join(', ')}.`,
    );
  };
  return {
    list: () => [START, ...kept.keys()].map((name) => ({ name, taken_at: find(name).taken_at })),
    take(given, taken_at = isoOf(room.world.clock.now())) {
      if (given !== undefined && !NAME.test(given))
        throw unusable({ '/name': ['is no name for a snapshot.'] });
      if (given === START)
        throw new Trouble(409, 'SNAPSHOT_TAKEN', 'The snapshot start is the world at its start.');
      if (kept.size >= MOST) throw new Trouble(409, 'TOO_MANY', `There are ${MOST} snapshots: delete some.`);
      let name = given;
      while (name === undefined || (given === undefined && kept.has(name))) name = `snapshot-${++made}`;
      kept.set(name, { saved: room.save(), taken_at });
      return { name, taken_at };
    },
    restore(name) {
      const { saved, taken_at } = find(name);
      room.restore(saved);
      rooms.moved(room);
      return { name, taken_at };
    },
    remove(name) {
      if (name === START)
        throw new Trouble(409, 'SNAPSHOT_TAKEN', 'The snapshot start stays: reset goes back to it.');
      find(name);
      kept.delete(name);
    },
    find: (name) => find(name).saved,
  };
}
