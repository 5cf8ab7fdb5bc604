// Opens the store that `--state` and `createMock({ state })` name, for an app that is created after it.
import type { App } from '../server/app.ts';
import { openStore } from './open-store.ts';
import { openStoredWorlds, type StoredWorlds, type StoredWorldsOptions } from './stored-worlds.ts';

/** An open store, whose worlds no app serves yet. */
export type OpenedState = {
  /** the name of the main world in the store; null for a store without worlds. The app is created with it (`recover`) */
  readonly main: string | null;
  /** where the worlds are stored, without secrets */
  readonly description: string;
  /** whether several processes serve the worlds */
  readonly isShared: boolean;
  /**
   * Puts the worlds of an app into the store.
   * @throws StorageError when the main world cannot be loaded; then the store is closed
   */
  serve(app: App, options?: StoredWorldsOptions): Promise<StoredWorlds>;
  /** Tells the store at which origin this process serves its worlds. */
  announce(origin: string): Promise<void>;
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
  let worlds: StoredWorlds | undefined;
  try {
    const [first] = await store.list();
    return {
      main: first?.main ? first.name : null,
      description: store.description,
      isShared: store.leaseMs !== null,
      async serve(app, options) {
        worlds = await openStoredWorlds(app, store, options);
        return worlds;
      },
      async announce(origin) {
        worlds?.listens(origin);
        await store.announce?.(origin);
      },
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
