// Persists the worlds of a mock whose process may end at any time, such as a service worker, and restores them.
import { controlApi } from '../../src/control/control-api.ts';
import type { ExportedWorld } from '../../src/control/import-export/export-text.ts';
import { exportWorld } from '../../src/control/import-export/import-export.ts';
import type { App, WorldServer, WorldServerSnapshot } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/tables/table.ts';

/** The present state of every world; plain JSON. */
export type PersistedWorlds = { format: 1; worlds: { name: string; export: ExportedWorld }[] };

/** The persisted reset points and snapshots of all worlds. */
type PersistedSnapshots = {
  format: 1;
  saved: { world: string; name: string; taken_at: string; export: ExportedWorld }[];
};

/** A store that keeps one text under each of the names `worlds` and `saved`. */
export type KeyValueStore = {
  get(name: 'worlds' | 'saved'): Promise<string | null>;
  put(name: 'worlds' | 'saved', text: string): Promise<void>;
};

/** Stores and restores the worlds of an app. */
export type Persister = {
  /**
   * Restores the stored worlds.
   * @returns null when the worlds are restored or the store is empty; otherwise the reason why the stored worlds
   * cannot be read, in which case the main world starts from its seed
   */
  restore(): Promise<string | null>;
  /** Marks the state as changed, for changes that happen without a commit, such as a new snapshot. */
  changed(): void;
  /**
   * Resolves when all changes so far are stored. When the store rejects the write, `flush` reports the failure, and
   * the next call writes again.
   */
  flush(): Promise<void>;
};

/** Creates a persister that observes all present and future worlds of an app. */
export function createPersister<T extends Tables>(app: App<T>, store: KeyValueStore): Persister {
  const control = controlApi(app);
  const [main = ''] = app.worlds.list().map(({ name }) => name);
  const texts = snapshotTextCache<T>();
  let dirty = false;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let saved = '';
  const changed = (): void => {
    dirty = true;
  };
  app.worlds.observe(({ world, changes }) => {
    changed();
    const stops = [
      world.onCommit(changed),
      changes.add((change) => {
        if (change === 'changed') changed();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  });
  dirty = false;

  /**
   * Returns the reset points and snapshots of all worlds as text. They are stored apart from the worlds, because they
   * rarely change.
   */
  const savedText = (): string => {
    const all = app.worlds.list().flatMap((worldServer) => {
      const { snapshots } = control.worlds.get(worldServer.name);
      return snapshots.list().map(({ name, taken_at }) => {
        const about = JSON.stringify({ world: worldServer.name, name, taken_at });
        return `${about.slice(0, -1)},"export":${texts(worldServer, snapshots.find(name))}}`;
      });
    });
    return `{"format":1,"saved":[${all.join()}]}`;
  };

  const write = async (): Promise<void> => {
    waiting = undefined;
    if (!dirty) return;
    dirty = false;
    const worlds = app.worlds.list().map(({ name }) => ({ name, export: control.worlds.get(name).export() }));
    const before = saved;
    saved = savedText();
    if (saved !== before) await store.put('saved', saved);
    await store.put('worlds', JSON.stringify({ format: 1, worlds } satisfies PersistedWorlds));
  };

  /**
   * Handles a store that rejects a write, for example because its quota is used up: requests still succeed, and the
   * next flush writes the whole state again.
   */
  const failed = (error: unknown): void => {
    dirty = true;
    saved = '';
    app.worlds.main.deps.reportFault(error, 'keeping the worlds');
  };

  /** Restores a world: first its reset point and snapshots, then its present state. */
  const restoreWorld = (
    persisted: PersistedWorlds['worlds'][number],
    all: PersistedSnapshots['saved'],
  ): void => {
    const world =
      persisted.name === main
        ? control.worlds.get(main)
        : control.worlds.create({ name: persisted.name, snapshot: 'start' });
    for (const one of all.filter(({ world: name }) => name === persisted.name)) {
      world.import(one.export);
      if (one.name === 'start') world.worldServer.setResetPoint();
      else world.snapshots.take(one.name, one.taken_at);
    }
    world.import(persisted.export);
  };

  return {
    changed,
    async restore() {
      const text = await store.get('worlds');
      if (text === null) return null;
      try {
        const { saved: all } = JSON.parse((await store.get('saved')) ?? '{"saved":[]}') as PersistedSnapshots;
        for (const stored of (JSON.parse(text) as PersistedWorlds).worlds) restoreWorld(stored, all);
        dirty = false;
        return null;
      } catch (error) {
        for (const { name } of control.worlds.list()) if (name !== main) control.worlds.delete(name);
        control.worlds.get(main).reset();
        return error instanceof Error ? error.message : String(error);
      }
    },
    flush() {
      // Calls of `flush` that arrive during a write share the next write.
      waiting ??= last.then(write).catch(failed);
      last = waiting;
      return waiting;
    },
  };
}

/** Creates a cache of the export text of each snapshot. */
function snapshotTextCache<T extends Tables>(): (
  worldServer: WorldServer<T>,
  saved: WorldServerSnapshot,
) => string {
  const cache = new WeakMap<WorldServerSnapshot, string>();
  return (worldServer, saved) => {
    const text = cache.get(saved) ?? JSON.stringify(exportWorld(worldServer, saved));
    cache.set(saved, text);
    return text;
  };
}
