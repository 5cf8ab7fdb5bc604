// The format of a file of stored worlds: its identification, its tables, and the checksums of its rows.
import { crc32 } from 'node:zlib';

/** The `application_id` of the file: the letters HCWS. */
export const APPLICATION_ID = 0x48435753;
/** The version of the tables below, the file's `user_version`. */
export const FORMAT_VERSION = 3;
/** The version without the table `texts`. */
const WITHOUT_TEXTS = 1;
/**
 * The earlier versions, whose files are upgraded when they are opened. In both, each row of `records` contains one record,
 * which is a group of one.
 */
export const EARLIER_VERSIONS: readonly number[] = [WITHOUT_TEXTS, 2];

/**
 * The tables and the statements that create them. Texts of worlds are stored as UTF-8 bytes. Every row has a checksum of
 * all its values, because SQLite notices damage to its own structures only.
 */
export const TABLES = {
  /** One row: the identity of the file, the number of transactions so far, and the last epoch. */
  store:
    'CREATE TABLE store (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, transactions INTEGER NOT NULL, epochs INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT',
  worlds:
    'CREATE TABLE worlds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, main INTEGER NOT NULL, epoch INTEGER NOT NULL, created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT',
  /** The state of each world after its record `seq`. */
  bases:
    'CREATE TABLE bases (world INTEGER PRIMARY KEY, seq INTEGER NOT NULL, state BLOB NOT NULL, crc INTEGER NOT NULL) STRICT',
  /**
   * The records after the base, in groups (`joinRecords`). The key is `recordKey(world, seq)` with the number of the last
   * record of the group, so that the records of a world are adjacent.
   */
  records:
    'CREATE TABLE records (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL) STRICT',
  /** The snapshots, by `id` in the order in which their names were stored first. */
  snapshots:
    'CREATE TABLE snapshots (id INTEGER PRIMARY KEY, world INTEGER NOT NULL, name TEXT NOT NULL, taken_at TEXT NOT NULL, state BLOB NOT NULL, crc INTEGER NOT NULL) STRICT',
  /** The texts to which states refer. */
  texts:
    'CREATE TABLE texts (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL) STRICT',
  checkpoints:
    'CREATE TABLE checkpoints (world INTEGER PRIMARY KEY, wake_at INTEGER, body BLOB NOT NULL, crc INTEGER NOT NULL) STRICT',
} as const;

/** Returns the tables of a version, with the statements that create them. */
export function tablesOf(version: number): Readonly<Record<string, string>> {
  const { texts, ...earlier } = TABLES;
  return version === WITHOUT_TEXTS ? earlier : { ...earlier, texts };
}

const SEQ_BITS = 40n;

/** The first number that no key of a world reaches: sequence numbers are below 2^40, ids of worlds below 2^23. */
export const MAX_WORLD_ID = 2 ** 23 - 1;
/** The highest number of a record. */
export const MAX_SEQ = 2 ** 40 - 1;

/** Returns the key of the group whose last record has a number. */
export const recordKey = (world: number, seq: number): bigint => (BigInt(world) << SEQ_BITS) | BigInt(seq);

/** Splits the key of a record in SQL. */
export const KEY_COLUMNS = `key >> ${SEQ_BITS} AS world, key & ${(1n << SEQ_BITS) - 1n} AS seq`;

/** Computes the checksum of a row: of its table, its values and its text. */
export function rowChecksum(
  table: keyof typeof TABLES,
  values: readonly (string | number | null)[],
  body: Uint8Array = EMPTY,
): number {
  return crc32(body, crc32(`${table} ${JSON.stringify(values)}`));
}

const EMPTY = new Uint8Array();
