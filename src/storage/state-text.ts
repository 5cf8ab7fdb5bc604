// The text of the whole state of a world: a line with everything besides the rows, then one line for each table that has
// rows. A table's rows are parsed when they are first used.
import { setImmediate } from 'node:timers/promises';
import { packageIdentity } from '../contract/package.ts';
import type { WorldServer, WorldServerSnapshot } from '../server/app.ts';
import { STORED_OPTIONS, type StoredOptions } from '../server/world-snapshot.ts';
import type { LazyTable } from '../state/lazy-table.ts';
import type { Tables } from '../state/table.ts';
import type { LazyWorld } from '../state/world-export.ts';
import { checkedBytes, checkedLine, checksumText, continueChecksum, withChecksum } from './checksum.ts';
import { storedTable } from './stored-table.ts';
import { StorageError } from './world-store.ts';

/** The number of the format. A change of the text or of the rows that an earlier version cannot read gets another one. */
const FORMAT = 1;
const TITLE = 'hosting-contract world';
/** The minimum length of a piece, in characters; the last piece of a table may be shorter. */
const MIN_PIECE_LENGTH = 65_536;
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

/** Generates the text of a captured state in pieces of about 64 KiB. */
function* statePieces({ saved, ...rest }: CapturedState): Generator<string, void> {
  const { rows, ...world } = saved.world;
  const { requests: _, ...state } = saved.state;
  const filled = rows.filter((table) => !table.isEmpty);
  const tables = filled.map(({ schema }) => schema.name);
  const header: Header = { version: packageIdentity().version, ...rest, ...world, state, tables };
  yield withChecksum(`${TITLE} ${FORMAT} ${JSON.stringify(header)}`);
  for (const table of filled) {
    yield '\n';
    let checksum = 0;
    for (const piece of tablePieces(`${table.schema.name} `, table.lazyJson ?? table.rowsInOrder())) {
      checksum = continueChecksum(piece, checksum);
      yield piece;
    }
    yield checksumText(checksum);
  }
}

function* tablePieces(start: string, rows: string | readonly object[]): Generator<string, void> {
  if (typeof rows === 'string') {
    yield start;
    for (let at = 0; at < rows.length; at += MIN_PIECE_LENGTH) yield rows.slice(at, at + MIN_PIECE_LENGTH);
    return;
  }
  let piece = `${start}[`;
  for (const [at, row] of rows.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(row)}`;
    if (piece.length < MIN_PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}

/**
 * Encodes the present state of a world, or a snapshot of it.
 * @param saved the snapshot to encode instead of the present state
 */
export const encodeState = <T extends Tables>(
  worldServer: WorldServer<T>,
  saved?: WorldServerSnapshot,
): string => [...statePieces(captureState(worldServer, saved))].join('');

/** Encodes a captured state with pauses, so that the process serves requests meanwhile. */
export async function encodeInSteps(captured: CapturedState): Promise<string> {
  const pieces: string[] = [];
  let since = performance.now();
  for (const piece of statePieces(captured)) {
    pieces.push(piece);
    if (performance.now() - since < MAX_BUSY_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return pieces.join('');
}

/**
 * Decodes a state. The rows of a table are parsed when they are first used; every checksum is checked at once.
 * @param what what the text is, for messages, such as `the world demo in worlds.db`
 * @throws StorageError `other format` for a text of another format, `damaged` for a text that was cut or changed
 */
export function decodeState(text: string, what: string): DecodedState {
  const [first = '', ...lines] = text.split('\n');
  const [, format] = /^hosting-contract world (\d+) /.exec(first) ?? [];
  if (format !== undefined && Number(format) !== FORMAT)
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
    return [name, storedTable(bytes.subarray(start.length))];
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
