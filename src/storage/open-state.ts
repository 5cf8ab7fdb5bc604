// Opens the store that `--state` and `createMock({ state })` name, for an app that is created after it.
import { closestName } from '../contract/did-you-mean.ts';
import type { App } from '../server/app.ts';
import { type AppStorage, type AppStorageOptions, openAppStorage } from './app-storage.ts';
import { StorageError, type WorldStore } from './world-store.ts';

/** An open store, whose worlds no app serves yet. */
export type OpenedState = {
  /** the name of the main world in the store; null for a store without worlds. The app is created with it (`recover`) */
  readonly main: string | null;
  /** where the worlds are stored, without secrets */
  readonly description: string;
  serve(app: App, options?: AppStorageOptions): Promise<AppStorage>;
  /** Closes a store whose worlds no app serves. */
  close(): Promise<void>;
};

/**
 * Opens a store.
 * @param address such as `sqlite:worlds.db`
 * @throws StorageError whose message is one line without secrets
 */
export async function openState(address: string): Promise<OpenedState> {
  const store = await openStore(address);
  try {
    const [first] = await store.list();
    return {
      main: first?.main ? first.name : null,
      description: store.description,
      serve: (app, options) => openAppStorage(app, store, options),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

const SCHEMES = ['sqlite', 'postgres', 'postgresql'];
const EXAMPLES = 'sqlite:worlds.db or postgres://user@host/database';

/**
 * Opens a store.
 * @param address `sqlite:worlds.db`, `sqlite:/var/lib/worlds.db?max_mb=500` (the largest size of the file), or
 * `postgres://…`
 * @throws StorageError; its message contains no password
 */
export async function openStore(address: string): Promise<WorldStore> {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? [];
  switch (scheme.toLowerCase()) {
    case 'sqlite': {
      const { file, maxBytes } = parseFileAddress(rest);
      const { openSqliteStore } = await import('./sqlite-store.ts');
      return openSqliteStore(file, maxBytes === undefined ? {} : { maxBytes });
    }
    case 'postgres':
    case 'postgresql': {
      const { openPostgresStore } = await import('./postgres-store.ts');
      return openPostgresStore(address);
    }
    default:
      throw invalid(adviceOf(address, scheme));
  }
}

const invalid = (why: string): StorageError =>
  new StorageError('invalid address', `The address of the stored worlds is invalid: ${why}.`);

// Says what is wrong with an address of no known scheme. It quotes nothing that may hold a password.
function adviceOf(address: string, scheme: string): string {
  if (address.trim() === '') return `it is empty; give ${EXAMPLES}`;
  if (/^:?memory:?$/i.test(address))
    return 'worlds are kept in memory when no address is given; leave it out';
  if (/^[\w./\\-]+\.(?:db|sqlite3?)$/i.test(address)) return `it has no scheme; give sqlite:${address}`;
  if (scheme === '') return `it has no scheme; give ${EXAMPLES}`;
  const meant = closestName(scheme, SCHEMES);
  return `its scheme ${scheme.slice(0, 20)} is unknown; ${meant ? `did you mean ${meant}? Give` : 'give'} ${EXAMPLES}`;
}

// Parses what follows `sqlite:`.
function parseFileAddress(text: string): { file: string; maxBytes?: number } {
  const [file = '', query] = text.split('?', 2);
  if (/^:?memory:?$/i.test(file))
    throw invalid('worlds are kept in memory when no address is given; leave it out');
  if (file === '') throw invalid('it names no file; give sqlite:worlds.db');
  if (file.startsWith('//'))
    throw invalid('a path after sqlite: has no //; give sqlite:worlds.db or sqlite:/absolute/worlds.db');
  if (query === undefined) return { file };
  const [, megabytes] = /^max_mb=([1-9]\d{0,6})$/.exec(query) ?? [];
  if (megabytes === undefined) throw invalid('after ? it can have max_mb=500, the largest size of the file');
  return { file, maxBytes: Number(megabytes) * 1_048_576 };
}
