// The text of a base: the whole state of a world, as JSON with a checksum. Equal tables are in it once.
import { packageIdentity } from '../contract/package.ts';
import { inspectImport } from '../control/import-export/import-export.ts';
import type { App, WorldServer, WorldServerSnapshot } from '../server/app.ts';

import { createWorld, lazySeeded } from '../server/seed-world.ts';
import { STORED_OPTIONS, type StoredWorldState } from '../server/server-state.ts';
import { deepFreeze } from '../state/freeze.ts';
import type { Row } from '../state/tables/table.ts';
import type { PlacedRows, TableData } from '../state/tables/table-data.ts';

import type { LazyWorld } from '../state/world-export.ts';
import { checkedLine, withChecksum } from './checksum.ts';
import { continueFrom } from './records.ts';
import { damagedError, StorageError } from './world-store.ts';

// A state in a base: everything but the request log, which may contain credentials. Each table is the number of its
// rows in the list of all rows.
type StoredState = Omit<LazyWorld, 'tables'> & {
  readonly state: Omit<WorldServerSnapshot['state'], 'requests'>;
  readonly tables: Readonly<Record<string, number>>;
};

/** A state, and the time of the world's clock when it was saved (ISO 8601). */
type StoredSnapshot = { readonly name: string; readonly takenAt: string; readonly state: StoredState };

/** The rows of a table; the changes after the base name the places of rows. */
type StoredRows = { readonly rows: readonly Row[]; readonly places?: readonly number[] };

type Base = Pick<StoredWorldState, 'options' | 'seq' | 'replacedAt'> & {
  /** the version of the package that stored the base */
  readonly version: string;
  /** the time of the world's clock, in ms */
  readonly now: number;
  readonly present: StoredState;
  /** the reset point, and the snapshots */
  readonly snapshots: readonly [StoredSnapshot, ...StoredSnapshot[]];
};

/** Encodes the present state of a world with its reset point and its snapshots. */
export function encodeBase(worldServer: WorldServer): string {
  const { world, options, resetPoint, snapshots } = worldServer;
  const numbers = new Map<TableData | string, number>();
  const texts: string[] = [];
  const numberOf = (table: TableData): number => {
    const known = numbers.get(table);
    if (known !== undefined) return known;
    const text = JSON.stringify({ rows: table.rowsInOrder(), places: table.places() });
    const number = numbers.get(text) ?? texts.push(text) - 1;
    numbers.set(table, number).set(text, number);
    return number;
  };
  const stateOf = (saved: WorldServerSnapshot): StoredState => {
    const { rows, ...rest } = saved.world;
    const { requests: _, ...state } = saved.state;
    const filled = rows.filter((table) => !table.isEmpty);
    const tables = Object.fromEntries(filled.map((table) => [table.schema.name, numberOf(table)]));
    return { ...rest, state, tables };
  };
  const own = STORED_OPTIONS.filter((name) => options[name] !== undefined);
  const snapshotOf = (name: string, { takenAt, saved }: typeof resetPoint): StoredSnapshot => ({
    name,
    takenAt,
    state: stateOf(saved),
  });
  const base: Base = {
    version: packageIdentity().version,
    seq: world.seq,
    replacedAt: world.replacedAt,
    now: world.clock.now(),
    options: Object.fromEntries(own.map((name) => [name, options[name]])),
    present: stateOf(worldServer.save()),
    snapshots: [
      snapshotOf('start', resetPoint),
      ...[...snapshots].map(([name, snapshot]) => snapshotOf(name, snapshot)),
    ],
  };
  return withChecksum(`{"base":${JSON.stringify(base)},"rows":[${texts.join()}]}`);
}

/**
 * Serves a stored world under its name in the state of its base. The first world of the app is loaded in its place; it
 * must be unloaded before, like every world that is served already.
 * @param what what is loaded, for messages, such as `the world demo in worlds.db`
 * @param loaded called when the world has its state, before anything can change it, such as a timer that came due
 * @throws StorageError `damaged` or `other format`; the worlds of the app are then unchanged
 */
export function openBase(
  app: App,
  name: string,
  text: string,
  what: string,
  loaded: (worldServer: WorldServer) => void,
): void {
  const json = checkedLine(text);
  if (json === null) throw damagedError(what, 'its base is not what was stored');
  const { base, rows } = JSON.parse(json) as { base: Base; rows: StoredRows[] };
  const frozen = rows.map((table) =>
    once((): PlacedRows => Object.assign(table.rows.map(deepFreeze), { places: table.places })),
  );
  const { definition, worlds } = app;
  const { version, now, present, snapshots, ...rest } = base;
  const world = createWorld(definition, name, {});
  const capture = ({ state, tables, ...values }: StoredState): WorldServerSnapshot => {
    try {
      const own = Object.entries(tables).map(([table, number]) => [table, frozen[number] ?? (() => [])]);
      world.load({ ...values, tables: Object.fromEntries(own) });
      // A state that another version of the package stored is checked like an import.
      if (version !== packageIdentity().version)
        inspectImport(definition, worlds.main, { ...world.export(), parts: state }, 'owned');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new StorageError(
        'other format',
        `${what} was stored by version ${version}, and this version cannot continue it: ${error.message} Use the version that stored it, or start with another store.`,
        error,
      );
    }
    const snapshot = world.snapshot();
    return { world: snapshot, seeded: lazySeeded(definition, snapshot), state: { ...state, requests: null } };
  };
  const [resetPoint, ...others] = snapshots.map(
    ({ name: of, takenAt, state }) => [of, { takenAt, saved: capture(state) }] as const,
  );
  const stored = {
    ...rest,
    present: capture(present),
    resetPoint: (resetPoint as NonNullable<typeof resetPoint>)[1],
    snapshots: new Map(others),
  };
  worlds.open(name, stored, (worldServer) => {
    continueFrom(worldServer, now);
    loaded(worldServer);
  });
}

function once<A extends object>(make: () => A): () => A {
  let made: A | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
