// The text of the whole state of a world: a line with everything besides the rows, then one line for each table that has
// rows. The rows of all but small tables are texts of their own, to which the line refers, so that the states of many
// worlds share them. A table's rows are parsed when they are first used.
import { setImmediate } from 'node:timers/promises';
import { packageIdentity } from '../contract/package.ts';
import type { WorldServer, WorldServerSnapshot } from '../server/app.ts';
import { STORED_OPTIONS, type StoredOptions } from '../server/world-snapshot.ts';
import type { LazyTable } from '../state/tables/lazy-table.ts';
import type { Tables } from '../state/tables/table.ts';
import type { TableData } from '../state/tables/table-data.ts';
import type { LazyWorld } from '../state/world-export.ts';
import { checkedBytes, checkedLine, withChecksum } from './checksum.ts';
import { referenceTo, type SharedText, TextHash } from './shared-text.ts';
import { storedTable } from './stored-table.ts';
import { StorageError } from './world-store.ts';

/** The number of the format. A change of the text or of the rows that an earlier version cannot read gets another one. */
const FORMAT = 2;
/** The formats that this version reads. The format 1 has no references. */
const READABLE = [1, 2];
const TITLE = 'hosting-contract world';
/** How many characters of a table are encoded without a pause, about. */
const PIECE_LENGTH = 65_536;
/** The size from which the rows of a table are a text of their own, in bytes. */
const MIN_SHARED_BYTES = 1024;
/** The character with which a reference begins, instead of the `[` of rows. */
const REFERENCE_SIGN = '='.charCodeAt(0);
/** The maximum time for which a state is encoded without a pause, in ms. */
const MAX_BUSY_MS = 10;

/** The state of a world at one instant, taken without copying rows. */
export type CapturedState = {
  readonly saved: WorldServerSnapshot;
  /** the number of the world's last change */
  readonly seq: number;
  /** the number of the last change that replaced the whole state */
  readonly replacedAt: number;
  /** the time of the world's clock, in ms */
  readonly now: number;
  readonly options: StoredOptions;
};

/** The server state that is stored: everything but the request log, which may contain credentials. */
export type StoredServerState = Omit<WorldServerSnapshot['state'], 'requests'>;

/** A state as its text gives it. */
export type DecodedState = Omit<CapturedState, 'saved'> & {
  /** the version of the package that stored the state */
  readonly version: string;
  readonly state: StoredServerState;
  /** the rows, timers, clock, settings and id ordinals */
  readonly world: LazyWorld;
};

type Header = Omit<DecodedState, 'world'> &
  Omit<LazyWorld, 'tables'> & {
    /** the names of the tables, in the order of their lines */
    readonly tables: readonly string[];
  };

/**
 * Captures the present state of a world, or a snapshot of it, so that it can be encoded while the world changes.
 * @param saved the snapshot to capture instead of the present state
 */
export function captureState<T extends Tables>(
  { world, options, save }: WorldServer<T>,
  saved: WorldServerSnapshot = save(),
): CapturedState {
  const own = STORED_OPTIONS.filter((name) => options[name] !== undefined);
  return {
    saved,
    seq: world.seq,
    replacedAt: world.replacedAt,
    now: world.clock.now(),
    options: Object.fromEntries(own.map((name) => [name, options[name]])),
  };
}

/** The text of a state, and the texts to which it refers. */
export type StateText = { readonly text: string; readonly texts: readonly SharedText[] };

/** The size of a state with the texts to which it refers, about, in bytes. */
export const sizeOf = ({ text, texts }: StateText): number =>
  texts.reduce((sum, { bytes }) => sum + bytes, text.length);

/** The rows of a table as text. */
type TableText = { readonly hash: string; readonly bytes: number; readonly text: string };

/** What is known of the texts of tables: the data of a captured state do not change. Only short texts are kept. */
const known = new WeakMap<TableData, Omit<TableText, 'text'> & { readonly text: string | null }>();

/** Encodes a captured state, with pauses. */
function* encodeWithPauses({ saved, ...rest }: CapturedState): Generator<void, StateText> {
  const { rows, ...world } = saved.world;
  const { requests: _, ...state } = saved.state;
  const filled = rows.filter((table) => !table.isEmpty);
  const tables = filled.map(({ schema }) => schema.name);
  const header: Header = { version: packageIdentity().version, ...rest, ...world, state, tables };
  const lines = [withChecksum(`${TITLE} ${FORMAT} ${JSON.stringify(header)}`)];
  const texts: SharedText[] = [];
  for (const table of filled) {
    yield;
    const { name } = table.schema;
    const content = known.get(table) ?? storedContent(table);
    const { hash, bytes, text } = content ?? (yield* encodeRows(table));
    const isShort = bytes < MIN_SHARED_BYTES;
    if (!known.has(table)) known.set(table, { hash, bytes, text: isShort ? text : null });
    const encode = (): string => text ?? runToEnd(encodeRows(table)).text;
    lines.push(withChecksum(isShort ? `${name} ${encode()}` : referenceTo(name, hash)));
    if (!isShort) texts.push({ hash, bytes, text: encode });
  }
  return { text: lines.join('\n'), texts };
}

/** Returns what is known of the text of a table that was stored and has not changed since; null for other tables. */
function storedContent(table: TableData): (Omit<TableText, 'text'> & { text: null }) | null {
  const source = table.lazySource ?? table.sharedSource;
  if (source?.content === undefined) return null;
  if (table.lazySource === null) {
    const [rows, before] = [table.rowsInOrder(), source.make()];
    if (rows.length !== before.length || rows.some((row, at) => row !== before[at])) return null;
  }
  return { ...source.content, text: null };
}

/** Encodes the rows of a table, with a pause after each 64 KiB. */
function* encodeRows(table: TableData): Generator<void, TableText> {
  const pieces: string[] = [];
  const hash = new TextHash();
  for (const piece of piecesOf(table.lazySource?.json ?? table.rowsInOrder())) {
    pieces.push(piece);
    hash.add(piece);
    yield;
  }
  return { hash: hash.digest(), bytes: hash.bytes, text: pieces.join('') };
}

function* piecesOf(rows: string | readonly object[]): Generator<string, void> {
  if (typeof rows === 'string') {
    yield rows;
    return;
  }
  let piece = '[';
  for (const [at, row] of rows.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(row)}`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}

function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Encodes the present state of a world, or a snapshot of it. Tables that were encoded before, also as part of another
 * world, take no time.
 * @param saved the snapshot to encode instead of the present state
 */
export const encodeState = <T extends Tables>(
  worldServer: WorldServer<T>,
  saved?: WorldServerSnapshot,
): StateText => runToEnd(encodeWithPauses(captureState(worldServer, saved)));

/** Encodes a captured state with pauses, so that the process serves requests meanwhile. */
export async function encodeInSteps(captured: CapturedState): Promise<StateText> {
  const steps = encodeWithPauses(captured);
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < MAX_BUSY_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** The tables to which states refer, by the hashes of their texts. */
export type SharedTables = ReadonlyMap<string, LazyTable>;

const NO_TABLES: SharedTables = new Map();

/**
 * Decodes a state. The rows of a table are parsed when they are first used; every checksum is checked at once.
 * @param shared the tables to which the state refers
 * @param what what the text is, for messages, such as `the world demo in worlds.db`
 * @throws StorageError `other format` for a text of another format, `damaged` for a text that was cut or changed
 */
export function decodeState(text: string, what: string, shared: SharedTables = NO_TABLES): DecodedState {
  const [first = '', ...lines] = text.split('\n');
  const [, format] = /^hosting-contract world (\d+) /.exec(first) ?? [];
  if (format !== undefined && !READABLE.includes(Number(format)))
    throw new StorageError(
      'other format',
      `${what} is stored in format ${format}, and this version reads format ${FORMAT}: use the version that stored it, or start with another store.`,
    );
  const head = checkedLine(first);
  if (head === null || format === undefined)
    throw damagedError(what, 'its first line is not what was stored');
  const header: Header = JSON.parse(head.slice(`${TITLE} ${format} `.length));
  const { tables: names, seed, ordinals, clock, settings, ...rest } = header;
  const tables: [string, LazyTable][] = names.map((name, at) => {
    const bytes = checkedBytes(lines[at] ?? '');
    const start = Buffer.from(`${name} `);
    if (bytes === null || !bytes.subarray(0, start.length).equals(start))
      throw damagedError(what, `the rows of ${name} are not what was stored`);
    const rows = bytes.subarray(start.length);
    if (rows[0] !== REFERENCE_SIGN) return [name, storedTable(rows)];
    const table = shared.get(rows.toString('latin1', 1));
    if (table === undefined) throw damagedError(what, `the rows of ${name} are missing`);
    return [name, table];
  });
  if (lines.length > names.length) throw damagedError(what, 'it has more lines than were stored');
  return { ...rest, world: { seed, ordinals, clock, settings, tables: Object.fromEntries(tables) } };
}

/** Creates the error for a stored text that is not what was stored. */
export const damagedError = (what: string, why: string, cause?: unknown): StorageError =>
  new StorageError(
    'damaged',
    `${what} is damaged: ${why}. Nothing was changed; restore it from a copy, or start with another store.`,
    cause,
  );
