// What a mock keeps where its process may end at any time: every world as an export, put back when it starts again.
import { laboratory } from '../../src/control/laboratory.ts';
import type { Export } from '../../src/control/transfer.ts';
import type { App } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/table.ts';

/** Everything of an app that can change; plain JSON. */
export type Kept = { format: 1; worlds: { name: string; export: Export }[] };

/** Something that keeps one text. */
export type Shelf = { get(): Promise<string | null>; put(text: string): Promise<void> };

export type Keeper = {
  /** Takes up what was kept; nothing when there is none, or what there is cannot be taken in: then it says why. */
  restore(): Promise<string | null>;
  /** Something changed that no commit tells of. */
  changed(): void;
  /** Resolves when everything that has changed until now is kept. */
  keep(): Promise<void>;
};

/** Watches every world of an app; those to come too. */
export function keeperOf<T extends Tables>(app: App<T>, shelf: Shelf): Keeper {
  const lab = laboratory(app);
  const [main = ''] = app.rooms.list().map(({ name }) => name);
  let dirty = false;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const changed = (): void => {
    dirty = true;
  };
  app.rooms.accompany(({ world }) => {
    changed();
    return { moved: changed, close: world.onCommit(changed) };
  });
  dirty = false;

  const write = async (): Promise<void> => {
    waiting = undefined;
    if (!dirty) return;
    dirty = false;
    const worlds = app.rooms.list().map(({ name }) => ({ name, export: lab.worlds.get(name).export() }));
    await shelf.put(JSON.stringify({ format: 1, worlds } satisfies Kept));
  };

  return {
    changed,
    async restore() {
      const text = await shelf.get();
      if (text === null) return null;
      try {
        const { worlds } = JSON.parse(text) as Kept;
        for (const kept of worlds) {
          const world =
            kept.name === main
              ? lab.worlds.get(main)
              : lab.worlds.create({ name: kept.name, snapshot: 'start' });
          world.import(kept.export);
        }
        dirty = false;
        return null;
      } catch (error) {
        lab.worlds.get(main).reset();
        return error instanceof Error ? error.message : String(error);
      }
    },
    keep() {
      // Whoever comes while one is being written waits for the next, and all of them for the same.
      waiting ??= last.then(write);
      last = waiting;
      return waiting;
    },
  };
}
