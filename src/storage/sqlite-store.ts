// Stores worlds in a SQLite file, which one process uses at a time.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkedLine } from './checksum.ts';
import { damageOfLog } from './sqlite/check-log.ts';
import { fileGuard } from './sqlite/file-guard.ts';
import { oneLine, storageError } from './sqlite/sqlite-error.ts';
import {
  damagedError,
  StorageError,
  type StoredState,
  type Turn,
  type WorldStore,
  type WorldSummary,
} from './world-store.ts';

/** The `application_id` of the file: the letters HCWS. */
const APPLICATION_ID = 0x48435753;
/** The number of the format of the tables and texts, which is the `user_version` of a file that was closed. */
const FORMAT = 7;
/** Added to the `user_version` while the file is open: it then has a log. It is set after the log exists. */
const OPEN = 0x1_0000;

/** The size at which the log is written into the file, in bytes. */
const CHECKPOINT_BYTES = 4_194_304;

/** A base is in a table of its own, because SQLite writes a changed row as a whole. */
const TABLES = `
  CREATE TABLE worlds (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, main INTEGER NOT NULL, seq INTEGER NOT NULL DEFAULT 0,
    base_seq INTEGER NOT NULL DEFAULT 0, wake_at REAL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL) STRICT;
  CREATE TABLE bases (world_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE changes (world_id TEXT, seq INTEGER, body TEXT NOT NULL, PRIMARY KEY (world_id, seq)) STRICT, WITHOUT ROWID`;

const LIST = `SELECT id, name, main, seq - base_seq AS changes, created_at, changed_at,
  (SELECT octet_length(body) FROM bases WHERE world_id = id) +
    coalesce((SELECT sum(octet_length(body)) FROM changes WHERE world_id = id), 0) AS bytes
  FROM worlds ORDER BY main DESC, name`;

/**
 * Opens a file of stored worlds, and creates it when it does not exist.
 * @param maxBytes the largest size of the file; without it, the disk is the limit
 * @throws StorageError; the file is then as it was
 */
export async function openSqliteStore(
  file: string,
  { maxBytes }: { maxBytes?: number } = {},
): Promise<WorldStore> {
  const label = oneLine(file);
  // Replies may have these errors, and clients need not know the folder.
  const name = basename(label);
  const attempt = <A>(run: () => A, of = name, isReading = false): A => {
    try {
      return run();
    } catch (error) {
      throw storageError(of, error, isReading);
    }
  };
  const path = attempt(() => realPath(file, label), label);
  const db = attempt(() => openFile(path, label, maxBytes), label, true);
  const log = `${path}-wal`;
  const guard = fileGuard([path, log]);
  const statement = (sql: string) => db.prepare(sql);
  const sql = {
    list: statement(LIST),
    create: statement(
      'INSERT INTO worlds (id, name, main, wake_at, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    base: statement('INSERT INTO bases VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body'),
    load: statement('SELECT id, seq, body AS base FROM worlds JOIN bases ON world_id = id WHERE name = ?'),
    records: statement('SELECT body FROM changes WHERE world_id = ? AND seq > ? ORDER BY seq'),
    change: statement('INSERT INTO changes VALUES (?, ?, ?)'),
    world: statement('UPDATE worlds SET seq = ?, wake_at = ?, changed_at = ? WHERE id = ?'),
    rebase: statement('UPDATE worlds SET base_seq = seq WHERE id = ?'),
    drop: statement('DELETE FROM changes WHERE world_id = ?'),
    remove: statement('DELETE FROM worlds WHERE id = ?'),
    removeBase: statement('DELETE FROM bases WHERE world_id = ?'),
    due: statement('SELECT id, name FROM worlds WHERE wake_at <= ? ORDER BY wake_at LIMIT 1000'),
    seq: statement('SELECT id, seq FROM worlds WHERE name = ?'),
  };
  let transaction: Promise<void> | null = null;
  // Runs statements in the one transaction of this tick, which all calls that wait share. One that throws undoes it,
  // and all of them get the error.
  const transact = async (run: () => void): Promise<void> => {
    queued.push(run);
    transaction ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      transaction = null;
      const all = queued.splice(0);
      attempt(() => {
        guard.check();
        const { size } = statSync(log);
        db.exec('BEGIN IMMEDIATE');
        try {
          for (const one of all) one();
          db.exec('COMMIT');
        } catch (error) {
          if (db.isTransaction) db.exec('ROLLBACK');
          // What a transaction has left in the log would look like damage.
          truncateSync(log, size);
          throw error;
        } finally {
          guard.renew(log);
        }
        // Another program may have overwritten the file meanwhile: SQLite writes to it in a checkpoint only.
        guard.check();
        if (size < CHECKPOINT_BYTES) return;
        checkpoint(db);
        guard.renew(path);
        guard.renew(log);
      });
    });
    return await transaction;
  };
  const queued: (() => void)[] = [];
  const recordsOf = (id: string, seq: number): string[] =>
    (sql.records.all(id, seq) as { body: string }[]).map(({ body }) => body);
  const turnOf = (name: string): Pick<Turn, 'id' | 'seq'> | undefined =>
    attempt(() => sql.seq.get(name) as Pick<Turn, 'id' | 'seq'> | undefined);
  const now = (): string => new Date().toISOString();

  return {
    description: label,
    isShared: false,
    list: async () =>
      attempt(() =>
        (sql.list.all() as (Omit<WorldSummary, 'main'> & { main: number })[]).map((row) => ({
          ...row,
          main: row.main === 1,
        })),
      ),
    async create({ id, name, main, base, wakeAtMs }) {
      let isNew = false;
      await transact(() => {
        isNew = sql.create.run(id, name, main ? 1 : 0, wakeAtMs, now(), now()).changes === 1;
        if (isNew) sql.base.run(id, base);
      });
      return isNew;
    },
    load: async (name) =>
      attempt(() => {
        const found = sql.load.get(name) as Omit<StoredState, 'records'> | undefined;
        return found ? { ...found, records: recordsOf(found.id, 0) } : null;
      }),
    since: async (id, seq) => attempt(() => recordsOf(id, seq)),
    async turn(name) {
      const found = turnOf(name);
      if (found === undefined) return null;
      const { id, seq } = found;
      return {
        id,
        seq,
        append: ({ records, base, wakeAtMs }) =>
          transact(() => {
            if (base === null)
              for (const [at, record] of records.entries()) sql.change.run(id, seq + at + 1, record);
            if (sql.world.run(seq + records.length, wakeAtMs, now(), id).changes === 0)
              throw new StorageError('unavailable', `The world ${name} was removed.`);
            if (base === null) return;
            sql.base.run(id, base);
            sql.rebase.run(id);
            sql.drop.run(id);
          }),
        end: async () => undefined,
      };
    },
    // A transaction that failed was rolled back.
    isStored: async () => false,
    remove: (name) =>
      transact(() => {
        const found = turnOf(name);
        if (found) for (const remove of [sql.remove, sql.removeBase, sql.drop]) remove.run(found.id);
      }),
    takeDue: async (nowMs) => attempt(() => sql.due.all(nowMs) as { id: string; name: string }[]),
    keepUntil: async () => undefined,
    ready: async () => attempt(guard.check),
    async close() {
      await transaction?.catch(() => undefined);
      if (!db.isOpen) return;
      // To close a file that was replaced would remove the write-ahead log of the other one.
      attempt(guard.check);
      attempt(() => {
        // The log may disappear once the file says that it needs none.
        db.exec(`PRAGMA user_version = ${FORMAT}; PRAGMA wal_checkpoint(TRUNCATE)`);
        db.close();
      });
    },
  };
}

// Writes the log into the file, and empties it. The log grows on while the disk has no room for that.
function checkpoint(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {}
}

function openFile(path: string, label: string, maxBytes: number | undefined): DatabaseSync {
  if (existsSync(path)) checkHeader(path, label);
  else create(path, label);
  const db = openSqlite(path);
  try {
    // The exclusive lock keeps other processes away, and ends with the process.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE; ROLLBACK`);
    if (maxBytes !== undefined) {
      const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
      db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / size))}`);
    }
    const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw damagedError(label, oneLine(found));
    for (const table of ['bases', 'changes'])
      for (const row of db
        .prepare(`SELECT coalesce(name, '') AS world, body FROM ${table} LEFT JOIN worlds ON id = world_id`)
        .iterate() as Iterable<{
        world: string;
        body: string;
      }>)
        if (checkedLine(row.body) === null)
          throw damagedError(label, `a text of the world ${oneLine(row.world)} is not what was stored`);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${FORMAT + OPEN}`);
    checkpoint(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

// Returns the path of a file without symbolic links, beside which SQLite keeps its log.
function realPath(file: string, label: string): string {
  const invalid = (why: string): StorageError => new StorageError('invalid address', why);
  const folder = dirname(file);
  if (!existsSync(folder))
    throw invalid(`The folder ${oneLine(folder)} does not exist; create it for ${label}.`);
  accessSync(folder, constants.W_OK);
  if (!existsSync(file)) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw invalid(`${label} is a link to a file that does not exist; give the path of the file itself.`);
    return join(realpathSync(folder), basename(file));
  }
  const stat = statSync(file);
  if (!stat.isFile()) throw invalid(`${label} is no file; give the path of a file, such as worlds.db.`);
  // The last changes are in a file beside it, which another name does not lead to.
  if (stat.nlink > 1)
    throw invalid(`${label} has ${stat.nlink} names (hard links); copy it, or remove the other names.`);
  accessSync(file, constants.R_OK | constants.W_OK);
  if ((stat.mode & 0o044) !== 0 && process.platform !== 'win32')
    process.stderr.write(
      `warning: Other users can read ${label}, which contains credentials: chmod 600 ${label}\n`,
    );
  return realpathSync(file);
}

function checkHeader(path: string, label: string): void {
  const header = Buffer.alloc(100);
  const fd = openSync(path, 'r');
  try {
    if (readSync(fd, header) === 0)
      throw damagedError(label, 'it is empty (remove it, to start without stored worlds)');
  } finally {
    closeSync(fd);
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw damagedError(label, 'it is no SQLite database');
  if (header.readUInt32BE(68) !== APPLICATION_ID)
    throw new StorageError(
      'other format',
      `${label} is a database of another program; give another file. It was left as it is.`,
    );
  const version = header.readUInt32BE(60) % OPEN;
  if (version !== FORMAT)
    throw new StorageError(
      'other format',
      `${label} has format ${version}, and this version reads and writes format ${FORMAT}; use the version of hosting-contract that wrote it, or another file. It was left as it is.`,
    );
  const log = `${path}-wal`;
  if (header.readUInt32BE(60) > OPEN && !existsSync(log))
    throw damagedError(label, `${label}-wal, which has its last changes, is missing (put it back)`);
  const damage = existsSync(log) ? damageOfLog(log) : null;
  if (damage !== null) throw damagedError(`${label}-wal`, damage);
}

// Creates a file without worlds, which only its owner can read. It appears at its path only when it is complete.
function create(path: string, label: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw damagedError(label, `${label}-wal exists without it (restore ${label}, or remove ${label}-wal)`);
  const next = `${path}-new`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${next}${suffix}`, { force: true });
  writeFileSync(next, '', { mode: 0o600, flag: 'wx' });
  const db = openSqlite(next);
  try {
    db.exec(`PRAGMA synchronous = FULL; BEGIN; PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT}; ${TABLES}; COMMIT`);
  } finally {
    db.close();
  }
  renameSync(next, path);
}

type Sqlite = { DatabaseSync: new (path: string | URL) => DatabaseSync };
let loaded: Sqlite | undefined;

// Loads node:sqlite without the warning of Node 22, or throws a StorageError where there is none.
function load(): Sqlite {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    loaded = process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
  if (loaded) return loaded;
  throw new StorageError('unavailable', 'This runtime has no SQLite; run the mock on Node 22.19 or later.');
}

export function openSqlite(path: string | URL): DatabaseSync {
  const { DatabaseSync } = loaded ?? load();
  return new DatabaseSync(path);
}
