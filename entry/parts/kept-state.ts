// What a mock keeps where its process may end at any time: every world as an export, put back when it starts again.
import { laboratory } from '../../src/control/laboratory.ts';
import { type Export, exportOf } from '../../src/control/transfer.ts';
import type { App, Room, Saved } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/table.ts';

/** Everything of an app that can change; plain JSON. */
export type Kept = { format: 1; worlds: { name: string; export: Export }[] };

/** What its worlds can go back to: the start of each, and its snapshots. */
type KeptSaved = { format: 1; saved: { world: string; name: string; taken_at: string; export: Export }[] };

/** Something that keeps a text for each of two names. */
export type Shelf = {
  get(name: 'worlds' | 'saved'): Promise<string | null>;
  put(name: 'worlds' | 'saved', text: string): Promise<void>;
};

export type Keeper = {
  /** Takes up what was kept; nothing when there is none, or what there is cannot be taken in: then it says why. */
  restore(): Promise<string | null>;
  /** Something changed that no commit tells of. */
  changed(): void;
  /** Resolves when everything that has changed until now is kept, or could not be: that is reported, and tried again. */
  keep(): Promise<void>;
};

/** Watches every world of an app; those to come too. */
export function keeperOf<T extends Tables>(app: App<T>, shelf: Shelf): Keeper {
  const lab = laboratory(app);
  const [main = ''] = app.rooms.list().map(({ name }) => name);
  const texts = textsOfSaved<T>();
  let dirty = false;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let saved = '';
  const changed = (): void => {
    dirty = true;
  };
  app.rooms.accompany(({ world }) => {
    changed();
    return { moved: changed, close: world.onCommit(changed) };
  });
  dirty = false;

  /** What can be gone back to hardly ever changes: it is a text of its own. */
  const savedText = (): string => {
    const all = app.rooms.list().flatMap((room) => {
      const { snapshots } = lab.worlds.get(room.name);
      return snapshots.list().map(({ name, taken_at }) => {
        const about = JSON.stringify({ world: room.name, name, taken_at });
        return `${about.slice(0, -1)},"export":${texts(room, snapshots.find(name))}}`;
      });
    });
    return `{"format":1,"saved":[${all.join()}]}`;
  };

  const write = async (): Promise<void> => {
    waiting = undefined;
    if (!dirty) return;
    dirty = false;
    const worlds = app.rooms.list().map(({ name }) => ({ name, export: lab.worlds.get(name).export() }));
    const before = saved;
    saved = savedText();
    if (saved !== before) await shelf.put('saved', saved);
    await shelf.put('worlds', JSON.stringify({ format: 1, worlds } satisfies Kept));
  };

  /** A shelf that takes nothing (its quota is used up) fails no request, and what it did not take is tried again. */
  const failed = (error: unknown): void => {
    dirty = true;
    saved = '';
    app.rooms.main.machine.fault(error, 'keeping the worlds');
  };

  /** Puts a world back: first as it was whenever it was saved, then as it is. */
  const putBack = (kept: Kept['worlds'][number], all: KeptSaved['saved']): void => {
    const world =
      kept.name === main ? lab.worlds.get(main) : lab.worlds.create({ name: kept.name, snapshot: 'start' });
    for (const one of all.filter(({ world: name }) => name === kept.name)) {
      world.import(one.export);
      if (one.name === 'start') world.room.keep();
      else world.snapshots.take(one.name, one.taken_at);
    }
    world.import(kept.export);
  };

  return {
    changed,
    async restore() {
      const text = await shelf.get('worlds');
      if (text === null) return null;
      try {
        const { saved: all } = JSON.parse((await shelf.get('saved')) ?? '{"saved":[]}') as KeptSaved;
        for (const kept of (JSON.parse(text) as Kept).worlds) putBack(kept, all);
        dirty = false;
        return null;
      } catch (error) {
        for (const { name } of lab.worlds.list()) if (name !== main) lab.worlds.delete(name);
        lab.worlds.get(main).reset();
        return error instanceof Error ? error.message : String(error);
      }
    },
    keep() {
      // Whoever comes while one is being written waits for the next, and all of them for the same.
      waiting ??= last.then(write).catch(failed);
      last = waiting;
      return waiting;
    },
  };
}

/** What was saved as the text of an export, each made once. */
function textsOfSaved<T extends Tables>(): (room: Room<T>, saved: Saved) => string {
  const known = new WeakMap<Saved, string>();
  return (room, saved) => {
    const text = known.get(saved) ?? JSON.stringify(exportOf(room, saved));
    known.set(saved, text);
    return text;
  };
}
