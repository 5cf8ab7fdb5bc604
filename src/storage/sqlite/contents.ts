// Checks a file of stored worlds without changing it, and reads what the worker thread keeps in memory of it.
import { existsSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { referencesOf } from '../shared-text.ts';
import type { Owner } from '../world-store.ts';
import { KEY_COLUMNS, rowChecksum, type TABLES, tablesOf } from './format.ts';
import { openSqlite } from './node-sqlite.ts';
import { countRecords } from './record-group.ts';
import { damaged, storageError } from './sqlite-error.ts';

/** A stored state without its text: the size of the text, and the hashes of the texts to which it refers. */
export type StateEntry = { readonly bytes: number; readonly texts: readonly string[] };

/** A shared text without its text. */
export type TextEntry = { readonly id: number; readonly bytes: number };

/** A stored world without its texts. */
export type WorldEntry = {
  readonly id: number;
  readonly name: string;
  readonly main: boolean;
  readonly epoch: number;
  /** who owns the world; a claim ends with the process, so it is not stored */
  readonly owner: Owner | null;
  /** the number of the last record that the base contains, and of the last stored record */
  readonly baseSeq: number;
  readonly seq: number;
  readonly base: StateEntry;
  /** how many rows contain the records after the base, and the size of these rows, in bytes */
  readonly recordRows: number;
  readonly recordBytes: number;
  /** the snapshots by name, in order */
  readonly saved: ReadonlyMap<string, StateEntry & { readonly id: number }>;
  readonly wakeAtMs: number | null;
  /** in ms since 1970 */
  readonly createdAt: number;
  readonly changedAt: number;
};

/** What a file contains, without the texts. */
export type Contents = {
  readonly uuid: string;
  readonly transactions: number;
  readonly epochs: number;
  readonly worlds: ReadonlyMap<string, WorldEntry>;
  /** the texts to which states refer, by hash */
  readonly texts: ReadonlyMap<string, TextEntry>;
};

type Row = Record<string, SQLOutputValue>;

/**
 * Reads a file of stored worlds and checks all of it: the structure, the checksum of each row, and that no record is
 * missing. The file and its write-ahead log stay as they are.
 * @param label the name of the file for messages
 * @throws StorageError `damaged`, `in use`, `unavailable`
 */
export function readContents(path: string, label: string): Contents {
  const log = `${path}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  const index = `${path}-shm`;
  const hadIndex = existsSync(index);
  const url = pathToFileURL(path);
  // Without a log, SQLite need not look for changes and creates no files.
  if (!hasLog) url.searchParams.set('immutable', '1');
  try {
    const db = openSqlite(url, { readOnly: true });
    try {
      return new Reader(db, label).read();
    } finally {
      db.close();
      if (!hadIndex) rmSync(index, { force: true });
    }
  } catch (error) {
    throw storageError(label, error, true);
  }
}

/** Checks that a row of a table has the checksum of its values; returns the text of its body. */
export function checkedBody(
  ...[label, table, values, row]: [string, keyof typeof TABLES, (string | number | null)[], Row]
): Uint8Array<ArrayBuffer> {
  const body = (row.body ?? undefined) as Uint8Array<ArrayBuffer> | undefined;
  if (row.crc === rowChecksum(table, values, body)) return body ?? EMPTY;
  throw damaged(label, `a row of its table ${table} was changed`);
}

const EMPTY = new Uint8Array();

class Reader {
  readonly #db: DatabaseSync;
  readonly #label: string;
  readonly #worlds = new Map<number, WorldEntry>();
  readonly #texts = new Map<string, TextEntry>();

  constructor(db: DatabaseSync, label: string) {
    this.#db = db;
    this.#label = label;
  }

  read(): Contents {
    const [{ user_version: version } = {}] = this.#db.prepare('PRAGMA user_version').all() as Row[];
    const tables = tablesOf(Number(version));
    this.#checkStructure(tables);
    const [store, ...others] = [
      ...this.#rows('store', 'uuid, transactions, epochs', ['uuid', 'transactions', 'epochs']),
    ];
    if (!store || others.length > 0) throw damaged(this.#label, 'its table store must have one row');
    if ('texts' in tables) this.#readTexts();
    this.#readWorlds();
    this.#readRecords();
    this.#readSnapshots();
    for (const { world, wake_at } of this.#rows('checkpoints', 'world, wake_at, body', ['world', 'wake_at']))
      this.#change(world as number, () => ({ wakeAtMs: wake_at as number | null }));
    return {
      uuid: store.uuid as string,
      transactions: store.transactions as number,
      epochs: store.epochs as number,
      worlds: new Map([...this.#worlds.values()].map((world) => [world.name, world])),
      texts: this.#texts,
    };
  }

  #checkStructure(wanted: Readonly<Record<string, string>>): void {
    const tables = this.#db.prepare('SELECT name, sql FROM sqlite_schema').all() as Row[];
    const expected = Object.entries(wanted);
    if (
      tables.length !== expected.length ||
      expected.some(([name, sql]) => !tables.some((one) => one.name === name && one.sql === sql))
    )
      throw damaged(this.#label, 'its tables are not those of its format');
    const [{ quick_check: result } = {}] = this.#db.prepare('PRAGMA quick_check(1)').all() as Row[];
    if (result !== 'ok') throw damaged(this.#label, `SQLite finds an error in it (${firstLine(result)})`);
  }

  /** Reads the rows of a table and checks their checksums. `columns`: those before the body, in the checksum's order. */
  *#rows(table: keyof typeof TABLES, select: string, columns: string[]): Generator<Row> {
    const rows = this.#db
      .prepare(`SELECT ${select}, crc FROM ${table} ORDER BY 1`)
      .iterate() as Iterable<Row>;
    for (const row of rows) {
      const values = columns.map((column) => row[column] as string | number | null);
      row.body = checkedBody(this.#label, table, values, row);
      yield row;
    }
  }

  #change(id: number, change: (world: WorldEntry) => Partial<WorldEntry>): void {
    const world = this.#worlds.get(id);
    if (!world) throw damaged(this.#label, `it contains data of a world ${id} that is not there`);
    this.#worlds.set(id, { ...world, ...change(world) });
  }

  #readTexts(): void {
    for (const { id, hash, body } of this.#rows('texts', 'id, hash, body', ['id', 'hash']))
      this.#texts.set(hash as string, { id: id as number, bytes: (body as Uint8Array).length });
  }

  /** Describes a state, and checks that the texts to which it refers are there. */
  #stateEntry(body: Uint8Array): StateEntry {
    const texts = referencesOf(Buffer.from(body.buffer, body.byteOffset, body.length).toString());
    if (texts.some((hash) => !this.#texts.has(hash)))
      throw damaged(this.#label, 'a text to which a state refers is missing');
    return { bytes: body.length, texts };
  }

  #readWorlds(): void {
    const columns = ['id', 'name', 'main', 'epoch', 'created_at', 'changed_at'];
    for (const row of this.#rows('worlds', columns.join(), columns))
      this.#worlds.set(row.id as number, {
        id: row.id as number,
        name: row.name as string,
        main: row.main === 1,
        epoch: row.epoch as number,
        owner: null,
        ...{ baseSeq: 0, seq: -1, base: NO_STATE, recordRows: 0, recordBytes: 0 },
        ...{ saved: new Map(), wakeAtMs: null },
        createdAt: row.created_at as number,
        changedAt: row.changed_at as number,
      });
    for (const { world, seq, body } of this.#rows('bases', 'world, seq, state AS body', ['world', 'seq']))
      this.#change(world as number, () => ({
        ...{ baseSeq: seq as number, seq: seq as number, base: this.#stateEntry(body as Uint8Array) },
      }));
    for (const { name, seq } of this.#worlds.values())
      if (seq < 0) throw damaged(this.#label, `the state of its world ${name} is missing`);
  }

  #readRecords(): void {
    const rows = this.#rows('records', `${KEY_COLUMNS}, at, body`, ['world', 'seq', 'at']);
    for (const { world, seq, at, body } of rows)
      this.#change(world as number, (entry) => {
        const bytes = body as Uint8Array;
        if (seq !== entry.seq + countRecords(bytes))
          throw damaged(this.#label, `a record of its world ${entry.name} is missing`);
        return {
          ...{ seq, recordRows: entry.recordRows + 1, recordBytes: entry.recordBytes + bytes.length },
          changedAt: Math.max(entry.changedAt, at as number),
        };
      });
  }

  #readSnapshots(): void {
    const columns = ['id', 'world', 'name', 'taken_at'];
    for (const { id, world, name, body } of this.#rows('snapshots', `${columns}, state AS body`, columns))
      this.#change(world as number, ({ saved }) => ({
        saved: new Map(saved).set(name as string, {
          id: id as number,
          ...this.#stateEntry(body as Uint8Array),
        }),
      }));
  }
}

const NO_STATE: StateEntry = { bytes: 0, texts: [] };
const firstLine = (text: SQLOutputValue | undefined): string => String(text).split('\n').at(-1) ?? '';
