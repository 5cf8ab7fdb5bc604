// A world as a file: given out whole, and taken in only when all of it is what a world needs.
import { check } from '../contract/validate.ts';
import { type App, createApp, type Room, type Saved } from '../server/app.ts';
import type { Content, Settled } from '../server/content.ts';
import { restoreAll } from '../server/room.ts';
import type { WorldExport } from '../state/export.ts';
import { isLivable, LIVABLE } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import { flawsOf, isCounted, isIso, MOST_COUNTED } from './held.ts';
import { LIFECYCLES } from './policy-desk.ts';
import { isObject, members, oneOf, part } from './reading.ts';
import { readSaved } from './saved-parts.ts';
import { Trouble } from './trouble.ts';

/** Everything in a world: its tables, and what is counted and chosen beside them. */
export type Export = WorldExport & { parts?: Partial<Saved['parts']> };

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
export function importInto<T extends Tables>({ content, rooms }: App<T>, room: Room<T>, json: unknown): void {
  const { world, settled, parts } = inspect(content, room, json);
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
  inspect(content, createApp(content, { world }).rooms.main, json);
  return json as Export;
}

/** What was exported as a world of its own, which nobody sees. @throws Trouble IMPORT_REFUSED */
function inspect<T extends Tables>(
  content: Content<T>,
  room: Room<T>,
  json: unknown,
): { world: World<T>; settled: Settled; parts: Partial<Saved['parts']> } {
  const flaws = new Flaws();
  flaws.shape(json);
  flaws.demandNone();
  const given = json as Export;
  const parts = flaws.attempt('/parts', () => readSaved(given.parts ?? {}));
  flaws.rows(schemasOf(room), given.tables);
  flaws.held(room.world.tables, given.tables);
  flaws.demandNone();

  // In a world of its own first: what does not stand there never comes near another one.
  const world = room.world.fork('import');
  flaws.attempt('', () => world.import(structuredClone(given)));
  flaws.demandNone();
  const misfits = flaws.attempt('/tables', () =>
    world.transact(null, (store) => content.misfits?.(store) ?? []),
  );
  for (const { table, id, member, sentence } of misfits ?? []) {
    const at = (given.tables[table] ?? []).findIndex((row) => row.id === id);
    flaws.add(`/tables/${part(table)}${at === -1 ? '' : `/${at}/${member}`}`, sentence);
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

/** No answer names more flaws than this. */
const NAMED = 50;
/** Every id is drawn from the seed. */
const LONGEST_SEED = 255;

class Flaws {
  readonly #found: Record<string, string[]> = {};

  add(pointer: string, ...sentences: string[]): void {
    if (Object.keys(this.#found).length < NAMED)
      this.#found[pointer] = [...(this.#found[pointer] ?? []), ...sentences];
  }

  attempt<A>(pointer: string, run: () => A): A | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof Trouble && error.errors) {
        for (const [inner, sentences] of Object.entries(error.errors))
          this.add(pointer + inner, ...sentences);
      } else this.add(pointer, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  demandNone(): void {
    const [pointer] = Object.keys(this.#found);
    if (pointer === undefined) return;
    const [first = ''] = this.#found[pointer] ?? [];
    throw new Trouble(
      422,
      'IMPORT_REFUSED',
      `This is no world that could be taken in. ${pointer === '' ? '' : `${pointer}: `}${first}`.slice(
        0,
        1000,
      ),
      this.#found,
    );
  }

  /** Is it built like an export? */
  shape(json: unknown): void {
    if (!isObject(json)) {
      this.add('', 'must be an object: what GET /export gave.');
      return;
    }
    if (json.format !== 1) this.add('/format', 'must be 1.');
    const { seed } = json;
    const grows =
      typeof seed === 'string'
        ? seed.length <= LONGEST_SEED
        : Number.isSafeInteger(seed) && Number(seed) >= 0;
    if (!grows) this.add('/seed', `must be a whole number, or a text of at most ${LONGEST_SEED} characters.`);
    for (const name of ['settings', 'ordinals', 'tables'])
      if (!isObject(json[name])) this.add(`/${name}`, 'must be an object.');
    if (json.parts !== undefined && !isObject(json.parts)) this.add('/parts', 'must be an object.');
    const { clock } = json;
    const runs =
      isObject(clock) &&
      (clock.frozen === true
        ? isInstant(clock.at)
        : clock.frozen === false && isFinite_(clock.offset) && isInstant(Date.now() + clock.offset));
    if (!runs) {
      const forms = '{"frozen": true, "at": <ms>} or {"frozen": false, "offset": <ms>}';
      this.add('/clock', `must be ${forms}, and its time lie ${LIVABLE}.`);
    }
    for (const [name, next] of Object.entries(isObject(json.ordinals) ? json.ordinals : {}))
      if (!isCounted(next))
        this.add(`/ordinals/${part(name)}`, `must be a whole number from 0 to ${MOST_COUNTED}.`);
    this.attempt('', () => members(json.settings, { lifecycle: oneOf(LIFECYCLES) }, '/settings'));
    for (const [name, rows] of Object.entries(isObject(json.tables) ? json.tables : {})) {
      if (!Array.isArray(rows)) this.add(`/tables/${part(name)}`, 'must be a list of rows.');
      else this.#rowsAt(`/tables/${part(name)}`, rows);
    }
    if (!Array.isArray(json.timers)) this.add('/timers', 'must be a list.');
    for (const [at, timer] of Array.isArray(json.timers) ? json.timers.entries() : []) {
      const sound =
        isObject(timer) &&
        typeof timer.kind === 'string' &&
        isIso(timer.at) &&
        isObject(timer.ref) &&
        Object.values(timer.ref).every((value) => typeof value === 'string');
      if (!sound) this.add(`/timers/${at}`, 'must have kind, at (ISO 8601) and ref (texts by name).');
    }
  }

  #rowsAt(pointer: string, rows: readonly unknown[]): void {
    const ids = new Set<unknown>();
    for (const [at, row] of rows.entries()) {
      if (!isObject(row) || typeof row.id !== 'string' || !isIso(row.created_at)) {
        this.add(`${pointer}/${at}`, 'must be a row with id and created_at (ISO 8601).');
      } else if (ids.has(row.id)) this.add(`${pointer}/${at}/id`, `is the id of another row: ${row.id}.`);
      else ids.add(row.id);
    }
  }

  /** Do the rows hold what their tables declare? */
  held(known: Tables, tables: Export['tables']): void {
    for (const [table, { spec }] of Object.entries(known))
      for (const [at, row] of (tables[table] ?? []).entries())
        for (const [name, sentence] of flawsOf(spec, row))
          this.add(`/tables/${part(table)}/${at}/${name}`, sentence);
  }

  /** Do the rows say what the document says of them? */
  rows(schemas: ReadonlyMap<string, string>, tables: Export['tables']): void {
    for (const [table, schema] of schemas) {
      for (const [at, row] of (tables[table] ?? []).entries()) {
        for (const { pointer, message } of check(schema, row))
          this.add(`/tables/${part(table)}/${at}${pointer}`, message);
      }
    }
  }
}

const isFinite_ = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isInstant = (value: unknown): boolean => isFinite_(value) && isLivable(value);
