// Test helper: stores everything that happens to a served world in memory, as its owner does in a database.
import { exportText as exportPieces } from '../../control/import-export/export-text.ts';
import { exportWorld } from '../../control/import-export/import-export.ts';
import type { WorldServer, WorldServerSnapshot } from '../../server/app.ts';
import type { Tables } from '../../state/tables/table.ts';
import { withChecksum } from '../checksum.ts';
import { restoredSnapshot, WorldRecorder } from '../records.ts';
import { encodeState, type StateText } from '../state-text.ts';
import type { StoredWorld } from '../world-store.ts';

/** A world that is being recorded. */
export type RecordedWorld = {
  /** what a database would contain now, if the process ended here */
  stored(): StoredWorld;
  /** stores what has changed without a commit; call it after each call of the control API */
  settle(): void;
  /** stores the values that may be lost */
  checkpoint(): void;
  /** replaces the records by a base */
  rebase(): void;
};

/**
 * Records a world from its present state on.
 * @param from what is stored already, when the world was recovered from it
 */
export function recordWorld<T extends Tables>(
  worldServer: WorldServer<T>,
  from?: StoredWorld,
): RecordedWorld {
  const recorder = new WorldRecorder(worldServer);
  const saved = new Map(from?.saved.map(({ name, ...snapshot }) => [name, snapshot]));
  let base = from?.base ?? '';
  let records = [...(from?.records ?? [])];
  let checkpoint = from?.checkpoint ?? null;

  const rebase = (): void => {
    recorder.rebase();
    base = wholeText(encodeState(worldServer));
    records = [];
  };
  const store = (name: string): void => {
    const snapshot = name === 'start' ? worldServer.resetPoint : worldServer.snapshots.get(name);
    if (snapshot === undefined) saved.delete(name);
    else
      saved.set(name, {
        takenAt: snapshot.takenAt,
        state: wholeText(encodeState(worldServer, snapshot.saved)),
      });
    rebase();
  };

  if (from === undefined) for (const name of ['start', ...worldServer.snapshots.keys()]) store(name);
  worldServer.world.onCommit((commit) => void records.push(recorder.commit(commit)));
  worldServer.changes.add((change) => {
    if (change.kind === 'replaced') {
      const snapshot = restoredSnapshot(change.by);
      if (snapshot === null) rebase();
      else records.push(recorder.restore(snapshot));
    } else if (change.kind === 'reset-point') store('start');
    else if ('name' in change) store(change.name);
  });
  const settle = (): void => {
    const record = recorder.state();
    if (record !== null) records.push(record);
  };
  return {
    settle,
    checkpoint() {
      checkpoint = recorder.checkpoint();
    },
    rebase,
    stored: () => ({
      base,
      records: [...records],
      saved: [...saved].map(([name, snapshot]) => ({ name, ...snapshot })),
      checkpoint,
    }),
  };
}

/** Returns a state with the texts to which it refers in their places, as the first format of states has them. */
export function wholeText({ text, texts }: StateText): string {
  const rows = new Map(texts.map((one) => [one.hash, one.text()]));
  return text.replace(/^(\S+) =([\w-]{43}) [0-9a-f]{8}$/gm, (_, name: string, hash: string) =>
    withChecksum(`${name} ${rows.get(hash)}`),
  );
}

/** Returns the export of a world, or of a snapshot of it, as text. */
export const exportText = <T extends Tables>(
  worldServer: WorldServer<T>,
  saved?: WorldServerSnapshot,
): string => [...exportPieces(exportWorld(worldServer, saved))].join('');
