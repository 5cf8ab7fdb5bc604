// Opens a file of stored worlds: locks it, checks it, or creates it.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../world-store.ts';
import { type Contents, readContents } from './contents.ts';
import { fileGuard } from './file-guard.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { APPLICATION_ID, EARLIER_VERSIONS, FORMAT_VERSION, rowChecksum, TABLES, tablesOf } from './format.ts';
import { LogFile, syncsLog } from './log-file.ts';
import { openSqlite } from './node-sqlite.ts';
import { ProcessFile, readProcessNote } from './process-file.ts';
import { damaged, oneLine, storageError } from './sqlite-error.ts';

/** The largest size of the write-ahead log on disk after a checkpoint, in bytes. */
const LOG_LIMIT_BYTES = 16 * 1_048_576;
/** How long to wait for another process that is just starting to say who it is, in ms. */
const START_MS = 1000;

/** An open file of stored worlds. */
export type WorldFile = {
  readonly db: DatabaseSync;
  readonly contents: Contents;
  readonly process: ProcessFile;
  /** the write-ahead log, which is to be synchronized after each commit; null when SQLite does that */
  readonly log: LogFile | null;
  /** the size of the write-ahead log that an earlier process left, in bytes */
  readonly logBytes: number;
  /**
   * Checks that the path still leads to the open files: what is written to a removed file is lost with the process.
   * @throws StorageError `unavailable`
   */
  assertInPlace(): void;
  /** Closes the database and frees the lock. */
  close(): void;
};

/**
 * Opens a file of stored worlds, and creates it when it does not exist.
 * @param label the name of the file for messages
 * @param maxBytes the largest size of the file; without it, the disk is the limit
 * @throws StorageError; the file is then as it was
 */
export function openWorldFile(file: string, label: string, maxBytes: number | undefined): WorldFile {
  try {
    const path = realPath(file, label);
    const lock = lockFile(`${path}-lock`);
    if (!lock) throw inUse(path, label);
    try {
      return openLocked(path, label, maxBytes, lock);
    } catch (error) {
      lock.release({ removeFile: true });
      throw error;
    }
  } catch (error) {
    throw storageError(label, error);
  }
}

function openLocked(path: string, label: string, maxBytes: number | undefined, lock: FileLock): WorldFile {
  const processPath = `${path}-process`;
  const existed = existsSync(path);
  if (existed) checkHeader(path, label);
  else create(path, label);
  const contents = readContents(path, label);
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const before = readProcessNote(processPath);
  const isSame = before?.uuid === contents.uuid;
  if (isSame && before.acknowledged > contents.transactions)
    throw damaged(
      label,
      `the last ${before.acknowledged - contents.transactions} transactions that were acknowledged are missing; perhaps ${label}-wal was changed or lost (without ${label}-process, the earlier state is used)`,
    );
  const db = openDatabase(path, maxBytes);
  let log: LogFile | null = null;
  try {
    log = syncsLog ? new LogFile(`${path}-wal`) : null;
    // What a killed process has written is not on the disk yet, perhaps.
    if (logBytes > 0) log?.sync();
    const user = { pid: process.pid, host: hostname(), url: null, since: new Date().toISOString() };
    const note = { uuid: contents.uuid, user, acknowledged: contents.transactions };
    const processFile = new ProcessFile(processPath, note);
    return {
      ...{ db, contents, process: processFile, log, logBytes },
      assertInPlace: fileGuard([path, `${path}-wal`], [label, `${label}-wal`]),
      close() {
        let isComplete = false;
        try {
          db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          isComplete = true;
        } catch {
          // The write-ahead log stays, and the next start reads it.
        }
        try {
          log?.close();
          db.close();
          processFile.close({ remove: isComplete });
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    log?.close();
    db.close();
    throw error;
  }
}

/** Returns the path of a file without symbolic links, so that all processes lock the same file. */
function realPath(file: string, label: string): string {
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new StorageError(
      'invalid address',
      `The folder ${oneLine(folder)} does not exist; create it for ${label}.`,
    );
  accessSync(folder, constants.W_OK);
  if (!existsSync(file)) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new StorageError(
        'invalid address',
        `${label} is a link to a file that does not exist; give the path of the file itself, or remove the link.`,
      );
    return join(realpathSync(folder), basename(file));
  }
  const stat = statSync(file);
  if (!stat.isFile())
    throw new StorageError(
      'invalid address',
      `${label} is no file; give the path of a file, such as worlds.db.`,
    );
  // The last changes are in a file beside it, which another name does not lead to.
  if (stat.nlink > 1)
    throw new StorageError(
      'invalid address',
      `${label} has ${stat.nlink} names (hard links); copy it, or remove the other names.`,
    );
  accessSync(file, constants.R_OK | constants.W_OK);
  return realpathSync(file);
}

/** Checks the first bytes of a file, before SQLite opens it. */
function checkHeader(path: string, label: string): void {
  const header = Buffer.alloc(100);
  const fd = openSync(path, 'r');
  try {
    if (readSync(fd, header) === 0)
      throw damaged(label, 'it is empty (remove it, to start without stored worlds)');
  } finally {
    closeSync(fd);
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    throw damaged(label, 'it is no SQLite database');
  if (header.readUInt32BE(68) !== APPLICATION_ID)
    throw new StorageError(
      'other format',
      `${label} is a database of another program; give another file. It was left as it is.`,
    );
  const version = header.readUInt32BE(60);
  if (version !== FORMAT_VERSION && !EARLIER_VERSIONS.includes(version))
    throw new StorageError(
      'other format',
      `${label} has format ${version}, and this version reads and writes format ${FORMAT_VERSION}; use the version of hosting-contract that wrote it, or another file. It was left as it is.`,
    );
}

/** Creates a file without worlds. It appears at its path only when it is complete. */
function create(path: string, label: string): void {
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0)
    throw damaged(label, `${label}-wal exists without it (restore ${label}, or remove ${label}-wal)`);
  const next = `${path}-new`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${next}${suffix}`, { force: true });
  writeFileSync(next, '', { mode: 0o600, flag: 'wx' });
  const db = openSqlite(next);
  try {
    const uuid = crypto.randomUUID();
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL;
      BEGIN; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION};
      ${Object.values(TABLES).join('; ')};
      INSERT INTO store VALUES (1, '${uuid}', 0, 0, ${rowChecksum('store', [uuid, 0, 0])}); COMMIT`);
  } finally {
    db.close();
  }
  renameSync(next, path);
  syncFolder(dirname(path));
}

/** Makes the entry of a new file in its folder durable, on systems where that is possible. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function openDatabase(path: string, maxBytes: number | undefined): DatabaseSync {
  const db = openSqlite(path);
  try {
    // Checkpoints are synchronized in both modes; a commit is in the mode FULL.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${syncsLog ? 'NORMAL' : 'FULL'};
      PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES}; PRAGMA temp_store = MEMORY`);
    const [{ page_size: pageSize = 4096 } = {}] = db.prepare('PRAGMA page_size').all() as {
      page_size?: number;
    }[];
    if (maxBytes !== undefined)
      db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`);
    // The first read takes the lock on the database itself, which keeps other programs away.
    db.prepare('SELECT transactions FROM store').all();
    upgrade(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Adds what the format of an earlier version lacks, in one transaction. Its rows stay as they are. */
function upgrade(db: DatabaseSync): void {
  const [{ user_version: version } = {}] = db.prepare('PRAGMA user_version').all();
  if (version === FORMAT_VERSION) return;
  const earlier = tablesOf(Number(version));
  const missing = Object.entries(TABLES).filter(([name]) => !(name in earlier));
  const create = missing.map(([, sql]) => `${sql};`).join(' ');
  db.exec(`BEGIN IMMEDIATE; ${create} PRAGMA user_version = ${FORMAT_VERSION}; COMMIT`);
  // An earlier version of the package, which reads the version in the file itself, then refuses the file for its format.
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Makes the error that says which process uses the file. */
function inUse(path: string, label: string): StorageError {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  let user = readProcessNote(`${path}-process`)?.user;
  // A note of a process that has ended is one of an earlier user.
  for (let waited = 0; !(user && mayRun(user)) && waited < START_MS; waited += 20) {
    Atomics.wait(sleeper, 0, 0, 20);
    user = readProcessNote(`${path}-process`)?.user;
  }
  if (!user || !mayRun(user)) return new StorageError('in use', `${label} is in use by another process.`);
  const isOwn = user.pid === process.pid && user.host === hostname();
  const host = user.host === hostname() ? '' : ` on ${user.host}`;
  const who = isOwn ? 'this process itself' : `process ${user.pid}${host}`;
  const where = user.url === null ? '' : `, which serves ${user.url}`;
  return new StorageError(
    'in use',
    `${label} is in use by ${oneLine(`${who}${where}, since ${user.since}`)}; stop it first, or use another file.`,
  );
}

/** Returns false when a process certainly runs no more. */
function mayRun({ pid, host }: { pid: number; host: string }): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
