// A world as a file: given out whole, and taken in only when all of it is what a world needs.
import { type App, createApp, type Room, type Saved } from '../server/app.ts';
import type { Content, Settled } from '../server/content.ts';
import { onceTimers } from '../server/once.ts';
import { restoreAll } from '../server/room.ts';
import type { WorldExport } from '../state/export.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import { Flaws } from './import-flaws.ts';
import { part } from './reading.ts';
import { readSaved } from './saved-parts.ts';
import { failuresOf } from './trial.ts';

/** Everything in a world: its tables, and what is counted and chosen beside them. */
export type Export = WorldExport & { parts?: Partial<Saved['parts']> };

/** Does anybody else hold what is taken in, so that its rows have to be copied before they are kept and frozen? */
type Whose = 'owned' | 'shared';

/** A world as it is, or as it was when it was saved. */
export function exportOf<T extends Tables>(room: Room<T>, saved?: Saved): Export {
  const { requests: _, ...parts } = (saved ?? room.save()).parts;
  if (!saved) return { ...room.world.export(), parts };
  const world = room.world.fork(room.name);
  world.restore(saved.world);
  return { ...world.export(), parts };
}

/**
 * Has a world become what was exported, here or elsewhere. Callers known from its founding are let in again.
 * @throws Trouble IMPORT_REFUSED naming what is wrong by JSON pointer; then nothing has changed
 */
export function importInto<T extends Tables>(
  { content, rooms }: App<T>,
  room: Room<T>,
  json: unknown,
  whose: Whose = 'shared',
): void {
  const { world, settled, parts } = inspect(content, room, json, whose);
  room.world.restore(world.snapshot());
  room.settled = settled;
  restoreAll(room.parts, { ...parts, requests: null });
  rooms.moved(room);
}

/**
 * What was exported, to start from. @param world one of the content's worlds; the quicker it is settled, the better
 * @throws Trouble IMPORT_REFUSED like `importInto`
 */
export function demandWorld<T extends Tables>(content: Content<T>, world: string, json: unknown): Export {
  inspect(content, createApp(content, { world }).rooms.main, json, 'owned');
  return json as Export;
}

/**
 * What was exported as a world of its own, which nobody sees; the one validation of every way in.
 * @throws Trouble IMPORT_REFUSED
 */
function inspect<T extends Tables>(
  content: Content<T>,
  room: Room<T>,
  given: unknown,
  whose: Whose,
): { world: World<T>; settled: Settled; parts: Partial<Saved['parts']> } {
  const flaws: Flaws = new Flaws();
  flaws.shape(given);
  const parts = flaws.attempt('/parts', () => readSaved(given.parts ?? {}));
  flaws.timers(given, new Set(Object.keys({ ...content.timers, ...onceTimers })));
  flaws.rows(room.world.tables, schemasOf(room), given);
  flaws.demandNone();

  // In a world of its own first: what does not stand there never comes near another one.
  const world = room.world.fork('import');
  flaws.attempt('', () => world.import(whose === 'owned' ? given : structuredClone(given)));
  flaws.demandNone();
  const misfits = flaws.attempt('/tables', () =>
    world.transact(null, (store) => content.misfits?.(store) ?? []),
  );
  // Rows that were named by id are looked up once: there may be many of them.
  const places = new Map<string, Map<string, number>>();
  for (const { table, id, member, sentence } of misfits ?? []) {
    const ids = places.get(table) ?? new Map((given.tables[table] ?? []).map((row, at) => [row.id, at]));
    places.set(table, ids);
    const at = ids.get(id);
    flaws.add(`/tables/${part(table)}${at === undefined ? '' : `/${at}/${member}`}`, sentence);
  }
  flaws.demandNone();
  const broken = flaws.attempt('/tables', () => world.transact(null, (store) => content.invariants(store)));
  if (broken && broken.length > 0) flaws.add('/tables', ...broken.slice(0, 20));
  flaws.demandNone();

  const nobody: Settled = { personas: {}, values: {} };
  const settled = flaws.attempt(
    '/tables',
    () => world.transact(null, (store) => content.recognise?.(store)) ?? nobody,
  );
  flaws.demandNone();
  const rows = Object.values(given.tables).reduce((sum, all) => sum + all.length, 0);
  const failures = failuresOf(content, room, world, rows);
  if (failures.length > 0) flaws.add('/tables', ...failures.slice(0, 20));
  flaws.demandNone();
  return { world, settled: settled ?? nobody, parts: parts ?? {} };
}

/** Which component describes the rows of a table: that of the list which shows them. */
function schemasOf<T extends Tables>({ machine: { content, plans } }: Room<T>): Map<string, string> {
  const schemas = new Map<string, string>();
  for (const [name, { spec }] of Object.entries(content.tables))
    if (spec.schema !== undefined) schemas.set(name, spec.schema);
  for (const [path, where] of Object.entries(content.resources)) {
    if (typeof where !== 'string') continue;
    const list = path.slice(0, path.lastIndexOf('/'));
    for (const { operation, row } of plans.values()) {
      if (operation.path === list && operation.method === 'GET' && row !== null) schemas.set(where, row);
    }
  }
  return schemas;
}
