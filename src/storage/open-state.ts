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
  /** Puts the worlds of an app into the store. */
  serve(app: App, options?: StoredWorldsOptions): Promise<StoredWorlds>;
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
      serve: (app, options) => openStoredWorlds(app, store, options),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}
