// Persists the worlds of a mock whose process may end at any time, such as a service worker, and restores them.
import type { App } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/tables/table.ts';
import { encodeBase, openBase } from '../../src/storage/base.ts';

/** A store that keeps one text. */
export type TextStore = {
  get(): Promise<string | null>;
  put(text: string): Promise<void>;
};

/** Stores and restores the worlds of an app. */
export type Persister = {
  /**
   * Restores the stored worlds with their reset points and snapshots.
   * @returns null when the worlds are restored or the store is empty; otherwise the reason why the stored worlds
   * cannot be read, in which case the main world starts from its seed
   */
  restore(): Promise<string | null>;
  /** Marks the state as changed, for changes that happen without a commit, such as a new snapshot. */
  changed(): void;
  /**
   * Resolves when all changes so far are stored. When the store rejects the write, for example because its quota is used
   * up, `flush` reports the failure, and the next call writes again.
   */
  flush(): Promise<void>;
};

/** Creates a persister that observes all present and future worlds of an app. */
export function createPersister<T extends Tables>(servedApp: App<T>, store: TextStore): Persister {
  const app = servedApp as unknown as App;
  const { worlds } = app;
  let dirty = false;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const changed = (): void => {
    dirty = true;
  };
  worlds.observe(({ world, changes }) => {
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

  const encode = (): string =>
    JSON.stringify(Object.fromEntries(worlds.list().map((one) => [one.name, encodeBase(one)])));

  // Serves the worlds of a text in place of all present ones.
  const load = (text: string): void => {
    const stored = JSON.parse(text) as Record<string, string>;
    for (const { name } of worlds.list()) if (!worlds.close(name)) worlds.unload(name);
    for (const [name, base] of Object.entries(stored))
      openBase(app, name, base, `the stored world ${name}`, () => undefined);
  };

  const write = async (): Promise<void> => {
    waiting = undefined;
    if (!dirty) return;
    dirty = false;
    await store.put(encode());
  };

  return {
    changed,
    async restore() {
      const text = await store.get();
      if (text === null) return null;
      const seeded = encode();
      try {
        load(text);
        dirty = false;
        return null;
      } catch (error) {
        load(seeded);
        return error instanceof Error ? error.message : String(error);
      }
    },
    flush() {
      // Calls of `flush` that arrive during a write share the next write.
      waiting ??= last.then(write).catch((error: unknown) => {
        dirty = true;
        worlds.main.deps.reportFault(error, 'keeping the worlds');
      });
      last = waiting;
      return waiting;
    },
  };
}
