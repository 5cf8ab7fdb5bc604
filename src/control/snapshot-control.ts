// Snapshots of a world: named states that can be restored, or from which other worlds are created.
import type { WorldServer, WorldServerSnapshot } from '../server/app.ts';
import type { NamedSnapshot } from '../server/server-state.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/tables/table.ts';
import { ControlError } from './control-error.ts';
import { parseInput } from './input.ts';
import { assertMemoryLimit } from './memory-limit.ts';
import { bodySchema, type Schema } from './operations.ts';
import type { Undo } from './undo-control.ts';

type SnapshotInfo = Schema<'Snapshot'>;
/** The name of the snapshot that every world has: the state that `reset` restores. */
const START_SNAPSHOT = 'start';
const MAX_SNAPSHOTS = 1000;

export function snapshotControl<T extends Tables>(worldServer: WorldServer<T>, undo: Undo) {
  let created = 0;
  const names = (): string[] => [START_SNAPSHOT, ...worldServer.snapshots.keys()];
  const find = (name: string): NamedSnapshot => {
    const found = name === START_SNAPSHOT ? worldServer.resetPoint : worldServer.snapshots.get(name);
    if (found) return found;
    throw new ControlError(
      'SNAPSHOT_NOT_FOUND',
      `The world ${worldServer.name} has no snapshot ${name.slice(0, 64)}; it has: ${names().slice(0, 20).join(', ')}.`,
    );
  };
  return {
    /** Lists the snapshots, `start` first. */
    list: (): SnapshotInfo[] => names().map((name) => ({ name, taken_at: find(name).takenAt })),
    /**
     * Takes a snapshot; it replaces an older snapshot of the same name.
     * @param name default: `snapshot-1`, `snapshot-2`, …
     * @param taken_at the time of the original snapshot, when it is loaded from storage; default: now
     * @throws ControlError 422 for an invalid name, SNAPSHOT_TAKEN for `start`, TOO_MANY at 1000 snapshots
     */
    take(requested?: string, taken_at: string = toIso(worldServer.world.clock.now())): SnapshotInfo {
      parseInput(bodySchema('takeSnapshot'), { name: requested });
      if (requested === START_SNAPSHOT)
        throw new ControlError('SNAPSHOT_TAKEN', 'The name start belongs to the first state of the world.');
      if (worldServer.snapshots.size >= MAX_SNAPSHOTS)
        throw new ControlError('TOO_MANY', `There are ${MAX_SNAPSHOTS} snapshots: delete some.`);
      assertMemoryLimit();
      let name = requested;
      while (name === undefined || (requested === undefined && worldServer.snapshots.has(name)))
        name = `snapshot-${++created}`;
      worldServer.takeSnapshot(name, taken_at);
      return { name, taken_at };
    },
    /**
     * Restores a snapshot.
     * @throws ControlError SNAPSHOT_NOT_FOUND
     */
    restore(name: string): SnapshotInfo {
      const { saved, takenAt } = find(name);
      undo.replacing('restore', () => worldServer.restore(saved, { kind: 'restore', snapshot: name }));
      worldServer.notifyChanged();
      return { name, taken_at: takenAt };
    },
    /**
     * Deletes a snapshot.
     * @throws ControlError SNAPSHOT_NOT_FOUND; SNAPSHOT_TAKEN for `start`, which cannot be deleted
     */
    remove(name: string): void {
      if (name === START_SNAPSHOT)
        throw new ControlError(
          'SNAPSHOT_TAKEN',
          'The snapshot start cannot be deleted, because reset restores it.',
        );
      const removed = find(name);
      worldServer.removeSnapshot(name);
      undo.removed('snapshot', () => {
        if (worldServer.snapshots.has(name)) throw undo.nothing();
        worldServer.putSnapshot(name, removed);
      });
    },
    /**
     * Returns the state of a snapshot.
     * @throws ControlError SNAPSHOT_NOT_FOUND
     */
    find: (name: string): WorldServerSnapshot => find(name).saved,
  };
}
