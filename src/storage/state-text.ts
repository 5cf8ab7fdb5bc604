// The text of a base: the whole state of a world with its reset point and its snapshots, as JSON with a checksum. Tables
// with the same rows, such as those of a new world and of its reset point, are in it once.
import { packageIdentity } from '../contract/package.ts';
import type { WorldServer, WorldServerSnapshot } from '../server/app.ts';
import { STORED_OPTIONS, type StoredOptions } from '../server/world-snapshot.ts';
import { deepFreeze } from '../state/freeze.ts';
import type { Row, Tables } from '../state/tables/table.ts';
import type { TableData } from '../state/tables/table-data.ts';
import type { LazyWorld } from '../state/world-export.ts';
import { checkedLine, withChecksum } from './checksum.ts';
import { StorageError } from './world-store.ts';

/** The server state that is stored: everything but the request log, which may contain credentials. */
export type StoredServerState = Omit<WorldServerSnapshot['state'], 'requests'>;

type WithoutTables = Omit<LazyWorld, 'tables'> & { readonly state: StoredServerState };
/** A state in a base: each table is the number of its rows in the list of all rows. */
type StoredState = WithoutTables & { readonly tables: Readonly<Record<string, number>> };

/** A state, and the time of the world's clock when it was saved (ISO 8601). */
type Saved<State> = { readonly name: string; readonly takenAt: string; readonly state: State };

type Base<State> = {
  /** the version of the package that stored the base */
  readonly version: string;
  /** the number of the world's last change */
  readonly seq: number;
  /** the number of the last change that replaced the whole state */
  readonly replacedAt: number;
  /** the time of the world's clock, in ms */
  readonly now: number;
  readonly options: StoredOptions;
  readonly present: State;
  readonly resetPoint: Saved<State>;
  readonly snapshots: readonly Saved<State>[];
};

/** A state as its text gives it. */
export type DecodedState = { readonly world: LazyWorld; readonly state: StoredServerState };
export type DecodedBase = Base<DecodedState>;

/** Encodes the present state of a world with its reset point and its snapshots. */
export function encodeBase<T extends Tables>(worldServer: WorldServer<T>): string {
  const { world, options } = worldServer;
  const numbers = new Map<TableData | string, number>();
  const texts: string[] = [];
  const numberOf = (table: TableData): number => {
    const known = numbers.get(table);
    if (known !== undefined) return known;
    const text = JSON.stringify(table.rowsInOrder());
    const number = numbers.get(text) ?? texts.push(text) - 1;
    numbers.set(table, number).set(text, number);
    return number;
  };
  const stateOf = (saved: WorldServerSnapshot): StoredState => {
    const { rows, ...rest } = saved.world;
    const { requests: _, ...state } = saved.state;
    const filled = rows.filter((table) => !table.isEmpty);
    return {
      ...rest,
      state,
      tables: Object.fromEntries(filled.map((table) => [table.schema.name, numberOf(table)])),
    };
  };
  const own = STORED_OPTIONS.filter((name) => options[name] !== undefined);
  const base: Base<StoredState> = {
    version: packageIdentity().version,
    seq: world.seq,
    replacedAt: world.replacedAt,
    now: world.clock.now(),
    options: Object.fromEntries(own.map((name) => [name, options[name]])),
    present: stateOf(worldServer.save()),
    resetPoint: {
      name: 'start',
      takenAt: worldServer.resetPoint.takenAt,
      state: stateOf(worldServer.resetPoint.saved),
    },
    snapshots: [...worldServer.snapshots].map(([name, { takenAt, saved }]) => ({
      name,
      takenAt,
      state: stateOf(saved),
    })),
  };
  return withChecksum(`{"base":${JSON.stringify(base)},"rows":[${texts.join()}]}`);
}

/**
 * Decodes a base.
 * @param what what the text is, for messages, such as `the world demo in worlds.db`
 * @throws StorageError `damaged` for a text that was cut or changed
 */
export function decodeBase(text: string, what: string): DecodedBase {
  const json = checkedLine(text);
  if (json === null) throw damagedError(what, 'its base is not what was stored');
  const { base, rows } = JSON.parse(json) as { base: Base<StoredState>; rows: Row[][] };
  const tables = rows.map((table) => {
    let frozen: readonly Row[] | undefined;
    return (): readonly Row[] => {
      frozen ??= table.map(deepFreeze);
      return frozen;
    };
  });
  const decoded = ({ state, tables: numbers, ...world }: StoredState): DecodedState => {
    const own = Object.entries(numbers).map(
      ([name, number]) => [name, tables[number] ?? (() => [])] as const,
    );
    return { state, world: { ...world, tables: Object.fromEntries(own) } };
  };
  const saved = (one: Saved<StoredState>): Saved<DecodedState> => ({ ...one, state: decoded(one.state) });
  return {
    ...base,
    present: decoded(base.present),
    resetPoint: saved(base.resetPoint),
    snapshots: base.snapshots.map(saved),
  };
}

/** Creates the error for a stored text that is not what was stored. */
export const damagedError = (what: string, why: string, cause?: unknown): StorageError =>
  new StorageError(
    'damaged',
    `${what} is damaged: ${why}. Nothing was changed; restore it from a copy, or start with another store.`,
    cause,
  );
