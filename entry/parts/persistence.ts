// What a mock keeps where its process may end at any time: every world as an export, put back when it starts again.
import { controlApi } from '../../src/control/control-api.ts';
import type { ExportedWorld } from '../../src/control/exported-world.ts';
import { exportWorld } from '../../src/control/import-export.ts';
import type { App, WorldServer, WorldServerSnapshot } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/table.ts';

/** Everything of an app that can change; plain JSON. */
export type PersistedWorlds = { format: 1; worlds: { name: string; export: ExportedWorld }[] };

/** What its worlds can go back to: the start of each, and its snapshots. */
type PersistedSnapshots = {
  format: 1;
  saved: { world: string; name: string; taken_at: string; export: ExportedWorld }[];
};

/** Something that keeps a text for each of two names. */
export type KeyValueStore = {
  get(name: 'worlds' | 'saved'): Promise<string | null>;
  put(name: 'worlds' | 'saved', text: string): Promise<void>;
};

export type Persister = {
  /** Takes up what was kept; nothing when there is none, or what there is cannot be taken in: then it says why. */
  restore(): Promise<string | null>;
  /** Something changed that no commit tells of. */
  changed(): void;
  /** Resolves when everything that has changed until now is kept, or could not be: that is reported, and tried again. */
  flush(): Promise<void>;
};

/** Watches every world of an app; those to come too. */
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
  app.worlds.observe(({ world }) => {
    changed();
    return { changed, close: world.onCommit(changed) };
  });
  dirty = false;

  /** What can be gone back to hardly ever changes: it is a text of its own. */
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

  /** A shelf that takes nothing (its quota is used up) fails no request, and what it did not take is tried again. */
  const failed = (error: unknown): void => {
    dirty = true;
    saved = '';
    app.worlds.main.deps.reportFault(error, 'keeping the worlds');
  };

  /** Puts a world back: first as it was whenever it was saved, then as it is. */
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
        for (const kept of (JSON.parse(text) as PersistedWorlds).worlds) restoreWorld(kept, all);
        dirty = false;
        return null;
      } catch (error) {
        for (const { name } of control.worlds.list()) if (name !== main) control.worlds.delete(name);
        control.worlds.get(main).reset();
        return error instanceof Error ? error.message : String(error);
      }
    },
    flush() {
      // Whoever comes while one is being written waits for the next, and all of them for the same.
      waiting ??= last.then(write).catch(failed);
      last = waiting;
      return waiting;
    },
  };
}

/** What was saved as the text of an export, each made once. */
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
