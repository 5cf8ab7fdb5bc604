// Loads SQLite of Node.
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { StorageError } from '../world-store.ts';

type Sqlite = { DatabaseSync: new (path: string | URL, options?: DatabaseSyncOptions) => DatabaseSync };
let loaded: Sqlite | undefined;

/** Loads node:sqlite without the warning of Node 22, or throws a StorageError where there is none. */
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

/** Opens a database file. */
export function openSqlite(path: string | URL, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync } = loaded ?? load();
  return new DatabaseSync(path, options);
}
